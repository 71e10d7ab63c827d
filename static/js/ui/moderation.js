/** What moderators can do to a game: each with a reason, confirmed, and shown in the log. */

import { isOver } from "../core/store.js";
import { ask } from "./dialog.js";
import { button, el } from "./dom.js";
import { leavingWords } from "./leaving.js";
import { refuse } from "./refusals.js";

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(command: string, fields: Miai.Json) => Promise<string>} callbacks.onCommand
 *   resolves to why it was refused, empty: it was carried out
 * @param {() => Miai.State} callbacks.state
 * @param {Miai.BoardModule["leaving"]} callbacks.leaving
 */
export function mountModeration(element, { onCommand, state, leaving }) {
  /**
   * @param {string} command
   * @param {string} title
   * @param {string} text
   * @param {() => Miai.Json} [fields]
   * @param {string} [no]
   */
  const act = (command, title, text, fields = () => ({}), no = "Cancel") => {
    const chosen = fields();
    const question = { title: `${title}?`, text, yes: title, no, reason: true };
    return ask(question).then(async (why) => why && refuse(pressed(command), await onCommand(command, { ...chosen, why })));
  };
  const pause = button("Pause", "button", () =>
    act("pause", "Pause the game", "The clock stops. Players can still choose."),
  );
  const resume = button("Resume", "button", () =>
    act("resume", "Resume the game", "The clock goes on with the time that was left."),
  );
  const end = button("End the turn now", "button", () =>
    act("end-turn", "End the turn now", "Anyone who has not chosen misses the turn.", () => ({
      step: state().latest.step + 1,
    })),
  );
  const seats = el("select", { id: "remove-seat" });
  const remove = button("Remove seat", "button", () => {
    const seat = Number(seats.value);
    const { seats: all } = state();
    act("remove-seat", `Remove ${all[seat]?.name ?? ""}`, leavingWords(all, seat, leaving), () => ({ seat }));
  });
  const cancel = button("Cancel the game", "button button--danger", () =>
    act("cancel", "Cancel the game", "The game is over at once and has no result.", undefined, "Keep the game"),
  );
  /** @type {{[command: string]: HTMLElement}} */
  const buttons = { pause, resume, "end-turn": end, "remove-seat": remove, cancel };
  for (const [command, made] of Object.entries(buttons)) made.id = `moderate-${command}`;
  const pressed = (/** @type {string} */ command) => buttons[command] ?? element;
  const label = el("label", { for: "remove-seat" }, ["Seat"]);
  element.replaceChildren(
    el("p", { class: "panel-note" }, [
      "Everybody sees in the log what you did and why. You see that a seat has chosen, never what.",
    ]),
    el("div", { class: "moderation-row" }, [pause, resume, end]),
    el("div", { class: "moderation-row" }, [label, seats, remove]),
    el("div", { class: "moderation-row" }, [cancel]),
  );
  let listed = "";

  return {
    /** @param {Miai.State} next */
    update(next) {
      pause.disabled = next.game.status !== "running";
      resume.disabled = next.game.status !== "paused";
      end.disabled = isOver(next);
      cancel.disabled = isOver(next);
      const inGame = next.seats.filter((seat) => !seat.left);
      const key = inGame.map(({ number, name }) => `${number}${name}`).join();
      if (key === listed) return;
      listed = key;
      const options = inGame.map(({ number, name }) => el("option", { value: number }, [name]));
      seats.replaceChildren(...options);
      remove.disabled = inGame.length === 0;
    },
  };
}
