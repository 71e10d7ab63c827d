/** Commands over a socket, and who waits for the answer to which. Knows no game. */

/** A name that no other page has. */
const newName = () => [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("-");

/**
 * @param {() => {send: (command: object) => boolean} | null} line the socket, null before it is open
 */
export function commandLine(line) {
  let ids = 0;
  const page = newName();
  /** @type {Map<Miai.CommandDone["id"] | undefined, (refusal: string | null) => void>} */
  const waiting = new Map();
  const send = (/** @type {Miai.Command} */ command) => line()?.send(command) ?? false;

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
    carryOut(command) {
      const id = ++ids;
      if (!send({ ...command, id })) return Promise.resolve(null);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    /**
     * Hears an event that may be an answer; whether somebody waited for it.
     * @param {Miai.ServerEvent} event
     */
    hear(event) {
      if (event.type !== "command.done" && event.type !== "error") return false;
      waiting.get(event.id)?.(event.type === "error" ? event.message : "");
      return waiting.delete(event.id);
    },
    /** The connection is lost: nobody will answer any more. */
    giveUp() {
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
}
