/** The points of Parallel Go in words, for screen readers and for anyone who asks what a sign means. No DOM. */

import { includesPoint, pointName, samePoint, squareExtent } from "../shared/grid.js";
import { list } from "../shared/words.js";
import { clashesOf, heldPoints } from "./conflict.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** @typedef {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} Looked */

/**
 * Why a point carries a cross, null: it has none.
 * @param {Miai.Point} point
 * @param {Looked} view
 */
export function whyProhibited(point, { step, seats, me }) {
  const held = seatsAt(heldPoints(step.position.prohibited), point);
  const [first] = held;
  if (first === undefined) return null;
  const reason = "may not choose this point again in this turn: it led to a conflict.";
  if (held.length > 1) return `${me === null ? "Neither side" : "Neither of you"} ${reason}`;
  if (first === me) return `You ${reason} Your opponent may.`;
  return `${seats[first]?.name ?? ""} ${reason}${me === null ? "" : " You may."}`;
}

/**
 * @param {Miai.Point} point
 * @param {Looked} view
 */
export function describePoint(point, { step, seats, me, own }) {
  const [x, y] = point;
  const { position } = step;
  const selected = own !== null && "at" in own && samePoint(own.at, point);
  const name = (/** @type {number} */ seat) => (seat === me ? "you" : (seats[seat]?.name ?? ""));
  const whose = (/** @type {number} */ seat) => (seat === me ? "your" : `${seats[seat]?.name ?? ""}’s`);
  const holder = position.board[y]?.[x] ?? null;
  const parts = [pointName(point, squareExtent(position.size))];
  if (holder !== null) parts.push(`${whose(holder)} stone`);
  else if (!selected) parts.push("empty");
  if (selected) parts.push("your choice");
  if (position.last.some((at) => samePoint(at, point))) parts.push("just placed");
  const clashed = seatsAt(clashesOf(step.events), point);
  if (clashed.length) parts.push(`chosen by ${list(clashed.map(name))} in the conflict`);
  const closed = seatsAt(heldPoints(position.prohibited), point);
  if (closed.length) parts.push(`blocked this turn for ${list(closed.map(name))}`);
  if (includesPoint(position.dead ?? [], point)) parts.push("marked dead");
  const owner = position.area?.[y]?.[x];
  if (owner === null) parts.push("nobody’s point");
  else if (owner !== undefined) parts.push(`${whose(owner)} point`);
  return { label: parts.join(", "), selected };
}

/**
 * @param {import("./conflict.js").Held[]} held
 * @param {Miai.Point} point
 */
function seatsAt(held, point) {
  return held.find(({ at }) => samePoint(at, point))?.seats ?? [];
}
