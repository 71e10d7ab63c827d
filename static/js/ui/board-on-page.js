/** The board on a game's page: draws the state step by step, and passes the viewer's choices on. */

import { follower } from "../core/following.js";
import { seatsAt } from "../core/holders.js";
import { isPlanning, planOf } from "../core/planning.js";
import { mayChoose, ownAction } from "../core/store.js";
import { byId } from "../dom/elements.js";
import { focusBar } from "./after-board.js";
import { hurryByPress, ignoreHeldKeys, skipByPress } from "./board-presses.js";

/** @type {Miai.Action[]} */
const NONE = [];
/** @type {Miai.Point[]} */
const NOWHERE = [];
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Parts
 * @property {Miai.BoardModule} board
 * @property {Pick<Miai.PageData, "preferences" | "palette">} data
 * @property {Pick<import("../core/store.js").Store, "get">} store
 * @property {Pick<import("../core/choosing.js").Chooser, "choose" | "draft" | "confirm" | "hurry">} chooser
 * @property {Pick<import("../core/planning.js").Planner, "add">} planner
 * @property {Miai.BoardCallbacks["extra"]} extra
 */

/**
 * @typedef {object} Callbacks
 * @property {() => void} onAsk the board asks for the next part of a choice: see `asked`
 * @property {(name: "heat" | "everywhere", on: boolean) => void} setSwitch turns a switch of the page
 */

export class BoardOnPage {
  /** What the board asks for next in a choice of several parts. @type {string | null} */
  asked = null;
  /** What the board drew last. @type {Miai.BoardView | null} */
  #drawn = null;
  /** The places that an explanation speaks of. */
  #explained = /** @type {readonly Miai.Point[]} */ (NOWHERE);
  #everywhere = false;
  #heat;
  #parts;
  #callbacks;
  #handle;
  #follow;

  /**
   * @param {HTMLElement} element
   * @param {Parts} parts
   * @param {Callbacks} callbacks
   */
  constructor(element, parts, callbacks) {
    this.element = element;
    this.#parts = parts;
    this.#callbacks = callbacks;
    this.#heat = parts.data.preferences.heat;
    this.#handle = this.#mount();
    this.#follow = follower({ isPlaying: () => this.isPlaying(), onNext: () => this.draw() });
    for (const place of [element, byId("bar"), byId("vote")]) ignoreHeldKeys(place);
    skipByPress(element, this.#follow.skip);
    hurryByPress(element, byId("coordinates"), () => parts.chooser.hurry());
  }

  #mount() {
    const { board, chooser, extra } = this.#parts;
    return board.mount(this.element, {
      onAction: (action) => this.choose(action),
      onDraft: (action) => this.#draft(action),
      onConfirm: () => chooser.confirm(),
      extra,
      onAsk: (next) => {
        this.asked = next;
        this.#callbacks.onAsk();
      },
      setHeat: (changes) => this.#setHeat(changes),
      sidePanel: byId("beside"),
    });
  }

  /** Whether a step is still being animated. */
  isPlaying() {
    return this.#handle.isPlaying?.() ?? false;
  }

  /** @param {Miai.Action | null} action null: takes the choice back */
  choose(action) {
    const { store, planner, chooser } = this.#parts;
    // Show the latest step at once: the player has already seen it in the log.
    this.#follow.skip();
    if (action !== null && isPlanning(store.get())) planner.add(action);
    else chooser.choose(action);
  }

  /** Chooses what was typed, as the board understands it. @param {Miai.Action} action */
  chooseTyped(action) {
    if (!this.#handle.takesTyped?.(action)) this.choose(action);
  }

  /** @param {Miai.Action} action */
  #draft(action) {
    const { store, planner, chooser } = this.#parts;
    if (isPlanning(store.get())) planner.add(action);
    else chooser.draft(action);
  }

  /** The board turns the heat switches of the page. @type {NonNullable<Miai.BoardCallbacks["setHeat"]>} */
  #setHeat(changes) {
    if (changes.heat !== undefined) this.#callbacks.setSwitch("heat", changes.heat);
    if (changes.everywhere !== undefined) this.#callbacks.setSwitch("everywhere", changes.everywhere);
    // The button that was pressed disappears with the heat.
    if (changes.heat === false) focusBar();
  }

  /** @param {boolean} on */
  showHeat(on) {
    this.#heat = on;
    if (this.#drawn) this.draw();
  }

  /** @param {boolean} on whether heat is shown on all points */
  showHeatEverywhere(on) {
    this.#everywhere = on;
    if (this.#drawn) this.draw();
  }

  /** Marks these places on the board. @param {readonly Miai.Point[]} places */
  markExplained(places) {
    this.#explained = places;
    if (this.#drawn) this.draw();
  }

  draw() {
    const state = this.#parts.store.get();
    const animate = state.animate && mayMove(this.#parts.data.preferences.motion);
    const step = this.#follow.stepOf(state, animate);
    this.element.setAttribute("aria-busy", String(this.#follow.behind));
    const choice = choiceIn(state, this.#follow.behind);
    /** @type {Miai.BoardView} */
    const view = {
      ...positionIn(state, step),
      ...choice,
      explained: this.#follow.behind || state.past || choice.own ? NOWHERE : this.#explained,
      animate,
      preferences: this.#preferences(),
      palette: this.#parts.data.palette,
    };
    // Most events, such as that somebody has chosen, change nothing on the board.
    if (this.#drawn && sameFields(this.#drawn, view)) return;
    this.#drawn = view;
    this.#handle.update(view);
  }

  /** The viewer's preferences with the switches of the page: the same object until one is turned. */
  #preferences() {
    const [heat, everywhere] = [this.#heat, this.#everywhere];
    const before = this.#drawn?.preferences;
    if (before?.heat === heat && before.everywhere === everywhere) return before;
    return { ...this.#parts.data.preferences, heat, everywhere };
  }
}

/**
 * The step that the board shows, and who plays.
 * @param {Miai.State} state
 * @param {Miai.Step} step
 */
function positionIn(state, step) {
  return {
    step,
    seats: state.past ? seatsAt(state, step.step) : state.seats,
    options: state.game.options,
    me: state.you?.seat ?? null,
  };
}

/**
 * What the viewer has chosen and may choose.
 * @param {Miai.State} state
 * @param {boolean} behind whether the board does not show the latest step yet
 */
function choiceIn(state, behind) {
  const { choice, past, you } = state;
  const planning = isPlanning(state);
  const open = (planning || mayChoose(state)) && !behind;
  return {
    own: open && !planning ? ownAction(choice) : null,
    plan: past ? NONE : (planOf(state) ?? NONE),
    earlier: past ? null : (planning && ownAction(choice)) || (you?.earlier ?? null),
    draft: choice.draft !== null,
    sealed: choice.draft === null && choice.wanted === undefined,
    open,
    ahead: planning,
    refusal: past ? null : state.refusal,
  };
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

/** Whether the board may animate. @param {string} motion the preference */
function mayMove(motion) {
  return motion !== "reduced" && !(motion === "system" && reducedMotion.matches) && !document.hidden;
}
