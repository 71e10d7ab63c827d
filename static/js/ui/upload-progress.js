/** Waiting for an uploaded record: the server plays it through, as long as somebody asks for it. */

import { shaped } from "../core/json.js";
import { gettext } from "../core/language.js";
import { byId, say } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { readJsonAt } from "../net/http.js";

const PAUSE = 500;
const tell = announcer();
/** Answers that may fail in a row before it is given up: a phone changes its network. */
const PATIENCE = 5;

/** How far a record is. @typedef {{state: string, words: string, step: number, steps: number}} Progress */

/**
 * Asks how far a record is and shows it, until it is done.
 * @param {string} address of its state
 * @returns {Promise<{state: "shown" | "refused", words: string}>} rejects with the words for people
 */
export async function untilReplayed(address) {
  for (let failed = 0; ; ) {
    try {
      const news = /** @type {Progress} */ (shaped(await readJsonAt(address), { state: "string", words: "string" }));
      failed = 0;
      const { state, words } = news;
      if (state === "shown" || state === "refused") return { state, words };
      show(news);
    } catch (error) {
      failed += 1;
      if (failed === PATIENCE) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** @param {Progress} news */
function show({ words, step, steps }) {
  const progress = /** @type {HTMLProgressElement} */ (byId("upload-progress"));
  say(byId("upload-status"), words);
  tell(words);
  say(byId("upload-count"), steps ? gettext("Step %(step)s of %(steps)s", { step, steps }) : "");
  if (!steps) return progress.removeAttribute("value");
  progress.max = steps;
  progress.value = step;
}
