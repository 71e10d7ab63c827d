/** The steps of a game, wherever they come from: the server, or an uploaded record. */

import { changed } from "./changes.js";
import { gettext } from "./language.js";

/** How long a worker is given, in milliseconds, and how many times it is asked whether it is done. */
const PAUSE = 1000;
const TRIES = 30;

/**
 * @param {string} address the game's, or that of an uploaded record
 * @param {Miai.Step[] | null} lines all steps of such a record
 * @param {(address: string) => Promise<any>} read resolves to the JSON at an address
 * @param {(milliseconds: number) => Promise<void>} [rest] waits
 */
export function stepSource(address, lines, read, rest = (time) => new Promise((done) => void setTimeout(done, time))) {
  /** @type {Map<string, Promise<any>>} */
  const asked = new Map();

  /**
   * What a worker is still at is asked for again.
   * @param {string} name
   */
  async function patiently(name) {
    for (let tries = 1; tries <= TRIES; tries++) {
      const answer = await read(`${address}steps/${name}.json`);
      if (answer.working !== true) return answer;
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
      // What failed may be asked for again.
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
      return given ?? once(String(step));
    },
    /**
     * An extra of a step, such as heat. Rejects with words for people where it is not to be had.
     * @param {string} name
     * @param {number} step
     * @returns {Promise<Miai.Json>}
     */
    extra(name, step) {
      return once(`${step}/${name}`);
    },
  };
}

/** @typedef {ReturnType<typeof stepSource>} StepSource */

/**
 * All lines of an uploaded record. The first is whole; each later one says what it changes in
 * the one before. What is the same is shared between lines.
 * @param {Miai.Packed} packed
 * @returns {Miai.Step[]}
 */
export function unpackLines([first, ...rest]) {
  let step = first;
  return [first, ...rest.map((changes) => (step = changed(step, changes)))];
}
