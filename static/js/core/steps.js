/** Reads the steps of a game, from the server or from an uploaded record. */

import { changed } from "./changes.js";
import { isObject, shaped, stepIn } from "./json.js";
import { gettext } from "./language.js";

/** The pause between two questions whether a worker is done, in milliseconds, and how many to ask. */
const PAUSE = 1000;
const TRIES = 30;

/**
 * @param {string} address of the game or the uploaded record
 * @param {Miai.Step[] | null} lines all steps of an uploaded record; null for a game
 * @param {(address: string) => Promise<unknown>} read resolves to the JSON at an address
 * @param {(milliseconds: number) => Promise<void>} [rest] waits
 */
export function stepSource(address, lines, read, rest = (time) => new Promise((done) => void setTimeout(done, time))) {
  /** @type {Map<string, Promise<unknown>>} */
  const asked = new Map();

  /**
   * Asks again while a worker is still computing the answer.
   * @param {string} name
   */
  async function patiently(name) {
    for (let tries = 1; tries <= TRIES; tries++) {
      const answer = await read(`${address}steps/${name}.json`);
      if (!isObject(answer) || answer["working"] !== true) return answer;
      await rest(PAUSE);
    }
    throw new Error(gettext("This took too long."));
  }

  /** @param {string} name */
  function once(name) {
    let answer = asked.get(name);
    if (!answer) {
      answer = patiently(name);
      asked.set(name, answer);
      // After a failure it can be asked for again.
      answer.catch(() => asked.delete(name));
    }
    return answer;
  }

  return {
    /**
     * @param {number} step
     * @returns {Promise<Miai.Step>}
     */
    async read(step) {
      const given = lines?.[step];
      return given ?? stepIn(await once(String(step)));
    },
    /**
     * Extra data about a step, such as heat. Rejects with a readable message if there is none.
     * @param {string} name
     * @param {number} step
     * @returns {Promise<Miai.Json>}
     */
    async extra(name, step) {
      return shaped(await once(`${step}/${name}`), {});
    },
  };
}

/** @typedef {ReturnType<typeof stepSource>} StepSource */

/**
 * All steps of an uploaded record. Its first line is a whole step; each later line holds the changes
 * to the step before. The steps share what does not change.
 * @param {Miai.Packed} packed
 * @returns {Miai.Step[]}
 */
export function unpackLines([first, ...rest]) {
  let step = stepIn(first);
  return [step, ...rest.map((changes) => (step = stepIn(changed(step, changes))))];
}
