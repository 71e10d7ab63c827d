import assert from "node:assert/strict";
import { test } from "node:test";
import { Commands } from "../../static/js/net/commands.js";

/** The commands of a page that has connected, and what it sent. */
function line({ open = true } = {}) {
  const sent = [];
  const commands = new Commands(() => ({ send: (command) => open && sent.push(command) > 0 }));
  commands.connectionChanged();
  return { sent, commands };
}

/** Waits until everything that could go on has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("each command has an id of its own", async () => {
  const { sent, commands } = line();
  commands.carryOut({ type: "chat.say" });
  commands.carryOut({ type: "chat.say" });
  await settled();
  assert.deepEqual(sent.map(({ id }) => id), [1, 2]);
});

test("who asked hears whether it was done, each from its own answer", async () => {
  const { commands } = line();
  const first = commands.carryOut({ type: "chat.say" });
  const second = commands.carryOut({ type: "chat.say" });
  await settled();
  commands.hear({ type: "error", id: 2, message: "Wait." });
  commands.hear({ type: "command.done", id: 1 });
  assert.deepEqual([await first, (await second).message], ["done", "Wait."]);
});

test("a command that cannot go out is known at once", async () => {
  assert.equal(await line({ open: false }).commands.carryOut({ type: "chat.say" }), null);
  assert.equal(new Commands(() => null).send({ type: "chat.say" }), false);
});

test("nobody waits for an answer when the connection is lost", async () => {
  const { commands } = line();
  const waiting = commands.carryOut({ type: "chat.say" });
  await settled();
  commands.connectionChanged();
  assert.equal(await waiting, null);
});

test("what is said before the page has connected is sent as soon as it has", async () => {
  const sent = [];
  const commands = new Commands(() => ({ send: (command) => sent.push(command) > 0 }));
  commands.carryOut({ type: "chat.say", text: "Good evening" });
  await settled();
  assert.equal(sent.length, 0);
  commands.connectionChanged();
  await settled();
  assert.equal(sent[0].text, "Good evening");
});

test("only a refusal that is about the action keeps it from being sealed", async () => {
  const { commands } = line();
  const codes = ["occupied", "too-fast", "failed", "unavailable", "unknown-command"];
  const answers = codes.map(() => commands.check(1, { type: "pass" }));
  codes.forEach((code, n) => commands.hear({ type: "error", id: n + 1, code, message: "No." }));
  assert.deepEqual((await Promise.all(answers)).map((each) => each?.code), ["occupied", undefined, undefined, undefined, undefined]);
});

test("each page orders its own choices, under a name that no other page has", () => {
  const [one, another] = [line(), line()];
  assert.equal(one.commands.order(2).page, one.commands.order(1).page);
  assert.notEqual(one.commands.order(1).page, another.commands.order(1).page);
  assert.match(one.commands.order(1).page, /^[0-9a-z-]{5,40}$/);
});
