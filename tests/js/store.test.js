import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, mayChoose, ownAction, reduce } from "../../static/js/core/store.js";
import { D4, E5, stepOf, seats, snapshot } from "./shapes.js";

const NOW = Date.parse("2026-11-21T20:00:01Z");
const start = (more = {}) => initialState(snapshot(more), [], NOW);
const after = (state, ...events) => events.reduce((s, event) => reduce(s, event, NOW), state);
/** A step as it is sent to a page that has the previous one. */
const told = (more = {}) => {
  const { position, ...rest } = stepOf(more);
  return { changes: [], ...rest };
};
const resolved = (step, more = {}) => ({
  type: "step.resolved",
  step: told({ step, turn: step + 1 }),
  seats: seats(),
  clock: { deadline: null, time_left: null, paused: false },
  status: "running",
  chosen: [],
  ...more,
});

test("a state is left as it was", () => {
  const state = Object.freeze(start());
  after(state, resolved(2));
  assert.equal(state.latest.step, 1);
});

test("a step and the log's entry for it come together", () => {
  const state = after(start(), resolved(2));
  assert.equal(state.latest.step, 2);
  assert.deepEqual(state.log.map(({ step, turn }) => [step, turn]), [[2, 2]]);
});

test("a step in which a seat left says so in the log, as the server's log does", () => {
  const left = resolved(2, { step: told({ step: 2, cause: "complete", leave: [2], events: [{ type: "left", seat: 2 }] }) });
  assert.deepEqual(after(start(), left).log[0].leave, [2]);
});

test("whose seat has left cannot leave again, and nobody can when the game is over", () => {
  const may = ["seal", "say", "resign"];
  const state = start({ you: { ...start().you, may } });
  const mine = state.you.seat;
  const gone = seats().map((seat) => (seat.number === mine ? { ...seat, left: "resigned" } : seat));
  assert.deepEqual(after(state, resolved(2, { seats: gone })).you.may, ["say"]);
  assert.deepEqual(after(state, resolved(2, { status: "finished" })).you.may, ["say"]);
  assert.deepEqual(after(state, resolved(2)).you.may, may);
});

test("a step changes the position that the page has, and nothing in the one before", () => {
  const state = start();
  const changes = [[["board", 3], 3, 1, [0]], [["last"], [{ seat: 0, at: [3, 3] }]]];
  const next = after(state, resolved(2, { step: told({ step: 2, changes }) }));
  assert.equal(next.latest.position.board[3][3], 0);
  assert.deepEqual(next.latest.position.last, [{ seat: 0, at: [3, 3] }]);
  assert.equal(next.latest.position.board[2], state.latest.position.board[2]);
  assert.equal(state.latest.position.board[3][3], null);
});

test("changes of another position are not taken, and a snapshot is asked for", () => {
  for (const change of [[["lines"], 40, 0, []], [["board", 30], 0, 1, [1]], [["board", 1, 9]], [["board", 0], 5, 9, []]]) {
    const state = after(start(), resolved(2, { step: told({ step: 2, changes: [change] }) }));
    assert.equal(state.latest.step, 1);
    assert.equal(state.gap, true);
  }
});

test("after a step that was missed the whole is taken, and the next changes are made in that", () => {
  const missed = after(start(), resolved(3));
  const board = stepOf().position.board.map((row, y) => (y === 5 ? row.with(5, 2) : row));
  const whole = snapshot({ step: stepOf({ step: 3, position: { ...stepOf().position, board } }) });
  const changes = [[["board", 5], 6, 1, [1]]];
  const next = after(missed, { type: "snapshot.asked" }, whole, resolved(4, { step: told({ step: 4, changes }) }));
  assert.equal(next.gap, false);
  assert.deepEqual(next.latest.position.board[5].slice(5, 7), [2, 1]);
});

test("a server that speaks another version is told of once, and nothing of it is taken", () => {
  const state = after(start(), snapshot({ version: 3, step: stepOf({ step: 2 }) }));
  assert.match(state.trouble, /Reload/);
  assert.equal(state.latest.step, 1);
  const later = after(state, { type: "trouble.seen" }, { ...resolved(2), now: "2026-11-21T20:00:02Z" });
  assert.deepEqual([later.latest.step, later.gap, later.trouble], [1, false, null]);
});

test("a step that is known already changes nothing", () => {
  const state = start();
  assert.equal(after(state, resolved(1)), state);
});

test("a step after a gap is not taken, and a snapshot is asked for", () => {
  const state = after(start(), resolved(3));
  assert.equal(state.latest.step, 1);
  assert.equal(state.gap, true);
});

test("old state and events give what a fresh snapshot gives", () => {
  const followed = after(start(), { type: "action.sealed", seat: 1, step: 2 }, resolved(2));
  const fresh = start({ step: stepOf({ step: 2, turn: 3 }), clock: resolved(2).clock });
  for (const part of ["game", "seats", "latest", "clock", "chosen", "choice", "refusal", "past"]) {
    assert.deepEqual(followed[part], fresh[part], part);
  }
});

test("who has chosen is known, each once, and forgotten when the choice is taken back", () => {
  const sealed = after(start(), { type: "action.sealed", seat: 2, step: 2 }, { type: "action.sealed", seat: 1, step: 2 });
  assert.deepEqual(sealed.chosen, [1, 2]);
  const back = after(sealed, { type: "action.sealed", seat: 1, step: 2 }, { type: "action.withdrawn", seat: 2, step: 2 });
  assert.deepEqual(back.chosen, [1]);
});

test("a choice for another step is no choice for this one", () => {
  assert.deepEqual(after(start(), { type: "action.sealed", seat: 1, step: 1 }).chosen, []);
  assert.equal(after(start(), { type: "action.kept", step: 1, action: D4 }).choice.kept, null);
});

test("a choice shows at once, and is sealed when the server says so", () => {
  const sent = after(start(), { type: "choice.sent", action: D4, id: 7 });
  assert.deepEqual(ownAction(sent.choice), D4);
  assert.equal(sent.choice.kept, null);
  const done = after(sent, { type: "command.done", id: 7 });
  assert.deepEqual(done.choice.kept, D4);
  assert.equal(done.choice.wanted, undefined);
});

test("what another tab sealed meanwhile stands", () => {
  const state = after(
    start(),
    { type: "choice.sent", action: D4, id: 7 },
    { type: "action.kept", step: 2, action: D4 },
    { type: "action.kept", step: 2, action: E5 },
    { type: "command.done", id: 7 },
  );
  assert.deepEqual(ownAction(state.choice), E5);
});

test("a refused choice gives way to what was sealed before, and the reason stands at its point", () => {
  const state = after(
    start({ you: { seat: 0, action: E5, may: ["seal"], rooms: [] } }),
    { type: "choice.sent", action: D4, id: 7 },
    { type: "error", id: 7, code: "occupied", message: "There is a stone." },
  );
  assert.deepEqual(ownAction(state.choice), E5);
  assert.deepEqual(state.refusal, { code: "occupied", message: "There is a stone.", at: [3, 5] });
});

test("the next choice takes the reason away", () => {
  const refused = after(start(), { type: "choice.sent", action: D4, id: 7 }, { type: "error", id: 7, code: "occupied", message: "" });
  assert.equal(after(refused, { type: "choice.sent", action: E5, id: 8 }).refusal, null);
});

test("any other refused command is told in words", () => {
  const state = after(start(), { type: "error", id: 9, code: "too-fast", message: "Slower." });
  assert.equal(state.trouble, "Slower.");
  assert.equal(state.refusal, null);
});

test("a choice under way survives a reconnect in the same step", () => {
  const sent = after(start(), { type: "choice.sent", action: D4, id: 7 }, snapshot());
  assert.deepEqual(sent.choice.wanted, D4);
});

test("a choice whose turn is over before its answer is not taken into the next one", () => {
  for (const news of [snapshot({ step: stepOf({ step: 2 }) }), resolved(2)]) {
    const sent = after(start(), { type: "choice.sent", action: D4, id: 7 }, news);
    assert.equal(ownAction(sent.choice), null);
  }
});

test("whether a choice without an answer was played, nobody says before the server does", () => {
  for (const news of [snapshot({ step: stepOf({ step: 2 }) }), resolved(2)]) {
    const unanswered = after(start(), { type: "choice.sent", action: D4, id: 7 }, news);
    assert.equal(unanswered.refusal, null);
    const played = after(unanswered, { type: "command.done", id: 7 });
    assert.deepEqual([played.refusal, played.choice], [null, start({ step: stepOf({ step: 2 }) }).choice]);
    const late = after(unanswered, { type: "error", id: 7, code: "step-over", message: "That turn is over." });
    assert.equal(late.refusal?.message, "That turn is over.");
  }
});

test("a choice that the server holds for the step after a leave owes no answer", () => {
  const you = { seat: 0, action: D4, may: ["seal"], rooms: [] };
  const sent = after(start(), { type: "choice.sent", action: D4, id: 7 }, snapshot({ step: stepOf({ step: 2 }), you }));
  assert.deepEqual([ownAction(sent.choice), sent.choice.id], [D4, null]);
});

test("what was sealed before never stands for what was sealed after it", () => {
  const replaced = after(start(), { type: "choice.sent", action: D4, id: 7 }, { type: "choice.sent", action: E5, id: 8 });
  const you = { seat: 0, action: D4, may: ["seal"], rooms: [] };
  for (const early of [{ type: "action.kept", step: 2, action: D4 }, snapshot({ you }), missed([], { you })]) {
    const done = after(replaced, early, { type: "command.done", id: 7 }, { type: "command.done", id: 8 });
    assert.deepEqual(ownAction(done.choice), E5);
  }
});

test("word of another choice than the one that is known to be sealed is asked about", () => {
  const sealed = after(start(), { type: "choice.sent", action: E5, id: 8 }, { type: "command.done", id: 8 });
  assert.equal(after(sealed, { type: "action.kept", step: 2, action: E5 }).gap, false);
  assert.equal(after(sealed, { type: "action.kept", step: 2, action: D4 }).gap, true);
});

test("somebody who has chosen for a later step shows that one was missed", () => {
  const state = after(start(), { type: "action.sealed", seat: 1, step: 3 });
  assert.deepEqual([state.chosen, state.gap], [[], true]);
});

test("a choice that waited for Confirm when the turn opened is told to be lost", () => {
  const state = after(start(), { type: "choice.drafted", action: D4 }, resolved(2));
  assert.equal(ownAction(state.choice), null);
  assert.equal(state.refusal?.code, "step-over");
});

test("whoever was about to change a sealed choice is not told that none was sealed", () => {
  const changing = [{ type: "action.kept", step: 2, action: D4 }, { type: "choice.drafted", action: E5 }];
  const { refusal } = after(start(), ...changing, resolved(2));
  assert.match(refusal?.message ?? "", /new choice.*before was played/);
  const { refusal: missed } = after(start(), { type: "choice.drafted", action: E5 }, resolved(2));
  assert.equal(missed?.message, "The turn ended before your choice was sealed.");
});

test("somebody's leaving takes nobody else's choice away", () => {
  const left = resolved(2, { step: told({ step: 2, events: [{ type: "left", seat: 2 }] }), chosen: [0] });
  const sealed = after(start({ you: { seat: 0, action: D4, may: ["seal"], rooms: [] } }), left);
  assert.deepEqual([ownAction(sealed.choice), sealed.choice.step, sealed.refusal], [D4, 3, null]);
  const drafted = after(start(), { type: "choice.drafted", action: E5 }, { ...left, chosen: [] });
  assert.deepEqual(drafted.choice.draft, E5);
});

test("a choice that the server carries into the next step is asked for", () => {
  assert.equal(after(start(), resolved(2, { chosen: [0] })).gap, true);
  assert.equal(after(start(), resolved(2, { chosen: [1] })).gap, false);
});

test("a player may choose while awaited, in a pause too, and not in the past or after the end", () => {
  const state = start();
  assert.equal(mayChoose(state), true);
  const paused = { clock: { deadline: null, time_left: 9, paused: true }, status: "paused" };
  assert.equal(mayChoose(after(state, { type: "game.paused", ...paused })), true);
  assert.equal(mayChoose(after(state, { type: "past.shown", past: stepOf({ step: 0 }), animate: false })), false);
  assert.equal(mayChoose(after(state, { type: "game.cancelled", ...paused, status: "cancelled" })), false);
  assert.equal(mayChoose(start({ step: stepOf({ awaiting: [1, 2] }) })), false);
});

test("a running game goes on while somebody looks at its past", () => {
  const state = after(start(), { type: "past.shown", past: stepOf({ step: 0 }), animate: false }, resolved(2));
  assert.equal(state.past?.step, 0);
  assert.equal(state.latest.step, 2);
});

test("the log holds each step once, in order, with what moderators did between", () => {
  const act = { step: 1, at: "2026-11-21T20:00:30Z", what: "paused", by: "Mo", seat: null, why: "Tea" };
  const entry = (step) => ({ step, turn: step, at: "2026-11-21T20:00:00Z", cause: null, leave: null, events: [] });
  const state = after(start(), resolved(2), { type: "log.added", entry: act }, { type: "log.read", entries: [entry(1), act, entry(2)] });
  assert.deepEqual(state.log.map((each) => ("what" in each ? each.what : each.step)), [1, "paused", 2]);
});

test("an act that was told live stays the same one when the log is read, which gives its time less exactly", () => {
  const told = { step: 1, at: "2026-11-21T20:00:30.123456Z", what: "paused", by: "Mo", seat: null, why: "Tea" };
  const read = { ...told, at: "2026-11-21T20:00:30.123Z" };
  const { log } = after(start(), { type: "log.added", entry: told }, { type: "log.read", entries: [read] });
  assert.deepEqual(log.filter((each) => "what" in each), [told]);
});

test("a message of the chat comes once", () => {
  const said = { type: "chat.said", message: { id: 1, room: "table", author: "Bo", text: "Hi", said_at: "" } };
  assert.equal(after(start(), said, said).chat.length, 1);
});

test("a message that was taken down goes from the chat, and the others stay", () => {
  const said = (id) => ({ type: "chat.said", message: { id, room: "table", author: "Bo", text: `${id}`, said_at: "" } });
  const state = after(start(), said(1), said(2), { type: "chat.removed", id: 1, room: "table" });
  assert.deepEqual(state.chat.map(({ id }) => id), [2]);
});

const chose = (seat, seq) => ({ type: "action.sealed", seat, step: 2, to: "everyone", seq });

test("an event that the snapshot had already changes nothing", () => {
  assert.deepEqual(after(start(), chose(1, 4)).chosen, []);
  assert.deepEqual(after(start(), chose(1, 5), chose(2, 5)).chosen, [1]);
});

test("an event after a gap is not taken, and a snapshot is asked for", () => {
  const state = after(start(), chose(1, 6));
  assert.deepEqual([state.chosen, state.gap], [[], true]);
});

test("a snapshot that is older than the last event is dropped, and another asked for", () => {
  const state = after(start(), chose(1, 5), snapshot());
  assert.deepEqual([state.chosen, state.gap], [[1], true]);
  const told = after(state, { type: "snapshot.asked" }, snapshot({ newest: { everyone: 5 }, chosen: [1, 2] }));
  assert.deepEqual([told.chosen, told.gap], [[1, 2], false]);
});

test("a push that was lost is noticed by the newest number", () => {
  assert.equal(after(start(), { type: "events.newest", newest: { everyone: 4 } }).gap, false);
  assert.equal(after(start(), { type: "events.newest", newest: { everyone: 5 } }).gap, true);
});

test("a connection that was lost counts as lost until it is back", () => {
  const seen = ["connecting", "open", "lost", "connecting", "lost", "connecting", "open"].map((connection) => ({ type: "connection.changed", connection }));
  const told = seen.map((_, n) => after(start(), ...seen.slice(0, n + 1)).connection);
  assert.deepEqual(told, ["connecting", "open", "lost", "lost", "lost", "lost", "open"]);
});

test("a new connection begins with whatever the server's snapshot says", () => {
  const state = after(start(), chose(1, 5), { type: "connection.changed", connection: "open" }, snapshot());
  assert.deepEqual([state.newest, state.gap], [{ everyone: 4 }, false]);
});

const missed = (events, more = {}) => ({
  type: "events.missed", now: "2026-11-21T20:00:00Z", after: { everyone: 4 }, events,
  newest: { everyone: 4 + events.length }, step: 1, watching: 2, you: start().you, ...more,
});
const step = (number, seq, more) => ({ ...resolved(number, more), to: "everyone", seq });

test("what was missed is taken in order, and leads to what the pushes would have", () => {
  const events = [chose(1, 5), step(2, 6), { ...chose(2, 7), step: 3 }];
  const pushed = after(start(), ...events);
  const open = after(start(), { type: "connection.changed", connection: "open" });
  const resumed = after(open, missed(events, { step: 2 }));
  for (const part of ["game", "seats", "latest", "clock", "chosen", "log", "newest", "gap"]) {
    assert.deepEqual(resumed[part], pushed[part], part);
  }
  assert.deepEqual([resumed.chosen, resumed.watching], [[2], 2]);
});

test("what the own seat holds is taken with what was missed", () => {
  const you = { ...start().you, action: D4 };
  const told = after(start(), missed([chose(1, 5)], { you }));
  assert.deepEqual([told.choice.kept, told.gap], [D4, false]);
});

test("where what was missed does not lead to where the server is, the whole state is asked for", () => {
  for (const wrong of [missed([step(3, 5)], { step: 3 }), missed([chose(1, 6)])]) {
    const told = after(start(), wrong);
    assert.deepEqual([told.latest.step, told.newest, told.gap], [1, {}, true]);
  }
});

test("of steps that were missed only a single one is animated: the board does not show the one before", () => {
  assert.equal(after(start(), missed([step(2, 5)], { step: 2 })).animate, true);
  assert.equal(after(start(), missed([step(2, 5), step(3, 6)], { step: 3 })).animate, false);
});

test("whose choice was not sealed is told so, however many steps were missed", () => {
  const drafted = after(start(), { type: "choice.drafted", action: E5 });
  const told = after(drafted, missed([step(2, 5), step(3, 6)], { step: 3 }));
  assert.equal(told.refusal?.message, "The turn ended before your choice was sealed.");
});

test("an answer that is older than what was pushed meanwhile is asked for again", () => {
  const told = after(start(), chose(1, 5), step(2, 6), missed([chose(1, 5)]));
  assert.deepEqual([told.latest.step, told.newest, told.gap], [2, { everyone: 6 }, true]);
});

test("an audience that one no longer belongs to is not waited for", () => {
  const member = after(start({ newest: { everyone: 4, members: 9 } }), snapshot());
  assert.equal(member.gap, false);
});

test("a snapshot never takes the page back to an earlier step", () => {
  const state = after(start(), { type: "snapshot.asked" }, resolved(2), snapshot());
  assert.equal(state.latest.step, 2);
  assert.equal(state.gap, true);
});

test("an unknown event changes nothing", () => {
  const state = start();
  assert.equal(after(state, { type: "moon.risen" }), state);
});

test("what stands while others choose again stays known until the turn is over", () => {
  const conflict = { type: "step.resolved", step: told({ step: 2, turn: 2, awaiting: [1, 2] }), seats: seats(), clock: snapshot().clock, status: "running", chosen: [] };
  const you = { seat: 0, action: D4, earlier: null, may: ["seal"], rooms: [] };
  const after = reduce(initialState(snapshot({ you }), [], 0), conflict, 0);
  assert.deepEqual(after.you.earlier, D4);
  assert.equal(after.choice.kept, null);
  const again = reduce(after, { ...conflict, step: told({ step: 3, turn: 2, awaiting: [2] }) }, 0);
  assert.deepEqual(again.you.earlier, D4);
  const over = reduce(again, { ...conflict, step: told({ step: 4, turn: 3, awaiting: [0, 1, 2] }) }, 0);
  assert.equal(over.you.earlier, null);
});

test("who has to choose again has nothing that stands", () => {
  const conflict = { type: "step.resolved", step: told({ step: 2, turn: 2, awaiting: [0, 2] }), seats: seats(), clock: snapshot().clock, status: "running", chosen: [] };
  const you = { seat: 0, action: D4, earlier: null, may: ["seal"], rooms: [] };
  assert.equal(reduce(initialState(snapshot({ you }), [], 0), conflict, 0).you.earlier, null);
});
