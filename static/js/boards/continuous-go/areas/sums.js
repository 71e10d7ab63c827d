/** The sums of Continuous Go: what each holds alone, what both hold, komi, totals, and what is open. */

import { gettext, pgettext } from "../../../core/language.js";
import { el } from "../../../ui/dom.js";
import { sample } from "./patterns.js";
import { amount, colourName, squares } from "./words.js";

/** Scores this near to each other are a draw. */
const EQUAL = 1e-6;

/**
 * The sums as rows: words, black's number, white's number.
 * @param {import("./words.js").Score} score
 * @returns {{kind: string, words: string, numbers: [string, string]}[]}
 */
export function sumRows({ own, shared, komi, totals }) {
  const both = amount(shared);
  return [
    { kind: "own", words: gettext("Own area"), numbers: [amount(own[0]), amount(own[1])] },
    { kind: "shared", words: gettext("Shared area"), numbers: [both, both] },
    { kind: "komi", words: gettext("Komi"), numbers: ["", amount(komi)] },
    { kind: "total", words: gettext("Total"), numbers: [amount(totals[0]), amount(totals[1])] },
  ];
}

/**
 * Who is ahead, in a sentence.
 * @param {import("./words.js").Score} score
 */
export function leader({ totals: [black, white] }) {
  if (Math.abs(black - white) <= EQUAL) return gettext("Both have the same amount.");
  return gettext("%(colour)s is ahead by %(amount)s.", { colour: colourName(black > white ? 0 : 1), amount: amount(Math.abs(black - white)) });
}

/**
 * The sums as a table.
 * @param {import("./words.js").Score} score
 * @param {import("./patterns.js").Patterns} fills
 */
export function sumsTable(score, fills) {
  const head = el("thead", {}, [
    el("tr", {}, [
      el("th", { scope: "col" }, [el("span", { class: "visually-hidden" }, [gettext("What")])]),
      el("th", { scope: "col" }, [named(colourName(0), "black", fills)]),
      el("th", { scope: "col" }, [named(colourName(1), "white", fills)]),
    ]),
  ]);
  const rows = sumRows(score).map(({ kind, words, numbers }) =>
    el("tr", { class: `sums-${kind}` }, [
      el("th", { scope: "row" }, [kind === "shared" ? named(words, "shared", fills) : words]),
      ...numbers.map((number) => el("td", {}, [number])),
    ]),
  );
  const open = el("tr", { class: "sums-open" }, [
    el("th", { scope: "row" }, [pgettext("an area", "Open")]),
    el("td", { colspan: 2 }, [squares(score.open)]),
  ]);
  const caption = el("caption", { class: "visually-hidden" }, [gettext("Totals, in squares")]);
  return el("table", { class: "sums" }, [caption, head, el("tbody", {}, [...rows, open])]);
}

/**
 * Words with a sample of the pattern that they stand for.
 * @param {string} words
 * @param {string} kind
 * @param {import("./patterns.js").Patterns} fills
 */
function named(words, kind, fills) {
  return el("span", {}, [sample(fills, kind), words]);
}
