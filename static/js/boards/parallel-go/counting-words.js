/** The count of Parallel Go in words. No DOM. */

import { gettext, ngettext, number } from "../../core/language.js";
import { markAt, pointsOf, takesAll } from "./counting.js";

/** @typedef {Miai.ParallelGo.Game} Game */
/** @typedef {Miai.Step<Game["position"], Game["event"]>} Step */

/**
 * The state of a count, such as `Ada 16, Ben 7: Ada would win by 9.`
 * @param {number[]} points of both seats
 * @param {Miai.Seat[]} seats
 */
export function standing(points, seats) {
  const sum = seats.map(({ name }, n) => `${name} ${number(points[n] ?? 0)}`).join(", ");
  const lead = (points[0] ?? 0) - (points[1] ?? 0);
  if (lead === 0) return gettext("%(sum)s: it would be a draw.", { sum });
  const name = seats[lead > 0 ? 0 : 1]?.name ?? "";
  return gettext("%(sum)s: %(name)s would win by %(margin)s.", { sum, name, margin: number(Math.abs(lead)) });
}

/**
 * What a mark does to stones, as a headline.
 * @param {Miai.ParallelGo.PossibleMark} mark
 * @param {boolean} all whether it would leave that seat without a living stone
 * @param {Miai.Seat[]} seats
 * @param {number | null} me
 */
export function markWords({ seat, dies, stones }, all, seats, me) {
  const name = seats[seat]?.name ?? "";
  const count = stones.length;
  if (all) {
    return seat === me
      ? ngettext("Marks your only living stone as dead", "Marks all your living stones as dead (%(count)s)", count)
      : ngettext("Marks the only living stone of %(name)s as dead", "Marks all living stones of %(name)s as dead (%(count)s)", count, { name });
  }
  if (seat === me) {
    return dies
      ? ngettext("Marks %(count)s stone of yours as dead", "Marks %(count)s stones of yours as dead", count)
      : ngettext("Marks %(count)s stone of yours as alive again", "Marks %(count)s stones of yours as alive again", count);
  }
  return dies
    ? ngettext("Marks %(count)s stone of %(name)s as dead", "Marks %(count)s stones of %(name)s as dead", count, { name })
    : ngettext("Marks %(count)s stone of %(name)s as alive again", "Marks %(count)s stones of %(name)s as alive again", count, { name });
}

/** @type {NonNullable<Miai.BoardModule<Game>["draftWords"]>} */
export function draftWords(action, { position }, seat, seats) {
  if (action.type === "accept") {
    return gettext("Accept this count? %(standing)s", { standing: standing(pointsOf(position.area ?? []), seats) });
  }
  const mark = action.type === "mark" ? markAt(position, action.at) : null;
  if (!mark) return undefined;
  const what = markWords(mark, takesAll(position, mark), seats, seat);
  return gettext("%(what)s. %(standing)s", { what, standing: standing(mark.points, seats) });
}

/**
 * @param {Step} step
 * @param {number} seat
 * @param {Miai.Seat[]} seats
 */
export function countingPrompt({ position: { area = [], accepted = [] }, awaiting }, seat, seats) {
  const now = standing(pointsOf(area), seats);
  const other = seats[1 - seat]?.name ?? "";
  if (!awaiting.includes(seat)) {
    return gettext(
      "You have accepted. %(standing)s The game ends when %(name)s accepts too. If a stone is marked, you are asked again.",
      { standing: now, name: other },
    );
  }
  return [
    gettext("Counting. %(standing)s", { standing: now }),
    ...(accepted.length ? [gettext("%(name)s has accepted.", { name: other })] : []),
    gettext("Mark dead stones, then accept. If you do not agree, resume play."),
  ].join(" ");
}

/**
 * What happens when the time for counting is up.
 * @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>}
 */
export function timeUp({ position: { count } }) {
  if (!count) return undefined;
  return {
    accepted: gettext("then this count is accepted for both"),
    resumed: gettext("then play goes on"),
    alive: gettext("then the game ends, and all stones count as alive"),
  }[count.timeUp];
}

/**
 * A note if the game was scored by a count that nobody accepted.
 * @type {NonNullable<Miai.BoardModule<Game>["scoredWords"]>}
 */
export function scoredWords({ outcome, position: { accepted } }) {
  if (outcome?.reason !== "score" || accepted?.length !== 0) return undefined;
  return gettext("The time for the count ran out twice, so all stones count as alive.");
}
