/**
 * From taps to an action: which cells the server says can be taken now, with the card that is
 * lifted, and what a tap on one of them does. No DOM, no rules.
 */

import { includesPoint, samePoint } from "../shared/grid.js";

/** @typedef {Miai.Territory.Game} Game */

/** @typedef {Miai.Territory.Choices} Choices */
/** @typedef {keyof Choices["cards"]} Card */

/**
 * What the player has in hand: a card that is lifted, and with the double move its first cell.
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
 * What a tap on a cell does: another hand, or an action. Neither (the same hand, no action): the
 * cell cannot be the second of a double move.
 * @param {Choices | null | undefined} choices
 * @param {Hand} hand
 * @param {Miai.Point} at
 * @returns {{hand: Hand, action: Game["action"] | null}}
 */
export function tapped(choices, hand, at) {
  const { card, first } = hand;
  if (card === null) return { hand, action: { type: "place", at } };
  if (card !== "double-move") return { hand, action: { type: "place", card, at } };
  if (samePoint(first, at)) return { hand: { card, first: null }, action: null };
  const open = includesPoint(openCells(choices, hand), at);
  if (first !== null) return { hand, action: open ? { type: "place", card, at: first, then: at } : null };
  // A first cell that cannot be taken is refused by the server, which says why.
  return open ? { hand: { card, first: at }, action: null } : { hand, action: { type: "place", at } };
}

/**
 * The hand after a card was pressed: lifted, or laid down again.
 * @param {Hand} hand
 * @param {Card} card
 * @returns {Hand}
 */
export function lifted(hand, card) {
  return hand.card === card ? EMPTY_HAND : { card, first: null };
}
