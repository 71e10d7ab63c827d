/**
 * Heat on the board: on each empty point a pie of the seats that would win or tie a collision
 * there.
 */

import { number, pgettext } from "../../core/language.js";
import { keyed } from "../../dom/keyed.js";
import { SPACE } from "../shared/frame.js";
import { set, sliceFrom, svg } from "../shared/svg.js";

/** A pie's radius: smaller on small boards, whose points are far apart, larger on large ones. */
const pieRadius = (/** @type {number} */ size) => (0.075 + 0.0025 * Math.min(size, 19)) * SPACE;

/**
 * A seat that would win or tie a collision at a point.
 * @typedef {{seat: number, tie: boolean}} Rival
 */

/**
 * The pie of one point, coldest first. For a player: the colder seats, and those as warm as the
 * player's; for anybody else: every seat. Empty if all are equal.
 * @param {number[][] | null} groups seats of equal heat, coldest first; null: the point cannot be chosen
 * @param {number | null} me the viewer's seat, null for spectators
 * @returns {Rival[]}
 */
export function rivalsAt(groups, me) {
  if (!groups) return [];
  const own = me === null ? -1 : groups.findIndex((group) => group.includes(me));
  if (own < 0) {
    if (groups.length < 2) return [];
    return groups.flat().map((seat) => ({ seat, tie: false }));
  }
  return groups
    .slice(0, own + 1)
    .flatMap((group, n) => group.map((seat) => ({ seat, tie: n === own })))
    .filter(({ seat }) => seat !== me);
}

/**
 * Whether all seats are equal everywhere, as on an empty board, so that there is nothing to show.
 * @param {(number[][] | null)[][]} order
 */
export function allEqual(order) {
  return order.every((row) => row.every((groups) => groups === null || groups.length === 1));
}

/**
 * All pies as two paths per seat, `wins` and `ties`, so that a full board is drawn as fast as an
 * empty one.
 * @param {(number[][] | null)[][]} order by y, then x
 * @param {number | null} me
 */
export function piePaths(order, me) {
  /** @type {Map<string, {seat: number, wins: string, ties: string}>} */
  const paths = new Map();
  if (allEqual(order)) return paths;
  const shapeOf = slices(pieRadius(order.length));
  order.forEach((row, y) =>
    row.forEach((groups, x) => {
      const rivals = rivalsAt(groups, me);
      rivals.forEach(({ seat, tie }, n) => {
        const path = paths.get(String(seat)) ?? { seat, wins: "", ties: "" };
        path[tie ? "ties" : "wins"] += `M${x * SPACE} ${y * SPACE}${shapeOf(n, rivals.length)}`;
        paths.set(String(seat), path);
      });
    }),
  );
  return paths;
}

/**
 * Returns a function that makes the slices of pies. It keeps them, because a board has thousands of
 * slices but few different ones.
 * @param {number} radius
 */
function slices(radius) {
  /** @type {Map<number, string>} */
  const known = new Map();
  return (/** @type {number} */ n, /** @type {number} */ of) => {
    const key = n * 100 + of;
    const shape = known.get(key) ?? sliceFrom(radius, n / of, (n + 1) / of);
    known.set(key, shape);
    return shape;
  };
}

/**
 * A heat with two significant digits, enough for people to compare.
 * @param {number} value
 */
export function heatNumber(value) {
  if (value === 0) return number(0);
  return value < 0.01 ? `< ${number(0.01)}` : number(value, { minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
}

/**
 * Draws the pies; `order` null: removes them.
 * @param {SVGElement} group
 * @param {(number[][] | null)[][] | null} order
 * @param {number | null} me
 * @param {(seat: number) => string} colourOf
 */
export function drawPies(group, order, me, colourOf) {
  const paths = order ? piePaths(order, me) : new Map();
  keyed(
    group,
    paths,
    ({ seat, wins, ties }) => {
      const fill = colourOf(seat);
      return svg("g", {}, [
        svg("path", { class: "pie-wins", d: wins, fill }),
        svg("path", { class: "pie-ties", d: ties, fill }),
      ]);
    },
    (node, { wins, ties }) => {
      set(/** @type {Element} */ (node.children[0]), { d: wins });
      set(/** @type {Element} */ (node.children[1]), { d: ties });
    },
  );
}

/**
 * The numbers of one point as a list, coldest first.
 * @param {number[][][] | null} field heat by seat, y, x; null: only the order is known
 * @param {(number[][] | null)[][] | null} order
 * @param {Miai.Point} at
 * @param {Miai.Seat[]} seats
 * @param {number | null} me
 * @param {(seat: number) => string} colourOf
 */
export function heatRows(field, order, [x, y], seats, me, colourOf) {
  const listed = document.createElement("ol");
  for (const seat of order?.[y]?.[x]?.flat() ?? []) {
    const row = document.createElement("li");
    const dot = svg("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, [
      svg("circle", { r: 0.9, fill: colourOf(seat) }),
    ]);
    const name = document.createElement("span");
    name.textContent = seat === me ? pgettext("instead of one’s own name", "You") : (seats[seat]?.name ?? "");
    const amount = document.createElement("b");
    amount.textContent = field ? heatNumber(field[seat]?.[y]?.[x] ?? 0) : "";
    row.append(dot, name, amount);
    listed.append(row);
  }
  return listed;
}
