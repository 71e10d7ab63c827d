/** A game's page: reads the data that came with it, draws at once, then follows the game. */

import { asker } from "../core/asking.js";
import { Chooser } from "../core/choosing.js";
import { confirming, lingering } from "../core/confirming.js";
import { logIn, shaped, snapshotIn } from "../core/json.js";
import { gettext } from "../core/language.js";
import { planner } from "../core/planning.js";
import { isBehind } from "../core/reduce.js";
import { stepSource, unpackLines } from "../core/steps.js";
import { createStore, initialState } from "../core/store.js";
import { walker } from "../core/walking.js";
import { byId, readJson } from "../dom/elements.js";
import { Commands } from "../net/commands.js";
import { post, readJsonAt } from "../net/http.js";
import { openSocket } from "../net/socket.js";
import { mountPage } from "../ui/page.js";

/**
 * How often, in milliseconds, the page of an uploaded record tells the server that it is still
 * open.
 */
const STILL_HERE = 120_000;
/** How long to wait before the missed part of the log is asked for again, in milliseconds. */
const LOG_AGAIN = 10_000;

/** @type {Miai.PageData} */
const data = shaped(readJson("page-data"), { log: "list", preferences: "object", palette: "object" });
const record = data.record ? await readRecord(data.record).catch((error) => fail(error, gettext("The game could not be loaded. Reload the page."))) : null;
/** @type {Miai.BoardModule} */
const board = await import(byId("board").dataset.module ?? "").catch((error) => (
  fail(error, gettext("The board could not be loaded. Reload the page."))
));
/** The data that came with the page; for a record everything except the steps, in the reader's language. @type {Miai.Snapshot} */
const head = shaped(readJson("game-data"), { game: "object", seats: "list" });
const whole = snapshotIn(record ? { ...record.snapshot, game: head.game, seats: head.seats } : head);
const first = initialState(whole, logIn(record ? record.log : data.log), Date.now());
const store = createStore(first);
const steps = stepSource(data.address ?? location.pathname, record && unpackLines(record.lines), readJsonAt);
/** @type {Pick<ReturnType<typeof openSocket>, "send" | "greet"> | null} */
let socket = null;
const commands = new Commands(() => socket);
const tell = (/** @type {unknown} */ error) =>
  store.dispatch({ type: "trouble.told", message: error instanceof Error ? error.message : String(error) });
const touch = matchMedia("(pointer: coarse)").matches;
const confirms = confirming({ confirm: data.preferences.confirm, touch, endsTurn: board.endsTurn });
const lingers = lingering({ confirm: data.preferences.confirm, lingers: board.lingers });
const choices = new Chooser({
  store, confirms, lingers,
  send: (command) => commands.send(command),
  nextId: () => commands.nextId(),
  order: (id) => commands.order(id),
  check: (step, action) => commands.check(step, action),
});
const plans = planner({
  store, carryOut: (command) => commands.carryOut(command), order: (number) => commands.orderOfPlans(number),
});
// Leaving the page confirms a choice that is about to be sent.
addEventListener("pagehide", () => choices.hurry());
document.addEventListener("visibilitychange", () => document.hidden && choices.hurry());
const goTo = walker({
  store, steps, onTrouble: tell,
  onShown(step) {
    if (data.address) history.replaceState(null, "", step === null ? location.pathname : `?step=${step}`);
  },
});

/**
 * @param {unknown} error
 * @param {string} words the message for somebody who waits for the page
 * @returns {never}
 */
function fail(error, words) {
  byId("connection").textContent = words;
  throw error;
}

/**
 * Reads an uploaded record.
 * @param {string} address
 */
async function readRecord(address) {
  return /** @type {{snapshot: Miai.Snapshot, lines: Miai.Packed, log: Miai.LogEntry[]}} */ (
    shaped(await readJsonAt(address), { snapshot: "object", lines: "list", log: "list" })
  );
}

async function readLog(after = 0) {
  const { entries } = /** @type {{entries: unknown}} */ (shaped(await readJsonAt(`${data.address}log.json?after=${after}`), { entries: "list" }));
  store.dispatch({ type: "log.read", entries: logIn(entries) });
}

/** Reads what is missing in the log after a step, until it comes: a connection that is just back may break again. */
function readMissed(after = 0) {
  if (store.get().connection === "closed") return;
  readLog(after).catch(() => setTimeout(readMissed, LOG_AGAIN, after));
}

/** @type {(room: string, text: string) => Promise<string>} */
async function talk(room, text) {
  const refusal = await commands.carryOut({ type: "chat.say", room, text });
  if (refusal === null) return gettext("Connection lost. What you wrote is kept.");
  return refusal === "done" ? "" : refusal.message;
}

/** @type {Miai.PostCommand} */
const command = (name, fields) =>
  post(`${data.address}${name}/`, fields, data.csrf).then(() => "", (error) => error.message);

const update = mountPage({
  board, data, store, chooser: choices, planner: plans, extra: steps.extra, goTo, talk,
  readEarlier: () => readLog().catch(tell), command,
});
// If the address asks for a step, show that step first, without flashing the present before it.
if (data.step !== null) await goTo(data.step);
update(store.get(), store.get());
/**
 * The last events that this page knows, so that the server sends only what was missed; empty after
 * a failure.
 */
const known = () => store.get().newest;
const query = () => (Object.keys(known()).length ? `?after=${encodeURIComponent(JSON.stringify(known()))}` : "");
const asking = asker({ greet: () => socket?.greet() ?? false, nextId: () => commands.nextId(), known });
const greeting = () => {
  const question = asking.question();
  store.dispatch({ type: "snapshot.asked" });
  return question;
};
store.subscribe((state, before) => {
  update(state, before);
  if (state.gap) asking.ask();
});

/** @param {Miai.ServerEvent} event */
function onEvent(event) {
  const { newest, latest } = store.get();
  const isAskedAgain = asking.hear(event);
  // Errors that answer a command are shown at its button, not for the whole page.
  const isHeard = commands.hear(event);
  if (!isAskedAgain && (!isHeard || event.type !== "error")) store.dispatch(event);
  choices.hear(event);
  if (event.type === "game.snapshot" || event.type === "events.missed") {
    choices.resend();
    plans.resend();
  }
  // A snapshot takes the place of the events that this page missed, but it does not contain the log.
  if (event.type === "game.snapshot" && isBehind(newest, event.newest)) readMissed(latest.step);
}

/** @param {Miai.State["connection"]} connection */
function onChange(connection) {
  const isAnother = connection !== "connecting"; // commands sent before get no answer
  if (isAnother) asking.lost();
  store.dispatch({ type: "connection.changed", connection });
  if (!isAnother) return;
  commands.connectionChanged();
  choices.lost();
}

// The server keeps an uploaded record as long as a page shows it.
if (data.record) setInterval(() => void readJsonAt("state.json").catch(() => {}), STILL_HERE);

if (data.socket) socket = openSocket(data.socket, { onEvent, onChange, greeting, query });
