/** Shows what the player has chosen and who can see it, and the buttons beside the board. */

import { isLastChance } from "../core/away.js";
import { gettext, list as listNames, ngettext } from "../core/language.js";
import { isPlanning } from "../core/planning.js";
import { endsWhenComplete, isFromFile, isOver, mayChoose, ownAction } from "../core/store.js";
import { button, el, say } from "../dom/elements.js";
import { announcer } from "../dom/live.js";

/**
 * How long a new button ignores presses, in milliseconds: they were meant for the button that stood
 * in its place a moment before.
 */
const SETTLES = 700;

/**
 * @typedef {object} Listed a button for a choice that has no point on the board
 * @property {HTMLElement} made
 * @property {Miai.Action | null} action what it chooses now; null: it takes the choice back
 * @property {string} about what the player agrees to by pressing it
 * @property {boolean} possible
 * @property {boolean} settled whether it takes presses, as it has been there long enough
 * @property {ReturnType<typeof setTimeout>} [timer] until it is settled
 */

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {Miai.BoardModule} callbacks.board
 * @param {() => string | null} callbacks.asked what the board asks for next in a choice of several parts
 * @param {(action: Miai.Action | null) => void} callbacks.onAction
 * @param {() => void} callbacks.onConfirm
 * @param {() => void} callbacks.onGone called when a button that had the focus is removed
 * @param {string} callbacks.loginAddress
 */
export function mountChoice(element, { board, asked, onAction, onConfirm, onGone, loginAddress }) {
  const notice = el("p", { class: "choice-notice" });
  const warning = el("p", { class: "choice-warning" });
  const confirm = button("", "button button--primary", () => confirming.settled && onConfirm());
  /** @type {Listed} */
  const confirming = { made: confirm, action: null, about: "", possible: true, settled: true };
  const takeBack = button(gettext("Take back"), "button", () => onAction(null));
  const others = el("span", { class: "choice-others" });
  const login = el("a", { class: "button", href: loginAddress }, [gettext("Log in to play and chat")]);
  const buttons = el("div", { class: "choice-buttons" }, [confirm, others, takeBack, login]);
  element.replaceChildren(notice, warning, buttons);
  const [tellNotice, tellWarning] = [announcer(), announcer()];
  /** The buttons by their labels. @type {Map<string, Listed>} */
  const listed = new Map();
  let isFirst = true;
  /** True while a press on one of these buttons is handled, rather than one on the board. */
  let pressed = false;

  /** @param {Listed} each */
  function showPossible({ made, possible, settled }) {
    made.setAttribute("aria-disabled", String(!possible || !settled));
  }

  /** @param {Listed} each */
  function settle(each) {
    each.settled = false;
    showPossible(each);
    clearTimeout(each.timer);
    each.timer = setTimeout(() => {
      each.settled = true;
      showPossible(each);
    }, SETTLES);
  }

  /**
   * @param {string} label
   * @param {string} about
   */
  function list(label, about) {
    const made = button(label, "button", () => {
      if (!each.possible || !each.settled) return;
      pressed = true;
      onAction(each.action);
      pressed = false;
    });
    /** @type {Listed} */
    const each = { made, action: null, about, possible: true, settled: true };
    if (!isFirst) settle(each);
    listed.set(label, each);
    return each;
  }

  /**
   * Updates the buttons for choices without a point. A button that stays is never replaced, or a
   * finger already on it would press nothing. A new one never gets the focus, or a key pressed for
   * the old one would press it too.
   * @param {Miai.State} state
   */
  function listOthers(state) {
    const seat = state.you?.seat ?? null;
    const choices = seat !== null && mayChoose(state) ? board.choices(state.latest, seat, state.game.options) : [];
    const own = isPlanning(state) ? "" : JSON.stringify(ownAction(state.choice));
    const before = [...others.children];
    const focused = before.findIndex((made) => made === document.activeElement);
    const labels = new Set(choices.map(({ label }) => label));
    for (const [label, { made }] of listed) {
      if (labels.has(label)) continue;
      made.remove();
      listed.delete(label);
    }
    choices.forEach(({ label, action, about = "" }, index) => {
      const known = listed.get(label) ?? list(label, about);
      if (known.about !== about) settle(known);
      const chosen = action !== null && JSON.stringify(action) === own;
      Object.assign(known, { action: chosen ? null : action, about, possible: action !== null });
      known.made.setAttribute("aria-pressed", String(chosen));
      showPossible(known);
      if (others.children[index] !== known.made) others.insertBefore(known.made, others.children[index] ?? null);
    });
    isFirst = false;
    const gone = before[focused];
    if (!gone || others.contains(gone)) return;
    const stays = /** @type {HTMLElement | undefined} */ (before.find((made) => others.contains(made)));
    if (stays) stays.focus();
    else onGone();
  }

  return {
    /** @param {Miai.State} state */
    update(state) {
      const own = ownAction(state.choice);
      const open = mayChoose(state);
      const planning = isPlanning(state);
      listOthers(state);
      say(notice, noticeWords(state, board, asked()));
      say(warning, warningWords(state));
      warning.hidden = !warning.textContent;
      notice.dataset.state = noticeState(state);
      element.toggleAttribute("data-moment", state.choice.moment);
      // Not while sending: the answer usually comes before a screen reader could say so.
      if (notice.dataset.state !== "sending" || state.connection !== "open") tellNotice(notice.textContent ?? "");
      tellWarning(warning.textContent ?? "");
      const asks = open && state.choice.draft !== null;
      // When Confirm appears the buttons move, and it may take the place of one just pressed.
      if (asks && confirm.hidden && pressed) [confirming, ...listed.values()].forEach(settle);
      confirm.hidden = !asks;
      say(confirm, confirmWords(state));
      // An open choice is carried out as soon as it arrives, when it is too late to take it back.
      takeBack.hidden = !open || planning || own === null || (!state.latest.sealed && state.choice.draft === null);
      login.hidden = state.you !== null || isOver(state) || isFromFile(state);
      buttons.hidden = !open && login.hidden;
      element.hidden = !notice.textContent && login.hidden;
    },
  };
}

/** @param {Miai.State} state */
function confirmWords({ latest, choice }) {
  if (choice.moment) return gettext("Send now");
  return latest.sealed ? gettext("Seal") : gettext("Confirm");
}

/**
 * `watching`, `open`, `draft`, `sending` or `sealed`.
 * @param {Miai.State} state
 */
function noticeState(state) {
  const { draft, wanted, kept } = state.choice;
  if (!mayChoose(state)) return "watching";
  if (draft) return "draft";
  return wanted !== undefined ? "sending" : kept ? "sealed" : "open";
}

/**
 * The text that tells players where their choice stands.
 * @param {Miai.State} state
 * @param {Pick<Miai.BoardModule, "describe" | "prompt" | "draftWords"> & Partial<Pick<Miai.BoardModule, "refusals">>} board
 * @param {string | null} [middle] what the board asks for next in a choice of several parts
 */
export function noticeWords(state, board, middle = null) {
  const { you, latest, choice, refusal, connection, game } = state;
  const describe = (/** @type {Miai.Action} */ action) => board.describe(action, game.options);
  if (isOver(state) || isFromFile(state)) return "";
  if (you?.left) return gettext("You are no longer in this game. You can keep watching.");
  if (you === null || you.seat === null) return gettext("You are watching.");
  if (state.seats[you.seat]?.left === "away") {
    return ngettext(
      "You were away for %(count)s minute, so you are out of the game: a rule of this table. You can keep watching.",
      "You were away for %(count)s minutes, so you are out of the game: a rule of this table. You can keep watching.",
      game.settings?.away_minutes ?? 0,
    );
  }
  if (state.seats[you.seat]?.left) return gettext("You are no longer in this game. You can keep watching.");
  if (!you.may.includes("seal")) return gettext("You are suspended and can only watch.");
  const asked = board.prompt?.(latest, you.seat, state.seats, game.options);
  if (!mayChoose(state)) return state.past ? "" : (asked ?? gettext("Nothing to choose right now."));
  if (refusal && !Array.isArray(refusal.at)) return board.refusals?.()[refusal.code] ?? refusal.message;
  if (isPlanning(state) && choice.wanted === undefined && !choice.kept) return gettext("You have not chosen for this turn yet.");
  const before = choice.kept ? [gettext("Your sealed choice is still %(choice)s.", { choice: describe(choice.kept) })] : [];
  if (middle) return [middle, ...before].join(" ");
  if (choice.draft && choice.moment) return gettext("This ends your turn. It is sent in two seconds unless you take it back.");
  if (choice.draft) {
    const own = board.draftWords?.(choice.draft, latest, you.seat, state.seats);
    if (own) return own;
    const values = { choice: describe(choice.draft) };
    const words = latest.sealed
      ? gettext("%(choice)s: chosen, not sealed yet.", values)
      : gettext("%(choice)s: chosen, not confirmed yet.", values);
    const ends = latest.sealed && endsWhenComplete(state) ? [gettext("The turn ends as soon as all have chosen.")] : [];
    return [capital(words), ...ends, ...before].join(" ");
  }
  if (choice.wanted !== undefined) {
    if (connection !== "open") return gettext("Connection lost. Your choice is kept, and sent when the connection is back.");
    if (!choice.wanted) return gettext("Taking back…");
    const values = { choice: describe(choice.wanted) };
    return latest.sealed ? gettext("Sealing %(choice)s…", values) : gettext("Sending %(choice)s…", values);
  }
  if (choice.kept && latest.sealed) {
    const sealed = gettext("Sealed: %(choice)s. It stays secret until the reveal.", { choice: describe(choice.kept) });
    return [sealed, ...waitingWords(state)].join(" ");
  }
  if (choice.kept) return gettext("Chosen: %(choice)s. It will be played when the game resumes.", { choice: describe(choice.kept) });
  if (!latest.sealed) return asked ?? gettext("It is your turn.");
  return [asked ?? gettext("Choose a point."), gettext("Your choice stays secret until the reveal.")].join(" ");
}

/**
 * The players for whose choices the reveal waits. The clock shows how long it may take.
 * @param {Miai.State} state
 * @returns {string[]} one sentence or none
 */
function waitingWords({ clock, game, latest, chosen, seats, you }) {
  if (!endsWhenComplete({ clock, game }) || game.status !== "running") return [];
  const names = latest.awaiting
    .filter((seat) => seat !== you?.seat && !chosen.includes(seat))
    .map((seat) => seats[seat]?.name ?? "");
  if (names.length > 2) return [ngettext("Waiting for %(count)s player.", "Waiting for %(count)s players.", names.length)];
  return names.length ? [gettext("Waiting for %(names)s.", { names: listNames(names) })] : [];
}

/** @param {Miai.State} state */
export function warningWords(state) {
  const { you, game, choice } = state;
  const seat = you !== null && you.seat !== null ? state.seats[you.seat] : undefined;
  if (!seat || !mayChoose(state) || choice.kept !== null) return "";
  return isLastChance(seat, game) ? gettext("Miss one more turn and you are out of the game.") : "";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
