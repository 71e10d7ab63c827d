import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { pauseBefore } from "../../static/js/net/socket.js";
import { noticeWords, warningWords } from "../../static/js/ui/choice-words.js";
import { timeUpWords, turnWords } from "../../static/js/ui/clock.js";
import { causeWords } from "../../static/js/ui/log.js";
import { aloneWords, isOffered, leavingWords } from "../../static/js/ui/leaving.js";
import { seatState } from "../../static/js/ui/seats.js";
import { D4, E5, stepOf, seats, snapshot } from "./shapes.js";

const start = (more = {}) => ({ ...initialState(snapshot(more), [], 0), connection: "open" });
const describe = ({ at }) => (String(at) === "3,5" ? "D4" : "E5");
const notice = (state, board = {}) => noticeWords(state, { describe, ...board });
const you = (more) => ({ seat: 0, action: null, may: ["seal"], rooms: [], ...more });
const game = (more) => ({ ...snapshot().game, ...more });
const settled = (more) => game({ settings: { ...snapshot().game.settings, ...more } });

test("a sealed choice is said to stay secret until the reveal", () => {
  assert.equal(notice(start({ you: you({ action: D4 }) })), "Sealed: D4. It stays secret until the reveal.");
});

test("a choice that is not confirmed says so, and what stays sealed until then", () => {
  const state = reduce(start({ you: you({ action: D4 }) }), { type: "choice.drafted", action: E5 }, 0);
  assert.equal(notice(state), "E5: chosen, not sealed yet. Your sealed choice is still D4.");
});

test("when moves are revealed is said once: by the clock", () => {
  const early = start({ game: settled({ turn_ends: "complete" }) });
  assert.equal(notice(early), "Choose a point. Your choice stays secret until the reveal.");
  assert.equal(timeUpWords(early, 5000), "or sooner, once all have chosen");
  assert.equal(timeUpWords(start(), 5000), "until the reveal");
});

test("once one's choice is sealed it is told for whom the reveal waits, where it waits for choices", () => {
  const told = (chosen, turn_ends = "complete") =>
    notice(start({ chosen, you: you({ action: D4 }), game: settled({ turn_ends }) })).replace("Sealed: D4. It stays secret until the reveal.", "");
  assert.equal(told([0]), " Waiting for Bo and Cy.");
  assert.equal(told([0, 1]), " Waiting for Cy.");
  assert.equal(told([0, 1, 2]), "");
  assert.equal(told([0], "timer"), "");
  const five = start({ seats: seats([{}, {}, {}, {}, {}]), step: stepOf({ awaiting: [0, 1, 2, 3, 4] }), you: you({ action: D4 }), game: settled({ turn_ends: "complete" }) });
  assert.match(notice(five), / Waiting for 4 players\.$/);
});

test("a choice is said to be kept while the connection is lost", () => {
  const state = reduce(start(), { type: "choice.sent", action: D4, id: 1 }, 0);
  assert.match(notice({ ...state, connection: "lost" }), /kept, and sent when the connection is back/);
  assert.match(notice({ ...state, connection: "connecting" }), /^Sealing D4…/);
});

test("a game may ask for a choice in its own words", () => {
  const prompt = () => "Name a move.";
  assert.match(notice(start(), { prompt }), /^Name a move\. Your choice stays secret/);
  assert.equal(notice(start({ step: stepOf({ sealed: false, awaiting: [0] }) }), { prompt }), "Name a move.");
});

test("in the middle of a choice the page asks for the rest of it, and says what stays sealed", () => {
  const middle = "Choose where D4 goes.";
  const asked = (more) => noticeWords(start(more), { describe, prompt: () => "Choose a move." }, middle);
  assert.equal(asked(), middle);
  assert.equal(asked({ you: you({ action: E5 }) }), "Choose where D4 goes. Your sealed choice is still E5.");
});

test("a refusal without a point is told in the notice", () => {
  const late = { code: "late", message: "Time was up.", at: null };
  assert.equal(notice({ ...start(), refusal: late }), "Time was up.");
});

test("before the last missed turn the player is warned, until a choice is sealed", () => {
  const away = seats([{ absences: 2 }, {}, {}]);
  assert.match(warningWords(start({ seats: away })), /Miss one more turn/);
  assert.equal(warningWords(start({ seats: away, you: you({ action: D4 }) })), "");
  assert.equal(warningWords(start({ seats: away, game: settled({ absences_allowed: null }) })), "");
});

test("a seat is choosing, sealed, late or has left", () => {
  const state = start({ chosen: [1], seats: seats([{}, { absences: 1 }, { absences: 1 }, { left: "resigned" }]) });
  assert.deepEqual(state.seats.map((seat) => seatState(seat, state).kind), ["choosing", "sealed", "late", "left"]);
});

test("in an open step the seat that is awaited is to play", () => {
  const state = start({ step: stepOf({ sealed: false, awaiting: [1] }) });
  assert.deepEqual(state.seats.map((seat) => seatState(seat, state).words), ["waiting", "to play", "waiting"]);
});

test("a seat that missed its last turns says so in open steps too, until it has chosen", () => {
  const told = (absences, more) => {
    const state = start({ step: stepOf({ sealed: false, awaiting: [0] }), seats: seats([{ absences }, { absences }, {}]), ...more });
    return state.seats.map((seat) => seatState(seat, state).words);
  };
  assert.deepEqual(told(1), ["to play, missed 1 turn", "waiting", "waiting"]);
  assert.equal(told(2)[0], "to play, out after one more missed turn");
  assert.equal(told(2, { chosen: [0] })[0], "to play");
});

test("of a past step it is told who had left by then, and nothing that is so now", () => {
  const players = seats([{ left: "resigned" }, { left: "absent" }, {}]);
  const past = stepOf({ position: { ...stepOf().position, left: [1] } });
  const state = { ...start({ seats: players, chosen: [2] }), past };
  assert.deepEqual(players.map((seat) => seatState(seat, state).words), ["", "out, missed too many turns", ""]);
  const unable = { ...state, past: stepOf({ position: {} }) };
  assert.equal(seatState(players[1], unable).words, "");
});

test("who leaves is told what becomes of the game and of the pieces", () => {
  const gray = () => "Its tiles turn gray.";
  assert.equal(leavingWords(seats(), 0, gray), "The player is out for good, and the others play on. Its tiles turn gray.");
  assert.equal(leavingWords(seats(), 0), "The player is out for good, and the others play on.");
  assert.equal(leavingWords(seats([{}, {}, { left: "absent" }]), 0, gray), "The game ends at once, and Bo wins.");
});

test("whoever is left alone reads until when others can take over the seat, and how to win now", () => {
  const offered = seats([{}, { offered_until: "2026-11-24T20:00:00Z" }]);
  const now = Date.parse("2026-11-24T18:00:00Z");
  const words = (more) => aloneWords(start({ seats: offered, ...more }), "UTC", now);
  const bots = (bots_take_over) => ({ game: { ...snapshot().game, settings: { ...snapshot().game.settings, bots_take_over } } });
  assert.match(words(bots(true)), /until 20:00; if nobody does, a bot plays on/);
  assert.match(words(bots(false)), /until 20:00; if nobody does, you win/);
  assert.equal(words({ seats: seats([{}, { offered_until: "2026-11-24T20:00:00Z" }, {}]) }), "");
  assert.equal(words({ seats: seats([{}, { left: "absent" }]) }), "");
  assert.equal(words({ you: null }), "");
  assert.equal(leavingWords(offered, 0, undefined, true), "The others have left, so the game ends at once, and you win.");
});

test("in a game of two a seat is offered unless its player resigns", () => {
  const two = start({ seats: seats([{}, {}]), game: { ...snapshot().game, settings: { ...snapshot().game.settings, seats_taken_over: true } } });
  assert.ok(isOffered(two, 0, false));
  assert.ok(!isOffered(two, 0, true));
});

test("in counting, and where several may act in the open, nobody is on turn", () => {
  const told = (more) => {
    const state = start({ step: stepOf({ sealed: false, awaiting: [1], ...more }) });
    return [seatState(state.seats[1], state).words, timeUpWords(state, null)];
  };
  assert.deepEqual(told({}), ["to play", "Bo to play"]);
  assert.deepEqual(told({ awaiting: [0, 1] }), ["choosing", ""]);
  assert.deepEqual(told({ phase: "counting" }), ["choosing", ""]);
});

test("a game may say in its own words what happens when the time of an open step is up", () => {
  const state = start({ step: stepOf({ sealed: false }) });
  const told = () => "then all is counted";
  assert.equal(timeUpWords(state, 5000, told), "then all is counted");
  assert.equal(timeUpWords(state, null, told), "");
  const named = (_line, players, { size }) => `${players[1].name} on ${size}`;
  assert.equal(timeUpWords(state, 5000, named), "Bo on 9");
});

test("a choice in the open that waits for the game to go on is not called sealed", () => {
  const state = start({ step: stepOf({ sealed: false }), you: you({ action: D4 }), game: game({ status: "paused" }) });
  assert.equal(notice(state), "Chosen: D4. It will be played when the game resumes.");
  const runs = { ...state, game: game({ status: "running" }) };
  assert.equal(notice(runs), "Sending D4…");
});

test("the log says why a turn was revealed only where that is not what always happens there", () => {
  const why = (more, ends = "complete") => causeWords({ cause: "complete", leave: null, sealed: true, ...more }, { turn_ends: ends });
  assert.equal(why({}), "");
  assert.equal(why({ cause: "timer" }), "Time was up");
  assert.equal(why({ cause: "timer" }, "timer"), "");
  assert.equal(why({ cause: "timer", sealed: false }, "timer"), "Time was up");
  assert.equal(why({ cause: "moderator" }, "timer"), "Ended by a moderator");
  assert.equal(why({ cause: "timer", leave: [0] }), "");
});

test("the clock says what will happen when it ends", () => {
  const told = (more, left) => timeUpWords(start({ game: game(more) }), left);
  assert.match(told({}, 5000), /until the reveal/);
  assert.match(told(settled({ turn_ends: "complete" }), 5000), /once all have chosen/);
  assert.equal(told({}, 0), "Revealing…");
  assert.equal(timeUpWords(start({ step: stepOf({ sealed: false }) }), 0), "Time is up…");
  assert.match(told(settled({ turn_ends: "complete" }), null), /^No timer/);
});

test("of a paused game only those who can choose are told that they still can", () => {
  const told = (more) => timeUpWords(start({ game: game({ status: "paused" }), ...more }), 5000);
  assert.equal(told({ you: you({}) }), "Paused. You can still choose.");
  assert.equal(told({ you: you({ seat: null, may: [] }) }), "Paused.");
  assert.equal(told({ you: null }), "Paused.");
});

test("attempts to connect grow apart, are spread, and never stop", () => {
  assert.deepEqual([0, 1, 2].map((attempt) => pauseBefore(attempt, 1)), [500, 1000, 2000]);
  assert.equal(pauseBefore(0, 0), 250);
  assert.equal(pauseBefore(50, 1), 15_000);
});

test("a file of a game that was not over has nobody to play, nothing to log in for and no now", () => {
  const game = { ...snapshot().game, id: null, settings: null };
  const file = start({ game, you: null, clock: { ...snapshot().clock, deadline: null }, step: stepOf({ sealed: false, awaiting: [1] }) });
  assert.deepEqual(file.seats.map((seat) => seatState(seat, file).words), ["", "", ""]);
  assert.equal(noticeWords(file, {}), "");
  assert.equal(timeUpWords(file, null, () => "Bo to draw"), "The game was not over when this file was made.");
  assert.equal(turnWords(file), "Turn 2");
  assert.equal(turnWords({ ...file, past: stepOf({ turn: 1 }) }), "Turn 1");
});
