/** What happens in Parallel Go, in words. No DOM. */

import { count } from "../../core/time.js";
import { parsePoint, pointName, squareExtent } from "../shared/grid.js";
import { captured, list, namesIn, namesOf, ofType, pointList } from "../shared/words.js";
import { conflictOf } from "./conflict.js";
import { pointsOf } from "./counting.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** Why a choice was refused, by the code of the rules. @type {{[code: string]: string}} */
export const refusals = {
  occupied: "There is a stone already. Choose an empty point.",
  suicide: "Your stone would have no liberty here, and it captures nothing. Choose another point.",
  prohibited: "You chose this point before in this turn, and it led to a conflict. Choose another, or pass.",
  "no-stone": "There is no stone here to mark. Tap a stone.",
  "not-awaited": "You have accepted the count. You are asked again when a stone is marked.",
  "bad-action": "That is not possible in this part of the game. Look at the board and choose again.",
  "off-board": "That point is not on this board. Choose another.",
};

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @returns {string[]}
 */
export function words(events, seats, { size }) {
  const name = namesIn(seats);
  const at = (/** @type {Miai.Point} */ point) => pointName(point, squareExtent(size));
  /** @type {string[]} */
  const said = [];
  const tell = (/** @type {Parameters<typeof namesOf<Game["event"]>>[1]} */ type, /** @type {string} */ what) => {
    const names = namesOf(events, type, name);
    if (names.length) said.push(`${list(names)} ${what}`);
  };
  const placed = ofType(events, "placed");
  const conflict = conflictOf(events);
  tell("absent", "missed the turn");
  tell("passed", "passed");
  if (placed.length) said.push(placed.map((event) => `${name(event.seat)} ${at(event.at)}`).join(", "));
  if (conflict) said.push(`${conflictWords(conflict, [0, 1], size, name)}, so nothing was played`, "Both choose again");
  for (const event of events) {
    if (event.type === "captured") said.push(captured(event, name, at));
    if (event.type === "counting") said.push("The stones are counted now");
    if (event.type === "marked") said.push(marked(event, name, at));
  }
  tell("accepted", "accepted the count");
  tell("resumed", "wants to play on, and the marks are taken back");
  tell("left", "left the game");
  return said;
}

/**
 * What conflicted, and why.
 * @param {{why: string, chosen: (Miai.Point | null)[]}} conflict
 * @param {number[]} order who is named first
 * @param {number} size
 * @param {(seat: number) => string} name
 * @param {(seat: number) => string} [whose]
 */
function conflictWords({ why, chosen }, order, size, name, whose = (seat) => `${name(seat)}’s`) {
  const moves = order.flatMap((seat) => {
    const at = chosen[seat];
    return at ? [`${whose(seat)} ${pointName(at, squareExtent(size))}`] : [];
  });
  if (why === "repetition") return `${list(moves)} would bring an earlier position back`;
  if (why === "order") return `${list(moves)} conflict: it would matter who plays first`;
  const [point] = chosen;
  return `${list(order.map(name))} both chose ${point ? pointName(point, squareExtent(size)) : "the same point"}`;
}

/**
 * @param {Miai.ParallelGo.Marked} event
 * @param {(seat: number) => string} name
 * @param {(point: Miai.Point) => string} at
 */
function marked({ seat, dead, stones }, name, at) {
  const owner = stones[0]?.seat;
  const whose = owner === undefined || owner === seat ? "their own" : name(owner);
  const where = pointList(stones.map((stone) => at(stone.at)));
  return `${name(seat)} marked ${count(stones.length, "stone")} of ${whose} as ${dead ? "dead" : "alive again"} (${where})`;
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, { size }) {
  if (action.type === "place") return pointName(action.at, squareExtent(size));
  if (action.type === "mark") return `mark ${pointName(action.at, squareExtent(size))}`;
  return action.type;
}

/**
 * `D4`, which places a stone, or marks one while stones are counted; `pass`, `accept`, `resume`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} step
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, { phase }, { size }) {
  const counting = phase === "counting";
  const [, word] = /^\s*(pass|accept|resume)\s*$/i.exec(text) ?? [];
  if (word) return { type: /** @type {"pass" | "accept" | "resume"} */ (word.toLowerCase()) };
  const [, name] = /^\s*(?:mark\s+)?([a-z]\s*\d+)\s*$/i.exec(text) ?? [];
  const at = parsePoint(name ?? "", squareExtent(size));
  return at && { type: counting ? "mark" : "place", at };
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt(step, seat, seats) {
  if (step.phase === "counting") return countingPrompt(step, seat, seats);
  const other = seats[1 - seat]?.name ?? "";
  const conflict = conflictOf(step.events);
  if (conflict) {
    const name = (/** @type {number} */ number) => (number === seat ? "You" : other);
    const whose = (/** @type {number} */ number) => (number === seat ? "Your" : `${other}’s`);
    return `${conflictWords(conflict, [seat, 1 - seat], step.position.size, name, whose)}. Nothing was played. Choose again`;
  }
  const [resumed] = ofType(step.events, "resumed");
  if (resumed) return `${resumed.seat === seat ? "You play" : `${other} wants to play`} on. Choose a point, or pass`;
  return "Choose a point, or pass";
}

/**
 * @param {Miai.Step<Game["position"], Game["event"]>} step
 * @param {number} seat
 * @param {Miai.Seat[]} seats
 */
function countingPrompt({ position: { area = [], accepted = [] }, awaiting }, seat, seats) {
  const points = pointsOf(area);
  const sum = seats.map(({ name }, n) => `${name} ${points[n]}`).join(", ");
  const other = seats[1 - seat]?.name ?? "";
  if (!awaiting.includes(seat)) {
    return `You have accepted: ${sum}. The game ends when ${other} accepts too. If a stone is marked, you are asked again.`;
  }
  const agrees = accepted.length ? `${other} has accepted. ` : "";
  return `Counting: ${sum}. ${agrees}Mark dead stones (tap them), then accept. If you do not agree, resume play.`;
}

/**
 * What happens when the time for counting is up.
 * @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>}
 */
export function timeUp({ phase }) {
  return phase === "counting" ? "then this count is accepted for both" : undefined;
}
