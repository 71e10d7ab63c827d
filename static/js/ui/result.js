/** How the game ended: ranks, names, scores and why. */

import { el } from "./dom.js";
import { nameElement } from "./names.js";

/** How many tie when all do, by their number. */
const COUNTS = ["", "", "", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

const REASONS = {
  score: "Final score.",
  goal: "The goal was reached.",
  blocked: "Nobody could move any more.",
  leave: "The others left the game.",
  agreement: "The players agreed.",
};

/**
 * @param {HTMLElement} element
 * @param {{drawStone: (element: Element, seat: Miai.Seat) => void, tieBreak?: string | undefined}} callbacks
 *   `tieBreak`: how players whose scores are equal are ranked
 */
export function mountResult(element, { drawStone, tieBreak = "" }) {
  let shown = "";
  return {
    /** @param {Miai.State} state */
    update({ game, latest, past, seats, you }) {
      const { outcome } = latest;
      // While the past is shown the seats stand in this place, and nothing below moves.
      element.toggleAttribute("data-past", outcome !== null && past !== null);
      const key = JSON.stringify([game.status, outcome]);
      if (key === shown) return;
      shown = key;
      element.hidden = outcome === null && game.status !== "cancelled";
      element.replaceChildren();
      if (outcome) element.append(...panel(outcome, seats, you?.seat ?? null, drawStone, tieBreak));
      else if (game.status === "cancelled") {
        element.append(el("p", { class: "result-title" }, ["This game was cancelled. It has no result."]));
      }
    },
  };
}

/**
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {number | null} you
 * @param {(element: Element, seat: Miai.Seat) => void} drawStone
 * @param {string} tieBreak
 */
function panel(outcome, seats, you, drawStone, tieBreak) {
  const order = seats.map(({ number }) => number).sort((a, b) => rank(outcome, a) - rank(outcome, b));
  const rows = order.map((number) => {
    const seat = /** @type {Miai.Seat} */ (seats[number]);
    const icon = el("span", { class: "seat-stone" });
    drawStone(icon, seat);
    const score = outcome.scores ? points(outcome.scores[number] ?? 0) : "";
    const place = haveAllLeft(outcome, seats) ? null : rank(outcome, number);
    return el("li", { class: "result-row", "data-rank": place }, [
      el("span", { class: "result-rank" }, [place === null ? "" : `${place}.`]),
      icon,
      el("span", { class: "seat-line" }, [
        el("span", { class: "seat-name" }, [seat.name]),
        ...(seat.number === you ? [el("span", { class: "seat-you" }, ["you"])] : []),
      ]),
      el("span", { class: "seat-score" }, [score]),
    ]);
  });
  return [
    el("p", { class: "result-title" }, [resultWords(outcome, seats)]),
    el("ol", { class: "result-rows" }, rows),
    el("p", { class: "result-reason" }, [reasonWords(outcome, seats, tieBreak)]),
  ];
}

/**
 * @param {Miai.Outcome} outcome
 * @param {number} seat
 */
function rank(outcome, seat) {
  return outcome.ranks[seat] ?? outcome.ranks.length;
}

/**
 * Why it ended so; with the tie-break where that has made the order of equal scores.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 * @param {string} tieBreak
 */
export function reasonWords(outcome, seats, tieBreak) {
  if (haveAllLeft(outcome, seats)) return "Nobody stayed to win.";
  const { scores, ranks } = outcome;
  const broken = scores?.some((score, n) => scores.some((other, m) => score === other && ranks[n] !== ranks[m]));
  return [REASONS[outcome.reason], ...(broken && tieBreak ? [tieBreak] : [])].join(" ");
}

/**
 * Whether all players left the game together: by the rules they share the first place.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 */
export function haveAllLeft({ reason }, seats) {
  return reason === "leave" && seats.every(({ left }) => left);
}

/**
 * `Ada wins`, `A draw between Ada and Bo`, `Three-way tie` where all tie, or `Everyone left`.
 * @param {Miai.Outcome} outcome
 * @param {Miai.Seat[]} seats
 */
export function resultWords(outcome, seats) {
  if (haveAllLeft(outcome, seats)) return "Everyone left";
  const best = seats.filter(({ number }) => outcome.ranks[number] === 1).map(({ name }) => name);
  if (best.length === 1) return `${best[0]} wins`;
  if (best.length === seats.length && best.length > 2) return `${COUNTS[best.length]}-way tie`;
  return `A draw between ${best.slice(0, -1).join(", ")} and ${best.at(-1)}`;
}

/**
 * A score with at most two decimals.
 * @param {number} value
 */
function points(value) {
  return String(Math.round(value * 100) / 100);
}
