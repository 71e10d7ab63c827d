/** What players read in German: each game's log, the turn's bar, seats and results. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axisWords, lastWords, nowWords } from "../../static/js/boards/automatafl/agent.js";
import * as automatafl from "../../static/js/boards/automatafl/words.js";
import { amount, summary } from "../../static/js/boards/continuous-go/areas/words.js";
import { spaces } from "../../static/js/boards/continuous-go/points.js";
import * as continuousGo from "../../static/js/boards/continuous-go/words.js";
import { heatNumber } from "../../static/js/boards/multiplayer-go/heat.js";
import * as multiplayerGo from "../../static/js/boards/multiplayer-go/words.js";
import { describePoint } from "../../static/js/boards/parallel-go/points.js";
import * as parallelGo from "../../static/js/boards/parallel-go/words.js";
import { amount as tiles } from "../../static/js/boards/territory/index.js";
import * as territory from "../../static/js/boards/territory/words.js";
import { speak } from "../../static/js/core/language.js";
import { initialState, reduce } from "../../static/js/core/store.js";
import { noticeWords } from "../../static/js/ui/choice-words.js";
import { timeUpWords } from "../../static/js/ui/clock.js";
import { leavingWords } from "../../static/js/ui/leaving.js";
import { actWords, whyWords } from "../../static/js/ui/log.js";
import { pageOf } from "../../static/js/ui/names.js";
import { marginWords, resultWords } from "../../static/js/ui/result.js";
import { seatState } from "../../static/js/ui/seats.js";
import { D4, E5, seats, snapshot, stepOf } from "./shapes.js";

const TWO = seats([{}, {}]);

before(async () => {
  await import("../../static/languages/de.js");
  speak("de", globalThis.miaiTexts);
});
after(() => speak());

test("Parallel Multiplayer Go: one who passes and several, one stone and several", () => {
  const told = (...events) => multiplayerGo.words(events, seats(), { size: 9, collision: "heat" });
  const passed = (seat) => ({ type: "passed", seat });
  assert.deepEqual(told(passed(1)), ["Bo hat gepasst"]);
  assert.deepEqual(told(passed(0), passed(1), passed(2)), ["Ada, Bo und Cy haben gepasst"]);
  const stones = (many) => Array.from({ length: many }, (_, x) => ({ seat: 1, at: [x, 0] }));
  assert.deepEqual(told({ type: "captured", stage: 1, stones: stones(1) }), ["Bo hat 1 Stein verloren (A9)"]);
  assert.deepEqual(told({ type: "captured", stage: 1, stones: stones(2) }), ["Bo hat 2 Steine verloren (A9 B9)"]);
  const met = { type: "collision", at: [3, 5], seats: [0, 1], heats: null, winner: 1 };
  assert.deepEqual(told(met), ["Ada und Bo haben sich auf D4 getroffen: Bo war in der Nähe weniger aktiv und hat den Stein gesetzt"]);
});

test("Parallel Go: a conflict is told to everybody, and to a player as their own", () => {
  const same = { type: "conflict", why: "same-point", chosen: [[2, 2], [2, 2]] };
  assert.deepEqual(parallelGo.words([same], TWO, { size: 5 }), [
    "Ada und Bo haben beide C3 gewählt, also wurde nichts gespielt",
    "Beide wählen noch einmal",
  ]);
  const step = stepOf({ events: [same], position: { size: 5 } });
  assert.equal(parallelGo.prompt(step, 0, TWO), "Du und Bo habt beide C3 gewählt. Nichts wurde gespielt. Wähle noch einmal.");
});

test("Parallel Go: a point says for whom it is blocked and who chose it", () => {
  const same = { type: "conflict", why: "same-point", chosen: [[2, 2], [2, 2]] };
  const board = Array.from({ length: 5 }, () => Array(5).fill(null));
  const position = { size: 5, board, last: [null, null], prohibited: [[[2, 2]], [[2, 2]]], captures: [0, 0] };
  const { label } = describePoint([2, 2], { step: stepOf({ events: [same], position }), seats: TWO, me: 0, own: null });
  assert.equal(label, "C3, leer, im Konflikt gewählt von dir und Bo, in dieser Runde gesperrt für dich und Bo");
});

test("Parallel Go: marked stones are counted", () => {
  const marked = (many) =>
    parallelGo.words([{ type: "marked", seat: 0, dead: true, stones: Array.from({ length: many }, (_, y) => ({ seat: 1, at: [0, y] })) }], TWO, { size: 5 });
  assert.deepEqual(marked(1), ["Ada hat 1 Stein von Bo als tot markiert (A5)"]);
  assert.deepEqual(marked(2), ["Ada hat 2 Steine von Bo als tot markiert (A5 A4)"]);
});

test("Automatafl: a move, one that failed, and the Agent's", () => {
  const told = (...events) => automatafl.words(events, TWO, { setup: null });
  assert.deepEqual(told({ type: "moved", seat: 0, from: [3, 7], to: [3, 4] }), ["Ada hat D4 nach D7 gezogen"]);
  assert.deepEqual(told({ type: "failed", seat: 1, from: [3, 7], to: [3, 4], why: "no-piece" }), [
    "Der Zug von Bo, D4 nach D7, ist misslungen: Dort stand keine Figur",
  ]);
  assert.deepEqual(told({ type: "agent", from: [3, 7], to: [3, 6], why: "from-black" }), ["Der Agent ging nach D5, von Schwarz weg"]);
});

test("Automatafl: what the Agent sees, would do and did", () => {
  const decision = {
    agent: [2, 2],
    row: { left: { piece: "W", at: [0, 2], distance: 2 }, right: null, rule: "toward-white", to: [1, 2] },
    column: { up: null, down: { piece: "B", at: [2, 3], distance: 1 }, rule: "from-black", to: [2, 1] },
    axis: "column",
    rule: "from-black",
    to: [2, 1],
    reason: "rule",
  };
  const extent = { columns: 5, rows: 5 };
  assert.equal(axisWords(decision, "row"), "Weiß, 2 Felder links, nichts rechts. Hin zu Weiß.");
  assert.equal(nowWords(decision, extent), "<strong>Der Agent</strong> ginge jetzt nach C4: weg von Schwarz");
  assert.equal(lastWords(decision, extent), "In der letzten Runde ging der Agent von C3 nach C4: weg von Schwarz. „Weg von Schwarz“ geht vor „hin zu Weiß“.");
});

test("Territory: tiles, cards and who leaves", () => {
  const told = (...events) => territory.words(events, TWO, { columns: 10, rows: 6, start: null });
  assert.deepEqual(told({ type: "placed", seat: 0, at: [3, 5], card: "double-move" }, { type: "placed", seat: 0, at: [3, 4], card: "double-move" }), [
    "Ada hat D1 und D2 im Doppelzug gelegt",
  ]);
  assert.deepEqual(told({ type: "filled", seat: 1, cells: [[0, 0]] }), ["Nur Bo kann noch ziehen und füllt 1 Feld"]);
  assert.deepEqual(told({ type: "left", seat: 1 }, { type: "grayed", seat: 1, cells: [[0, 0], [1, 0]] }), ["Bo ist ausgeschieden, und 2 Plättchen wurden grau"]);
  assert.equal(tiles(3), "3 Plättchen");
});

test("Continuous Go: lengths and areas have a comma, names of points keep their stop", () => {
  const drawn = { type: "drawn", seat: 0, path: [[3, 15], [5.5, 15]], length: 2.5, stopped: "opponent" };
  assert.deepEqual(continuousGo.words([drawn], TWO, { size: 19, komi: 0 }), ["Ada hat 2,5 Abstände gezeichnet, von D4 nach F.5,4, bis an die Linie von Bo"]);
  assert.deepEqual([spaces(1), spaces(1.25), amount(0.001)], ["1 Abstand", "1,25 Abstände", "< 0,01"]);
  const section = (counts) => ({ area: 4.5, group: 0, why: counts ? "counts" : "group-too-small", counts });
  assert.equal(summary([section(true), section(false)], 0), "Schwarz hat 2 Abschnitte, davon zählt 1: 4,5 Quadrate.");
});

test("choices can be typed in German as they are described, and in English", () => {
  const pass = { type: "pass" };
  assert.equal(multiplayerGo.describe(pass, { size: 9 }), "passen");
  for (const text of ["passen", "Passen ", "pass"]) {
    assert.deepEqual(multiplayerGo.parse(text, {}, { size: 9 }), pass);
    assert.deepEqual(parallelGo.parse(text, { phase: "play" }, { size: 5 }), pass);
    assert.deepEqual(continuousGo.parse(text, {}, { size: 9 }), pass);
  }
  assert.deepEqual(parallelGo.parse("Annehmen", { phase: "counting" }, { size: 5 }), { type: "accept" });
  assert.deepEqual(continuousGo.parse("zurücknehmen", {}, { size: 9 }), { type: "undo" });
  const board = { columns: 10, rows: 6 };
  assert.deepEqual(territory.parse("Freiheit D1", {}, board), { type: "place", card: "freedom", at: [3, 5] });
  assert.deepEqual(territory.parse("Doppelzug D1 D2", {}, board), { type: "place", card: "double-move", at: [3, 5], then: [3, 4] });
});

const start = (more = {}) => ({ ...initialState(snapshot(more), [], 0), connection: "open" });
const describe = ({ at }) => (String(at) === "3,5" ? "D4" : "E5");
const you = (more) => ({ seat: 0, action: null, may: ["seal"], rooms: [], ...more });

test("the bar of a turn: to choose, chosen, sealed, and for whom it waits", () => {
  const notice = (state) => noticeWords(state, { describe });
  const settings = { ...snapshot().game.settings, turn_ends: "complete" };
  const game = { ...snapshot().game, settings };
  assert.equal(notice(start()), "Wähle einen Punkt. Deine Wahl bleibt geheim bis zum Aufdecken.");
  const drafted = reduce(start({ you: you({ action: D4 }) }), { type: "choice.drafted", action: E5 }, 0);
  assert.equal(notice(drafted), "E5: gewählt, noch nicht versiegelt. Versiegelt ist noch: D4.");
  const sealed = (more) => notice(start({ chosen: [0], you: you({ action: D4 }), game, ...more }));
  assert.equal(sealed({}), "Versiegelt: D4. Das bleibt geheim bis zum Aufdecken. Es fehlt noch: Bo und Cy.");
  const five = { seats: seats([{}, {}, {}, {}, {}]), step: stepOf({ awaiting: [0, 1, 2, 3, 4] }) };
  assert.match(sealed(five), /Es fehlen noch 4 Personen\.$/);
  assert.equal(timeUpWords(start({ game }), 5000), "oder früher, sobald alle gewählt haben");
});

test("seats, moderators, leaving and the result", () => {
  assert.equal(seatState(start().seats[1], start()).words, "wählt");
  const absent = start({ seats: seats([{}, { absences: 1 }]), step: stepOf({ awaiting: [0, 1] }) });
  assert.equal(seatState(absent.seats[1], absent).words, "wählt, 1 Runde verpasst");
  assert.equal(actWords({ what: "removed-seat", by: "Mo" }, "Bo"), "Mo hat Bo aus der Partie genommen.");
  assert.equal(actWords({ what: "stopped", by: null }, null), "Die Runde konnte nicht aufgedeckt werden.");
  const itself = { what: "abandoned", why: "", reason: "nobody-chose-days", count: 30 };
  assert.deepEqual(whyWords(itself), ["Seit 30 Tagen hat niemand etwas gewählt."]);
  assert.deepEqual(whyWords({ ...itself, what: "away", reason: null, count: null }), ["Die verlorene Zeit wurde gutgeschrieben."]);
  assert.deepEqual(whyWords({ ...itself, what: "paused", why: "Tea", reason: null }), ["„Tea“"]);
  assert.equal(leavingWords(TWO, 0, undefined, true), "Die Partie endet sofort, und Bo gewinnt.");
  const outcome = { ranks: [1, 2, 3], scores: [7.5, 6.5, 1], reason: "score" };
  assert.equal(resultWords(outcome, seats()), "Ada gewinnt");
  assert.equal(marginWords(outcome, seats()), "1 Punkt Vorsprung");
  assert.equal(marginWords({ ...outcome, scores: [7.5, 5, 1] }, seats()), "2,5 Punkte Vorsprung");
  assert.equal(resultWords({ ...outcome, ranks: [1, 1, 1] }, seats()), "Gleichstand zu dritt");
  assert.equal(resultWords({ ...outcome, ranks: [1, 1, 3] }, seats()), "Unentschieden zwischen Ada und Bo");
});

test("heat is said with a comma, and with two digits that count", () => {
  assert.deepEqual([0, 0.001, 0.5, 1.234].map(heatNumber), ["0", "< 0,01", "0,50", "1,2"]);
});

test("whoever has left the club is called so in the page's language, and leads nowhere", () => {
  const started = initialState(snapshot({ seats: seats([{ name: "former member" }, {}]) }), [], 0);
  const [former] = started.seats;
  assert.equal(former.name, "ehemaliges Mitglied");
  assert.equal(pageOf(former, "/members/NAME/"), null);
});
