import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { askable, loggedWords, openVote, saidWords, silentSeats } from "../../static/js/core/votes.js";
import { timeUpWords } from "../../static/js/ui/clock.js";
import { marginWords } from "../../static/js/ui/result.js";
import { seats, snapshot } from "./shapes.js";

const vote = (more = {}) => ({ number: 1, about: "pause", by: 0, seconds: 3600, turn: 2, yes: [0], no: [], ends_at: "2026-11-21T21:00:00Z", ...more });
const start = (more = {}) => initialState(snapshot(more), [], 0);
const paused = { deadline: null, time_left: 30, paused: true };

test("a vote goes on until the server says otherwise, and ends with its game", () => {
  const state = reduce(start(), { type: "vote.changed", vote: vote() }, 0);
  assert.equal(openVote(state)?.number, 1);
  assert.equal(openVote(reduce(state, { type: "vote.changed", vote: null }, 0)), null);
  assert.equal(openVote(reduce(state, { type: "game.cancelled", clock: paused, status: "cancelled" }, 0)), null);
});

test("a page that is opened knows the vote that goes on", () => {
  assert.equal(openVote(start({ vote: vote() }))?.about, "pause");
});

test("a vote for more time is over with the turn", () => {
  assert.ok(openVote(start({ vote: vote({ about: "more-time" }) })));
  assert.equal(openVote(start({ vote: vote({ about: "more-time", turn: 1 }) })), null);
});

test("bots and whoever has left are not waited for", () => {
  assert.deepEqual(silentSeats(vote(), seats([{}, { bot: true }, {}])), [2]);
  assert.deepEqual(silentSeats(vote(), seats([{}, {}, { left: "resigned" }])), [1]);
});

test("it is said who is for it, who against it, and who has said nothing", () => {
  assert.deepEqual(saidWords(vote({ no: [1] }), seats(), [2]), ["For it: Ada.", "Against it: Bo.", "Nothing said yet: Cy."]);
});

test("what makes no sense now is not offered", () => {
  const game = { ...snapshot().game, status: "paused" };
  assert.deepEqual(askable(start()), ["pause", "more-time", "end", "cancel"]);
  assert.deepEqual(askable(start({ game, clock: paused })), ["end", "cancel"]);
  assert.deepEqual(askable(start({ game, clock: { ...paused, resumes_at: "2026-11-21T21:00:00Z" } })), ["resume", "end", "cancel"]);
});

test("the log says what was asked and what came of it", () => {
  const told = (what) => loggedWords({ what, by: "Ada", vote: vote({ no: [1] }) }, seats());
  assert.equal(told("vote-asked"), "Ada asked the players: Pause the game for 1 hour?");
  assert.equal(told("vote-failed"), "The players did not agree: Pause the game for 1 hour? For it: Ada. Against it: Bo.");
});

test("a game that the players ended has their result at once", () => {
  const outcome = { ranks: [1, 2, 2], scores: [5, 3, 3], reason: "agreement" };
  const state = reduce(start(), { type: "game.ended", outcome, seats: seats(), clock: { ...paused, paused: false }, status: "finished" }, 0);
  assert.deepEqual([state.latest.outcome, state.latest.awaiting, state.game.status], [outcome, [], "finished"]);
  assert.ok(!state.you.may.includes("vote"));
  assert.equal(marginWords(outcome, seats()), "By 2 points");
});

test("a pause of the players says when it ends", () => {
  const clock = { ...paused, resumes_at: "2026-11-21T21:00:00Z" };
  const state = start({ game: { ...snapshot().game, status: "paused" }, clock });
  assert.match(timeUpWords(state, 30_000, undefined, "UTC"), /^Paused by the players until .*You can still choose\.$/);
});
