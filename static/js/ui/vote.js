/** The vote that goes on: what it is about, who has said what, how long it goes, and the own word. */

import { gettext } from "../core/language.js";
import { countdown } from "../core/time.js";
import { loggedWords, neededWords, openVote, question, saidWords, silentSeats } from "../core/votes.js";
import { button, el, say } from "./dom.js";
import { announce } from "./live.js";
import { refuse } from "./refusals.js";

const TICK = 1000;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(command: string, fields: Miai.Json) => Promise<string>} callbacks.onCommand
 *   resolves to why it was refused, empty: it was carried out
 */
export function mountVote(element, { onCommand }) {
  const title = el("h2", { class: "vote-title", id: "vote-title" });
  const asked = el("p", { class: "small muted numbers" });
  const said = el("p", { class: "vote-said" });
  const needed = el("p", { class: "small muted" });
  const cast = (/** @type {HTMLElement} */ pressed, /** @type {boolean} */ yes) =>
    onCommand("cast-vote", { vote: shown, yes }).then((refused) => refuse(pressed, refused));
  const yes = button(gettext("I am for it"), "button", () => cast(yes, true));
  const no = button(gettext("I am against it"), "button", () => cast(no, false));
  [yes.id, no.id] = ["vote-yes", "vote-no"];
  const buttons = el("div", { class: "row", role: "group", "aria-labelledby": "vote-title" }, [yes, no]);
  element.replaceChildren(title, asked, said, buttons, needed);
  let shown = 0;
  let acts = -1;
  /** @type {Miai.State | null} */
  let state = null;

  function tick() {
    const vote = state && openVote(state);
    if (!state || !vote) return;
    const time = countdown(Math.max(0, Date.parse(vote.ends_at) - Date.now() - state.offset));
    const who = state.seats[vote.by]?.name ?? "";
    say(asked, gettext("%(who)s asks the players. The vote ends in %(time)s.", { who, time }));
  }

  /** What came of a vote is told to readers when the log gets it. @param {Miai.State} next */
  function tellOutcome({ log, seats }) {
    const entries = log.filter((entry) => "what" in entry && entry.vote !== null);
    const last = /** @type {(Miai.ActEntry & {vote: Miai.VoteEntry}) | undefined} */ (entries.at(-1));
    if (acts >= 0 && entries.length > acts && last && last.what !== "vote-asked") announce(loggedWords(last, seats));
    acts = entries.length;
  }

  setInterval(tick, TICK);
  return {
    /** @param {Miai.State} next */
    update(next) {
      const first = state === null;
      state = next;
      tellOutcome(next);
      const vote = openVote(next);
      element.hidden = vote === null;
      if (!vote) return;
      const { seats, you } = next;
      const own = you?.may.includes("vote") ? you.seat : null;
      const who = seats[vote.by]?.name ?? "";
      say(title, question(vote));
      if (shown !== vote.number) {
        shown = vote.number;
        refuse(yes, "");
        refuse(no, "");
        if (!first) announce(gettext("%(who)s asked the players: %(question)s", { who, question: question(vote) }));
      }
      say(said, saidWords(vote, seats, silentSeats(vote, seats)).join(" "));
      say(needed, neededWords(next.game.settings));
      buttons.hidden = own === null;
      yes.setAttribute("aria-pressed", String(own !== null && vote.yes.includes(own)));
      no.setAttribute("aria-pressed", String(own !== null && vote.no.includes(own)));
      tick();
    },
  };
}
