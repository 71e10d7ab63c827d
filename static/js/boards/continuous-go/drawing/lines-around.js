/** The lines that matter to the line being drawn. No DOM. */

import { segmentIndex, segmentsOf } from "../segments.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/**
 * The viewer's lines as segments, paths and ends, and the opponent's lines. For spectators white's
 * lines stand in for their own.
 * @param {Pick<Miai.BoardView<Game>, "step" | "me">} view
 */
export function linesAround({ step, me }) {
  const { lines } = step.position;
  const own = lines.filter(({ seat }) => seat === (me ?? 1)).map(({ path }) => path);
  const others = lines.filter(({ seat }) => seat !== (me ?? 1)).map(({ path }) => path);
  const ends = own.flatMap((path) => [path[0], path.at(-1)].flatMap((end) => (end ? [end] : [])));
  return { paths: own, own: segmentIndex(own.flatMap(segmentsOf)), opponent: segmentIndex(others.flatMap(segmentsOf)), ends };
}
