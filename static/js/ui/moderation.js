/** The moderators' controls. Each action needs a reason and a confirmation, and is logged. */

import { gettext, pgettext } from "../core/language.js";
import { isOver } from "../core/store.js";
import { button, el, setPossible } from "../dom/elements.js";
import { ask } from "./dialog.js";
import { isOffered, leavingWords, offeredWords } from "./leaving.js";
import { refuse } from "./refusals.js";

/**
 * @typedef {object} Callbacks
 * @property {Miai.PostCommand} onCommand
 * @property {() => Miai.State} state
 * @property {Miai.BoardModule["leaving"]} leaving says what happens to a player's pieces on the board
 */

/** The words of the question before a command. @typedef {{title: string, text: string, yes: string, no?: string}} Words */

/**
 * @param {HTMLElement} element
 * @param {Callbacks} callbacks
 */
export function mountModeration(element, callbacks) {
  return new Moderation(element, callbacks);
}

class Moderation {
  #callbacks;
  #pause = this.#command("pause", pgettext("a button", "Pause"), pauseWords);
  #resume = this.#command("resume", pgettext("a paused game", "Resume"), resumeWords);
  #end = this.#command("end-turn", gettext("End the turn now"), endWords, () => ({ step: this.#callbacks.state().latest.step + 1 }));
  #remove = this.#command("remove-seat", gettext("Remove player"), () => this.#removeWords(), () => ({ seat: this.#chosen }));
  #cancel = this.#command("cancel", gettext("Cancel the game"), cancelWords);
  #seats = el("select", { id: "remove-seat" });
  /** The players that the list offers. */
  #listed = "";

  /**
   * @param {HTMLElement} element
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.#callbacks = callbacks;
    this.#cancel.classList.add("button--danger");
    const label = el("label", { for: "remove-seat" }, [gettext("Seat")]);
    element.replaceChildren(
      el("p", { class: "panel-note" }, [
        gettext("Everybody sees in the log what you did and why. You see that a player has chosen, never what."),
      ]),
      el("div", { class: "moderation-row" }, [this.#pause, this.#resume, this.#end]),
      el("div", { class: "moderation-row" }, [label, this.#seats, this.#remove]),
      el("div", { class: "moderation-row" }, [this.#cancel]),
    );
  }

  /** @param {Miai.State} next */
  update(next) {
    setPossible(this.#pause, next.game.status === "running");
    setPossible(this.#resume, next.game.status === "paused");
    setPossible(this.#end, !isOver(next));
    setPossible(this.#cancel, !isOver(next));
    this.#listSeats(next.seats.filter((seat) => !seat.left));
  }

  /** @param {Miai.Seat[]} seats those that are in the game */
  #listSeats(seats) {
    const key = seats.map(({ number, name }) => `${number}${name}`).join();
    if (key === this.#listed) return;
    this.#listed = key;
    const chosen = this.#seats.value && this.#chosen;
    this.#seats.replaceChildren(...seats.map(({ number, name }) => el("option", { value: number, selected: number === chosen }, [name])));
    setPossible(this.#remove, seats.length > 0);
  }

  /** The seat that is chosen in the list. */
  get #chosen() {
    return Number(this.#seats.value);
  }

  /**
   * A button that asks for a reason and then posts a command. If that fails, the reason is still
   * there at the next try.
   * @param {string} name of the command
   * @param {string} label
   * @param {() => Words} words
   * @param {() => {[field: string]: unknown}} [fields] of the command
   */
  #command(name, label, words, fields = () => ({})) {
    let typed = "";
    const made = button(label, "button", async () => {
      const chosen = fields();
      const why = await ask({ ...words(), reason: true, typed });
      if (!why) return;
      const refused = await this.#callbacks.onCommand(name, { ...chosen, why });
      typed = refused ? why : "";
      refuse(made, refused);
    });
    made.id = `moderate-${name}`;
    return made;
  }

  #removeWords() {
    const { state, leaving } = this.#callbacks;
    const { seats } = state();
    const seat = this.#chosen;
    const name = seats[seat]?.name ?? "";
    return {
      title: gettext("Remove %(name)s?", { name }),
      text: isOffered(state(), seat, false) ? offeredWords() : leavingWords(seats, seat, leaving),
      yes: gettext("Remove %(name)s", { name }),
    };
  }
}

/** @returns {Words} */
function pauseWords() {
  return {
    title: gettext("Pause the game?"),
    text: gettext("The clock stops. Players can still choose."),
    yes: gettext("Pause game"),
  };
}

/** @returns {Words} */
function resumeWords() {
  return {
    title: gettext("Resume the game?"),
    text: gettext("The clock continues with the time that was left."),
    yes: gettext("Resume game"),
  };
}

/** @returns {Words} */
function endWords() {
  return {
    title: gettext("End the turn now?"),
    text: gettext("Plans are used. Anyone who has neither chosen nor planned misses the turn."),
    yes: gettext("End the turn now"),
  };
}

/** @returns {Words} */
function cancelWords() {
  return {
    title: gettext("Cancel the game?"),
    text: gettext("The game ends at once, without a result."),
    yes: gettext("Cancel the game"),
    no: gettext("Keep the game"),
  };
}
