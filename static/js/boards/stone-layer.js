/** The stones of a position: `board[y][x]` is null, a seat, or the seats of a shared stone. */

import { place } from "./frame.js";
import { stoneCrowd } from "./stone-crowd.js";
import { keyed, svg } from "./svg.js";

/**
 * @param {Miai.Layers} groups `stones` and `marks` of the drawing
 * @param {Miai.Symbols} symbols
 */
export function stoneLayer({ stones, marks }, symbols) {
  /**
   * @param {string} href
   * @param {Miai.Point} at
   */
  const used = (href, at) => {
    const { x, y } = place(at);
    const node = svg("use", { class: "stone", href, x, y });
    // A stone grows and shrinks around its own middle.
    node.style.transformOrigin = `${x}px ${y}px`;
    return node;
  };
  const drawCrowd = stoneCrowd(stones, symbols);

  return {
    /**
     * @param {Miai.Stone[][]} board
     * @param {Miai.Seat[]} seats
     * @param {(at: Miai.Point) => boolean} [moves] which stones need a node of their own, with a
     *   key that begins with `x,y`
     */
    draw(board, seats, moves = () => false) {
      /** @type {Map<string, {href: string, at: Miai.Point}>} */
      const entries = new Map();
      /** @type {{seat: Miai.Seat, at: Miai.Point}[]} */
      const resting = [];
      board.forEach((row, y) =>
        row.forEach((stone, x) => {
          if (stone === null) return;
          const owners = ownersOf(stone, seats);
          /** @type {Miai.Point} */
          const at = [x, y];
          const [seat] = owners;
          if (seat && owners.length === 1 && !moves(at)) return resting.push({ seat, at });
          const href = symbols.stoneOf(owners);
          entries.set(`${x},${y}:${href}`, { href, at });
        }),
      );
      drawCrowd(resting);
      keyed(stones, entries, ({ href, at }) => used(href, at));
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
 * The seats of a stone.
 * @param {number | number[]} stone
 * @param {Miai.Seat[]} seats
 */
export function ownersOf(stone, seats) {
  const numbers = Array.isArray(stone) ? stone : [stone];
  return numbers.flatMap((number) => seats[number] ?? []);
}
