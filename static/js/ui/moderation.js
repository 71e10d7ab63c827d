/** The moderators' controls. Each action needs a reason and a confirmation, and is logged. */

import { gettext, pgettext } from "../core/language.js";
import { isOver } from "../core/store.js";
import { button, el } from "../dom/elements.js";
import { ask } from "./dialog.js";
import { isOffered, leavingWords, offeredWords } from "./leaving.js";
import { refuse } from "./refusals.js";

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {Miai.PostCommand} callbacks.onCommand
 * @param {() => Miai.State} callbacks.state
 * @param {Miai.BoardModule["leaving"]} callbacks.leaving
 */
export function mountModeration(element, { onCommand, state, leaving }) {
  /**
   * @param {string} command
   * @param {{title: string, text: string, yes: string, no?: string}} words
   * @param {() => Miai.Json} [fields]
   */
  const act = (command, words, fields = () => ({})) => {
    const chosen = fields();
    const question = { ...words, reason: true };
    return ask(question).then(async (why) => why && refuse(pressed(command), await onCommand(command, { ...chosen, why })));
  };
  const pause = button(pgettext("a button", "Pause"), "button", () =>
    act("pause", {
      title: gettext("Pause the game?"),
      text: gettext("The clock stops. Players can still choose."),
      yes: gettext("Pause game"),
    }),
  );
  const resume = button(pgettext("a paused game", "Resume"), "button", () =>
    act("resume", {
      title: gettext("Resume the game?"),
      text: gettext("The clock continues with the time that was left."),
      yes: gettext("Resume game"),
    }),
  );
  const end = button(gettext("End the turn now"), "button", () =>
    act("end-turn", {
      title: gettext("End the turn now?"),
      text: gettext("Plans are used. Anyone who has neither chosen nor planned misses the turn."),
      yes: gettext("End the turn now"),
    }, () => ({ step: state().latest.step + 1 })),
  );
  const seats = el("select", { id: "remove-seat" });
  const remove = button(gettext("Remove player"), "button", () => {
    const seat = Number(seats.value);
    const { seats: all } = state();
    const name = all[seat]?.name ?? "";
    act("remove-seat", {
      title: gettext("Remove %(name)s?", { name }),
      text: isOffered(state(), seat) ? offeredWords() : leavingWords(all, seat, leaving),
      yes: gettext("Remove %(name)s", { name }),
    }, () => ({ seat }));
  });
  const cancel = button(gettext("Cancel the game"), "button button--danger", () =>
    act("cancel", {
      title: gettext("Cancel the game?"),
      text: gettext("The game ends at once, without a result."),
      yes: gettext("Cancel the game"),
      no: gettext("Keep the game"),
    }),
  );
  /** @type {{[command: string]: HTMLElement}} */
  const buttons = { pause, resume, "end-turn": end, "remove-seat": remove, cancel };
  for (const [command, made] of Object.entries(buttons)) made.id = `moderate-${command}`;
  const pressed = (/** @type {string} */ command) => buttons[command] ?? element;
  const label = el("label", { for: "remove-seat" }, [gettext("Seat")]);
  element.replaceChildren(
    el("p", { class: "panel-note" }, [
      gettext("Everybody sees in the log what you did and why. You see that a player has chosen, never what."),
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
