/** Dragging from one point of a board to another. */

/** A pointer drags once it moves this share of a space away from where it went down. */
const DRAG = 0.6;

/**
 * @typedef {object} DragRules
 * @property {(from: Miai.Point, touch: boolean) => boolean} can whether a drag may begin there; a
 *   finger on any other point scrolls the page
 * @property {(from: Miai.Point, to: Miai.Point | null, over: boolean) => void} onDrag a drag
 *   from one point to another (null: off the board); `over`: it ended there
 */

/**
 * @typedef {object} DragCallbacks
 * @property {(event: PointerEvent) => void} onMove called when the pointer moves, before `onDrag`
 * @property {() => void} onEnd the pointer was lifted, or the browser cancelled it
 */

export class Dragging {
  /** The pointer that is down, and where it went down; `far`: whether it has moved far enough to drag. @type {{id: number, from: Miai.Point, x: number, y: number, far: boolean} | null} */
  #down = null;
  #ended = false;
  /** Whether the pointer that is down has dragged to no effect. */
  #forgotten = false;
  #grid;
  #rules;
  #callbacks;

  /**
   * @param {import("./point-grid.js").PointGrid} grid
   * @param {DragRules} rules
   * @param {DragCallbacks} callbacks
   */
  constructor(grid, rules, callbacks) {
    this.#grid = grid;
    this.#rules = rules;
    this.#callbacks = callbacks;
    const { group } = grid;
    group.addEventListener("pointerdown", (event) => this.#begin(event));
    // Needed because browsers apply touch-action to HTML elements only.
    group.addEventListener("touchmove", (event) => this.#down && event.preventDefault(), { passive: false });
    group.addEventListener("pointermove", (event) => this.#move(event));
    group.addEventListener("pointerup", (event) => this.#letGo(event));
    group.addEventListener("pointercancel", (event) => {
      if (this.#isAnother(event)) return;
      this.cancel();
      this.#callbacks.onEnd();
    });
  }

  /** Whether a pointer went down where a drag may begin. */
  get begun() {
    return this.#down !== null;
  }

  /** Whether a drag is going on. */
  get active() {
    return this.#down?.far ?? false;
  }

  /** Whether a drag has just ended, so that the following click is not a choice. */
  get ended() {
    return this.#ended;
  }

  cancel() {
    if (this.#down?.far) this.#rules.onDrag(this.#down.from, null, true);
    this.#down = null;
  }

  /** Lets a drag end without effect: the board shows another position meanwhile. */
  forget() {
    if (!this.#down) return;
    this.#forgotten = this.#down.far;
    this.#down = null;
    this.#callbacks.onEnd();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    this.cancel(); // the end of an earlier drag was lost
    this.#forgotten = false;
    const from = event.isPrimary && event.button === 0 ? this.#grid.pointOf(event) : null;
    const may = from !== null && this.#rules.can(from, event.pointerType === "touch");
    this.#down = may ? { id: event.pointerId, from, x: event.clientX, y: event.clientY, far: false } : null;
  }

  /** Whether another pointer drags, such as a finger beside a mouse. @param {PointerEvent} event */
  #isAnother({ pointerId }) {
    return this.#down !== null && this.#down.id !== pointerId;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#isAnother(event)) return;
    // A button released outside the board is noticed only here.
    if (!event.buttons) this.#down = null;
    const down = this.#down;
    if (!down) return;
    down.far ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG * this.#grid.spaceWidth;
    if (!down.far) return;
    this.#callbacks.onMove(event);
    /** @type {Element} */ (event.target).setPointerCapture?.(event.pointerId);
    this.#rules.onDrag(down.from, this.#grid.pointUnder(event), false);
  }

  /** @param {PointerEvent} event */
  #letGo(event) {
    if (this.#isAnother(event)) return;
    const down = this.#down;
    if (down?.far || this.#forgotten) {
      this.#ended = true;
      setTimeout(() => (this.#ended = false));
    }
    if (down?.far) {
      this.#callbacks.onEnd();
      this.#rules.onDrag(down.from, this.#grid.pointUnder(event), true);
    }
    this.#down = null;
  }
}
