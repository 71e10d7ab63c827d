/** Asking the players to vote. */

import { gettext } from "../core/language.js";
import { duration } from "../core/time.js";
import { askable, openVote, PAUSES, question } from "../core/votes.js";
import { button, el } from "./dom.js";
import { refuse } from "./refusals.js";

/** A pause of an hour is what is usually meant. */
const USUAL = 3600;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(command: string, fields: Miai.Json) => Promise<string>} callbacks.onCommand
 *   resolves to why it was refused, empty: it was carried out
 */
export function mountAskVote(element, { onCommand }) {
  const about = el("select", { id: "vote-about" });
  const options = PAUSES.map((seconds) => el("option", { value: seconds, selected: seconds === USUAL }, [duration(seconds)]));
  const length = el("select", { id: "vote-seconds" }, options);
  const lengthRow = el("div", { class: "field" }, [el("label", { class: "field-label", for: "vote-seconds" }, [gettext("How long the pause is")]), length]);
  const send = button(gettext("Ask the players"), "button", async () => {
    const isPause = about.value === "pause";
    const seat = about.value === "bot" ? (seats.find((each) => each.offered_until)?.number ?? null) : null;
    refuse(send, await onCommand("ask-vote", { about: about.value, seconds: isPause ? Number(length.value) : null, seat }));
  });
  send.id = "vote-ask";
  const note = el("p", { class: "small muted" }, [gettext("A vote is open now. You can ask when it is over.")]);
  element.replaceChildren(
    el("h2", { class: "panel-title" }, [gettext("Ask for a vote")]),
    el("div", { class: "field" }, [el("label", { class: "field-label", for: "vote-about" }, [gettext("What the players vote on")]), about]),
    lengthRow,
    el("div", { class: "row" }, [send]),
    note,
  );
  let offered = "";
  /** @type {Miai.Seat[]} */
  let seats = [];
  const showLength = () => (lengthRow.hidden = about.value !== "pause");
  about.addEventListener("change", showLength);

  return {
    /** @param {Miai.State} state */
    update(state) {
      seats = state.seats;
      const may = state.you?.may.includes("vote") ? askable(state) : [];
      element.hidden = may.length === 0;
      const goesOn = openVote(state) !== null;
      send.disabled = goesOn;
      note.hidden = !goesOn;
      if (offered === may.join()) return;
      offered = may.join();
      about.replaceChildren(...may.map((each) => el("option", { value: each }, [askWords(each)])));
      showLength();
    },
  };
}

/** @param {Miai.VoteInfo["about"]} about */
function askWords(about) {
  return about === "pause" ? gettext("Pause the game?") : question({ about, seconds: null });
}
