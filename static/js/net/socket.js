/**
 * A WebSocket that reconnects by itself. Knows no game: it passes on the server's messages, sends
 * `greeting` after a long silence or when the viewer comes back, and reports the state of the
 * connection.
 */

import { messageIn } from "../core/json.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/**
 * A proxy may drop a connection without notice, so after this many milliseconds of silence we ask
 * the server for a message.
 */
const QUIET = 45_000;
/** How long connecting may take, and the answer to a greeting. */
const ANSWER = 5_000;
/** How long the first message on a new connection may take: it holds the whole state. */
const FIRST_WORD = 15_000;
/** The server has taken the socket, and will make it ready after those of others. */
const WAITS = "connection.waits";
/**
 * How often to check whether this machine slept or its clock was set, and the difference between
 * two checks that proves it.
 */
const LOOK = 5_000;
const SLEPT = 15_000;
/** The server forgets who watches a game after a day; pages reconnect earlier, and not all at once. */
const OLDEST = 18 * 3_600_000;
const SPREAD = 4 * 3_600_000;
/** The server closed the socket for good: there is nothing to follow. */
const NOT_FOUND = 4404;
/** Too many pages are open, or they sent too much: others must close first. */
const TOO_MANY = 4429;
const SLOW_WAIT = 60_000;
/** This web process is about to end; another one takes us at once. */
const MOVED = 4012;

/**
 * Sent to every socket of a member, on whatever page; passed on as an event of the document. The
 * notices may have changed. The event is also fired at the first message on each connection,
 * because notices may have come, or been read elsewhere, between the drawing of the page and that
 * message.
 */
export const NOTICES_CHANGED = "notices.changed";

/** The same for the rematch of a game that the member has played. */
export const REMATCH_CHANGED = "rematch.changed";
const FOR_MEMBERS = new Set([NOTICES_CHANGED, REMATCH_CHANGED]);

/**
 * The pause before the next attempt, in milliseconds. It doubles each time, and is random so that
 * the pages of a restarted server do not all come back at once.
 * @param {number} attempt from 0
 * @param {number} chance from 0 to 1
 */
export function pauseBefore(attempt, chance) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return spread(longest, chance);
}

/**
 * The pause before the next attempt after the server closed the socket with this code.
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
 * @property {(event: Message) => void} onEvent called with each parsed message of the server
 * @property {(state: Miai.State["connection"]) => void} onChange `open` is reported for each new connection, also
 *   without a loss before it, when the server moves its pages to another process
 * @property {() => object} greeting makes a question that the server must answer
 * @property {() => string} [query] makes the query of the address for each connection
 */

/** The timers of one connection. @typedef {"retry" | "quiet" | "patience" | "old"} Timer */

/**
 * A socket that reconnects whenever the connection is lost.
 * @template {{type: string}} Message the server's messages at this address
 */
class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #address;
  #options;
  /** The number of failed attempts since the last successful one. */
  #attempt = 0;
  #over = false;
  /**
   * `retry`: the next attempt; `quiet`: a greeting after silence; `patience`: the connection counts
   * as lost; `old`: a fresh connection.
   * @type {{[timer in Timer]?: ReturnType<typeof setTimeout>}}
   */
  #timers = {};
  /** Whether a greeting is still unanswered. */
  #greeted = false;
  #isFirstWord = false;
  /** When this connection attempt began. */
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
    this.#options.onChange("connecting");
    this.#begin();
  }

  #begin() {
    clearTimeout(this.#timers.retry);
    this.#address.search = this.#options.query?.() ?? "";
    const mine = new WebSocket(this.#address);
    this.#socket = mine;
    this.#began = Date.now();
    this.#expect(ANSWER);
    mine.addEventListener("open", () => this.#socket === mine && this.#opened());
    mine.addEventListener("message", (message) => this.#socket === mine && this.#heard(message));
    mine.addEventListener("close", (reason) => this.#socket === mine && this.#closed(reason.code));
  }

  /**
   * Sends a command; returns whether it could be sent. If not, the caller sends it again after
   * `open`.
   * @param {object} command
   */
  send(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  /** Sends a greeting unless an answer or the first message is due; returns whether anything is. */
  greet() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    if (this.#greeted || this.#isFirstWord) return true; // what a greeting asks for is about to come
    this.#greeted = true;
    this.#expect(ANSWER);
    return this.send(this.#options.greeting());
  }

  /** Drops this connection and tries again after a pause. */
  reconnect() {
    this.#lost(0);
  }

  /**
   * Tries at once: the network is back, the viewer looks at the page again, or the machine slept.
   */
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
    if (event.type === WAITS) return this.#expect(FIRST_WORD);
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
  #closed(code) {
    if (code !== MOVED || this.#isFirstWord) return this.#lost(code);
    this.#drop();
    this.#begin(); // nobody needs to know: `open` is reported again
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (code === NOT_FOUND) this.#over = true;
    this.#options.onChange(this.#over ? "closed" : "lost");
    if (!this.#over) this.#start("retry", () => this.connect(), pauseAfter(code, this.#attempt++, Math.random()));
  }

  /** Drops the connection and its timers. */
  #drop() {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#greeted = false;
    const before = this.#socket;
    this.#socket = null;
    before?.close();
  }

  /** Counts the connection as lost unless a message comes in time. @param {number} milliseconds */
  #expect(milliseconds) {
    this.#start("patience", () => this.reconnect(), milliseconds);
  }

  /**
   * Starts a timer, replacing the one that was running.
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
 * Calls back whenever the machine has slept, which is noticed because timers stop meanwhile, or its
 * clock was set, by which countdowns go; browsers report neither.
 * @param {() => void} then
 */
function afterSleep(then) {
  let looked = Date.now();
  function look() {
    const isAnotherTime = Math.abs(Date.now() - looked) > SLEPT;
    looked = Date.now();
    setTimeout(look, LOOK);
    if (isAnotherTime) then();
  }
  setTimeout(look, LOOK);
}
