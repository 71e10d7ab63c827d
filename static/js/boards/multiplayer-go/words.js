/** The events of Parallel Multiplayer Go in words. No DOM. */

import { gettext, pgettext } from "../../core/language.js";
import { includesPoint, parsePoint, pointName, samePoint, squareExtent } from "../shared/grid.js";
import { ownersOf } from "../shared/stone-layer.js";
import { captured, isWord, leftWords, list, missedWords, namesIn, namesOf, ofType, passedWords } from "../shared/words.js";
import { rivalsAt } from "./heat.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

/** Why a choice was refused, by the code that the rules give. @returns {{[code: string]: string}} */
export function refusals() {
  return {
    occupied: gettext("There is already a stone here. Choose an empty point."),
    blocked: gettext("This point is blocked this turn. Choose another."),
  };
}

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @returns {string[]}
 */
export function words(events, seats, options) {
  const name = namesIn(seats);
  const at = (/** @type {Miai.Point} */ point) => pointName(point, squareExtent(options.size));
  const met = new Set(ofType(events, "collision").map((event) => at(event.at)));
  const placed = ofType(events, "placed").filter((event) => !met.has(at(event.at)));
  const said = placed.length ? [placed.map((event) => `${name(event.seat)} ${at(event.at)}`).join(", ")] : [];
  for (const event of events) {
    if (event.type === "collision") said.push(collision(event, name, at, options.collision));
    if (event.type === "captured") said.push(captured(event, name, at));
  }
  const passed = namesOf(events, "passed", name);
  const absent = namesOf(events, "absent", name);
  if (passed.length) said.push(passedWords(passed));
  if (absent.length) said.push(missedWords(absent));
  said.push(...leftWords(events, seats));
  return said;
}

/**
 * @param {Miai.MultiplayerGo.Collision} event
 * @param {(seat: number) => string} name
 * @param {(point: Miai.Point) => string} at
 * @param {Game["options"]["collision"]} rule
 */
function collision(event, name, at, rule) {
  const values = { names: list(event.seats.map(name)), point: at(event.at) };
  if (event.winner !== null) {
    const winner = name(event.winner);
    return gettext("%(names)s met at %(point)s: %(winner)s was less active nearby and placed the stone", { ...values, winner });
  }
  if (rule === "merge") return gettext("%(names)s met at %(point)s and share a stone", values);
  if (rule === "ko") return gettext("%(names)s met at %(point)s: nobody got it, and it is blocked for a turn", values);
  if (rule === "heat") return gettext("%(names)s met at %(point)s: equally active nearby, so nobody got it", values);
  return gettext("%(names)s met at %(point)s: nobody got it", values);
}

/**
 * The collisions of a step in which nobody placed a stone, without points that are now blocked.
 * @param {Pick<Miai.Step<Game["position"], Game["event"]>, "events" | "position">} step
 */
export function tiesOf({ events, position: { closed } }) {
  const taken = [...closed, ...ofType(events, "placed").map(({ at }) => at)];
  return ofType(events, "collision").filter(({ at }) => !includesPoint(taken, at));
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  return action.type === "pass" ? pgettext("a choice", "pass") : pointName(action.at, squareExtent(options.size));
}

/**
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  if (isWord(text, "pass", pgettext("a choice", "pass"))) return { type: "pass" };
  const at = parsePoint(text, squareExtent(options.size));
  return at && { type: "place", at };
}

/**
 * A point's label for screen readers.
 * @param {Miai.Point} point
 * @param {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} view
 * @param {(number[][] | null)[][] | null} order seats of equal heat, coldest first, by y, then x; null: not shown
 * @param {Map<string, number | null>} [stakes] the seats that would get points instead of the player, by `x,y`; null: nobody
 */
export function describePoint(point, { step, seats, me, own }, order, stakes = new Map()) {
  const [x, y] = point;
  const { position } = step;
  const here = position.board[y]?.[x] ?? null;
  const selected = own?.type === "place" && samePoint(own.at, point);
  const parts = [pointName(point, squareExtent(position.size))];
  if (here !== null) parts.push(gettext("%(name)s’s stone", { name: list(ownersOf(here, seats).map(({ name }) => name)) }));
  else if (includesPoint(position.closed, point)) parts.push(gettext("blocked this turn"));
  else parts.push(selected ? gettext("your choice") : pgettext("a point", "empty"));
  if (includesPoint(position.last.map(({ at }) => at), point)) parts.push(gettext("just placed"));
  const met = tiesOf(step).find(({ at }) => samePoint(at, point));
  if (met) parts.push(gettext("%(names)s met here, and nobody got it", { names: list(met.seats.map((seat) => seats[seat]?.name ?? "")) }));
  const rivals = me === null ? [] : rivalsAt(order?.[y]?.[x] ?? null, me);
  const ahead = rivals.map(({ seat }) => seats[seat]?.name ?? "");
  if (ahead.length) parts.push(gettext("equally or less active nearby: %(names)s", { names: list(ahead) }));
  const gets = stakes.get(String(point));
  if (gets === null) parts.push(gettext("nobody would get it"));
  else if (gets !== undefined) parts.push(gettext("%(name)s would get it", { name: seats[gets]?.name ?? "" }));
  return { label: parts.join(", "), selected };
}

/**
 * Who would get a point if everybody with stones next to it chose it too.
 * @param {string} point
 * @param {number | null} gets null: nobody
 * @param {Miai.Seat[]} seats
 * @param {number | null} me
 */
export function nearbyWords(point, gets, seats, me) {
  if (gets === null) return gettext("If those around %(point)s chose it too, nobody would get it.", { point });
  if (gets === me) return gettext("If those around %(point)s chose it too, you would get it.", { point });
  return gettext("If those around %(point)s chose it too, %(name)s would get it.", { point, name: seats[gets]?.name ?? "" });
}

/**
 * Who would get a point if everybody chose it.
 * @param {string} point
 * @param {number | null} gets null: nobody
 * @param {Miai.Seat[]} seats
 * @param {number | null} me
 */
export function allWords(point, gets, seats, me) {
  if (gets === null) return gettext("If everybody chose %(point)s, nobody would get it.", { point });
  if (gets === me) return gettext("If everybody chose %(point)s, you would get it.", { point });
  return gettext("If everybody chose %(point)s, %(name)s would get it.", { point, name: seats[gets]?.name ?? "" });
}
