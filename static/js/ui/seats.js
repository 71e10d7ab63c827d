/** The seats: stone, name, and how each player stands. */

import { seatsAt } from "../core/holders.js";
import { gettext, ngettext, pgettext } from "../core/language.js";
import { isOver } from "../core/store.js";
import { dayName } from "../core/time.js";
import { button, el, say } from "./dom.js";
import { nameElement } from "./names.js";
import { playerFlag } from "./reporting.js";

/** So many letters have no room beside a name and a score. */
const LONG = 12;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(element: Element, seat: Miai.Seat) => void} callbacks.drawStone
 * @param {Miai.BoardModule["seatDetails"]} callbacks.seatDetails
 * @param {string | null} callbacks.members the address of a member's page, with NAME in it
 * @param {string} callbacks.reports where a player is reported: the address of seat 0; empty: nowhere
 * @param {(pressed: HTMLElement, seat: Miai.Seat) => void} callbacks.onTake takes a seat over
 */
export function mountSeats(element, { drawStone, seatDetails, members, reports, onTake }) {
  const list = el("ul", { class: "seats" });
  const rule = el("p", { class: "small muted" });
  element.replaceChildren(list, rule);
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  let names = "";

  /**
   * @param {Miai.Seat} seat
   * @param {Miai.You | null} viewer
   * @param {boolean} theirs whether the player who is named has the seat now, so that it can be reported
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
      const isTheirs = (/** @type {number} */ number) => !state.past || seatsAt(state, state.past.step)[number]?.name === state.seats[number]?.name;
      // The result names everybody, and gives its place to the seats while the past is shown.
      element.hidden = state.latest.outcome !== null && state.past === null;
      rule.hidden = !state.game.settings?.leaves_when_away || isOver(state);
      say(rule, state.you?.may.includes("seal") ? gettext("Keep this page open: anyone away for two minutes leaves the game.") : gettext("Anyone away for two minutes leaves the game."));
      // A deleted account takes its name along.
      const seats = state.past ? seatsAt(state, state.past.step) : state.seats;
      const next = JSON.stringify([state.you?.seat ?? null, ...seats.map(({ name, number }) => [name, isTheirs(number)])]);
      if (names !== next) {
        names = next;
        list.replaceChildren();
        rows = seats.map((seat) => row(seat, state.you, isTheirs(seat.number)));
      }
      seats.forEach((seat, n) => {
        const parts = /** @type {ReturnType<typeof row>} */ (rows[n]);
        const { kind, words } = seatState(seat, state);
        if (parts.item.dataset.state !== kind) parts.item.dataset.state = kind;
        parts.you.hidden = state.you?.seat !== seat.number || !isTheirs(seat.number);
        say(parts.status, words);
        parts.status.toggleAttribute("data-long", words.length > LONG);
        const left = extensionWords(seat, state);
        parts.extensions.hidden = left === "";
        say(parts.extensions, left);
        const name = gettext("Take over the seat of %(name)s", { name: seat.name });
        if (parts.take.getAttribute("aria-label") !== name) parts.take.setAttribute("aria-label", name);
        parts.take.hidden = kind !== "offered" || !state.you?.may.includes("take-seat");
        seatDetails?.(parts.details, seat, state.past ?? state.latest);
      });
    },
  };
}

/**
 * How a seat stands: `offered`, `choosing`, `sealed`, `away`, `left`, `waiting`, `over` or `past`, and the
 * words. Of the past it is told who had left, and nothing that is so now.
 * @param {Miai.Seat} seat
 * @param {Miai.State} state
 * @returns {{kind: string, words: string}}
 */
export function seatState(seat, state) {
  const { latest, chosen, game, past, away } = state;
  if (seat.offered_until && !past) return { kind: "offered", words: gettext("left, the seat is free") };
  const wasIn = past !== null && !past.position.left?.includes(seat.number);
  if (seat.left && !wasIn) return { kind: "left", words: leftWords(seat.left) };
  if (past) return { kind: "past", words: "" };
  if (isOver(state)) return { kind: "over", words: "" };
  const hasChosen = chosen.includes(seat.number);
  if (hasChosen && latest.sealed) return { kind: "sealed", words: pgettext("a seat", "sealed") };
  if (seat.off_until && !hasChosen) return { kind: "away", words: gettext("away until %(day)s", { day: dayName(seat.off_until, Date.now()) }) };
  if (away.includes(seat.number)) return { kind: "away", words: awayWords(seat, game) };
  if (!latest.awaiting.includes(seat.number)) return { kind: "waiting", words: pgettext("a seat", "waiting") };
  if (seat.absences > 0 && !hasChosen) {
    const last = isLastChance(seat, game);
    return { kind: "away", words: last ? gettext("away, leaves after one more") : gettext("away, missed %(number)s", { number: seat.absences }) };
  }
  return { kind: "choosing", words: isOnTurn(latest) ? pgettext("a seat", "to play") : pgettext("a seat", "choosing") };
}

/**
 * How often a seat's time is still extended; empty where extensions are of no use any more.
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
  }[why];
}

/**
 * What is said of a player who has no page of the game open.
 * @param {Miai.Seat} seat
 * @param {Miai.GameInfo} game
 */
function awayWords(seat, game) {
  if (game.settings?.leaves_when_away) return gettext("away, leaves after two minutes");
  if (seat.absences === 0) return pgettext("a seat", "away");
  return isLastChance(seat, game) ? gettext("away, leaves after one more") : gettext("away, missed %(number)s", { number: seat.absences });
}

/**
 * Whether one seat plays in the open now, and the others wait for it.
 * @param {Miai.Step} step
 */
export function isOnTurn({ sealed, phase, awaiting }) {
  return !sealed && phase === "play" && awaiting.length === 1;
}

/**
 * Whether one more missed turn makes the seat leave.
 * @param {Miai.Seat} seat
 * @param {Miai.GameInfo} game
 */
export function isLastChance(seat, game) {
  const allowed = game.settings?.absences_allowed ?? null;
  return allowed !== null && seat.absences === allowed - 1;
}
