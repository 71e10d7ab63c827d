/** What newcomers are told in their first turns of Continuous Go. No DOM. */

import { gettext } from "../../core/language.js";
import { namesIn } from "../shared/words.js";
import { pointWords, shortNumber, spaces } from "./points.js";
import { hasDrawn } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @type {NonNullable<Miai.BoardModule<Game>["toDo"]>} */
export function toDo(turn, { step: { position }, options, me }) {
  const length = spaces(position.remaining);
  if (hasDrawn(position, options)) {
    const end = position.lines.filter(({ seat }) => seat === me).at(-1)?.path.at(-1);
    return { words: gettext("You have %(length)s left in this turn. Draw on from the marked end, begin elsewhere, or end your turn.", { length }), marked: end ? [point(end)] : [] };
  }
  if (turn === 1) {
    const edge = (options.size - 1) / 2;
    return {
      words: gettext("Draw a line of up to %(length)s: drag over the board, or tap where it begins and where it ends. What your lines enclose together with the edge can be yours. Good beginnings are near an edge, as marked.", { length }),
      marked: [[edge, 2], [edge, options.size - 3]],
    };
  }
  if (turn === 2) {
    const ends = position.lines.filter(({ seat }) => seat === me).flatMap(({ path }) => [path[0], path.at(-1)]);
    return {
      words: gettext("Go on from the marked ends of your line: a shape is closed only if its lines touch each other or the edge."),
      marked: ends.flatMap((each) => (each ? [point(each)] : [])),
    };
  }
  return {
    words: gettext("An enclosed piece may have at most %(upper)s squares, and those connected at least %(lower)s together. Under Areas beside the board you see what counts.", { upper: shortNumber(options.upper), lower: shortNumber(options.lower) }),
    marked: [],
  };
}

/** @type {NonNullable<Miai.BoardModule<Game>["happened"]>} */
export function happened(events, { me, seats, options }) {
  const { mine, theirs } = standing(events, me);
  const last = mine.at(-1);
  const name = namesIn(seats)(1 - me);
  const stopped = last?.stopped === "opponent" ? gettext("Your line ends where it met %(name)s’s.", { name }) : "";
  const own = last && !stopped ? gettext("You drew %(length)s.", { length: spaces(mine.reduce((sum, { length }) => sum + length, 0)) }) : stopped;
  const answer = theirs.at(-1);
  const from = answer?.path[0];
  const words = answer && from ? gettext("%(name)s answered with a line from %(from)s.", { name, from: pointWords(from, options.size) }) : "";
  const ends = [last?.path.at(-1), answer?.path[0], answer?.path.at(-1)];
  return { words: [own, words].filter(Boolean).join(" "), marked: ends.flatMap((each) => (each ? [point(each)] : [])) };
}

/**
 * The lines of the viewer's last turn that were not taken back, and of the opponent's turn after it.
 * @param {Game["event"][]} events
 * @param {number} me
 */
function standing(events, me) {
  /** @typedef {Extract<Game["event"], {type: "drawn"}>} Drawn */
  let mine = /** @type {Drawn[]} */ ([]);
  let theirs = /** @type {Drawn[]} */ ([]);
  let drew = me;
  for (const event of events) {
    if (!("seat" in event)) continue;
    if (event.seat === me && drew !== me) [mine, theirs] = [[], []];
    drew = event.seat;
    const lines = event.seat === me ? mine : theirs;
    if (event.type === "drawn") lines.push(event);
    if (event.type === "undone") lines.pop();
  }
  return { mine, theirs };
}

/**
 * @param {readonly number[]} place
 * @returns {Miai.Point}
 */
function point([x = 0, y = 0]) {
  return [x, y];
}
