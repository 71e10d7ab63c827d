/**
 * Stones at rest, each look as a few paths: a full board is drawn as fast as an empty one.
 * Shared stones and those that move are nodes of their own (`stone-layer.js`).
 */

import { place } from "./frame.js";
import { signColour, signs } from "./signs.js";
import { discs, RADIUS, shadows, SIGN } from "./stones.js";
import { keyed, set, svg } from "./svg.js";

/** The stones of one seat. @typedef {{seat: Miai.Seat, places: {x: number, y: number}[]}} Look */

/**
 * @param {SVGElement} group
 * @param {Miai.Symbols} symbols
 */
export function stoneCrowd(group, { hex, shading }) {
  /** @param {Miai.Seat} seat */
  const colour = (seat) => hex(seat.stone);
  const [under, bodies, over, shown] = [svg("g"), svg("g"), svg("g"), svg("g")];
  group.append(under, bodies, over, shown);

  /** @param {{seat: Miai.Seat, at: Miai.Point}[]} stones */
  return function draw(stones) {
    const looks = looksOf(stones);
    const places = [...looks.values()].flatMap((look) => look.places);
    drawPaths(under, Object.entries(shadows(places)));
    drawPaths(over, [["shading", { d: discs(places, RADIUS), fill: shading }]]);
    drawPaths(bodies, [...looks].map(([key, look]) => [key, { d: discs(look.places, RADIUS), fill: colour(look.seat) }]));
    drawPaths(shown, [...looks].map(([key, { seat, places }]) => [key, signs(seat.number, SIGN, signColour(colour(seat)), places)]));
  };
}

/** @param {{seat: Miai.Seat, at: Miai.Point}[]} stones */
function looksOf(stones) {
  /** @type {Map<string, Look>} */
  const looks = new Map();
  for (const { seat, at } of stones) {
    const key = `${seat.number}${seat.stone}`;
    const look = looks.get(key) ?? { seat, places: [] };
    looks.set(key, look);
    look.places.push(place(at));
  }
  return looks;
}

/**
 * @param {SVGElement} group
 * @param {[key: string, attributes: import("./svg.js").Attributes][]} paths
 */
function drawPaths(group, paths) {
  keyed(group, new Map(paths), (attributes) => svg("path", attributes), set);
}
