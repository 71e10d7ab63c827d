import assert from "node:assert/strict";
import { test } from "node:test";

import { playerFlag } from "../../static/js/ui/reporting.js";

test("whoever left a seat to others has no flag beside their own name", () => {
  const seat = /** @type {any} */ ({ number: 1, name: "Ada", bot: false });
  const you = /** @type {any} */ ({ name: "Ada", seat: null });
  assert.deepEqual(playerFlag(seat, you, "/reports/0/"), []);
});
