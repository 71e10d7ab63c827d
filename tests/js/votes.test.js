import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { askable, decidesAlone, lastCallWords, loggedWords, openVote, removableSeats, saidWords, silentSeats } from "../../static/js/core/votes.js";
import { newActs } from "../../static/js/ui/announcer.js";
import { choicesOf } from "../../static/js/ui/ask-vote.js";
import { noticeWords } from "../../static/js/ui/choice-words.js";
import { timeUpWords } from "../../static/js/ui/clock.js";
import { isOffered, offeredWords } from "../../static/js/ui/leaving.js";
import { allActWords } from "../../static/js/ui/log.js";
import { marginWords } from "../../static/js/ui/result.js";
import { seats, snapshot } from "./shapes.js";

const vote = (more = {}) => ({ number: 1, about: "pause", by: 0, seconds: 3600, turn: 2, yes: [0], no: [], ends_at: "2026-11-21T21:00:00Z", ...more });
const start = (more = {}) => initialState(snapshot(more), [], 0);
const at = (minute) => `2026-11-21T20:0${minute}:00Z`;
const act = (more) => ({ step: 1, at: at(1), by: "Ada", seat: null, why: "", reason: null, count: null, until: null, vote: null, ...more });
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
  assert.deepEqual(saidWords(vote({ no: [1] }), seats(), [2]), ["Yes: Ada.", "No: Bo.", "Not voted yet: Cy."]);
});

test("what makes no sense now is not offered", () => {
  const game = { ...snapshot().game, status: "paused" };
  assert.deepEqual(askable(start()), ["pause", "more-time", "end", "cancel"]);
  assert.deepEqual(askable(start({ game, clock: paused })), []); // a moderator resumes the game
  assert.deepEqual(askable(start({ game, clock: { ...paused, resumes_at: "2026-11-21T21:00:00Z" } })), ["resume", "end", "cancel"]);
});

test("with nobody but bots and those who have left there is nobody to ask", () => {
  assert.equal(decidesAlone(seats([{}, {}, { bot: true }])), false);
  assert.equal(decidesAlone(seats([{}, { bot: true }, { left: "resigned" }])), true);
});

test("the log says what was asked and what came of it", () => {
  const told = (what) => loggedWords({ what, by: "Ada", at: at(1), vote: vote({ no: [1] }) }, start());
  assert.equal(told("vote-asked"), "Ada asked the players to vote: Pause the game for 1 hour?");
  assert.equal(told("vote-failed"), "Vote failed: Pause the game for 1 hour? Yes: Ada. No: Bo.");
});

test("a game that the players ended has their result at once", () => {
  const outcome = { ranks: [1, 2, 2], scores: [5, 3, 3], reason: "agreement" };
  const state = reduce(start(), { type: "game.ended", outcome, seats: seats(), clock: { ...paused, paused: false }, status: "finished" }, 0);
  assert.deepEqual([state.latest.outcome, state.latest.awaiting, state.game.status], [outcome, [], "finished"]);
  assert.ok(!state.you.may.includes("vote"));
  assert.equal(marginWords(outcome, seats()), "2 points ahead");
  assert.equal(timeUpWords(state, null), "after 1 turn");
});

test("a pause of the players says when it ends", () => {
  const clock = { ...paused, resumes_at: "2026-11-21T21:00:00Z" };
  const state = start({ game: { ...snapshot().game, status: "paused" }, clock });
  assert.match(timeUpWords(state, 30_000, undefined, "UTC"), /^Paused by the players until .*You can still choose\.$/);
});

test("a log says who voted and left, not who has their seats now", () => {
  const voted = act({ what: "vote-failed", by: null, vote: vote({ no: [1] }) });
  const left = act({ what: "seat-offered", at: at(2), seat: 0 });
  const asked = act({ what: "vote-asked", by: "Bo", at: at(3), vote: vote({ about: "bot", seconds: null, seat: 0, by: 1, yes: [1] }) });
  const taken = act({ what: "seat-taken", at: at(4), seat: 0, by: "Dora" });
  const holders = [{ seat: 0, name: "Ada", bot: false, since: 0 }, { seat: 0, name: "Dora", bot: false, since: 1 }];
  const state = { ...start({ seats: seats([{ name: "Dora" }, {}, {}]), holders }), log: [voted, left, asked, taken] };
  assert.equal(allActWords(voted, state), "Vote failed: Pause the game for 1 hour? Yes: Ada. No: Bo.");
  assert.equal(allActWords(asked, state), "Bo asked the players to vote: Let a bot take over the seat of Ada?");
  assert.equal(allActWords({ ...left, by: null }, state), "A former member left the game. Others can take over the seat.");
});

test("each seat that is offered can be asked for by itself", () => {
  const offered_until = "2026-11-21T21:00:00Z";
  const settings = { ...snapshot().game.settings, votes: ["bot"] };
  const state = start({ game: { ...snapshot().game, settings }, seats: seats([{}, { offered_until }, { offered_until }]) });
  assert.deepEqual(choicesOf(state).map(({ about, seat, words }) => [about, seat, words]), [
    ["bot", 1, "Let a bot take over the seat of Bo?"],
    ["bot", 2, "Let a bot take over the seat of Cy?"],
  ]);
});

test("readers are told each act that the log gets, and none of what is read later of earlier turns", () => {
  const [earlier, first, second, third] = [1, 2, 3, 4].map((minute) => act({ what: "paused", at: at(minute) }));
  const since = newActs();
  assert.deepEqual(since([first]), []);
  assert.deepEqual(since([first, second, third]), [second, third]);
  assert.deepEqual(since([earlier, first, second, third]), []);
  const ofNew = newActs();
  ofNew([]);
  assert.deepEqual(ofNew([first]), [first]);
});

test("whoever has left reads so", () => {
  const you = { ...snapshot().you, seat: null, left: true, may: ["say"] };
  assert.equal(noticeWords(start({ you }), {}), "You are no longer in this game. You can keep watching.");
  assert.equal(noticeWords(start({ you: { ...you, left: false } }), {}), "You are watching.");
});

test("a moderator reads that the seat they empty is offered to others", () => {
  const settings = { ...snapshot().game.settings, seats_taken_over: true };
  assert.ok(isOffered(start({ game: { ...snapshot().game, settings } }), 1, false));
  assert.match(offeredWords(), /^The player is out for good\./);
});

const settings = (more) => ({ ...snapshot().game, settings: { votes: ["remove"], turn_seconds: 60, ...more } });

test("players who are away can be voted out, each by name", () => {
  const live = start({ game: settings({}), away: [2] });
  assert.deepEqual(removableSeats(live).map(({ number }) => number), [2]);
  assert.deepEqual(choicesOf({ ...live, you: { ...live.you, may: ["vote"] } }).map(({ words }) => words), ["Remove Cy, who is away?"]);
  assert.deepEqual(askable(start({ game: settings({}), away: [] })), []);
});

test("by correspondence whoever missed the last turn can be voted out, unless they have chosen", () => {
  const late = start({ game: settings({ turn_seconds: 86_400 }), seats: seats([{}, {}, { absences: 1 }]), away: [1] });
  assert.deepEqual(removableSeats(late).map(({ number }) => number), [2]);
  assert.deepEqual(removableSeats({ ...late, chosen: [2] }), []);
});

test("in a game of two nobody is voted out, and the one it is about has no vote", () => {
  const two = start({ game: settings({}), seats: seats([{}, {}]).slice(0, 2), away: [1] });
  assert.deepEqual(removableSeats(two), []);
  assert.deepEqual(silentSeats(vote({ about: "remove", seat: 2 }), seats([{}, {}, {}])), [1]);
});

test("the vote says how long it waits for the last one", () => {
  const day = { votes_need: "all", turn_seconds: 86_400 };
  assert.match(lastCallWords(vote(), day), /within an hour/);
  assert.match(lastCallWords(vote({ about: "cancel" }), day), /within 12 hours/);
  assert.match(lastCallWords(vote(), { ...day, turn_seconds: null, patience_seconds: 86_400 }), /within an hour/);
  assert.equal(lastCallWords(vote(), { ...day, votes_need: "majority" }), "");
});

test("a vote that lasts no longer anyway does not say how long it waits for the last one", () => {
  assert.equal(lastCallWords(vote(), { votes_need: "all", turn_seconds: 60 }), "");
  assert.equal(lastCallWords(vote({ about: "cancel" }), { votes_need: "all", turn_seconds: 12 * 3_600 }), "");
});
