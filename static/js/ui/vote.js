/** The open vote: its question, who voted what, the time left, and the viewer's own vote. */

import { gettext } from "../core/language.js";
import { countdown } from "../core/time.js";
import { isAboutSeat, lastCallWords, neededWords, openVote, question, saidWords, silentSeats } from "../core/votes.js";
import { el, say } from "../dom/elements.js";
import { refuse } from "./refusals.js";
import { SettlingButton } from "./settling-button.js";

const TICK = 1000;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {Miai.PostCommand} callbacks.onCommand
 * @param {() => void} callbacks.onGone called when the vote ends while it has the focus
 * @param {HTMLElement} callbacks.hints the place for a link to the vote, which may be out of sight
 *   in a small window
 */
export function mountVote(element, { onCommand, onGone, hints }) {
  const title = el("h2", { class: "vote-title", id: "vote-title", tabindex: -1 });
  const hint = el("a", { class: "vote-hint", href: "#vote", hidden: true }, [gettext("Vote now")]);
  hint.addEventListener("click", (event) => {
    event.preventDefault();
    title.focus({ preventScroll: true });
    element.scrollIntoView({ block: "end" });
  });
  hints.append(hint);
  const asked = el("p", { class: "small muted numbers" });
  const said = el("p", { class: "vote-said" });
  const needed = el("p", { class: "small muted" });
  let last = Promise.resolve();
  /** Casts a vote after earlier ones have arrived, as the last one counts. @param {HTMLElement} pressed @param {boolean} yes */
  function cast(pressed, yes) {
    const vote = shown;
    last = last.then(async () => refuse(pressed, await onCommand("cast-vote", { vote, yes })));
  }
  const agree = new SettlingButton(gettext("Vote yes"), "button", () => cast(yes, true));
  const disagree = new SettlingButton(gettext("Vote no"), "button", () => cast(no, false));
  const [yes, no] = [agree.element, disagree.element];
  [yes.id, no.id] = ["vote-yes", "vote-no"];
  const buttons = el("div", { class: "row", role: "group", "aria-labelledby": "vote-title" }, [yes, no]);
  element.replaceChildren(title, asked, said, buttons, needed);
  let shown = 0;
  /** @type {Miai.State | null} */
  let state = null;

  function tick() {
    const vote = state && openVote(state);
    if (!state || !vote) return;
    const time = countdown(Math.max(0, Date.parse(vote.ends_at) - Date.now() - state.offset));
    const who = state.seats[vote.by]?.name ?? "";
    say(asked, gettext("%(who)s asks for a vote. It ends in %(time)s.", { who, time }));
  }

  setInterval(tick, TICK);
  return {
    /** @param {Miai.State} next */
    update(next) {
      state = next;
      const vote = openVote(next);
      const hadFocus = element.contains(document.activeElement);
      element.hidden = vote === null;
      hint.hidden = vote === null || !isAwaited(vote, next);
      if (!vote) return hadFocus && onGone();
      const { seats, you } = next;
      const own = you?.may.includes("vote") ? you.seat : null;
      say(title, question(vote, seats[vote.seat ?? -1]?.name));
      if (shown !== vote.number) {
        shown = vote.number;
        // A press on its way was meant for another vote, or for what was here before.
        agree.settle();
        disagree.settle();
        refuse(yes, "");
        refuse(no, "");
      }
      say(said, saidWords(vote, seats, silentSeats(vote, seats)).join(" "));
      say(needed, [neededWords(next.game.settings), lastCallWords(vote, next.game.settings)].filter(Boolean).join(" "));
      buttons.hidden = own === null || isAboutSeat(vote, own);
      yes.setAttribute("aria-pressed", String(own !== null && vote.yes.includes(own)));
      no.setAttribute("aria-pressed", String(own !== null && vote.no.includes(own)));
      tick();
    },
  };
}

/**
 * Whether the viewer may vote and has not voted yet.
 * @param {Miai.VoteInfo} vote
 * @param {Pick<Miai.State, "you">} state
 */
function isAwaited(vote, { you }) {
  const { yes, no } = vote;
  return you !== null && you.seat !== null && you.may.includes("vote") && !isAboutSeat(vote, you.seat) && ![...yes, ...no].includes(you.seat);
}
