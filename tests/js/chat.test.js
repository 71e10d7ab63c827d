import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState } from "../../static/js/core/store.js";
import { newIn } from "../../static/js/ui/chat.js";
import { snapshot } from "./shapes.js";

const message = (id, more = {}) => ({ id, room: "table", author: "Bo", text: `${id}`, said_at: "2026-11-21T20:00:00Z", ...more });
const state = (chat, more = {}) => initialState(snapshot({ chat, you: { ...snapshot().you, muted: [], ...more } }), [], 0);
const newIds = (next, before) => newIn(next, before).map(({ id }) => id);

test("what was said since is new, except by those whom the viewer has muted", () => {
  const chat = [message(1), message(2), message(3, { author: "Cy" })];
  assert.deepEqual(newIds(state(chat, { muted: ["Cy"] }), state([message(1)])), [2]);
});

test("what spectators said during the game is not new to a player who may read it at the end", () => {
  const before = state([message(1)]);
  const after = state([message(1), message(2, { room: "spectators" }), message(3)], { rooms: ["table", "spectators"] });
  assert.deepEqual(newIds(after, before), [3]);
  const later = state([...after.chat, message(4, { room: "spectators" })], after.you);
  assert.deepEqual(newIds(later, after), [4]);
});
