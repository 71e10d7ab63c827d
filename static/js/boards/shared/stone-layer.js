/** The stones of a position: `board[y][x]` is null, a seat, or the seats of a shared stone. */

import { keyed } from "../../dom/keyed.js";
import { addToBatch, batchLayer } from "./batches.js";
import { place } from "./frame.js";
import { SHADOW } from "./stones.js";
import { svg } from "./svg.js";

/** A stone and its owners. @typedef {{at: Miai.Point, owners: Miai.Seat[]}} Lying */

/**
 * @param {{stones: SVGElement, marks: SVGElement}} groups
 * @param {Miai.Symbols} symbols
 */
export function stoneLayer({ stones, marks }, symbols) {
  /**
   * @param {string} href
   * @param {Miai.Point} at
   */
  const used = (href, at) => {
    const [x, y] = place(at);
    const node = svg("use", { class: "stone", href, x, y });
    // Makes a stone grow and shrink around its own middle.
    node.style.transformOrigin = `${x}px ${y}px`;
    return node;
  };
  const resting = svg("g");
  const single = svg("g");
  stones.append(resting, single);
  const drawBatches = batchLayer(resting);

  return {
    /** The nodes of stones that are not part of a batch because they move or are shared. */
    single,

    /**
     * @param {Miai.Stone[][]} board
     * @param {Miai.Seat[]} seats
     * @param {(at: Miai.Point) => boolean} [moves] which stones need a node of their own, with a
     *   key that begins with `x,y`
     */
    draw(board, seats, moves = () => false) {
      const lying = stonesOf(board, seats);
      const rests = (/** @type {Lying} */ { at, owners }) => owners.length === 1 && !moves(at);
      drawBatches(batchesOf(lying.filter(rests), symbols));
      const apart = lying.filter((stone) => !rests(stone)).map(({ at, owners }) => ({ at, href: symbols.stoneOf(owners) }));
      keyed(single, new Map(apart.map((stone) => [`${stone.at}:${stone.href}`, stone])), ({ href, at }) => used(href, at));
    },

    /**
     * Marks the stones of the last turn in their players' mark colours.
     * @param {{seat: number, at: Miai.Point}[]} last
     * @param {Miai.Seat[]} seats
     */
    mark(last, seats) {
      /** @type {Map<string, {at: Miai.Point, owners: number[]}>} */
      const points = new Map();
      for (const { seat, at } of last) {
        const owners = [...(points.get(String(at))?.owners ?? []), seat];
        points.set(String(at), { at, owners });
      }
      const entries = new Map(
        [...points.values()].map(({ at, owners }) => {
          const href = symbols.markOf(ownersOf(owners, seats));
          return [`${at}:${href}`, { href, at }];
        }),
      );
      keyed(marks, entries, ({ href, at }) => used(href, at));
    },
  };
}

/**
 * @param {Miai.Stone[][]} board
 * @param {Miai.Seat[]} seats
 * @returns {Lying[]}
 */
function stonesOf(board, seats) {
  return board.flatMap((row, y) =>
    row.flatMap((stone, x) => (stone === null ? [] : [{ at: /** @type {Miai.Point} */ ([x, y]), owners: ownersOf(stone, seats) }])),
  );
}

/**
 * One batch per seat for stones of a single seat, above the shadows of all.
 * @param {Lying[]} lying
 * @param {Miai.Symbols} symbols
 */
function batchesOf(lying, symbols) {
  /** @type {Map<string, import("./batches.js").Batch>} */
  const batches = new Map();
  for (const { at, owners: [seat] } of lying) {
    if (!seat) continue;
    const [x, y] = place(at);
    addToBatch(batches, "shadows", () => SHADOW, [x, y]);
    addToBatch(batches, `${seat.number}${seat.stone}`, () => symbols.partsOf(seat), [x, y]);
  }
  return batches;
}

/**
 * The seats of a stone.
 * @param {number | number[]} stone
 * @param {Miai.Seat[]} seats
 */
export function ownersOf(stone, seats) {
  const numbers = Array.isArray(stone) ? stone : [stone];
  return numbers.flatMap((number) => seats[number] ?? []);
}
