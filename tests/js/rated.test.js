import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { seats, snapshot, stepOf } from "./shapes.js";

const clock = { deadline: null, time_left: null, paused: false, put_off: false, resumes_at: null };
const outcome = { ranks: [1, 2, 2], scores: null, reason: "leave" };
const start = (unrated = null) => initialState(snapshot({ game: { ...snapshot().game, unrated } }), [], 0);
const after = (event, state = start()) => reduce(state, { seats: seats(), clock, chosen: [], status: "finished", ...event }, 0).game.unrated;
const resolved = (more) => ({ type: "step.resolved", step: { ...stepOf({ step: 2, outcome }), changes: [] }, ...more });

test("how a game ends says whether it is rated, whatever ends it", () => {
  assert.equal(after(resolved({ unrated: "short" })), "short");
  assert.equal(after(resolved({ unrated: null })), null);
  assert.equal(after({ type: "game.ended", outcome, unrated: "nobody" }), "nobody");
  assert.equal(after({ type: "game.cancelled", status: "cancelled" }), "cancelled");
});

test("what is unrated from the start stays so, as no event says otherwise", () => {
  assert.equal(after(resolved({ status: "running" }), start("bots")), "bots");
  assert.equal(after({ type: "game.cancelled", status: "cancelled" }, start("bots")), "bots");
  assert.equal(after({ type: "game.ended", outcome }, start("bots")), "bots");
});

test("a game that is struck is unrated until it is let in again", () => {
  const struck = reduce(start(), { type: "log.added", entry: { what: "struck", by: "Mo", at: "2026-11-21T20:01:00Z", step: 1 } }, 0);
  assert.equal(struck.game.unrated, "struck");
  const counts = reduce(struck, { type: "log.added", entry: { what: "counts", by: "Mo", at: "2026-11-21T20:02:00Z", step: 1 } }, 0);
  assert.equal(counts.game.unrated, null);
});
