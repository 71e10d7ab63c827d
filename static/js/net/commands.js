/** Sends commands over a socket and matches the answers to them. Knows no game. */

import { UNAVAILABLE } from "../core/own-choice.js";

/** Makes a name that no other page uses. */
const newName = () => [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("-");

/**
 * Refusals that say nothing about the action: too many commands, a failure of the server or of its
 * database, or an unknown command.
 */
const NOT_ABOUT_THE_ACTION = ["too-fast", "failed", UNAVAILABLE, "unknown-command"];

/** Numbers and sends the commands of one page, and matches the answers to them. */
export class Commands {
  #line;
  #page = newName();
  #lastId = 0;
  /** What to do with each answer, by the command's id. @type {Map<Miai.CommandDone["id"] | undefined, (answer: Miai.CommandDone | Miai.Error | null) => void>} */
  #waiting = new Map();
  #endFirstAttempt = () => {};
  /** Resolves once the page has connected for the first time, or failed to. @type {Promise<void>} */
  #firstAttempt = new Promise((resolve) => (this.#endFirstAttempt = resolve));

  /** @param {() => {send: (command: object) => boolean} | null} line the socket; null before it is open */
  constructor(line) {
    this.#line = line;
  }

  nextId() {
    return ++this.#lastId;
  }

  /** This page's sequence number for a choice, independent of the connection that it uses. @param {number} number */
  order(number) {
    return { page: this.#page, number };
  }

  /** The same for a change to the plan. Plans have numbers of their own because they do not replace choices. @param {number} number */
  orderOfPlans(number) {
    return { page: `${this.#page}.plan`, number };
  }

  /** Sends a command; returns whether it could be sent. @param {Miai.Command} command */
  send(command) {
    return this.#line()?.send(command) ?? false;
  }

  /**
   * Sends a command, on a new page once it has connected, and resolves to its refusal; `done` if it
   * was carried out, null if it could not be sent or the answer was lost.
   * @param {Omit<Miai.Say, "id"> | Omit<Miai.SetPlan, "id">} command
   * @returns {Promise<Pick<Miai.Error, "code" | "message"> | "done" | null>}
   */
  async carryOut(command) {
    await this.#firstAttempt;
    const answer = await this.#ask(command);
    return answer && (answer.type === "error" ? answer : "done");
  }

  /**
   * Asks the server why an action cannot be sealed; null if it can, or if the server did not say.
   * Nothing is sealed.
   * @param {number} step
   * @param {Miai.Action} action
   * @returns {Promise<Miai.Error | null>}
   */
  async check(step, action) {
    const answer = await this.#ask({ type: "action.check", step, action });
    return answer?.type === "error" && !NOT_ABOUT_THE_ACTION.includes(answer.code) ? answer : null;
  }

  /**
   * Handles an event that may be an answer; returns whether a command was waiting for it.
   * @param {Miai.ServerEvent} event
   */
  hear(event) {
    if (event.type !== "command.done" && event.type !== "error") return false;
    this.#waiting.get(event.id)?.(event);
    return this.#waiting.delete(event.id);
  }

  /** Call when the page has a new connection or has lost it: earlier commands get no answer any more. */
  connectionChanged() {
    this.#endFirstAttempt();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  /**
   * Sends a command and resolves to its answer; null if it could not be sent or the answer was
   * lost.
   * @param {Omit<Miai.Say, "id"> | Omit<Miai.SetPlan, "id"> | Omit<Miai.CheckAction, "id">} command
   * @returns {Promise<Miai.CommandDone | Miai.Error | null>}
   */
  #ask(command) {
    const id = this.nextId();
    if (!this.send({ ...command, id })) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
