/** The log: what happened, turn by turn, in words. Each line leads to its step. */

import { isOpen } from "../core/folding.js";
import { seatsAtAct } from "../core/holders.js";
import { gettext, ngettext } from "../core/language.js";
import { keyOf } from "../core/log-order.js";
import { dayName } from "../core/time.js";
import { loggedWords } from "../core/votes.js";
import { button, el, setPossible } from "../dom/elements.js";
import { keyed } from "../dom/keyed.js";
import { clockTimeElement, keepClockTimes } from "./clock-times.js";
import { followEnd } from "./follow-end.js";
import { icon } from "./icons.js";
import { haveAllLeft } from "./result.js";


/**
 * Folds steps that were taken back into one line, which can be unfolded.
 * @typedef {object} Folding
 * @property {(state: Miai.State) => import("../core/folding.js").Fold[]} folds all folds of the log
 * @property {(fold: import("../core/folding.js").Fold, state: Miai.State) => string} words
 * @property {(fold: import("../core/folding.js").Fold, open: boolean) => void} onToggle
 */

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(entry: Miai.StepEntry, state: Miai.State) => string[]} callbacks.words
 * @param {Folding} callbacks.folding
 * @param {(step: number) => void} callbacks.onStep
 * @param {() => Promise<void>} callbacks.onEarlier loads the entries that the page does not have yet
 * @param {string} callbacks.timeZone
 */
export function mountLog(element, { words, folding, onStep, onEarlier, timeZone }) {
  const list = el("ol", { class: "log", tabindex: 0, "aria-label": gettext("What happened") });
  const earlier = button(gettext("Show earlier turns"), "button log-earlier", () => {
    setPossible(earlier, false);
    onEarlier().finally(() => setPossible(earlier, true));
  });
  const empty = el("p", { class: "log-empty" }, [gettext("Nothing has happened yet.")]);
  element.replaceChildren(earlier, empty, list);
  const grew = followEnd(list);
  keepClockTimes(list);
  list.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onStep(Number(link.dataset.step));
  });

  return {
    /** @param {Miai.State} state */
    update(state) {
      const steps = state.log.filter((entry) => !("what" in entry));
      const hadFocus = earlier === document.activeElement;
      earlier.hidden = steps.length === 0 || steps[0]?.step === 1;
      if (hadFocus && earlier.hidden) list.focus();
      empty.hidden = state.log.length > 0;
      const folds = folding.folds(state);
      const lines = linesOf(state, folds);
      /** @param {Line} line */
      const made = (line) => {
        if ("entries" in line) return foldLine(line, folding.words(line, state), (open) => folding.onToggle(line, open));
        if ("what" in line) return act(line, state, timeZone);
        return step(line, stepWords(line, state, words), causeWords(line, state.game.settings, state.seats), timeZone);
      };
      /** @param {Element} item @param {Line} line */
      const show = (item, line) => {
        if ("entries" in line) item.querySelector(".log-toggle")?.setAttribute("aria-expanded", String(isOpen(line, state)));
        else item.classList.toggle("log-folded", !("what" in line) && folds.some((fold) => fold.entries.includes(line)));
        return item;
      };
      const changed = keyed(list, lines, (line) => show(made(line), line), show);
      const shown = state.past?.step ?? state.latest.step;
      const moved = markCurrent(list, shown);
      if (changed || moved) grew(() => moved && reveal(list, moved));
    },
  };
}

/**
 * Marks the line of the step on the board; returns it if it was not marked before.
 * @param {HTMLElement} list
 * @param {number} step
 */
function markCurrent(list, step) {
  const before = list.querySelector("[aria-current]");
  // If a fold is open, mark the line of its last step rather than the fold's own.
  const link = [...list.querySelectorAll(`a[data-step="${step}"]`)].at(-1) ?? null;
  if (before === link) return null;
  before?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "step");
  return link;
}

/**
 * Scrolls only the list itself until the line is visible.
 * @param {HTMLElement} list
 * @param {Element} line
 */
function reveal(list, line) {
  const [outer, inner] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/**
 * What a step did, in the game's words; but in our own if all remaining players left together.
 * @param {Miai.StepEntry} entry
 * @param {Miai.State} state
 * @param {(entry: Miai.StepEntry, state: Miai.State) => string[]} words
 */
export function stepWords(entry, state, words) {
  const { latest, seats } = state;
  const last = entry.step === latest.step && latest.outcome !== null && haveAllLeft(latest.outcome, seats);
  return last && entry.leave ? [gettext("All players left")] : words(entry, state);
}

/** @typedef {Miai.LogEntry | import("../core/folding.js").Fold} Line */

/**
 * The lines of the log by key: one line for each fold, followed by its steps if it is open.
 * @param {Pick<Miai.State, "log" | "unfolded" | "past">} state
 * @param {import("../core/folding.js").Fold[]} folds
 */
export function linesOf(state, folds) {
  const byStep = new Map(folds.flatMap((fold) => fold.entries.map(({ step }) => [step, fold])));
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const entry of state.log) {
    const fold = "what" in entry ? undefined : byStep.get(entry.step);
    if (fold && fold.first === entry.step) lines.set(`fold ${fold.first} ${fold.last}`, fold);
    if (!fold || isOpen(fold, state)) lines.set(keyOf(entry), entry);
  }
  return lines;
}

/**
 * @param {import("../core/folding.js").Fold} fold
 * @param {string} said
 * @param {(open: boolean) => void} onToggle
 */
function foldLine({ last, entries }, said, onToggle) {
  const link = el("a", { href: `?step=${last}`, "data-step": last, "data-fold": true }, [
    el("span", { class: "log-turn" }, [String(entries[0]?.turn ?? "")]),
    el("span", { class: "log-words" }, [`${said}.`]),
  ]);
  const toggle = el("button", { type: "button", class: "log-toggle", "aria-expanded": "false" }, [icon("chevron")]);
  const label = ngettext("Show %(count)s step", "Show %(count)s steps", entries.length);
  toggle.setAttribute("aria-label", label);
  toggle.title = label;
  toggle.addEventListener("click", () => onToggle(toggle.getAttribute("aria-expanded") !== "true"));
  return el("li", { class: "log-fold" }, [link, toggle]);
}

/**
 * @param {Miai.StepEntry} entry
 * @param {string[]} said
 * @param {string} cause
 * @param {string} timeZone
 */
function step(entry, said, cause, timeZone) {
  const link = el("a", { href: `?step=${entry.step}`, "data-step": entry.step }, [
    el("span", { class: "log-turn" }, [String(entry.turn)]),
    el("span", { class: "log-words" }, [`${said.join(". ") || gettext("Nothing was placed")}.`]),
    ...(entry.at ? [clockTimeElement(entry.at, timeZone, "log-note")] : []),
    ...(cause ? [el("span", { class: "log-cause" }, [cause])] : []),
  ]);
  return el("li", {}, [link]);
}

/**
 * Why a step was resolved when it was; empty for the usual reason, which is that all had chosen, or
 * at tables where only the timer ends a turn, the timer.
 * @param {Pick<Miai.StepEntry, "cause" | "leave" | "sealed">} entry
 * @param {Pick<Miai.GameSettings, "turn_ends" | "away_minutes"> | null} settings
 * @param {Miai.Seat[]} [seats]
 */
export function causeWords({ cause, leave, sealed }, settings, seats = []) {
  if (leave?.length && leave.every((number) => seats[number]?.left === "away")) {
    return ngettext("away for %(count)s minute", "away for %(count)s minutes", settings?.away_minutes ?? 0);
  }
  if (leave || (cause === "timer" && sealed && settings?.turn_ends === "timer")) return "";
  if (cause === "timer") return gettext("Time was up");
  return cause === "moderator" ? gettext("Ended by a moderator") : "";
}

/**
 * What a moderator, or the site by itself, did, as a sentence. Votes have texts of their own.
 * @param {Pick<Miai.ActEntry, "what" | "by"> & Partial<Miai.ActEntry>} entry
 * @param {string | null} name of the player concerned; null if there is none
 */
export function actWords({ what, by, until }, name) {
  const who = by ?? nobodyWords(what);
  if (name !== null) {
    if (what === "removed-seat") return gettext("%(who)s removed %(name)s from the game.", { who, name });
    if (what === "extended") return gettext("%(name)s ran out of time. An extension keeps the turn going.", { name });
    if (what === "waits" && until) return gettext("%(name)s is away until %(day)s. The turn waits.", { name, day: dayName(until, Date.now()) });
    if (what === "waits") return gettext("%(name)s was away, and the turn waited.", { name });
  }
  return {
    paused: gettext("%(who)s paused the game.", { who }),
    resumed: gettext("%(who)s resumed the game.", { who }),
    "ended-turn": gettext("%(who)s ended the turn.", { who }),
    "removed-seat": gettext("%(who)s removed a player from the game.", { who }),
    cancelled: gettext("%(who)s cancelled the game.", { who }),
    stopped: gettext("The turn could not be revealed."),
    away: gettext("The site was down."),
    abandoned: gettext("%(who)s cancelled the game.", { who }),
    "seat-offered": gettext("%(who)s left the game. Others can take over the seat.", { who }),
    "seat-taken": gettext("%(who)s took over an empty seat.", { who }),
    struck: gettext("%(who)s struck the game from the ratings.", { who }),
    counts: gettext("%(who)s let the game count for the ratings again.", { who }),
    "pause-over": gettext("The pause is over. The game goes on."),
  }[what] ?? `${who}: ${what}.`;
}

/** The name to show if no member did it, or one who has left the club. @param {string} what */
function nobodyWords(what) {
  if (what === "seat-offered" || what === "seat-taken") return gettext("A former member");
  return what === "abandoned" ? gettext("The site") : gettext("A moderator");
}

/**
 * The reason for an act: the moderator's own words, or ours if the site did it by itself.
 * @param {Pick<Miai.ActEntry, "what" | "why" | "reason" | "count">} entry
 * @returns {string[]} one sentence or none
 */
export function whyWords({ what, why, reason, count }) {
  if (why) return [gettext("“%(words)s”", { words: why })];
  if (what === "stopped") return [gettext("Nothing is lost; a moderator can resume the game.")];
  if (what === "away") return [gettext("The lost time was added back to the clock.")];
  const number = count ?? 0;
  if (reason === "bots-alone") return [ngettext("Bots play for at most %(count)s step by themselves.", "Bots play for at most %(count)s steps by themselves.", number)];
  if (reason === "nobody-chose-turns") return [ngettext("No human player has chosen for %(count)s step.", "No human player has chosen for %(count)s steps.", number)];
  if (reason === "nobody-chose-days") return [ngettext("No human player has chosen for %(count)s day.", "No human player has chosen for %(count)s days.", number)];
  if (reason === "enough-of-bots") return [gettext("The last human player has left, and the club already has its maximum of bots-only games.")];
  return [];
}

/**
 * An act and its reason, in words.
 * @param {Miai.ActEntry} entry
 * @param {Pick<Miai.State, "seats" | "holders" | "log">} state
 */
export function allActWords(entry, state) {
  const seats = seatsAtAct(state, entry);
  if (entry.vote) return loggedWords({ ...entry, vote: entry.vote }, { seats });
  const name = entry.seat === null ? null : (seats[entry.seat]?.name ?? "");
  return [actWords(entry, name), ...whyWords(entry)].join(" ");
}

/**
 * @param {Miai.ActEntry} entry
 * @param {Miai.State} state
 * @param {string} timeZone
 */
function act(entry, state, timeZone) {
  return el("li", { class: "log-act" }, [
    el("span", { class: "log-words" }, [allActWords(entry, state)]),
    el("span", { class: "log-note" }, [clockTimeElement(entry.at, timeZone)]),
  ]);
}
