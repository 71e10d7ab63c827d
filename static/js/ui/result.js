/** The result: ranks, names, scores, and why the game ended. */

import { gettext, list, ngettext, number as shown, pgettext } from "../core/language.js";
import { el } from "../dom/elements.js";
import { announce } from "../dom/live.js";
import { botBadge, nameElement } from "./names.js";
import { playerFlag } from "./reporting.js";

/** With more winners than this, only their names are shown, without stones. */
const MOST_STONES = 3;

/**
 * Why a game ended, as a sentence.
 * @param {Miai.Outcome["reason"]} reason
 * @param {Miai.Seat[]} seats
 */
function endWords(reason, seats) {
  return {
    score: gettext("Decided on points."),
    goal: gettext("The goal was reached."),
    blocked: gettext("Nobody could move any more."),
    leave: leaveWords(seats.filter(({ left }) => left)),
    agreement: gettext("Ended by agreement."),
  }[reason];
}

/** The reason when nobody was left to play against. @param {Miai.Seat[]} leavers */
function leaveWords(leavers) {
  const resigned = leavers.length > 0 && leavers.every(({ left }) => left === "resigned");
  if (leavers.length === 1) {
    const name = leavers[0]?.name ?? "";
    return resigned ? gettext("%(name)s resigned.", { name }) : gettext("%(name)s left the game.", { name });
  }
  return resigned ? gettext("The others resigned.") : gettext("The others left the game.");
}

/** The title when all players tie. @param {number} players 3 to 12 */
function tieWords(players) {
  return {
    3: gettext("Three-way tie"),
    4: gettext("Four-way tie"),
    5: gettext("Five-way tie"),
    6: gettext("Six-way tie"),
    7: gettext("Seven-way tie"),
    8: gettext("Eight-way tie"),
    9: gettext("Nine-way tie"),
    10: gettext("Ten-way tie"),
    11: gettext("Eleven-way tie"),
    12: gettext("Twelve-way tie"),
  }[players] ?? "";
}

/**
 * @typedef {object} ResultParts
 * @property {(element: Element, seat: Miai.Seat) => void} drawStone
 * @property {(seat: Miai.Seat) => string} colourOf of a seat, `#rrggbb`
 * @property {string | undefined} tieBreak how players whose scores are equal are ranked
 * @property {Miai.BoardModule["scoredWords"]} scoredWords
 * @property {Miai.BoardModule["amount"]} amount
 * @property {string | null} members the address of a member's page, with NAME in it
 * @property {string} reports the address for reporting seat 0; empty if nobody can be reported
 */

/**
 * Shows the result. The links to what comes next (`.result-next`) are in the template and stay.
 * @param {HTMLElement} element
 * @param {ResultParts} parts
 */
export function mountResult(element, parts) {
  let shown = "";
  /** Whether the page was open before the game was over. */
  let waited = false;
  const next = element.querySelector(".result-next");
  return {
    /** @param {Miai.State} state */
    update({ game, latest, past, seats, you }) {
      const { outcome } = latest;
      // While the past is shown, the seats take this place, so that nothing below moves.
      element.toggleAttribute("data-past", outcome !== null && past !== null);
      const key = JSON.stringify([game.status, outcome]);
      if (key === shown) return;
      shown = key;
      const cancelled = game.status === "cancelled";
      element.hidden = outcome === null && !cancelled;
      const told = outcome ? panel(latest, outcome, seats, you, parts) : cancelled ? [title(gettext("This game was cancelled, so it has no result."))] : [];
      element.replaceChildren(...told, ...(next ? [next] : []));
      const winners = outcome ? winnersOf(outcome, seats) : [];
      element.style.setProperty("--winners", bands(winners.map(parts.colourOf)));
      if (waited && outcome) announce(toldAtOnce(latest, outcome, seats, parts));
      waited = element.hidden;
    },
  };
}

/**
 * @param {Miai.Step} step the last one
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {Miai.You | null} you
 * @param {ResultParts} parts
 */
function panel(step, outcome, seats, you, { drawStone, tieBreak, scoredWords, amount, members, reports }) {
  const order = seats.map(({ number }) => number).sort((a, b) => rank(outcome, a) - rank(outcome, b));
  const rows = order.map((number) => {
    const seat = /** @type {Miai.Seat} */ (seats[number]);
    const icon = el("span", { class: "seat-stone" });
    drawStone(icon, seat);
    const score = outcome.scores ? shown(rounded(outcome.scores[seat.number] ?? 0)) : "";
    const place = haveAllLeft(outcome, seats) ? null : rank(outcome, number);
    return el("li", { class: "result-row", "data-rank": place }, [
      el("span", { class: "result-rank" }, [place === null ? "" : `${place}.`]),
      icon,
      el("span", { class: "seat-line" }, [
        nameElement(seat, members, "seat-name"),
        ...botBadge(seat),
        ...(seat.number === you?.seat ? [el("span", { class: "seat-you" }, [pgettext("beside one’s own name", "you")])] : []),
        ...playerFlag(seat, you, reports),
      ]),
      el("span", { class: "seat-score" }, [score]),
    ]);
  });
  const winners = winnersOf(outcome, seats);
  const stones = (winners.length > MOST_STONES ? [] : winners).map((seat) => {
    const icon = el("span", { class: "seat-stone" });
    drawStone(icon, seat);
    return icon;
  });
  return [
    el("div", { class: "result-head" }, [
      ...(stones.length ? [el("span", { class: "result-stones" }, stones)] : []),
      el("div", {}, [title(resultWords(outcome, seats)), el("p", { class: "result-margin" }, [marginWords(outcome, seats, amount)])]),
    ]),
    el("ol", { class: "result-rows" }, rows),
    el("p", { class: "result-reason" }, [[reasonWords(outcome, seats, tieBreak ?? ""), scoredWords?.(step) ?? ""].filter(Boolean).join(" ")]),
  ];
}

/** @param {string} words */
function title(words) {
  return el("h2", { class: "result-title" }, [words]);
}

/**
 * The winners' colours side by side, as a background.
 * @param {string[]} colours
 */
function bands(colours) {
  const share = 100 / colours.length;
  const stops = colours.map((colour, n) => `${colour} ${(n * share).toFixed(1)}% ${((n + 1) * share).toFixed(1)}%`);
  return stops.length ? `linear-gradient(to right, ${stops.join(", ")})` : "none";
}

/**
 * The seats that share the first place; none if everybody left.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 */
export function winnersOf(outcome, seats) {
  return haveAllLeft(outcome, seats) ? [] : seats.filter(({ number }) => outcome.ranks[number] === 1);
}

/**
 * The result in sentences, for a screen reader.
 * @param {Miai.Step} step the last one
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {Pick<ResultParts, "tieBreak" | "scoredWords" | "amount">} parts
 */
function toldAtOnce(step, outcome, seats, { tieBreak = "", scoredWords, amount }) {
  const margin = marginWords(outcome, seats, amount);
  const why = reasonWords(outcome, seats, tieBreak);
  return [gettext("The game is over."), `${resultWords(outcome, seats)}.`, margin && `${margin}.`, why, scoredWords?.(step) ?? ""].filter(Boolean).join(" ");
}

/**
 * The margin in words: `3 points ahead`, or `12 points each` if the first are equal. Empty if the
 * ranking does not come from scores.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {Miai.BoardModule["amount"]} [amount] a score in words
 */
export function marginWords(outcome, seats, amount = (score) => ngettext("%(count)s point", "%(count)s points", rounded(score))) {
  const { scores, reason } = outcome;
  const winners = winnersOf(outcome, seats);
  if (!scores || !["score", "agreement"].includes(reason) || !winners.length) return "";
  const best = scores[winners[0]?.number ?? 0] ?? 0;
  if (winners.length > 1) return gettext("%(amount)s each", { amount: amount(best) });
  const others = scores.filter((_, seat) => seat !== winners[0]?.number);
  const margin = best - Math.max(...others);
  return margin > 0 ? gettext("%(amount)s ahead", { amount: amount(margin) }) : "";
}

/**
 * @param {Miai.Outcome} outcome
 * @param {number} seat
 */
function rank(outcome, seat) {
  return outcome.ranks[seat] ?? outcome.ranks.length;
}

/**
 * Why the game ended this way, with the tie-break if it decided the order of equal scores.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {string} tieBreak
 */
export function reasonWords(outcome, seats, tieBreak) {
  if (haveAllLeft(outcome, seats)) return gettext("Everybody left, so nobody wins.");
  const { scores, ranks } = outcome;
  const broken = scores?.some((score, n) => scores.some((other, m) => score === other && ranks[n] !== ranks[m]));
  return [endWords(outcome.reason, seats), ...(broken && tieBreak ? [tieBreak] : [])].join(" ");
}

/**
 * Whether all players left the game together. By the rules they then share the first place.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 */
export function haveAllLeft({ reason }, seats) {
  return reason === "leave" && seats.every(({ left }) => left);
}

/**
 * `Ada wins`, `A draw between Ada and Bo`, `Three-way tie` if all tie, or `All players left`.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 */
export function resultWords(outcome, seats) {
  if (haveAllLeft(outcome, seats)) return gettext("All players left");
  const best = seats.filter(({ number }) => outcome.ranks[number] === 1).map(({ name }) => name);
  if (best.length === 1) return gettext("%(name)s wins", { name: best[0] ?? "" });
  if (best.length === seats.length && best.length > 2) return tieWords(best.length);
  return gettext("A draw between %(names)s", { names: list(best) });
}

/**
 * A score with at most two decimals.
 * @param {number} value
 */
function rounded(value) {
  return Math.round(value * 100) / 100;
}
