/** Areas on the board: sections in tint and pattern, and what each player holds. */

import { svg } from "../../shared/svg.js";
import { onDrawing } from "../frame.js";
import { labelOf } from "./labels.js";
import { patterns } from "./patterns.js";
import { pathOf } from "./shapes.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Section} Section */
/** @typedef {import("./words.js").Areas} Areas */

/** At most this many sections of a colour are labelled and listed, the largest first. */
export const MOST = 40;
/** The size of letters as a share of the board's width; never more than half a space. */
const LETTERS = 1 / 26;
const REASONS = /** @type {const} */ (["too-big", "group-too-small", "counts"]);

/**
 * Draws areas into a group of the board.
 * @param {SVGElement} layer
 * @param {SVGElement} labels a group above the lines
 * @param {number} size lines of the board
 */
export function areasDrawing(layer, labels, size) {
  const fills = patterns(1);
  const ground = svg("g");
  const lifted = svg("path", { class: "area-lifted", "fill-rule": "evenodd", d: "" });
  const largest = Math.min(0.5, (size + 1) * LETTERS);
  layer.replaceChildren(fills.defs, ground, lifted);

  return {
    fills,
    /** @param {Section[]} sections @param {0 | 1} seat */
    showSections(sections, seat) {
      ground.replaceChildren(
        ...REASONS.map((why) => {
          const outlines = sections.filter((section) => section.why === why).map(({ outline }) => outline);
          return area(outlines, fills.of(`${why}-${seat}`), why);
        }),
      );
      labels.replaceChildren(...sections.slice(0, MOST).flatMap((section) => labelOf(section, largest) ?? []));
    },
    /** @param {Areas} areas */
    showHolders(areas) {
      ground.replaceChildren(...holders(areas, size, fills));
      labels.replaceChildren();
    },
    /** @param {Section[]} sections those to point out */
    lift(sections) {
      lifted.setAttribute("d", pathOf(sections.map(({ outline }) => outline)));
    },
    clear() {
      ground.replaceChildren();
      labels.replaceChildren();
      lifted.setAttribute("d", "");
    },
  };
}

/** @typedef {ReturnType<typeof areasDrawing>} AreasDrawing */

let pictures = 0;

/**
 * What each player holds alone, and what both hold. The browser cuts the two areas with each other
 * as it paints; this code computes nothing.
 * @param {Areas} areas
 * @param {number} size
 * @param {import("./patterns.js").Patterns} fills
 */
function holders({ areas }, size, fills) {
  const id = `holders${++pictures}`;
  const [black, white] = areas.map((sections) =>
    pathOf(sections.filter(({ counts }) => counts).map(({ outline }) => outline)),
  );
  const board = { x: 0, y: 0, width: onDrawing(size - 1), height: onDrawing(size - 1) };
  const outside = (/** @type {string} */ name, d = "") =>
    svg("mask", { id: `${id}-${name}`, maskUnits: "userSpaceOnUse", ...board }, [
      svg("rect", { fill: "#fff", ...board }),
      svg("path", { d, fill: "#000", "fill-rule": "evenodd" }),
    ]);
  const inside = svg("clipPath", { id: `${id}-black` }, [svg("path", { d: black ?? "", "clip-rule": "evenodd" })]);
  const painted = (/** @type {string} */ holder, d = "", /** @type {import("../../shared/svg.js").Attributes} */ cut = {}) =>
    svg("path", { class: "area", "data-holder": holder, d, fill: fills.of(holder), "fill-rule": "evenodd", ...cut });
  return [
    svg("defs", {}, [outside("not-white", white), outside("not-black", black), inside]),
    painted("black", black, { mask: `url(#${id}-not-white)` }),
    painted("white", white, { mask: `url(#${id}-not-black)` }),
    painted("shared", white, { "clip-path": `url(#${id}-black)` }),
  ];
}

/**
 * @param {import("./shapes.js").Outline[]} outlines
 * @param {string} fill
 * @param {string} why
 */
function area(outlines, fill, why) {
  return svg("path", { class: "area", "data-why": why, d: pathOf(outlines), fill, "fill-rule": "evenodd" });
}
