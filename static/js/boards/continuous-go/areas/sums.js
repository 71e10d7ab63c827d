/**
 * The sums of Continuous Go: each player's own area, the shared area, komi, totals, and the open
 * area.
 */

import { gettext, pgettext } from "../../../core/language.js";
import { el } from "../../../dom/elements.js";
import { sample } from "./patterns.js";
import { amount, colourName } from "./words.js";

/** Scores closer than this are a draw. */
const EQUAL = 1e-6;

/**
 * The sums as columns: words, black's number, white's number.
 * @param {import("./words.js").Score} score
 * @returns {{kind: string, words: string, numbers: [string, string]}[]}
 */
export function sumColumns({ own, shared, komi, totals }) {
  const both = amount(shared);
  return [
    { kind: "own", words: pgettext("an area", "Own"), numbers: [amount(own[0]), amount(own[1])] },
    { kind: "shared", words: pgettext("an area", "Shared"), numbers: [both, both] },
    { kind: "komi", words: gettext("Komi"), numbers: ["", amount(komi)] },
    { kind: "total", words: gettext("Total"), numbers: [amount(totals[0]), amount(totals[1])] },
  ];
}

/**
 * Who is ahead, as a sentence.
 * @param {import("./words.js").Score} score
 */
export function leader({ totals: [black, white] }) {
  if (Math.abs(black - white) <= EQUAL) return gettext("Both have the same amount.");
  return gettext("%(colour)s is ahead by %(amount)s.", { colour: colourName(black > white ? 0 : 1), amount: amount(Math.abs(black - white)) });
}

/**
 * The sums as a table with one row per colour, so that it is low enough to fit beside the board.
 * @param {import("./words.js").Score} score
 * @param {import("./patterns.js").Patterns} fills
 */
export function sumsTable(score, fills) {
  const columns = sumColumns(score);
  const heading = (/** @type {(string | Node)[]} */ content) => el("th", { scope: "col" }, content);
  const head = el("tr", {}, [
    heading([el("span", { class: "visually-hidden" }, [gettext("Colour")])]),
    ...columns.map(({ kind, words }) => heading([kind === "shared" ? named(words, kind, fills) : words])),
    heading([pgettext("an area", "Open")]),
  ]);
  const rows = /** @type {const} */ ([0, 1]).map((seat) =>
    el("tr", {}, [
      el("th", { scope: "row" }, [named(colourName(seat), seat === 0 ? "black" : "white", fills)]),
      ...columns.map(({ kind, numbers }) => el("td", { class: `sums-${kind}` }, [numbers[seat]])),
      ...(seat === 0 ? [el("td", { class: "sums-open", rowspan: 2 }, [amount(score.open)])] : []),
    ]),
  );
  const caption = el("caption", { class: "visually-hidden" }, [gettext("Totals, in squares")]);
  return el("table", { class: "sums" }, [caption, el("thead", {}, [head]), el("tbody", {}, rows)]);
}

/**
 * Words with a sample of the pattern that they describe.
 * @param {string} words
 * @param {string} kind
 * @param {import("./patterns.js").Patterns} fills
 */
function named(words, kind, fills) {
  return el("span", {}, [sample(fills, kind), words]);
}
