/**
 * The preferences, with a small board that shows each choice at once. Saving is an ordinary form.
 */

import { stoneSymbols } from "../boards/shared/stones.js";
import { svg } from "../boards/shared/svg.js";
import { needSigns } from "../core/colours.js";
import { shaped } from "../core/json.js";
import { byId, readJson } from "../dom/elements.js";

const form = /** @type {HTMLFormElement} */ (byId("preferences"));
const board = byId("preview");
const stones = byId("preview-stones");
/** @type {Miai.Palette} */
const palette = shaped(readJson("palette"), {});
/** Symbols with and without signs. */
const symbols = { with: stoneSymbols(palette), without: stoneSymbols(palette, false) };
const page = document.documentElement;

/**
 * The stones on the small board: the member's own, recent or not, and somebody else's for
 * comparison.
 */
const STONES = [
  { x: 60, y: 60, own: true, recent: false },
  { x: 100, y: 60, own: true, recent: true },
  { x: 60, y: 100, own: false, recent: false },
  { x: 140, y: 100, own: false, recent: false },
];

/**
 * @param {string} name
 * @returns {string}
 */
function chosen(name) {
  return String(new FormData(form).get(name) ?? "");
}

/**
 * @param {number} number
 * @param {string} stone
 * @param {string} mark
 * @returns {Miai.Seat}
 */
function seat(number, stone, mark) {
  return { number, name: "", bot: false, stone, mark, absences: 0, extensions: 0, off_until: null, left: null, rank: null, offered_until: null, owner: null };
}

function draw() {
  page.dataset.board = chosen("board_look");
  page.dataset.theme = chosen("theme");
  page.dataset.motion = chosen("motion");
  const stone = chosen("stone_colour");
  const own = seat(0, stone, chosen("mark_colour"));
  const other = seat(1, ["shell", "straw"].includes(stone) ? "ink" : "shell", "ink");
  const signed = chosen("always_signs") !== "" || needSigns([own, other], palette);
  const { stoneOf, markOf } = symbols[signed ? "with" : "without"];
  stones.replaceChildren(
    ...STONES.flatMap(({ x, y, own: mine, recent }) => {
      const seats = [mine ? own : other];
      const hrefs = [stoneOf(seats), ...(recent ? [markOf(seats)] : [])];
      return hrefs.map((href) => svg("use", { href, x, y }));
    }),
  );
}

board.prepend(symbols.with.defs, symbols.without.defs);
form.addEventListener("change", draw);
draw();
