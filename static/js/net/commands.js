/** Commands over a socket, and who waits for the answer to which. Knows no game. */

/** A name that no other page has. */
const newName = () => [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("-");

/** Refusals that say nothing of what was asked: too often, or the server could not tell. */
const UNKNOWN = ["too-fast", "failed", "unknown-command"];

/**
 * @param {() => {send: (command: object) => boolean} | null} line the socket, null before it is open
 */
export function commandLine(line) {
  let ids = 0;
  const page = newName();
  /** @type {Map<Miai.CommandDone["id"] | undefined, (answer: Miai.CommandDone | Miai.Error | null) => void>} */
  const waiting = new Map();
  const send = (/** @type {Miai.Command} */ command) => line()?.send(command) ?? false;

  /**
   * Sends a command and resolves to its answer; null: it did not go out, or nobody knows.
   * @param {Omit<Miai.Say, "id"> | Omit<Miai.SetPlan, "id"> | Omit<Miai.CheckAction, "id">} command
   * @returns {Promise<Miai.CommandDone | Miai.Error | null>}
   */
  function ask(command) {
    const id = ++ids;
    if (!send({ ...command, id })) return Promise.resolve(null);
    return new Promise((resolve) => waiting.set(id, resolve));
  }

  return {
    nextId: () => ++ids,
    /** What orders this page's choices, whatever connections they go by. @param {number} number */
    order: (number) => ({ page, number }),
    /** What orders its changes to the plan, which overtake no choice. @param {number} number */
    orderOfPlans: (number) => ({ page: `${page}.plan`, number }),
    /** Sends a command; whether it went out. */
    send,
    /**
     * Sends a command and resolves to why it was refused, empty: it was carried out; null: it did
     * not go out, or nobody knows.
     * @param {Omit<Miai.Say, "id"> | Omit<Miai.SetPlan, "id">} command
     * @returns {Promise<string | null>}
     */
    async carryOut(command) {
      const answer = await ask(command);
      return answer && (answer.type === "error" ? answer.message : "");
    },
    /**
     * Asks whether an action could be sealed, and resolves to why not; null: it could, or nobody
     * knows. Nothing is sealed.
     * @param {number} step
     * @param {Miai.Action} action
     * @returns {Promise<Miai.Error | null>}
     */
    async check(step, action) {
      const answer = await ask({ type: "action.check", step, action });
      return answer?.type === "error" && !UNKNOWN.includes(answer.code) ? answer : null;
    },
    /**
     * Hears an event that may be an answer; whether somebody waited for it.
     * @param {Miai.ServerEvent} event
     */
    hear(event) {
      if (event.type !== "command.done" && event.type !== "error") return false;
      waiting.get(event.id)?.(event);
      return waiting.delete(event.id);
    },
    /** The connection is lost: nobody will answer any more. */
    giveUp() {
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
}
