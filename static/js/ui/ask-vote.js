/** The form that asks the players for a vote. */

import { gettext } from "../core/language.js";
import { oneAtATime } from "../core/one-at-a-time.js";
import { duration } from "../core/time.js";
import { askable, decidesAlone, openVote, PAUSES, question, removableSeats } from "../core/votes.js";
import { el, say } from "../dom/elements.js";
import { refuse } from "./refusals.js";
import { SettlingButton } from "./settling-button.js";

/** The length of a pause that is preselected, in seconds. */
const USUAL = 3600;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {Miai.PostCommand} callbacks.onCommand
 */
export function mountAskVote(element, { onCommand }) {
  const about = el("select", { id: "vote-about" });
  const options = PAUSES.map((seconds) => el("option", { value: seconds, selected: seconds === USUAL }, [duration(seconds)]));
  const length = el("select", { id: "vote-seconds" }, options);
  const lengthRow = el("div", { class: "field" }, [el("label", { class: "field-label", for: "vote-seconds" }, [gettext("Length of the pause")]), length]);
  const title = el("h2", { class: "panel-title" });
  const label = el("label", { class: "field-label", for: "vote-about" });
  const ask = oneAtATime(async () => {
    const chosen = offered.find((each) => each.value === about.value);
    if (!chosen) return;
    const seconds = chosen.about === "pause" ? Number(length.value) : null;
    refuse(send, await onCommand("ask-vote", { about: chosen.about, seconds, seat: chosen.seat }));
  });
  const asking = new SettlingButton("", "button", ask);
  const send = asking.element;
  send.id = "vote-ask";
  const note = el("p", { class: "small muted" }, [gettext("A vote is open now. You can ask when it is over.")]);
  element.replaceChildren(
    title,
    el("div", { class: "field" }, [label, about]),
    lengthRow,
    el("div", { class: "row" }, [send]),
    note,
  );
  /** @type {ReturnType<typeof choicesOf>} */
  let offered = [];
  const showLength = () => (lengthRow.hidden = about.value !== "pause");
  about.addEventListener("change", () => {
    showLength();
    refuse(send, "");
  });

  return {
    /** @param {Miai.State} state */
    update(state) {
      const choices = state.you?.may.includes("vote") ? choicesOf(state) : [];
      element.hidden = choices.length === 0;
      const goesOn = openVote(state) !== null;
      asking.setPossible(!goesOn);
      note.hidden = !goesOn;
      const alone = decidesAlone(state.seats);
      say(title, alone ? gettext("Pause or end the game") : gettext("Ask for a vote"));
      say(label, alone ? gettext("Do this") : gettext("Vote on"));
      say(send, alone ? gettext("Confirm") : gettext("Ask the players"));
      if (JSON.stringify(offered) === JSON.stringify(choices)) return;
      offered = choices;
      const chosen = about.value;
      // Another vote takes the place of the chosen one, and must not be asked for by a press meant for that.
      if (chosen && !choices.some(({ value }) => value === chosen)) asking.settle();
      about.replaceChildren(...choices.map(({ value, words }) => el("option", { value, selected: value === chosen }, [words])));
      showLength();
    },
  };
}

/**
 * The votes that can be asked for now, with one choice for each seat that is offered or may be
 * voted out.
 * @param {Miai.State} state
 */
export function choicesOf(state) {
  const free = state.seats.filter((seat) => seat.offered_until);
  const seatsFor = (/** @type {Miai.VoteInfo["about"]} */ about) =>
    about === "bot" ? free : about === "remove" ? removableSeats(state) : [null];
  return askable(state).flatMap((about) =>
    seatsFor(about).map((seat) => ({
      value: seat ? `${about} ${seat.number}` : about,
      about,
      seat: seat && seat.number,
      words: about === "pause" ? gettext("Pause the game?") : question({ about, seconds: null }, seat?.name),
    })),
  );
}
