/** Waiting for an uploaded record: the server plays it through, as long as somebody asks for it. */

import { gettext } from "../core/language.js";
import { byId, say } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { readJsonAt } from "../net/http.js";

const PAUSE = 500;
const tell = announcer();
/** Answers that may fail in a row before it is given up: a phone changes its network. */
const PATIENCE = 5;

/**
 * Asks how far a record is and shows it, until it is done.
 * @param {string} address of its state
 * @returns {Promise<{state: "shown" | "refused", words: string}>} rejects with the words for people
 */
export async function untilReplayed(address) {
  for (let failed = 0; ; ) {
    try {
      const news = await readJsonAt(address);
      failed = 0;
      if (news.state === "shown" || news.state === "refused") return news;
      show(news);
    } catch (error) {
      failed += 1;
      if (failed === PATIENCE) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** @param {{words: string, step: number, steps: number}} news */
function show({ words, step, steps }) {
  const progress = /** @type {HTMLProgressElement} */ (byId("upload-progress"));
  say(byId("upload-status"), words);
  tell(words);
  say(byId("upload-count"), steps ? gettext("Step %(step)s of %(steps)s", { step, steps }) : "");
  if (!steps) return progress.removeAttribute("value");
  progress.max = steps;
  progress.value = step;
}
