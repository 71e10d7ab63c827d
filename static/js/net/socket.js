/**
 * A WebSocket that repairs itself. Knows no game: it hands over what the server says, asks
 * `greeting` when nothing was heard for long or somebody comes back, and says how the connection is.
 */

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
 * @template {{type: string}} Event
 * @typedef {object} SocketOptions
 * @property {(event: Event) => void} onEvent a message of the server, parsed
 * @property {(state: Miai.State["connection"]) => void} onChange
 * @property {() => object} greeting the question that goes out now, where an answer is needed
 * @property {() => string} [query] what the address says when it connects
 */

/**
 * Keeps a socket open to `path` on this site.
 * @template {{type: string}} Event the server's messages at this address
 * @param {string} path
 * @param {SocketOptions<Event>} options
 */
export function openSocket(path, { onEvent, onChange, greeting, query }) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  /** @type {WebSocket | null} */
  let socket = null;
  let attempt = 0;
  let over = false;
  /** @type {number | undefined} */
  let retry;
  /** @type {number | undefined} */
  let quiet;
  /** Until then this has to be heard of. @type {number | undefined} */
  let patience;
  /** Whether a greeting is not answered yet. */
  let greeted = false;
  let isFirstWord = false;
  /** When this connection was begun. */
  let began = 0;
  /** @type {number | undefined} */
  let old;

  function connect() {
    clearTimeout(retry);
    onChange("connecting");
    address.search = query?.() ?? "";
    const mine = new WebSocket(address);
    socket = mine;
    began = Date.now();
    expect(ANSWER);
    mine.addEventListener("open", () => socket === mine && opened());
    mine.addEventListener("message", (message) => socket === mine && heard(message));
    mine.addEventListener("close", (reason) => socket === mine && lost(reason));
  }

  function opened() {
    onChange("open");
    isFirstWord = true;
    expect(FIRST_WORD);
    clearTimeout(old);
    old = setTimeout(reconnect, OLDEST + Math.random() * SPREAD);
  }

  /** @param {MessageEvent<string>} message */
  function heard({ data }) {
    clearTimeout(patience);
    clearTimeout(quiet);
    greeted = false;
    quiet = setTimeout(greet, QUIET);
    const event = JSON.parse(data);
    const isTaken = event.type !== "error"; // a server may take a socket only to say why it cannot
    const isFirst = isFirstWord && isTaken;
    isFirstWord = false;
    if (isTaken) attempt = 0;
    for (const type of FOR_MEMBERS) {
      if (isFirst || event.type === type) document.dispatchEvent(new Event(type));
    }
    if (!FOR_MEMBERS.has(event.type)) onEvent(event);
  }

  /**
   * Something has to happen on this connection within so long; else there is another try.
   * @param {number} milliseconds
   */
  function expect(milliseconds) {
    clearTimeout(patience);
    patience = setTimeout(reconnect, milliseconds);
  }

  /** @param {{code: number}} reason */
  function lost({ code }) {
    drop();
    if (code === NOT_FOUND) over = true;
    onChange(over ? "closed" : "lost");
    if (!over) retry = setTimeout(connect, pauseAfter(code, attempt++, Math.random()));
  }

  /** Has nothing to do with the connection any more. */
  function drop() {
    for (const timer of [retry, patience, quiet, old]) clearTimeout(timer);
    greeted = false;
    const before = socket;
    socket = null;
    before?.close();
  }

  /** Asks for a word; whether that went out. One question at a time is enough. */
  function greet() {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    if (greeted) return true;
    greeted = true;
    expect(ANSWER);
    return send(greeting());
  }

  function reconnect() {
    lost({ code: 0 });
  }

  /** Tries at once: the network is back, somebody looks at the page again, or the machine slept. */
  function now() {
    if (over || document.hidden) return;
    if (socket?.readyState === WebSocket.OPEN) greet();
    else if (socket === null) connect();
    else if (Date.now() - began > ANSWER) {
      drop(); // it hangs: timers need not have run while the machine slept
      connect();
    }
  }

  /** Timers stand still while a machine sleeps, and no event tells of it. */
  let looked = Date.now();
  function look() {
    const slept = Date.now() - looked > SLEPT;
    looked = Date.now();
    setTimeout(look, LOOK);
    if (slept) now();
  }

  /**
   * Whether the command went out; if not, the caller sends it again after `open`.
   * @param {object} command
   */
  function send(command) {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  }

  window.addEventListener("online", now);
  window.addEventListener("offline", reconnect);
  window.addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", now);
  connect();
  setTimeout(look, LOOK);

  return { send, greet };
}
