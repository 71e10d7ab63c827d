/** Finds the segments of lines near a place, by the squares of the board that they cross. No DOM. */

/** @typedef {[Miai.Point, Miai.Point]} Segment */

const COLUMNS = 64;

/** @param {readonly (readonly Miai.Point[])[]} paths */
export function segmentIndex(paths) {
  /** @type {Map<number, Segment[]>} */
  const squares = new Map();
  for (const path of paths) {
    for (let n = 1; n < path.length; n++) {
      const segment = /** @type {Segment} */ ([path[n - 1], path[n]]);
      for (const square of squaresOf(segment[0], segment[1], 0)) {
        const there = squares.get(square);
        if (there) there.push(segment);
        else squares.set(square, [segment]);
      }
    }
  }

  return {
    /**
     * Every segment that may be nearer than `margin` to the segment from a to b, and maybe more.
     * @param {Miai.Point} a
     * @param {Miai.Point} b
     * @param {number} margin
     */
    near(a, b, margin) {
      const list = squaresOf(a, b, margin);
      if (list.length === 1) return squares.get(list[0] ?? -1) ?? [];
      /** @type {Set<Segment>} */
      const found = new Set();
      for (const square of list) for (const segment of squares.get(square) ?? []) found.add(segment);
      return [...found];
    },
  };
}

/** @typedef {ReturnType<typeof segmentIndex>} SegmentIndex */

/**
 * The viewer's lines, their ends, and the other's lines. Spectators are given white's as theirs.
 * @param {Pick<Miai.BoardView, "line" | "me">} view
 */
export function indexesOf({ line, me }) {
  /** @type {{seat: number, path: Miai.Point[]}[]} */
  const lines = line.position.lines;
  const own = lines.filter(({ seat }) => seat === (me ?? 1)).map(({ path }) => path);
  const others = lines.filter(({ seat }) => seat !== (me ?? 1)).map(({ path }) => path);
  const ends = own.flatMap((path) => [path[0], path.at(-1)].flatMap((end) => (end ? [end] : [])));
  return { own: segmentIndex(own), opponent: segmentIndex(others), ends };
}

/**
 * The squares, one space wide, of a segment's box that is widened by a margin.
 * @param {Miai.Point} a
 * @param {Miai.Point} b
 * @param {number} margin
 */
function squaresOf([ax, ay], [bx, by], margin) {
  const [left, right] = [Math.floor(Math.min(ax, bx) - margin), Math.floor(Math.max(ax, bx) + margin)];
  const [top, bottom] = [Math.floor(Math.min(ay, by) - margin), Math.floor(Math.max(ay, by) + margin)];
  const squares = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) squares.push((y + 1) * COLUMNS + x + 1);
  return squares;
}
