/** The Agent in words: what it sees, the rule that this calls for, and what decided. No DOM. */

import { pointName, samePoint } from "../shared/grid.js";

/** @typedef {Miai.Automatafl.Decision} Decision */
/** @typedef {Miai.Automatafl.Seen} Seen */

/** @type {{[rule: string]: string}} */
export const RULES = {
  "opposing-pair": "Opposing pair",
  "from-black": "Away from black",
  "toward-white": "Toward white",
};

/**
 * What the Agent sees in its four directions.
 * @param {Decision} decision
 * @returns {{way: string, axis: "row" | "column", seen: Seen | null}[]}
 */
export function sights({ row, column }) {
  return [
    { way: "left", axis: "row", seen: row.left },
    { way: "right", axis: "row", seen: row.right },
    { way: "up", axis: "column", seen: column.up },
    { way: "down", axis: "column", seen: column.down },
  ];
}

/**
 * One line of the Agent in words: `Row: white 3 to the left, black 2 to the right. Opposing pair.`
 * @param {Decision} decision
 * @param {"row" | "column"} axis
 */
export function axisWords(decision, axis) {
  const seen = sights(decision).filter((sight) => sight.axis === axis);
  const told = seen.map(({ way, seen: piece }) => {
    const where = way === "up" ? "above" : way === "down" ? "below" : `to the ${way}`;
    return piece ? `${piece.piece === "W" ? "white" : "black"} ${piece.distance} ${where}` : `nothing ${where}`;
  });
  const { rule, to } = decision[axis];
  const says = !rule ? "Nothing to follow." : to ? `${RULES[rule ?? ""]}.` : `${RULES[rule ?? ""]}, but there is no room.`;
  return `${told.join(", ")}. ${says}`;
}

/**
 * Why it goes that way and no other, in a sentence; empty where one rule alone says it.
 * @param {Decision} decision
 */
export function reasonWords({ axis, reason, rule, row, column }) {
  const other = axis === "row" ? column : row;
  if (reason === "only-axis") return `Only its ${axis} decides anything.`;
  if (reason === "rule") return `${RULES[rule ?? ""]} comes before ${String(RULES[other.rule ?? ""]).toLowerCase()}.`;
  if (reason === "nearer-white") return `The white piece is nearer along its ${axis}.`;
  if (reason === "nearer-black") return `The black piece is nearer along its ${axis}.`;
  if (reason === "tie") return axis ? `Row and column are equally good, and the ${axis} goes first.` : "Row and column are equally good, so it stays.";
  return "Neither its row nor its column tells it to move.";
}

/**
 * What the Agent would do if nothing moved.
 * @param {Decision} decision
 * @param {import("../shared/grid.js").Extent} extent
 */
export function nowWords({ to, rule }, extent) {
  return to ? `would now go to ${pointName(to, extent)}: ${String(RULES[rule ?? ""]).toLowerCase()}` : "would now stay where it is";
}

/**
 * What the Agent did in the last step.
 * @param {Decision} decision
 * @param {import("../shared/grid.js").Extent} extent
 */
export function lastWords(decision, extent) {
  const { agent, to, rule } = decision;
  if (!to || samePoint(agent, to)) return `Last turn the Agent stayed. ${reasonWords(decision)}`;
  return `Last turn the Agent went from ${pointName(agent, extent)} to ${pointName(to, extent)}: ${String(RULES[rule ?? ""]).toLowerCase()}. ${reasonWords(decision)}`;
}
