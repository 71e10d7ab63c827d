import assert from "node:assert/strict";
import { test } from "node:test";
import { mountRematch } from "../../static/js/ui/rematch.js";

/** Lets everything happen that is not awaited from outside. */
const settled = () => new Promise(setImmediate);

/**
 * The page of a player whose game is over. Requests wait until `answers` answers them.
 * @param {import("node:test").TestContext} context
 */
function page(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const shown = [];
  /** @type {((answer: object) => void)[]} */
  const asked = [];
  const listeners = new EventTarget();
  const place = Object.assign(new EventTarget(), {
    firstElementChild: null,
    append: (/** @type {{dataset: {state: string}}} */ { dataset }) => shown.push(dataset.state),
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  class DOMParser {
    parseFromString(/** @type {string} */ state) {
      return { getElementById: () => ({ dataset: { state } }) };
    }
  }
  Object.assign(globalThis, {
    DOMParser,
    document: Object.assign(listeners, { documentElement: { dataset: {} } }),
    FormData: class {},
    fetch: () => new Promise((answer) => asked.push(answer)),
  });
  const rematch = mountRematch(/** @type {any} */ (place), "/rematch/g/");
  rematch.update(/** @type {any} */ ({ game: { status: "finished" }, you: { seat: 0 } }));
  return {
    shown,
    hint() {
      listeners.dispatchEvent(new Event("rematch.changed"));
      context.mock.timers.tick(300);
    },
    submit() {
      const form = { dataset: {}, action: "/rematch/g/answer/" };
      const event = Object.assign(new Event("submit", { cancelable: true }), { submitter: null });
      Object.defineProperty(event, "target", { value: form });
      place.dispatchEvent(event);
    },
    async answers(/** @type {number} */ request, /** @type {string} */ state) {
      asked[request]?.({ status: 200, text: async () => state });
      await settled();
    },
  };
}

test("an answer that was overtaken by a later one is not shown", async (context) => {
  const { shown, hint, answers } = page(context);
  hint();
  await answers(1, "Bo agreed");
  await answers(0, "nobody answered");
  assert.deepEqual(shown, ["Bo agreed"]);
});

test("what was asked before the player's own answer is not shown after it", async (context) => {
  const { shown, submit, hint, answers } = page(context);
  submit();
  await answers(1, "you agreed");
  await answers(0, "nobody answered");
  hint();
  await answers(2, "all agreed");
  assert.deepEqual(shown, ["you agreed", "all agreed"]);
});
