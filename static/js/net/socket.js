/**
 * A WebSocket that repairs itself. Knows no game: it hands over what the server says, asks
 * `greeting` when nothing was heard for long or somebody comes back, and says how the connection is.
 */

import { messageIn } from "../core/json.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** A proxy may drop a connection in silence: after so long without a word we ask for one. */
const QUIET = 45_000;
/** How long a connection may take to stand, and the answer to a greeting to come. */
const ANSWER = 5_000;
/** How long the first word may take on a new connection: it holds the whole state. */
const FIRST_WORD = 15_000;
/** How often it is looked whether this machine slept, and a pause between looks that says so. */
const LOOK = 5_000;
const SLEPT = 15_000;
/** Group memberships on the server lapse after a day; pages reconnect earlier, not all at once. */
const OLDEST = 18 * 3_600_000;
const SPREAD = 4 * 3_600_000;
/** Closed for good: there is nothing to follow. */
const NOT_FOUND = 4404;
/** Too many pages are open, or too much was asked: others have to close first. */
const TOO_MANY = 4429;
const SLOW_WAIT = 60_000;

/**
 * What every socket of a member hears, whatever page it is of, and what the document is told then:
 * there may be other notices than before. It is told so with the first word on each connection, too:
 * nobody heard of what came, or was read elsewhere, before it, since the page was drawn.
 */
export const NOTICES_CHANGED = "notices.changed";

/** The same of the rematch of a game that the member has played. */
export const REMATCH_CHANGED = "rematch.changed";
const FOR_MEMBERS = new Set([NOTICES_CHANGED, REMATCH_CHANGED]);

/**
 * The pause before the next attempt, in milliseconds: twice as long each time, and spread so
 * that not all pages of a restarted server come at once.
 * @param {number} attempt from 0
 * @param {number} chance from 0 to 1
 */
export function pauseBefore(attempt, chance) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return spread(longest, chance);
}

/**
 * The pause before the next attempt after the server has closed with this code.
 * @param {number} code
 * @param {number} attempt from 0
 * @param {number} chance from 0 to 1
 */
export function pauseAfter(code, attempt, chance) {
  return code === TOO_MANY ? spread(SLOW_WAIT, chance) : pauseBefore(attempt, chance);
}

/**
 * @param {number} longest
 * @param {number} chance from 0 to 1
 */
function spread(longest, chance) {
  return longest * (0.5 + chance / 2);
}

/**
 * @template {{type: string}} Message
 * @typedef {object} SocketOptions
 * @property {(event: Message) => void} onEvent a message of the server, parsed
 * @property {(state: Miai.State["connection"]) => void} onChange
 * @property {() => object} greeting the question that goes out now, where an answer is needed
 * @property {() => string} [query] what the address says when it connects
 */

/** Timers of one connection. @typedef {"retry" | "quiet" | "patience" | "old"} Timer */

/**
 * A socket that connects again whenever it is lost.
 * @template {{type: string}} Message the server's messages at this address
 */
class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #address;
  #options;
  /** How many attempts have failed since the last one that worked. */
  #attempt = 0;
  #over = false;
  /**
   * `retry`: until the next attempt; `quiet`: until we ask for a word; `patience`: until this
   * connection counts as lost; `old`: until we connect anew.
   * @type {{[timer in Timer]?: ReturnType<typeof setTimeout>}}
   */
  #timers = {};
  /** Whether a greeting is not answered yet. */
  #greeted = false;
  #isFirstWord = false;
  /** When this connection was begun. */
  #began = 0;

  /**
   * @param {URL} address
   * @param {SocketOptions<Message>} options
   */
  constructor(address, options) {
    this.#address = address;
    this.#options = options;
  }

  connect() {
    clearTimeout(this.#timers.retry);
    this.#options.onChange("connecting");
    this.#address.search = this.#options.query?.() ?? "";
    const mine = new WebSocket(this.#address);
    this.#socket = mine;
    this.#began = Date.now();
    this.#expect(ANSWER);
    mine.addEventListener("open", () => this.#socket === mine && this.#opened());
    mine.addEventListener("message", (message) => this.#socket === mine && this.#heard(message));
    mine.addEventListener("close", (reason) => this.#socket === mine && this.#lost(reason.code));
  }

  /**
   * Returns whether the command went out; if not, the caller sends it again after `open`.
   * @param {object} command
   */
  send(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  /** Asks the server for a word, unless a question is open; returns whether one went out or is open. */
  greet() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    if (this.#greeted) return true;
    this.#greeted = true;
    this.#expect(ANSWER);
    return this.send(this.#options.greeting());
  }

  /** Gives this connection up and tries again after a pause. */
  reconnect() {
    this.#lost(0);
  }

  /** Tries at once: the network is back, somebody looks at the page again, or the machine slept. */
  tryNow() {
    if (this.#over || document.hidden) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.greet();
    else if (this.#socket === null) this.connect();
    else if (Date.now() - this.#began > ANSWER) {
      this.#drop(); // it hangs: timers need not have run while the machine slept
      this.connect();
    }
  }

  #opened() {
    this.#options.onChange("open");
    this.#isFirstWord = true;
    this.#expect(FIRST_WORD);
    this.#start("old", () => this.reconnect(), OLDEST + Math.random() * SPREAD);
  }

  /** @param {MessageEvent<string>} message */
  #heard({ data }) {
    clearTimeout(this.#timers.patience);
    this.#greeted = false;
    this.#start("quiet", () => this.greet(), QUIET);
    const event = /** @type {Message | null} */ (messageIn(data));
    if (event === null) return;
    const isTaken = event.type !== "error"; // a server may accept a socket only to say why it cannot go on
    const isFirst = this.#isFirstWord && isTaken;
    this.#isFirstWord = false;
    if (isTaken) this.#attempt = 0;
    for (const type of FOR_MEMBERS) {
      if (isFirst || event.type === type) document.dispatchEvent(new Event(type));
    }
    if (!FOR_MEMBERS.has(event.type)) this.#options.onEvent(event);
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (code === NOT_FOUND) this.#over = true;
    this.#options.onChange(this.#over ? "closed" : "lost");
    if (!this.#over) this.#start("retry", () => this.connect(), pauseAfter(code, this.#attempt++, Math.random()));
  }

  /** Has nothing to do with the connection any more. */
  #drop() {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#greeted = false;
    const before = this.#socket;
    this.#socket = null;
    before?.close();
  }

  /** Counts the connection as lost unless something happens on it in time. @param {number} milliseconds */
  #expect(milliseconds) {
    this.#start("patience", () => this.reconnect(), milliseconds);
  }

  /**
   * Starts a timer, in place of the one that ran.
   * @param {Timer} timer
   * @param {() => void} then
   * @param {number} milliseconds
   */
  #start(timer, then, milliseconds) {
    clearTimeout(this.#timers[timer]);
    this.#timers[timer] = setTimeout(then, milliseconds);
  }
}

/**
 * Keeps a socket open to `path` on this site.
 * @template {{type: string}} Message the server's messages at this address
 * @param {string} path
 * @param {SocketOptions<Message>} options
 */
export function openSocket(path, options) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  /** @type {Socket<Message>} */
  const socket = new Socket(address, options);
  const tryNow = () => socket.tryNow();
  window.addEventListener("online", tryNow);
  window.addEventListener("offline", () => socket.reconnect());
  window.addEventListener("pageshow", tryNow);
  document.addEventListener("visibilitychange", tryNow);
  socket.connect();
  afterSleep(tryNow);
  return socket;
}

/**
 * Calls back whenever the machine has slept: timers stand still meanwhile, and no event tells of it.
 * @param {() => void} then
 */
function afterSleep(then) {
  let looked = Date.now();
  function look() {
    const slept = Date.now() - looked > SLEPT;
    looked = Date.now();
    setTimeout(look, LOOK);
    if (slept) then();
  }
  setTimeout(look, LOOK);
}
