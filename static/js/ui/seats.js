/** The seats: each with stone, name and the player's state. */

import { awayWords, missedWords } from "../core/away.js";
import { seatsAt } from "../core/holders.js";
import { gettext, ngettext, pgettext } from "../core/language.js";
import { isFromFile, isOver } from "../core/store.js";
import { dayName } from "../core/time.js";
import { button, el, say } from "../dom/elements.js";
import { keyed } from "../dom/keyed.js";
import { botBadge, nameElement } from "./names.js";
import { playerFlag } from "./reporting.js";

/** A text longer than this, in letters, does not fit beside a name and a score. */
const LONG = 12;
/** How often the time until an away player leaves is updated, in milliseconds. */
const TICK = 500;

/**
 * @typedef {object} Callbacks
 * @property {(element: Element, seat: Miai.Seat) => void} drawStone
 * @property {Miai.BoardModule["seatDetails"]} seatDetails
 * @property {string | null} members the address of a member's page, with NAME in it
 * @property {string} reports the address for reporting seat 0; empty if nobody can be reported
 * @property {(pressed: HTMLElement, seat: Miai.Seat) => void} onTake takes a seat over
 * @property {() => void} onGone called when the row that had the focus is made again
 */

/** The elements of a seat that change. @typedef {{item: HTMLElement, you: HTMLElement, status: HTMLElement, details: HTMLElement, extensions: HTMLElement, take: HTMLElement}} Row */

/**
 * @param {HTMLElement} element
 * @param {Callbacks} callbacks
 */
export function mountSeats(element, callbacks) {
  return new SeatList(element, callbacks);
}

class SeatList {
  #element;
  #callbacks;
  #list = el("ul", { class: "seats" });
  #rule = el("p", { class: "small muted" });
  /** The rows by the numbers of their seats. @type {Map<number, Row>} */
  #rows = new Map();
  /** The state that was drawn last. @type {Miai.State | null} */
  #shown = null;

  /**
   * @param {HTMLElement} element
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.#element = element;
    this.#callbacks = callbacks;
    element.replaceChildren(this.#list, this.#rule);
    setInterval(() => this.#countDown(), TICK);
  }

  /** @param {Miai.State} state */
  update(state) {
    this.#shown = state;
    // The result also names everybody; the seats take its place while the past is shown.
    this.#element.hidden = state.latest.outcome !== null && state.past === null;
    this.#rule.hidden = !state.game.settings?.leaves_when_away || isOver(state);
    say(this.#rule, ruleWords(state));
    const seats = state.past ? seatsAt(state, state.past.step) : state.seats;
    this.#makeRows(seats, state);
    for (const seat of seats) {
      const row = this.#rows.get(seat.number);
      if (row) this.#drawRow(row, seat, state);
    }
  }

  /** Counts down the time until an away player leaves. */
  #countDown() {
    const state = this.#shown;
    if (!state?.leaving.length || state.past) return;
    for (const seat of state.seats) {
      const row = this.#rows.get(seat.number);
      if (row) showState(row, seat, state);
    }
  }

  /**
   * Makes the row again of each seat whose name has changed: a deleted account loses its name, and a
   * seat can be taken over.
   * @param {Miai.Seat[]} seats
   * @param {Miai.State} state
   */
  #makeRows(seats, state) {
    const { you } = state;
    const hadFocus = this.#list.contains(document.activeElement);
    const shown = seats.map((seat) => ({ seat, theirs: isStillTheirs(seat, state) }));
    const entries = shown.map((each) => /** @type {const} */ ([JSON.stringify([each.seat.number, each.seat.name, each.theirs, you?.seat ?? null]), each]));
    keyed(this.#list, new Map(entries), ({ seat, theirs }) => {
      const row = this.#row(seat, you, theirs);
      this.#rows.set(seat.number, row);
      return row.item;
    });
    if (hadFocus && !this.#list.contains(document.activeElement)) this.#callbacks.onGone();
  }

  /**
   * @param {Miai.Seat} seat
   * @param {Miai.You | null} viewer
   * @param {boolean} theirs whether the named player still holds the seat, and so can be reported
   * @returns {Row}
   */
  #row(seat, viewer, theirs) {
    const { drawStone, members, reports, seatDetails, onTake } = this.#callbacks;
    const icon = el("span", { class: "seat-stone" });
    drawStone(icon, seat);
    const name = nameElement(seat, members, "seat-name");
    const badge = botBadge(seat);
    const you = el("span", { class: "seat-you" }, [pgettext("beside one’s own name", "you")]);
    const status = el("span", { class: "seat-state" });
    const line = el("span", { class: "seat-line" }, [name, ...badge, you, ...playerFlag(seat, viewer, theirs ? reports : "")]);
    const details = el("span", { class: "seat-details" });
    const extensions = el("span", { class: "seat-extensions" });
    const take = button(gettext("Take over"), "button button--small seat-take", () => onTake(take, seat));
    take.id = `take-seat-${seat.number}`;
    const item = el("li", { class: "seat" }, [icon, line, ...(seatDetails ? [details] : []), status, extensions, take]);
    return { item, you, status, details, extensions, take };
  }

  /**
   * @param {Row} row
   * @param {Miai.Seat} seat
   * @param {Miai.State} state
   */
  #drawRow(row, seat, state) {
    showState(row, seat, state);
    row.you.hidden = state.you?.seat !== seat.number || !isStillTheirs(seat, state);
    const left = extensionWords(seat, state);
    row.extensions.hidden = left === "";
    say(row.extensions, left);
    const label = gettext("Take over the seat of %(name)s", { name: seat.name });
    if (row.take.getAttribute("aria-label") !== label) row.take.setAttribute("aria-label", label);
    row.take.hidden = row.item.dataset.state !== "offered" || !state.you?.may.includes("take-seat");
    this.#callbacks.seatDetails?.(row.details, seat, state.past ?? state.latest);
  }
}

/**
 * Whether who held a seat in the step that is shown holds it still.
 * @param {Miai.Seat} seat as it was then
 * @param {Miai.State} state
 */
function isStillTheirs({ number }, state) {
  return !state.past || seatsAt(state, state.past.step)[number]?.name === state.seats[number]?.name;
}

/**
 * @param {{item: HTMLElement, status: HTMLElement}} parts of the seat's row
 * @param {Miai.Seat} seat
 * @param {Miai.State} state
 */
function showState({ item, status }, seat, state) {
  const { kind, words } = seatState(seat, state);
  if (item.dataset.state !== kind) item.dataset.state = kind;
  say(status, words);
  status.toggleAttribute("data-long", words.length > LONG);
}

/** The rule on how long players may be away at this table. @param {Miai.State} state */
export function ruleWords({ game, you }) {
  const minutes = game.settings?.away_minutes ?? 0;
  if (!you?.may.includes("seal")) {
    return ngettext("Anyone away for %(count)s minute is out of the game.", "Anyone away for %(count)s minutes is out of the game.", minutes);
  }
  return ngettext(
    "Keep this page open: anyone away for %(count)s minute is out of the game.",
    "Keep this page open: anyone away for %(count)s minutes is out of the game.",
    minutes,
  );
}

/**
 * A seat's state and its text: `offered`, `choosing`, `late`, `sealed`, `away`, `left`, `waiting`,
 * `over` or `past`. For a past step it tells only who had already left.
 * @param {Miai.Seat} seat
 * @param {Miai.State} state
 * @param {number} [now] this clock's time in milliseconds
 * @returns {{kind: string, words: string}}
 */
export function seatState(seat, state, now = Date.now()) {
  const { latest, chosen, past, away } = state;
  if (seat.offered_until && !past) return { kind: "offered", words: gettext("left – seat free to take over") };
  const wasIn = past !== null && !hadLeft(past, seat.number);
  if (seat.left && !wasIn) return { kind: "left", words: leftWords(seat.left) };
  if (past) return { kind: "past", words: "" };
  if (isOver(state) || isFromFile(state)) return { kind: "over", words: "" };
  const hasChosen = chosen.includes(seat.number);
  if (hasChosen && latest.sealed) return { kind: "sealed", words: pgettext("a seat", "sealed") };
  if (seat.off_until && !hasChosen) return { kind: "away", words: gettext("away until %(day)s", { day: dayName(seat.off_until, Date.now()) }) };
  if (away.includes(seat.number)) return { kind: "away", words: awayWords(state, seat, now) };
  if (!latest.awaiting.includes(seat.number)) return { kind: "waiting", words: pgettext("a seat", "waiting") };
  const doing = isOnTurn(latest) ? pgettext("a seat", "to play") : pgettext("a seat", "choosing");
  // A player who has missed turns need not be away, but may just be late.
  const missed = hasChosen ? "" : missedWords(state, seat);
  return { kind: missed ? "late" : "choosing", words: missed ? `${doing}, ${missed}` : doing };
}

/**
 * Whether a seat had left by a step, in games whose positions say so.
 * @param {Miai.Step} step
 * @param {number} seat
 */
function hadLeft({ position: { left } }, seat) {
  return Array.isArray(left) && left.includes(seat);
}

/**
 * How many extensions a seat has left; empty if extensions do not apply.
 * @param {Miai.Seat} seat
 * @param {Miai.State} state
 */
export function extensionWords(seat, state) {
  const given = state.game.settings?.extensions ?? 0;
  if (!given || seat.bot || seat.left || state.past || isOver(state)) return "";
  if (seat.extensions === 0) return gettext("no extensions left");
  return ngettext("%(count)s extension left", "%(count)s extensions left", seat.extensions);
}

/** @param {NonNullable<Miai.Seat["left"]>} why */
function leftWords(why) {
  return {
    resigned: pgettext("a seat", "resigned"),
    absent: gettext("out, missed too many turns"),
    away: gettext("out, away for too long"),
    removed: pgettext("a seat", "removed"),
    gone: gettext("no longer a member"),
    "voted-out": gettext("voted out"),
  }[why];
}

/**
 * Whether one seat is on turn with an open choice, while the others wait.
 * @param {Miai.Step} step
 */
export function isOnTurn({ sealed, phase, awaiting }) {
  return !sealed && phase === "play" && awaiting.length === 1;
}
