/** What happens in Parallel Multiplayer Go, in words. No DOM. */

import { includesPoint, parsePoint, pointName, samePoint, squareExtent } from "../shared/grid.js";
import { ownersOf } from "../shared/stone-layer.js";
import { captured, list, namesIn, namesOf, ofType } from "../shared/words.js";
import { rivalsAt } from "./heat.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

/** Why a choice was refused, by the code of the rules. @type {{[code: string]: string}} */
export const refusals = {
  occupied: "There is a stone already. Choose an empty point.",
  blocked: "This point is blocked this turn. Choose another.",
};

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
  const left = namesOf(events, "left", name);
  if (passed.length) said.push(`${list(passed)} passed`);
  if (absent.length) said.push(`${list(absent)} missed the turn`);
  if (left.length) said.push(`${list(left)} left the game`);
  return said;
}

/**
 * @param {Miai.MultiplayerGo.Collision} event
 * @param {(seat: number) => string} name
 * @param {(point: Miai.Point) => string} at
 * @param {Game["options"]["collision"]} rule
 */
function collision(event, name, at, rule) {
  const met = `${list(event.seats.map(name))} met at ${at(event.at)}`;
  if (event.winner !== null) return `${met}: ${name(event.winner)} was less active nearby and placed the stone`;
  if (rule === "merge") return `${met} and share a stone`;
  if (rule === "ko") return `${met}: nobody got it, and it is blocked for a turn`;
  if (rule === "heat") return `${met}: equally active nearby, so nobody got it`;
  return `${met}: nobody got it`;
}

/**
 * The collisions of a step in which nobody placed a stone, at points that may be chosen again.
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
  return action.type === "pass" ? "pass" : pointName(action.at, squareExtent(options.size));
}

/**
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  if (/^\s*pass\s*$/i.test(text)) return { type: "pass" };
  const at = parsePoint(text, squareExtent(options.size));
  return at && { type: "place", at };
}

/**
 * A point in words, for screen readers.
 * @param {Miai.Point} point
 * @param {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} view
 * @param {(number[][] | null)[][] | null} order who was less active nearby, by y, then x; null: not shown
 */
export function describePoint(point, { step, seats, me, own }, order) {
  const [x, y] = point;
  const { position } = step;
  const here = position.board[y]?.[x] ?? null;
  const selected = own?.type === "place" && samePoint(own.at, point);
  const parts = [pointName(point, squareExtent(position.size))];
  if (here !== null) parts.push(`${list(ownersOf(here, seats).map(({ name }) => name))}’s stone`);
  else if (includesPoint(position.closed, point)) parts.push("blocked this turn");
  else parts.push(selected ? "your choice" : "empty");
  if (includesPoint(position.last.map(({ at }) => at), point)) parts.push("just placed");
  const met = tiesOf(step).find(({ at }) => samePoint(at, point));
  if (met) parts.push(`${list(met.seats.map((seat) => seats[seat]?.name ?? ""))} met here, and nobody got it`);
  const rivals = me === null ? [] : rivalsAt(order?.[y]?.[x] ?? null, me);
  const ahead = rivals.map(({ seat }) => seats[seat]?.name ?? "");
  if (ahead.length) parts.push(`equally or less active nearby: ${list(ahead)}`);
  return { label: parts.join(", "), selected };
}
