/**
 * What Parallel Go shows besides stones: clashes, crosses, dead stones, and the owners of points.
 */

import { signColour } from "../../core/colours.js";
import { childrenByKey, keyed } from "../../dom/keyed.js";
import { atPoint, SPACE } from "../shared/frame.js";
import { drawOwnedPoints } from "../shared/owned-points.js";
import { ownersOf } from "../shared/stone-layer.js";
import { svg } from "../shared/svg.js";
import { clashesOf, heldPoints } from "./conflict.js";
import { ownedPoints } from "./counting.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** The layers of the drawing, lowest first. */
export const LAYERS = /** @type {const} */ (["clashed", "stones", "dead", "area", "marks", "crosses", "own", "effects"]);

const ARM = 0.23 * SPACE;
const STRIKE = 0.43 * SPACE;
/** The colour of a cross for both seats. */
const GRAY = "#7b7873";

/**
 * @param {Record<(typeof LAYERS)[number], SVGElement>} groups
 * @param {ReturnType<typeof import("../shared/stone-layer.js").stoneLayer>} stones
 * @param {Miai.Symbols} symbols
 * @param {Game["position"]} position
 * @param {Miai.Seat[]} seats
 */
export function drawPosition(groups, stones, symbols, position, seats) {
  const hex = (/** @type {number} */ seat) => symbols.hex(seats[seat]?.stone ?? "");
  const dead = new Set((position.dead ?? []).map(String));
  stones.draw(position.board, seats, (at) => dead.has(String(at)));
  stones.mark(lastOf(position), seats);
  drawDead(groups.dead, stones.single, position.dead ?? []);
  drawOwnedPoints(groups.area, ownedPoints(position), symbols, seats);
  drawProhibited(groups.crosses, position.prohibited, hex);
}

/** @param {Game["position"]} position */
function lastOf({ last }) {
  return last.flatMap((at, seat) => (at ? [{ seat, at }] : []));
}

/**
 * Draws the stones that were chosen in a conflict, where they would have stood.
 * @param {SVGElement} group
 * @param {Miai.Symbols} symbols
 * @param {Miai.Step<Game["position"], Game["event"]>} step
 * @param {Miai.Seat[]} seats
 */
export function drawClashes(group, symbols, { events }, seats) {
  const entries = new Map(
    clashesOf(events).map((clash) => {
      const href = symbols.stoneOf(ownersOf(clash.seats, seats));
      return [`${clash.at}:${href}`, { at: clash.at, href }];
    }),
  );
  keyed(group, entries, ({ at, href }) => atPoint(at, [svg("use", { class: "clashed-stone", href })]));
}

/**
 * Draws dead stones pale, small and struck out.
 * @param {SVGElement} group
 * @param {SVGElement} stones nodes by keys that begin with `x,y`
 * @param {Miai.Point[]} dead
 */
function drawDead(group, stones, dead) {
  const keys = new Set(dead.map(String));
  for (const [key, node] of childrenByKey(stones)) {
    node.toggleAttribute("data-dead", keys.has(String(key.split(":")[0])));
  }
  const d = `M${-STRIKE} ${STRIKE}L${STRIKE} ${-STRIKE}`;
  keyed(group, new Map(dead.map((at) => [String(at), at])), (at) =>
    atPoint(at, [svg("path", { class: "strike-casing", d }), svg("path", { class: "strike", d })]),
  );
}

/**
 * Draws crosses in the colour of the seat that may not choose the point: the second seat's cross is
 * hollow, that of both seats gray and in a ring.
 * @param {SVGElement} group
 * @param {Miai.Point[][]} prohibited by seat
 * @param {(seat: number) => string} hex
 */
function drawProhibited(group, prohibited, hex) {
  const held = heldPoints(prohibited).map(({ at, seats }) => ({
    at,
    both: seats.length > 1,
    colour: seats.length > 1 ? GRAY : hex(seats[0] ?? 0),
  }));
  const entries = new Map(held.map((each) => [`${each.at}:${each.colour}`, each]));
  keyed(group, entries, ({ at, both, colour }) => {
    const d = `M${-ARM} ${-ARM}L${ARM} ${ARM}M${-ARM} ${ARM}L${ARM} ${-ARM}`;
    const edge = both ? "#fffdf7" : signColour(colour);
    const circle = { r: 0.44 * SPACE };
    const rings = both ? [svg("circle", { class: "ring-casing", stroke: edge, ...circle }), svg("circle", { class: "ring", stroke: colour, ...circle })] : [];
    return atPoint(at, [
      ...rings,
      svg("path", { class: "cross-casing", stroke: edge, d }),
      svg("path", { class: "cross", stroke: colour, d }),
    ]);
  });
}
