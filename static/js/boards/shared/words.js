/** Words and names that all games use alike. No DOM. */

import { gettext, list, ngettext } from "../../core/language.js";

export { list };

/**
 * Returns a function from a seat to its name.
 * @param {Miai.Seat[]} seats
 * @returns {(seat: number) => string}
 */
export function namesIn(seats) {
  return (seat) => seats[seat]?.name ?? gettext("seat %(number)s", { number: seat + 1 });
}

/**
 * The events of a type, in their order.
 * @template {{type: string}} Event
 * @template {Event["type"]} Type
 * @param {readonly Event[]} events
 * @param {Type} type
 */
export function ofType(events, type) {
  return /** @type {Extract<Event, {type: Type}>[]} */ (events.filter((event) => event.type === type));
}

/**
 * The names of the seats that events of a type concern.
 * @template {{type: string}} Event
 * @param {readonly Event[]} events
 * @param {Extract<Event, {seat: number}>["type"]} type
 * @param {(seat: number) => string} name
 */
export function namesOf(events, type, name) {
  const concerned = /** @type {{seat: number}[]} */ (/** @type {unknown} */ (ofType(events, type)));
  return concerned.map(({ seat }) => name(seat));
}

/**
 * Whether typed text is one of these words: the English one, or the one in the page's language.
 * @param {string} text
 * @param {string[]} words
 */
export function isWord(text, ...words) {
  const typed = text.trim().toLowerCase();
  return words.some((word) => word.toLowerCase() === typed);
}

/**
 * Says who passed; at least one name.
 * @param {string[]} names
 */
export function passedWords(names) {
  return ngettext("%(names)s passed", "%(names)s passed", names.length, { names: list(names) });
}

/**
 * Says who missed the turn; at least one name.
 * @param {string[]} names
 */
export function missedWords(names) {
  return ngettext("%(names)s missed the turn", "%(names)s missed the turn", names.length, { names: list(names) });
}

/**
 * Says who left the game: those who resigned, and those who lost their seats otherwise.
 * @param {readonly {type: string}[]} events
 * @param {Miai.Seat[]} seats
 * @returns {string[]}
 */
export function leftWords(events, seats) {
  const leavers = /** @type {{seat: number}[]} */ (/** @type {unknown} */ (ofType(events, "left"))).map(({ seat }) => seat);
  const named = (/** @type {boolean} */ own) => leavers.filter((seat) => hasResigned(seats, seat) === own).map(namesIn(seats));
  const [resigned, others] = [named(true), named(false)];
  return [
    ...(resigned.length ? [ngettext("%(names)s resigned", "%(names)s resigned", resigned.length, { names: list(resigned) })] : []),
    ...(others.length ? [ngettext("%(names)s left the game", "%(names)s left the game", others.length, { names: list(others) })] : []),
  ];
}

/**
 * Whether a seat left by its player's own decision.
 * @param {Miai.Seat[]} seats
 * @param {number} seat
 */
export function hasResigned(seats, seat) {
  return seats[seat]?.left === "resigned";
}

/**
 * Says who lost which stones.
 * @param {{stones: {seat: number, at: Miai.Point}[]}} event
 * @param {(seat: number) => string} name
 * @param {(point: Miai.Point) => string} at
 */
export function captured(event, name, at) {
  /** @type {Map<number, string[]>} */
  const lost = new Map();
  for (const { seat, at: point } of event.stones) {
    lost.set(seat, [...(lost.get(seat) ?? []), at(point)]);
  }
  const losses = [...lost].map(([seat, points]) => {
    return ngettext("%(name)s lost %(count)s stone (%(points)s)", "%(name)s lost %(count)s stones (%(points)s)", points.length, {
      name: name(seat),
      points: pointList(points),
    });
  });
  return losses.join(", ");
}

/**
 * The names of points; a long list is shortened.
 * @param {string[]} points
 */
export function pointList(points) {
  return points.length > 6 ? `${points.slice(0, 5).join(" ")} …` : points.join(" ");
}
