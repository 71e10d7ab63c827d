/** The seats: each with stone, name and the player's state. */

import { awayWords, missedWords } from "../core/away.js";
import { seatsAt } from "../core/holders.js";
import { gettext, ngettext, pgettext } from "../core/language.js";
import { isFromFile, isOver } from "../core/store.js";
import { dayName } from "../core/time.js";
import { button, el, say } from "../dom/elements.js";
import { nameElement } from "./names.js";
import { playerFlag } from "./reporting.js";

/** A text longer than this, in letters, does not fit beside a name and a score. */
const LONG = 12;
/** How often the time until an away player leaves is updated, in milliseconds. */
const TICK = 500;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(element: Element, seat: Miai.Seat) => void} callbacks.drawStone
 * @param {Miai.BoardModule["seatDetails"]} callbacks.seatDetails
 * @param {string | null} callbacks.members the address of a member's page, with NAME in it
 * @param {string} callbacks.reports the address for reporting seat 0; empty if nobody can be reported
 * @param {(pressed: HTMLElement, seat: Miai.Seat) => void} callbacks.onTake takes a seat over
 */
export function mountSeats(element, { drawStone, seatDetails, members, reports, onTake }) {
  const list = el("ul", { class: "seats" });
  const rule = el("p", { class: "small muted" });
  element.replaceChildren(list, rule);
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  let names = "";
  /** The state that was drawn last. @type {Miai.State | null} */
  let shown = null;
  setInterval(() => {
    // Count down the time until an away player leaves.
    const { leaving, past, seats } = shown ?? { leaving: [], past: null, seats: [] };
    if (leaving.length && !past) seats.forEach((seat, n) => rows[n] && shown && showState(rows[n], seat, shown));
  }, TICK);

  /**
   * @param {Miai.Seat} seat
   * @param {Miai.You | null} viewer
   * @param {boolean} theirs whether the named player still holds the seat, and so can be reported
   */
  function row(seat, viewer, theirs) {
    const icon = el("span", { class: "seat-stone" });
    drawStone(icon, seat);
    const name = nameElement(seat, members, "seat-name");
    const badge = seat.bot ? [el("span", { class: "badge" }, [gettext("bot")])] : [];
    const you = el("span", { class: "seat-you" }, [pgettext("beside one’s own name", "you")]);
    const status = el("span", { class: "seat-state" });
    const line = el("span", { class: "seat-line" }, [name, ...badge, you, ...playerFlag(seat, viewer, theirs ? reports : "")]);
    const details = el("span", { class: "seat-details" });
    const extensions = el("span", { class: "seat-extensions" });
    const take = button(gettext("Take over"), "button button--small seat-take", () => onTake(take, seat));
    take.id = `take-seat-${seat.number}`;
    const item = el("li", { class: "seat" }, [icon, line, ...(seatDetails ? [details] : []), status, extensions, take]);
    list.append(item);
    return { item, you, status, details, extensions, take };
  }

  return {
    /** @param {Miai.State} state */
    update(state) {
      shown = state;
      const isTheirs = (/** @type {number} */ number) => !state.past || seatsAt(state, state.past.step)[number]?.name === state.seats[number]?.name;
      // The result also names everybody; the seats take its place while the past is shown.
      element.hidden = state.latest.outcome !== null && state.past === null;
      rule.hidden = !state.game.settings?.leaves_when_away || isOver(state);
      say(rule, ruleWords(state));
      // Names can change: a deleted account loses its name.
      const seats = state.past ? seatsAt(state, state.past.step) : state.seats;
      const next = JSON.stringify([state.you?.seat ?? null, ...seats.map(({ name, number }) => [name, isTheirs(number)])]);
      if (names !== next) {
        names = next;
        list.replaceChildren();
        rows = seats.map((seat) => row(seat, state.you, isTheirs(seat.number)));
      }
      seats.forEach((seat, n) => {
        const parts = /** @type {ReturnType<typeof row>} */ (rows[n]);
        showState(parts, seat, state);
        parts.you.hidden = state.you?.seat !== seat.number || !isTheirs(seat.number);
        const left = extensionWords(seat, state);
        parts.extensions.hidden = left === "";
        say(parts.extensions, left);
        const name = gettext("Take over the seat of %(name)s", { name: seat.name });
        if (parts.take.getAttribute("aria-label") !== name) parts.take.setAttribute("aria-label", name);
        parts.take.hidden = parts.item.dataset.state !== "offered" || !state.you?.may.includes("take-seat");
        seatDetails?.(parts.details, seat, state.past ?? state.latest);
      });
    },
  };
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
  const wasIn = past !== null && !past.position.left?.includes(seat.number);
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
