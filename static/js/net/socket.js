/**
 * A WebSocket that repairs itself. Knows no game: it hands over what the server says, asks
 * `greeting` when nothing was heard for long, and says how the connection is.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** A proxy may drop a connection in silence: after so long without a word we ask for one. */
const QUIET = 45_000;
/** How long the answer to that may take. */
const PATIENCE = 10_000;
/** Group memberships on the server lapse after a day; pages reconnect earlier, not all at once. */
const OLDEST = 18 * 3_600_000;
const SPREAD = 4 * 3_600_000;
/** Closed for good: there is nothing to follow. */
const NOT_FOUND = 4404;
/** Too many pages are open, or too much was asked: others have to close first. */
const TOO_MANY = 4429;
const SLOW_WAIT = 60_000;

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
 * @typedef {object} SocketOptions
 * @property {(event: any) => void} onEvent a message of the server, parsed
 * @property {(state: "connecting" | "open" | "lost" | "closed") => void} onChange
 * @property {() => any} greeting what to ask when the line is quiet
 * @property {() => string} [query] what the address says when it connects
 * @property {() => void} [onGreeting] it was asked
 */

/**
 * Keeps a socket open to `path` on this site.
 * @param {string} path
 * @param {SocketOptions} options
 */
export function openSocket(path, { onEvent, onChange, greeting, onGreeting, query }) {
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
  /** @type {number | undefined} */
  let old;

  function connect() {
    clearTimeout(retry);
    onChange("connecting");
    address.search = query?.() ?? "";
    const mine = new WebSocket(address);
    socket = mine;
    const ifMine = (/** @type {(event: any) => void} */ handle) => (/** @type {any} */ event) => {
      if (socket === mine) handle(event);
    };
    mine.addEventListener("open", ifMine(opened));
    mine.addEventListener("message", ifMine(heard));
    mine.addEventListener("close", ifMine(lost));
  }

  function opened() {
    onChange("open");
    listen();
    clearTimeout(old);
    old = setTimeout(reconnect, OLDEST + Math.random() * SPREAD);
  }

  /** @param {MessageEvent<string>} message */
  function heard({ data }) {
    listen();
    const event = JSON.parse(data);
    if (event.type !== "error") attempt = 0; // a server may take a socket only to say why it cannot
    onEvent(event);
  }

  function listen() {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      greet();
      quiet = setTimeout(reconnect, PATIENCE);
    }, QUIET);
  }

  /** @param {{code: number}} reason */
  function lost({ code }) {
    socket = null;
    clearTimeout(retry);
    clearTimeout(quiet);
    clearTimeout(old);
    if (code === NOT_FOUND) over = true;
    onChange(over ? "closed" : "lost");
    if (!over) retry = setTimeout(connect, pauseAfter(code, attempt++, Math.random()));
  }

  function greet() {
    if (send(greeting())) onGreeting?.();
  }

  function reconnect() {
    const before = socket;
    lost({ code: 0 });
    before?.close();
  }

  /** Tries at once: the network is back, or somebody looks at the page again. */
  function now() {
    if (over || document.hidden) return;
    if (socket === null) connect();
    else if (socket.readyState === WebSocket.OPEN) greet();
  }

  /**
   * Whether the command went out; if not, the caller sends it again after `open`.
   * @param {any} command
   */
  function send(command) {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  }

  window.addEventListener("online", now);
  window.addEventListener("offline", reconnect);
  document.addEventListener("visibilitychange", now);
  connect();

  return { send };
}
