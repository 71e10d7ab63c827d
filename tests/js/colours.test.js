import assert from "node:assert/strict";
import { test } from "node:test";

import { needSigns } from "../../static/js/core/colours.js";
import { seats } from "./shapes.js";

const PALETTE = {
  ink: { name: "Ink", hex: "#1d1a17" },
  shell: { name: "Shell", hex: "#f4efe3" },
  sea: { name: "Sea", hex: "#1f7a8c" },
  moss: { name: "Moss", hex: "#6b8e23" },
};
const need = (...stones) => needSigns(seats(stones.map((stone) => ({ stone }))), PALETTE);

test("black and white stones of two players need no signs: one is dark and the other light", () => {
  assert.equal(need("ink", "shell"), false);
  assert.equal(need("shell", "ink"), false);
});

test("colours that only differ as colours need signs, and so do more than two players", () => {
  assert.equal(need("sea", "moss"), true);
  assert.equal(need("ink", "shell", "sea"), true);
  assert.equal(need("ink"), true);
});
