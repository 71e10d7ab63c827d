/** Texts, numbers and lists in the page's language. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { gettext, language, list, ngettext, npgettext, number, pgettext, speak } from "../../static/js/core/language.js";

const GERMAN = {
  "Your turn": "Du bist am Zug",
  "%(name)s passed": "%(name)s hat gepasst",
  "%(count)s stone": { one: "%(count)s Stein", other: "%(count)s Steine" },
  "a button\u0004Open": "Öffnen",
  "of Go\u0004%(count)s point": { one: "%(count)s Punkt", other: "%(count)s Punkte" },
};

afterEach(() => speak());

test("without a catalogue texts are English, as they are written", () => {
  assert.equal(language(), "en-GB");
  assert.equal(gettext("Your turn"), "Your turn");
  assert.equal(ngettext("%(count)s stone", "%(count)s stones", 1), "1 stone");
  assert.equal(ngettext("%(count)s stone", "%(count)s stones", 0), "0 stones");
});

test("texts are in the language of the catalogue", () => {
  speak("de", GERMAN);
  assert.equal(gettext("Your turn"), "Du bist am Zug");
  assert.equal(gettext("%(name)s passed", { name: "Ada" }), "Ada hat gepasst");
});

test("a text that the catalogue lacks stays English", () => {
  speak("de", GERMAN);
  assert.equal(gettext("Pass"), "Pass");
  assert.equal(gettext("constructor"), "constructor");
  assert.equal(pgettext("a state", "Open"), "Open");
});

test("a context tells texts apart that are the same in English", () => {
  speak("de", GERMAN);
  assert.equal(pgettext("a button", "Open"), "Öffnen");
  assert.equal(npgettext("of Go", "%(count)s point", "%(count)s points", 2), "2 Punkte");
});

test("the language decides which form a number takes", () => {
  speak("de", GERMAN);
  assert.equal(ngettext("%(count)s stone", "%(count)s stones", 1), "1 Stein");
  assert.equal(ngettext("%(count)s stone", "%(count)s stones", 3), "3 Steine");
  const polish = { one: "%(count)s kamień", few: "%(count)s kamienie", other: "%(count)s kamieni" };
  speak("pl", { "%(count)s stone": polish });
  const said = [1, 2, 5].map((count) => ngettext("%(count)s stone", "%(count)s stones", count));
  assert.deepEqual(said, ["1 kamień", "2 kamienie", "5 kamieni"]);
});

test("what a placeholder stands for is never read as one", () => {
  assert.equal(gettext("%(name)s: 100%%", { name: "%(name)s $& %%" }), "%(name)s $& %%: 100%");
});

test("numbers and lists are said as the language does", () => {
  assert.equal(number(1234.5), "1234.5");
  assert.equal(list(["Ada", "Bo", "Cy"]), "Ada, Bo and Cy");
  speak("de");
  assert.equal(number(1234.5), "1234,5");
  assert.equal(gettext("%(score)s each", { score: 7.5 }), "7,5 each");
  assert.equal(list(["Ada", "Bo", "Cy"]), "Ada, Bo und Cy");
});
