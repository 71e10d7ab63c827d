/** The shapes on a board of Automatafl: white discs, black diamonds, the Agent, corners, marks. */

import { drawOne, disc, shading } from "../shared/batches.js";
import { SPACE } from "../shared/frame.js";
import { svg } from "../shared/svg.js";
import { seatSign } from "./seat-signs.js";

/** @typedef {import("../shared/batches.js").Part} Part */

/** The radius of a disc, and half the width of a diamond. */
const WHITE = 0.33 * SPACE;
const BLACK = 0.39 * SPACE;

let boards = 0;

/**
 * The symbols of one board, in a `defs` element of its own; `pieceOf` returns references for `use`.
 */
export function pieceSymbols() {
  const prefix = `pieces${++boards}`;
  const defs = svg("defs", {}, [
    svg("radialGradient", { id: `${prefix}-pearl`, cx: 0.36, cy: 0.3, r: 0.8 }, stops("#ffffff", "#f6f1e4", "#cfc6b2")),
    svg("linearGradient", { id: `${prefix}-jet`, x1: 0.1, y1: 0, x2: 0.7, y2: 1 }, stops("#5a554d", "#24211d", "#0f0e0c")),
    svg("linearGradient", { id: `${prefix}-brass`, x1: 0.15, y1: 0, x2: 0.8, y2: 1 }, stops("#ffe9ae", "#e0ab3f", "#9c6a14")),
    svg("pattern", { id: `${prefix}-hatch`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
      svg("rect", { width: 7, height: 7, class: "closed-ground" }),
      svg("rect", { width: 2.6, height: 7, class: "closed-stripe" }),
    ]),
    shading(`${prefix}-white`, SPACE, [svg("circle", { r: WHITE, fill: `url(#${prefix}-pearl)` })]),
    shading(`${prefix}-black`, SPACE, [svg("path", { d: `M0 0${diamond(BLACK)}`, fill: `url(#${prefix}-jet)` })]),
    svg("g", { id: `${prefix}-A` }, agent(`url(#${prefix}-brass)`)),
  ]);
  /** @type {{[piece: string]: Part[]}} */
  const parts = { W: white(`url(#${prefix}-white)`), B: black(`url(#${prefix}-black)`) };
  for (const piece of ["W", "B"]) defs.append(svg("g", { id: `${prefix}-${piece}` }, drawOne(parts[piece] ?? [])));
  return {
    defs,
    hatch: `url(#${prefix}-hatch)`,
    /** The parts of pieces that are drawn in batches; the single Agent is not among them. */
    parts,
    /** @param {string} piece `W`, `B` or `A` */
    pieceOf: (piece) => `#${prefix}-${piece}`,
  };
}

/** @param {string[]} colours */
function stops(...colours) {
  return colours.map((colour, n) => svg("stop", { offset: n / (colours.length - 1), "stop-color": colour }));
}

/**
 * @param {string} fill
 * @returns {Part[]}
 */
function white(fill) {
  return [
    { shape: disc(WHITE, 1.6), look: { "fill-opacity": 0.28 } },
    { shape: disc(WHITE), look: { fill, stroke: "#4d4436", "stroke-width": 1.3 } },
    { shape: disc(0.6 * WHITE), look: { fill: "none", stroke: "#4d4436", "stroke-opacity": 0.35, "stroke-width": 1.2 } },
  ];
}

/**
 * @param {string} fill
 * @returns {Part[]}
 */
function black(fill) {
  const round = { "stroke-linejoin": "round" };
  return [
    { shape: diamond(BLACK, 1.6), look: { "fill-opacity": 0.28 } },
    { shape: diamond(BLACK), look: { fill, stroke: "#0c0b0a", "stroke-width": 2.4, ...round } },
    { shape: diamond(0.2 * SPACE), look: { fill: "none", stroke: "#fff", "stroke-opacity": 0.42, "stroke-width": 1.2, ...round } },
  ];
}

/**
 * @param {number} half half of its width
 * @param {number} [down]
 */
function diamond(half, down = 0) {
  return `m0 ${down - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
}

/** @param {string} fill */
function agent(fill) {
  const r = 0.44 * SPACE;
  const points = Array.from({ length: 16 }, (_, n) => {
    const radius = n % 4 === 0 ? r * 1.06 : n % 2 ? r * 0.84 : r * 0.9;
    const angle = (Math.PI * n) / 8;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  const body = `M${points.join("L")}z`;
  const tip = "M0 -14.6L3 -10.6H-3z";
  return [
    svg("path", { d: body, transform: "translate(0 1.8)", fill: "#000", opacity: 0.3 }),
    svg("path", { d: body, fill, stroke: "#4a300a", "stroke-width": 1.5, "stroke-linejoin": "round" }),
    ...[0, 90, 180, 270].map((turn) => svg("path", { d: tip, transform: `rotate(${turn})`, fill: "#4a300a" })),
    svg("circle", { r: 8.2, fill: "#fffaf0", stroke: "#4a300a", "stroke-width": 1.5 }),
  ];
}

/**
 * The Agent's pupil, turned toward the cell that it would move to.
 * @param {Miai.Point} agent
 * @param {Miai.Point | null} to
 */
export function pupil([x, y], to) {
  const [dx, dy] = to ? [Math.sign(to[0] - x), Math.sign(to[1] - y)] : [0, 0];
  return svg("circle", { class: "agent-pupil", r: 4, cx: 3.2 * dx, cy: 3.2 * dy, fill: "#2b1b05" });
}

/**
 * A corner in its owner's colour, with the owner's sign outside the board.
 * @param {Miai.Point} corner
 * @param {import("../shared/grid.js").Extent} extent
 * @param {number} seat
 * @param {string} colour
 * @param {boolean} badge whether there is room for the sign outside the board
 */
export function drawCorner([x, y], { columns, rows }, seat, colour, badge) {
  const side = 0.88 * SPACE;
  const cell = svg("rect", {
    class: "corner-cell", x: x * SPACE - side / 2, y: y * SPACE - side / 2, width: side, height: side, rx: 3, fill: colour, stroke: colour,
  });
  const away = (badge ? 0.81 : 0.31) * SPACE;
  const size = badge ? 0.25 : 0.17;
  const cx = x === 0 ? -away : (columns - 1) * SPACE + away;
  const cy = y === 0 ? -away : (rows - 1) * SPACE + away;
  const box = { x: cx - size * SPACE, y: cy - size * SPACE, width: 2 * size * SPACE, height: 2 * size * SPACE, rx: 3 };
  const name = seatSign(seat, colour, { x: cx, y: cy, radius: (badge ? 0.13 : 0.09) * SPACE });
  return svg("g", {}, [cell, svg("rect", { class: "corner-badge", ...box, fill: colour }), name]);
}

/** A cell that a conflict has closed: hatched, with a cross at its edge. @param {string} hatch */
export function closedMark(hatch) {
  const half = 0.46 * SPACE;
  const arm = 0.36 * SPACE;
  return [
    svg("rect", { class: "closed-cell", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3, fill: hatch }),
    svg("path", { class: "closed-cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` }),
  ];
}
