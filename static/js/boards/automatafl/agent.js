/** The Agent in words: what it sees, which rule applies, and what decided between them. No DOM. */

import { gettext, pgettext } from "../../core/language.js";
import { pointName, samePoint } from "../shared/grid.js";

/** @typedef {Miai.Automatafl.Decision} Decision */
/** @typedef {Miai.Automatafl.Seen} Seen */
/** @typedef {"left" | "right" | "up" | "down"} Way */

/** @typedef {NonNullable<Decision["rule"]>} Rule */

/** A rule's name, as a title. @param {Rule} rule */
export function ruleName(rule) {
  return {
    "opposing-pair": pgettext("a rule of the Agent, as a title", "Opposing pair"),
    "from-black": pgettext("a rule of the Agent, as a title", "Away from black"),
    "toward-white": pgettext("a rule of the Agent, as a title", "Towards white"),
  }[rule];
}

/** A rule's name within a sentence. @param {Rule} rule */
function ruleWords(rule) {
  return {
    "opposing-pair": pgettext("a rule of the Agent, in a sentence", "opposing pair"),
    "from-black": pgettext("a rule of the Agent, in a sentence", "away from black"),
    "toward-white": pgettext("a rule of the Agent, in a sentence", "towards white"),
  }[rule];
}

/**
 * What the Agent sees in each of its four directions.
 * @param {Decision} decision
 * @returns {{way: Way, axis: "row" | "column", seen: Seen | null}[]}
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
 * The Agent's row or column in words, such as `Row: white 3 to the left, black 2 to the right.
 * Opposing pair.`
 * @param {Decision} decision
 * @param {"row" | "column"} axis
 */
export function axisWords(decision, axis) {
  const seen = sights(decision).filter((sight) => sight.axis === axis);
  const told = seen.map(({ way, seen: piece }) => sightWords(way, piece));
  return `${told.join(", ")}. ${callWords(decision[axis])}`;
}

/**
 * What the Agent sees in one direction.
 * @param {Way} way
 * @param {Seen | null} piece
 */
function sightWords(way, piece) {
  if (!piece) {
    return {
      left: gettext("nothing to the left"),
      right: gettext("nothing to the right"),
      up: gettext("nothing above"),
      down: gettext("nothing below"),
    }[way];
  }
  const { distance } = piece;
  return piece.piece === "W"
    ? {
        left: gettext("white, %(distance)s cells to the left", { distance }),
        right: gettext("white, %(distance)s cells to the right", { distance }),
        up: gettext("white, %(distance)s cells above", { distance }),
        down: gettext("white, %(distance)s cells below", { distance }),
      }[way]
    : {
        left: gettext("black, %(distance)s cells to the left", { distance }),
        right: gettext("black, %(distance)s cells to the right", { distance }),
        up: gettext("black, %(distance)s cells above", { distance }),
        down: gettext("black, %(distance)s cells below", { distance }),
      }[way];
}

/**
 * The rule that applies to a row or column, as a sentence.
 * @param {Pick<Decision["row"], "rule" | "to">} line
 */
function callWords({ rule, to }) {
  if (!rule) return gettext("No rule applies.");
  return to ? `${ruleName(rule)}.` : gettext("%(rule)s, but there is no room.", { rule: ruleName(rule) });
}

/**
 * Why the Agent goes this way, as a sentence; empty if a single rule says it all.
 * @param {Decision} decision
 */
export function reasonWords({ axis, reason, rule, row, column }) {
  const other = axis === "row" ? column : row;
  const isRow = axis === "row";
  if (reason === "only-axis") return isRow ? gettext("Only its row counts.") : gettext("Only its column counts.");
  if (reason === "rule" && rule && other.rule) {
    return gettext("%(rule)s comes before %(other)s.", { rule: ruleName(rule), other: ruleWords(other.rule) });
  }
  if (reason === "nearer-white") {
    return isRow ? gettext("The white piece is nearer along its row.") : gettext("The white piece is nearer along its column.");
  }
  if (reason === "nearer-black") {
    return isRow ? gettext("The black piece is nearer along its row.") : gettext("The black piece is nearer along its column.");
  }
  if (reason === "tie" && axis === null) return gettext("Row and column are equally good, so it stays.");
  if (reason === "tie") {
    return isRow
      ? gettext("Row and column are equally good, so the row decides.")
      : gettext("Row and column are equally good, so the column decides.");
  }
  return gettext("Neither its row nor its column tells it to move.");
}

/**
 * What the Agent would do if nothing moved, beginning with the Agent's name in `<strong>`.
 * @param {Decision} decision
 * @param {import("../shared/grid.js").Extent} extent
 */
export function nowWords({ to, rule }, extent) {
  if (!to || !rule) return gettext("<strong>The Agent</strong> would now stay where it is");
  const values = { cell: pointName(to, extent), rule: ruleWords(rule) };
  return gettext("<strong>The Agent</strong> would now go to %(cell)s: %(rule)s", values);
}

/**
 * The same for a bubble beside the Agent.
 * @param {Decision} decision
 * @param {import("../shared/grid.js").Extent} extent
 */
export function itNowWords({ to, rule }, extent) {
  if (!to || !rule) return gettext("It would now stay where it is");
  return gettext("It would now go to %(cell)s: %(rule)s", { cell: pointName(to, extent), rule: ruleWords(rule) });
}

/**
 * What the Agent did in the last step.
 * @param {Decision} decision
 * @param {import("../shared/grid.js").Extent} extent
 */
export function lastWords(decision, extent) {
  const { agent, to, rule } = decision;
  const why = reasonWords(decision);
  if (!to || !rule || samePoint(agent, to)) return [gettext("Last turn the Agent stayed."), why].join(" ");
  const values = { from: pointName(agent, extent), to: pointName(to, extent), rule: ruleWords(rule) };
  return [gettext("Last turn the Agent went from %(from)s to %(to)s: %(rule)s.", values), why].join(" ");
}
