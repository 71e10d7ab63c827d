/** Puts a game's page together: mounts each component with the callbacks it needs. */

import { needSigns } from "../core/colours.js";
import { foldsOf, isOpen, stopsOf } from "../core/folding.js";
import { follower } from "../core/following.js";
import { seatsAt } from "../core/holders.js";
import { gettext, ngettext, pgettext } from "../core/language.js";
import { isPlanning, planOf } from "../core/planning.js";
import { mayChoose, owesChoice, ownAction } from "../core/store.js";
import { earlierInTurn } from "../core/turns.js";
import { byId } from "../dom/elements.js";
import { mountAnnouncer } from "./announcer.js";
import { mountAskVote } from "./ask-vote.js";
import { mountChat, newIn } from "./chat.js";
import { mountChoice } from "./choice.js";
import { mountClock } from "./clock.js";
import { mountConnection } from "./connection.js";
import { mountCoordinates } from "./coordinates.js";
import { offerCopying } from "./copying.js";
import { ask } from "./dialog.js";
import { isOffered, leavingWords, offeredWords } from "./leaving.js";
import { mountLog } from "./log.js";
import { mountModeration } from "./moderation.js";
import { mountPlan } from "./plan.js";
import { refuse } from "./refusals.js";
import { mountRematch } from "./rematch.js";
import { mountReplay } from "./replay.js";
import { mountResult } from "./result.js";
import { mountSeats } from "./seats.js";
import { mountSettings } from "./settings.js";
import { soundBox } from "./sounds.js";
import { mountTabs } from "./tabs.js";
import { showTurnSign } from "./turn-sign.js";
import { mountVote } from "./vote.js";

/** @type {Miai.Action[]} */
const NONE = [];
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} PageParts
 * @property {Miai.BoardModule} board
 * @property {Miai.PageData} data
 * @property {Pick<import("../core/store.js").Store, "get" | "dispatch">} store
 * @property {{choose: (action: Miai.Action | null) => void, draft: (action: Miai.Action) => void, confirm: () => void, hurry: () => boolean}} chooser
 * @property {import("../core/planning.js").Planner} planner
 * @property {(name: string, step: number) => Promise<Miai.Json | null>} extra
 * @property {(step: number) => Promise<void>} goTo
 * @property {() => Promise<void>} readEarlier
 * @property {(command: string, fields: Miai.Json) => Promise<string>} command a POST to the game;
 *   resolves to the reason for a refusal; empty: it was carried out
 * @property {(room: string, text: string) => Promise<string>} talk resolves likewise
 */

/**
 * Mounts everything and returns a function that draws a state.
 * @param {PageParts} parts
 */
export function mountPage(parts) {
  const { board, data, store, chooser, planner, extra, goTo, readEarlier, command, talk } = parts;
  const { preferences, palette } = data;
  const element = byId("board");
  const { login: loginAddress = "/", reportMessage = "", reportSeat = "" } = byId("game").dataset;
  const timeZone = preferences.time_zone;
  const drawStone = (/** @type {Element} */ place, /** @type {Miai.Seat} */ seat) =>
    board.stone(place, seat, palette, preferences.signs || needSigns(store.get().seats, palette));
  const words = (/** @type {{step: number, events: Miai.Json[]}} */ { step, events }, /** @type {Miai.State} */ { seats, holders, game, log }) =>
    board.words(events, seatsAt({ seats, holders }, step), game.options, earlierInTurn(log, step));
  let heat = preferences.heat;
  let everywhere = false;
  let sounds = preferences.sounds;
  /** What the board drew last. @type {Miai.BoardView | null} */
  let drawn = null;
  const box = soundBox(() => sounds);
  arrange(board.after);
  /** What the board asks for next in a choice of several parts. @type {string | null} */
  let asked = null;
  const onAsk = (/** @type {string | null} */ next) => {
    asked = next;
    choice.update(store.get());
  };
  /** @param {Miai.Action | null} action null: takes the choice back */
  function choose(action) {
    // Show the latest step at once: the player has already seen it in the log.
    follow.skip();
    if (action !== null && isPlanning(store.get())) planner.add(action);
    else chooser.choose(action);
  }
  /** Lets the board turn the heat switches in the settings. @type {NonNullable<Miai.BoardCallbacks["setHeat"]>} */
  function setHeat(changes) {
    for (const [name, on] of Object.entries(changes)) settings.set(name, on);
    // The button that was pressed disappears with the heat.
    if (changes.heat === false) goToBar();
  }
  /** @param {Miai.Action} action */
  function draft(action) {
    if (isPlanning(store.get())) planner.add(action);
    else chooser.draft(action);
  }
  const handle = board.mount(element, {
    onAction: choose, onDraft: draft, onConfirm: chooser.confirm, extra, onAsk, setHeat, sidePanel: byId("beside"),
  });
  const follow = follower({ isPlaying: () => handle.isPlaying?.() ?? false, onNext: () => drawBoard() });
  skipByTouch(element, follow.skip);
  hurryByTouch(element, chooser.hurry);
  const tabs = mountTabs(byId("tabs"));

  const choice = mountChoice(byId("choice"), {
    board, asked: () => asked, onAction: choose, onConfirm: chooser.confirm, onGone: goToBar, loginAddress,
  });
  const folding = foldingOf(board, parts);
  const replay = mountReplay(byId("replay"), byId("past"), {
    state: store.get, stops: () => folding.stops(store.get()), onStep: goTo, isPlaying: () => handle.isPlaying?.() ?? false,
  });
  document.getElementById("replay-all")?.addEventListener("click", (event) => {
    event.preventDefault();
    replay.playAll();
    element.scrollIntoView({ block: "nearest" });
  });
  const rematch = document.getElementById("rematch");
  const components = [
    mountClock(byId("clock"), {
      onSecond: hurry,
      onOverdue: () => store.dispatch({ type: "snapshot.needed" }),
      timeUp: board.timeUp,
      timeZone,
    }),
    mountSeats(byId("seats"), {
      drawStone, seatDetails: board.seatDetails, members: data.members, reports: reportSeat, onTake: takeSeat,
    }),
    mountResult(byId("result"), {
      drawStone, colourOf: (seat) => palette[seat.stone]?.hex ?? "#808080",
      tieBreak: board.tieBreak?.(), scoredWords: board.scoredWords, amount: board.amount, members: data.members, reports: reportSeat,
    }),
    choice,
    mountCoordinates(byId("coordinates"), element, {
      board, state: store.get, onAction: (action) => handle.takesTyped?.(action) || choose(action),
    }),
    mountPlan(byId("plan-turn"), byId("plan"), { board, planner }),
    replay,
    mountLog(byId("log"), { words, folding, onStep: goTo, onEarlier: readEarlier, timeZone }),
    mountChat(byId("chat"), {
      onSay: talk, timeZone, loginAddress, members: data.members, reports: reportMessage,
      onAsk: () => store.dispatch({ type: "snapshot.needed" }),
    }),
    mountConnection(byId("connection"), { onSeen: () => store.dispatch({ type: "trouble.seen" }) }),
    mountAnnouncer(words),
    mountVote(byId("vote"), { onCommand: command, onGone: goToBar, hints: byId("clock") }),
    mountAskVote(byId("ask-vote"), { onCommand: command }),
    ...(rematch ? [mountRematch(rematch, rematch.dataset["address"] ?? "")] : []),
    mountModeration(byId("moderation"), { onCommand: command, state: store.get, leaving: board.leaving }),
  ];
  const settings = mountSettings(byId("settings"), [
    ...(board.heat(store.get().game.options)
      ? [
          { name: "heat", label: gettext("Show heat"), on: heat, onChange: (/** @type {boolean} */ on) => ((heat = on), drawn && drawBoard()) },
          { name: "everywhere", label: gettext("Heat on all points"), on: false, onChange: (/** @type {boolean} */ on) => ((everywhere = on), drawn && drawBoard()) },
        ]
      : []),
    { name: "sounds", label: gettext("Sounds"), on: sounds, onChange: (on) => (sounds = on) },
  ]);
  offerCopying(byId("game"));
  byId("resign").addEventListener("click", async () => {
    const sure = await ask({
      title: gettext("Resign?"),
      text: isOffered(store.get(), store.get().you?.seat ?? null)
        ? offeredWords(true)
        : leavingWords(store.get().seats, store.get().you?.seat ?? null, board.leaving, true),
      yes: pgettext("a button", "Resign"),
      reason: false,
    });
    if (sure === null) return;
    const refused = await command("resign", {});
    refuse(byId("resign"), refused);
    if (!refused) goToBar();
  });

  /**
   * @param {HTMLElement} pressed
   * @param {Miai.Seat} seat
   */
  async function takeSeat(pressed, { name, number }) {
    const sure = await ask({
      title: gettext("Take over the seat of %(name)s?", { name }),
      text: gettext("You carry on from the current position to the end. After that nobody else can take the seat."),
      yes: gettext("Take over the seat"),
      reason: false,
      harmless: true,
    });
    if (sure === null) return;
    const refused = await command("take-seat", { seat: number });
    // The list of seats may have been redrawn in the meantime, so look the button up again.
    refuse(byId(pressed.id), refused);
    if (!refused) goToBar();
  }

  /** @param {number} left seconds */
  function hurry(left) {
    const state = store.get();
    if (mayChoose(state) && state.choice.kept === null && (left === 10 || left <= 3)) box.play("hurry");
  }

  function drawBoard() {
    const state = store.get();
    const animate = state.animate && !still(preferences.motion);
    const step = follow.stepOf(state, animate);
    const planning = isPlanning(state);
    const open = (planning || mayChoose(state)) && !follow.behind;
    element.setAttribute("aria-busy", String(follow.behind));
    /** @type {Miai.BoardView} */
    const view = {
      step,
      seats: state.past ? seatsAt(state, step.step) : state.seats,
      options: state.game.options,
      me: state.you?.seat ?? null,
      own: open && !planning ? ownAction(state.choice) : null,
      plan: state.past ? NONE : (planOf(state) ?? NONE),
      earlier: state.past ? null : (planning && ownAction(state.choice)) || (state.you?.earlier ?? null),
      draft: state.choice.draft !== null,
      sealed: state.choice.draft === null && state.choice.wanted === undefined,
      open,
      ahead: planning,
      refusal: state.past ? null : state.refusal,
      animate,
      preferences:
        drawn?.preferences.heat === heat && drawn.preferences.everywhere === everywhere ? drawn.preferences : { ...preferences, heat, everywhere },
      palette,
    };
    // Most events, such as that somebody has chosen, change nothing on the board.
    if (drawn && sameFields(drawn, view)) return;
    drawn = view;
    handle.update(view);
  }

  /**
   * @param {Miai.State} state
   * @param {Miai.State} before
   */
  return function update(state, before) {
    drawBoard();
    for (const component of components) component.update(state);
    putResultFirst();
    const may = state.you?.may ?? [];
    byId("resign").hidden = !may.includes("resign");
    byId("tab-moderation").hidden = !may.includes("moderate");
    showTurnSign(owesChoice(state) ? gettext("Your turn") : "");
    byId("watching").textContent = state.watching ? ngettext("%(count)s watching", "%(count)s watching", state.watching) : "";
    if (state.log.length > before.log.length) tabs.tell("tab-log");
    if (newIn(state, before).length) tabs.tell("tab-chat");
    if (state.latest.step > before.latest.step) box.play(soundOf(state));
    else if (state.choice.kept && !before.choice.kept) box.play("sealed");
  };
}

/**
 * Folds steps that were taken back until the viewer unfolds them in the log or looks at one.
 * @param {Miai.BoardModule} board
 * @param {PageParts} parts
 */
function foldingOf(board, { data, store, goTo, readEarlier }) {
  let lacksEarlier = board.takesBack !== undefined && data.log_after > 0;
  const folds = (/** @type {Miai.State} */ { log }) => foldsOf(log, board.takesBack);
  return {
    folds,
    /** @type {import("./log.js").Folding["words"]} */
    words: ({ entries, last }, state) => board.takenBack?.(entries.flatMap(({ events }) => events), seatsAt(state, last)) ?? "",
    /** @type {import("./log.js").Folding["onToggle"]} */
    onToggle({ first, last }, open) {
      const { past } = store.get();
      store.dispatch({ type: "fold.toggled", first, open });
      // A fold stays open while one of its steps is shown, so show the last one when it is closed.
      if (!open && past && first <= past.step && past.step < last) goTo(last);
    },
    /** @param {Miai.State} state */
    stops(state) {
      // To know what was taken back, stepping into the past needs the whole log.
      if (state.past && lacksEarlier) {
        lacksEarlier = false;
        readEarlier().catch(() => {});
      }
      return stopsOf(state.latest.step, folds(state).filter((fold) => !isOpen(fold, state)));
    },
  };
}

/**
 * Orders the parts after the board as they appear on screen, for keyboards and screen readers.
 * @param {Miai.BoardModule["after"]} [order]
 */
function arrange(order = ["bar", "replay", "panel"]) {
  const parts = {
    bar: [byId("bar"), byId("vote"), byId("plan")],
    replay: [byId("replay"), byId("past")],
    panel: [byId("beside")],
  };
  byId("after-board").prepend(...order.flatMap((name) => parts[name]));
}

/** Moves a visible result before the board's side panel, if it comes right after that panel. */
function putResultFirst() {
  const beside = byId("beside");
  const standing = beside.nextElementSibling;
  if (byId("result").hidden || !standing?.contains(byId("result"))) return;
  // An element that is moved loses the focus, so move the one without it.
  if (beside.contains(document.activeElement)) beside.before(standing);
  else standing.after(beside);
}

/**
 * Makes a tap or key on the board, while it is a step behind, only show the latest step: the viewer
 * meant it for the position they saw.
 * @param {HTMLElement} element
 * @param {() => boolean} skip whether there was something to skip
 */
function skipByTouch(element, skip) {
  let skipped = false;
  element.addEventListener("pointerdown", () => (skipped = skip()), { capture: true });
  element.addEventListener("click", (event) => {
    if (skipped) event.stopPropagation();
    skipped = false;
  }, { capture: true });
  element.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && skip()) event.stopPropagation();
  }, { capture: true });
}

/**
 * Makes a press or Enter on the board, or Enter in the empty coordinate field, send the choice that
 * waits for a moment, and do nothing else.
 * @param {HTMLElement} element
 * @param {() => boolean} hurry whether there was something to send
 */
function hurryByTouch(element, hurry) {
  const press = (/** @type {Event} */ event) => {
    if (/** @type {Element} */ (event.target).closest("button") || !hurry()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("pointerdown", press, { capture: true });
  const key = (/** @type {KeyboardEvent} */ event) =>
    event.key === "Enter" && !(/** @type {HTMLInputElement} */ (event.target).value) && press(event);
  for (const place of [element, byId("coordinates")]) place.addEventListener("keydown", key, { capture: true });
}

/**
 * Whether all fields are identical (`===`).
 * @template {object} T
 * @param {T} one
 * @param {T} other
 */
function sameFields(one, other) {
  const names = /** @type {(keyof T)[]} */ (Object.keys(other));
  return names.every((name) => one[name] === other[name]);
}

/** Moves the focus to the bar, which is always there, when the pressed button has gone. */
function goToBar() {
  byId("bar").focus({ preventScroll: true });
}

/** Whether the board must not animate. @param {string} motion the preference */
function still(motion) {
  return motion === "reduced" || (motion === "system" && reducedMotion.matches) || document.hidden;
}

/** @param {Miai.State} state */
function soundOf({ game, latest }) {
  if (game.status === "finished") return "finished";
  return latest.events.some(({ type }) => type === "captured") ? "captured" : "revealed";
}
