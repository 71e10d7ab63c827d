/** Draws a board of Automatafl, layer by layer, and animates the scenes of a step. */

import { childrenByKey, keyed } from "../../dom/keyed.js";
import { addToBatch, batchLayer } from "../shared/batches.js";
import { atPoint, cellLines, drawCells, place, SPACE } from "../shared/frame.js";
import { samePoint } from "../shared/grid.js";
import { svg } from "../shared/svg.js";
import { sights } from "./agent.js";
import { drawArrow, drawSights } from "./arrows.js";
import { closedMark, drawCorner, pieceSymbols, pupil } from "./pieces.js";

/** @typedef {Miai.Automatafl.Game} Game */

const LAYERS = /** @type {const} */ ([
  "corners", "lines", "marked", "targets", "pieces", "arrows", "sights", "own", "effects",
]);

const HALF = 0.46 * SPACE;
/** A square that fills the middle of a cell. */
const CELL = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 4 };

/** Durations in milliseconds. */
const APPEAR = 650;
const MOVE = 430;
const FAIL = 750;
const LOOK = 750;
const RULE = 1300;
const STEP = 480;

export class Stage {
  #extent;
  #seats;
  #palette;
  #symbols = pieceSymbols();
  #groups;
  /** Pieces that may be animated: each has a node of its own. */
  #single = svg("g");
  /** Draws the pieces that do not move. */
  #drawBatches;

  /**
   * @param {import("../shared/grid.js").Extent} extent
   * @param {Miai.Point[][]} goals
   * @param {Miai.Seat[]} seats
   * @param {Miai.Palette} palette
   * @param {boolean} coordinates
   */
  constructor(extent, goals, seats, palette, coordinates) {
    this.#extent = extent;
    this.#seats = seats;
    this.#palette = palette;
    this.frame = drawCells(extent, { coordinates, layers: LAYERS });
    this.#groups = this.frame.groups;
    this.frame.root.prepend(this.#symbols.defs);
    this.#groups.lines.append(...cellLines(extent));
    const resting = svg("g");
    this.#groups.pieces.append(resting, this.#single);
    this.#drawBatches = batchLayer(resting);
    goals.forEach((corners, seat) => {
      for (const corner of corners) this.#groups.corners.append(drawCorner(corner, extent, seat, this.#colourOf(seat), coordinates));
    });
  }

  /** @param {number} seat */
  #colourOf(seat) {
    return this.#palette[this.#seats[seat]?.stone ?? ""]?.hex ?? "#808080";
  }

  /**
   * @param {string[]} board
   * @param {Miai.Point | null} [to] the cell to which the Agent would move
   * @param {Miai.Point[]} [moves] the cells of pieces that will move
   */
  pieces(board, to = null, moves = []) {
    const apart = new Set(moves.map(String));
    /** @type {Map<string, import("../shared/batches.js").Batch>} */
    const batches = new Map();
    /** @type {Map<string, {at: Miai.Point, piece: string}>} */
    const entries = new Map();
    for (const { at, piece } of piecesOf(board)) {
      const parts = this.#symbols.parts[piece];
      if (parts && !apart.has(String(at))) addToBatch(batches, piece, () => parts, place(at));
      else entries.set(`${at}:${piece}:${parts ? "" : to}`, { at, piece });
    }
    this.#drawBatches(batches);
    keyed(this.#single, entries, ({ at, piece }) => {
      const drawn = [svg("use", { href: this.#symbols.pieceOf(piece) })];
      if (piece === "A") drawn.push(pupil(at, to));
      return atPoint(at, [svg("g", { class: "piece" }, drawn)]);
    });
  }

  /** @param {Miai.Point[]} cells */
  marked(cells) {
    keyed(this.#groups.marked, new Map(cells.map((at) => [String(at), at])), (at) => atPoint(at, closedMark(this.#symbols.hatch)));
  }

  /**
   * @param {import("./scenes.js").MoveShown[]} moves
   * @param {boolean} settled
   */
  arrows(moves, settled) {
    const { arrows } = this.#groups;
    arrows.toggleAttribute("data-settled", settled);
    const entries = new Map(moves.map((move) => [`${move.seat}:${move.from}:${move.to}:${move.type}`, move]));
    keyed(arrows, entries, (move) =>
      drawArrow({ ...move, kind: move.type, aside: move.seat - (this.#seats.length - 1) / 2, colour: this.#colourOf(move.seat) }),
    );
  }

  /**
   * The viewer's own move, or a preview of it.
   * @param {"own" | "effects"} layer
   * @param {Game["action"] | null} move
   * @param {number} seat
   * @param {string} kind
   */
  own(layer, move, seat, kind) {
    const entries = new Map(move ? [[`${move.from}:${move.to}:${kind}`, move]] : []);
    keyed(this.#groups[layer], entries, ({ from, to }) =>
      drawArrow({ seat, from, to, kind, aside: 0, colour: this.#colourOf(seat) }),
    );
  }

  /**
   * The selected cell, and the cells in line with it.
   * @param {Miai.Point | null} from
   * @param {Miai.Point[]} cells
   * @param {string} colour
   */
  targets(from, cells, colour) {
    /** @type {Map<string, {at: Miai.Point, lifted: boolean}>} */
    const entries = new Map(cells.map((at) => [`${at}`, { at, lifted: false }]));
    if (from) entries.set(`${from}:lifted`, { at: from, lifted: true });
    keyed(this.#groups.targets, entries, ({ at, lifted }) => atPoint(at, lifted ? liftedCell(colour) : targetCell()));
  }

  /**
   * @param {Miai.Automatafl.Decision | null} decision
   * @param {boolean} decided whether to highlight the axis that the Agent follows
   */
  sights(decision, decided) {
    const lines = decision ? drawSights(decision.agent, sights(decision), this.#extent, decided ? (decision.axis ?? "none") : null) : [];
    this.#groups.sights.replaceChildren(...lines);
  }

  /**
   * Animates a scene that has been drawn.
   * @param {import("./scenes.js").MoveScene} scene
   * @returns {Animation[]}
   */
  animate(scene) {
    if (scene.kind === "conflict") return [...this.#groups.marked.children].map(pulse);
    if (scene.kind === "arrows") return [...this.#groups.arrows.children].map(appear);
    if ("decision" in scene) return [...this.#groups.sights.children].map(scene.kind === "look" ? look : hold);
    const { event } = scene;
    if (event.type === "failed") return this.#fail(event);
    const node = this.#pieceAt(event.to);
    return node ? [glide(node, event, scene.kind === "step" ? STEP : MOVE)] : [];
  }

  /** @param {Miai.Point} cell */
  #pieceAt(cell) {
    for (const [key, node] of childrenByKey(this.#single)) {
      if (key.split(":")[0] === String(cell)) return node.firstElementChild;
    }
    return null;
  }

  /** Shakes a piece in its place and crosses out its arrow. @param {Miai.Automatafl.Failed} event */
  #fail({ from, to }) {
    const node = this.#pieceAt(from);
    const mark = [...this.#groups.arrows.querySelectorAll(".arrow--failed .arrow-failure")].at(-1);
    const shown = mark ? [mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.25 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }], { duration: FAIL })] : [];
    return !node || samePoint(from, to) ? shown : [shake(node, from, to), ...shown];
  }
}

/** @param {string[]} board rows */
function piecesOf(board) {
  return board.flatMap((cells, y) =>
    [...cells].flatMap((piece, x) => (piece === "." ? [] : [{ piece, at: /** @type {Miai.Point} */ ([x, y]) }])),
  );
}

/** The frame around the selected cell. @param {string} colour */
function liftedCell(colour) {
  return [svg("rect", { class: "lifted-cell", ...CELL, stroke: colour })];
}

/** A cell that a move may end on. */
function targetCell() {
  return [svg("rect", { class: "target-cell", ...CELL }), svg("circle", { class: "target-dot", r: 4.2 })];
}

/**
 * Moves a piece a little toward a cell twice; it does not get there.
 * @param {Element} node
 * @param {Miai.Point} from
 * @param {Miai.Point} to
 */
function shake(node, from, to) {
  const [dx, dy] = [Math.sign(to[0] - from[0]) * 0.3 * SPACE, Math.sign(to[1] - from[1]) * 0.3 * SPACE];
  const there = `translate(${dx}px, ${dy}px)`;
  const moves = ["none", there, "none", there, "none", "none"].map((transform) => ({ transform }));
  return node.animate(moves, { duration: FAIL, easing: "ease-in-out" });
}

/**
 * @param {Element} node
 * @param {{from: Miai.Point, to: Miai.Point}} event
 * @param {number} duration
 */
function glide(node, { from, to }, duration) {
  const back = `translate(${(from[0] - to[0]) * SPACE}px, ${(from[1] - to[1]) * SPACE}px)`;
  return node.animate([{ transform: back }, { transform: "none" }], { duration, easing: "cubic-bezier(0.45, 0, 0.25, 1)" });
}

/**
 * @param {Element} node
 * @param {number} n
 */
function appear(node, n) {
  const growing = [{ opacity: 0 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }];
  return node.animate(growing, { duration: APPEAR, delay: 70 * n, easing: "ease-out", fill: "backwards" });
}

/** @param {Element} node */
function look(node) {
  return node.animate([{ opacity: 0 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], { duration: LOOK, easing: "ease-out" });
}

/** @param {Element} node */
function hold(node) {
  return node.animate([], { duration: RULE });
}

/** @param {Element} node */
function pulse(node) {
  const [mark] = [node.firstElementChild ?? node];
  return mark.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], { duration: 900 });
}
