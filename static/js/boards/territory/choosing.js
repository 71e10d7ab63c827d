/**
 * Turns taps into an action: which cells can be taken now according to the server, with the lifted
 * card, and what a tap on one of them does. No DOM, no rules.
 */

import { includesPoint, samePoint } from "../shared/grid.js";

/** @typedef {Miai.Territory.Game} Game */

/** @typedef {Miai.Territory.Choices} Choices */
/** @typedef {keyof Choices["cards"]} Card */

/**
 * The player's hand: the lifted card, and for a double move its first cell.
 * @typedef {{card: Card | null, first: Miai.Point | null}} Hand
 */

/** @type {readonly Card[]} */
export const CARDS = ["double-move", "replacement", "freedom"];

/** @type {Hand} */
export const EMPTY_HAND = { card: null, first: null };

/**
 * The cells that can be taken next.
 * @param {Choices | null | undefined} choices the extra `choices` of the position
 * @param {Hand} hand
 * @returns {Miai.Point[]}
 */
export function openCells(choices, { card, first }) {
  if (!choices) return [];
  if (card === null) return choices.cells;
  const held = choices.cards[card];
  if (!held) return [];
  if (first === null) return held.cells;
  const index = held.cells.findIndex((cell) => samePoint(cell, first));
  const others = held.cells.filter((cell) => !samePoint(cell, first));
  return [...others, ...(held.then?.[index] ?? [])];
}

/**
 * Why a cell cannot be taken: a code of the rules, or `no-second` and `second` for the two cells of
 * a double move.
 * @typedef {"occupied" | "not-adjacent" | "empty" | "own-tile" | "no-second" | "second"} Why
 */

/**
 * What a tap on a cell does: it changes the hand, makes an action, or does nothing, and why.
 * @param {{board: Game["position"]["board"], choices: Choices | null | undefined}} position
 * @param {Hand} hand
 * @param {Miai.Point} at
 * @param {number | null} me the player's seat
 * @returns {{hand: Hand, action: Game["action"] | null, why: Why | null}}
 */
export function tapped({ board, choices }, hand, at, me) {
  const { card, first } = hand;
  const does = (/** @type {Hand} */ next, /** @type {Game["action"] | null} */ action) => ({ hand: next, action, why: null });
  if (card === "double-move" && samePoint(first, at)) return does({ card, first: null }, null);
  // If the position does not say what can be taken, the server decides.
  if (choices && !includesPoint(openCells(choices, hand), at)) {
    const takes = card === "double-move" && first === null && includesPoint(choices.cells, at);
    return { hand, action: null, why: takes ? "no-second" : whyNot(board, hand, at, me) };
  }
  if (card === null) return does(hand, { type: "place", at });
  if (card !== "double-move") return does(hand, { type: "place", card, at });
  return first === null ? does({ card, first: at }, null) : does(hand, { type: "place", card, at: first, then: at });
}

/**
 * Why a cell that the server does not list cannot be taken, by the first rule that applies.
 * @param {Game["position"]["board"]} board
 * @param {Hand} hand
 * @param {Miai.Point} at
 * @param {number | null} me
 * @returns {Why}
 */
function whyNot(board, { card, first }, [x, y], me) {
  const holder = board[y]?.[x] ?? null;
  if (card === "replacement") return holder === null ? "empty" : holder === me ? "own-tile" : "not-adjacent";
  if (first !== null) return "second";
  return holder === null ? "not-adjacent" : "occupied";
}

/**
 * The hand after a press on a card, which lifts it or lays it down.
 * @param {Hand} hand
 * @param {Card} card
 * @returns {Hand}
 */
export function lifted(hand, card) {
  return hand.card === card ? EMPTY_HAND : { card, first: null };
}
