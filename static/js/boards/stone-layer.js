/** The stones of a position: `board[y][x]` is null, a seat, or the seats of a shared stone. */

import { place } from "./frame.js";
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

  return {
    group: stones,

    /**
     * @param {Miai.Stone[][]} board
     * @param {Miai.Seat[]} seats
     */
    draw(board, seats) {
      /** @type {Map<string, {href: string, at: Miai.Point}>} */
      const entries = new Map();
      board.forEach((row, y) =>
        row.forEach((stone, x) => {
          if (stone === null) return;
          const owners = ownersOf(stone, seats);
          const href = symbols.stoneOf(owners);
          entries.set(`${x},${y}:${href}`, { href, at: [x, y] });
        }),
      );
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
