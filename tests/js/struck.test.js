/** The log of a game that a moderator struck from the ratings. */

import assert from "node:assert/strict";
import test from "node:test";
import { actWords } from "../../static/js/ui/log.js";

test("the log says who struck a game and who let it count again", () => {
  assert.equal(actWords({ what: "struck", by: "Mo" }, null), "Mo struck the game from the ratings.");
  assert.equal(actWords({ what: "counts", by: "Mo" }, null), "Mo let the game count for the ratings again.");
  assert.equal(actWords({ what: "struck", by: null }, null), "A moderator struck the game from the ratings.");
});
