/**
 * A mouse, pen or finger on the board, which hovers, taps, drags or aims. Knows nothing about
 * lines.
 *
 * A finger that rests for a moment aims: it moves the point before lifting it chooses the point.
 */

import { DOUBLE, SLIP } from "../../shared/fingers.js";
import { fromClient } from "../frame.js";
import { onBoard } from "../geometry.js";

/** A pointer that moves farther than this, in pixels, drags. */
const FAR = { mouse: 4, touch: 9 };
/** A finger that rests this long, in milliseconds, aims. */
const REST = 450;

/**
 * @typedef {object} PenCallbacks
 * @property {() => boolean} can whether anything may be drawn now
 * @property {() => boolean} aims whether a drag aims at the end of a line already begun
 * @property {(point: Miai.Point, pointer: Pointer) => void} onAim a point is pointed at
 * @property {() => void} onLeave nothing is pointed at any longer
 * @property {(point: Miai.Point, quick: boolean) => void} onTap `quick`: by a finger, so briefly that it may be half of a double tap
 * @property {(point: Miai.Point) => void} onBegin a drag begins
 * @property {(points: Miai.Point[], pointer: Pointer) => void} onDrag the drag continues
 * @property {() => void} onEnd
 * @property {() => void} onCancel the pointer's action was cancelled
 */

/**
 * @typedef {object} Pointer
 * @property {number} clientX
 * @property {number} clientY
 * @property {boolean} touch
 * @property {boolean} aims whether it moves a point that is chosen when it is lifted
 */

/**
 * A pointer that is down.
 * @typedef {object} Down
 * @property {number} id
 * @property {Miai.Point} at the point where it went down
 * @property {number} x where it went down, in pixels
 * @property {number} y
 * @property {number} since
 * @property {boolean} touch
 * @property {"rests" | "aims" | "drags"} does
 */

export class Pen {
  /** @type {Down | null} */
  #down = null;
  /** The timer after which a resting finger aims. @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #root;
  #size;
  #callbacks;

  /**
   * @param {SVGElement} root
   * @param {number} size
   * @param {PenCallbacks} callbacks
   */
  constructor(root, size, callbacks) {
    this.#root = root;
    this.#size = size;
    this.#callbacks = callbacks;
    root.addEventListener("pointerdown", (event) => this.#begin(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#lift(event));
    root.addEventListener("pointercancel", (event) => event.pointerId === this.#down?.id && this.cancel());
    root.addEventListener("pointerleave", () => this.#down || callbacks.onLeave());
    root.addEventListener("contextmenu", (event) => this.#down && event.preventDefault());
    // Needed because browsers apply touch-action to HTML elements only.
    root.addEventListener("touchmove", (event) => this.#down && event.preventDefault(), { passive: false });
  }

  cancel() {
    if (!this.#down) return;
    this.#forget();
    this.#callbacks.onCancel();
  }

  #forget() {
    clearTimeout(this.#resting);
    this.#down = null;
  }

  /** @param {{clientX: number, clientY: number}} event */
  #pointOf(event) {
    return onBoard(fromClient(this.#root, event), this.#size);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const { pointerId: id, clientX: x, clientY: y, timeStamp: since } = event;
    // A second finger zooms or scrolls the page instead. A hand that rests beside a pen is ignored.
    if (this.#down && id !== this.#down.id) return this.#down.touch ? this.cancel() : undefined;
    if (event.button !== 0 || !event.isPrimary || !this.#callbacks.can()) return;
    const touch = event.pointerType === "touch";
    const at = this.#pointOf(event);
    this.#down = { id, at, x, y, since, touch, does: this.#callbacks.aims() ? "aims" : "rests" };
    this.#root.setPointerCapture(id);
    this.#callbacks.onAim(at, pointerOf(event));
    if (touch) this.#resting = setTimeout(() => this.#rest(at, pointerOf(event)), REST);
  }

  /**
   * A finger has rested long enough to aim.
   * @param {Miai.Point} at
   * @param {Pointer} pointer
   */
  #rest(at, pointer) {
    if (this.#down?.does !== "rests") return;
    this.#down.does = "aims";
    this.#callbacks.onAim(at, { ...pointer, aims: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const down = this.#down;
    if (!down) {
      if (event.pointerType !== "touch") this.#callbacks.onAim(this.#pointOf(event), pointerOf(event));
      return;
    }
    if (event.pointerId !== down.id) return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y) > FAR[down.touch ? "touch" : "mouse"];
    if (down.does === "rests" && far) {
      down.does = "drags";
      this.#callbacks.onBegin(down.at);
    }
    if (down.does === "drags") this.#callbacks.onDrag(together(event).map((each) => this.#pointOf(each)), pointerOf(event));
    else if (down.does === "aims") this.#callbacks.onAim(this.#pointOf(event), pointerOf(event, true));
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    this.#forget();
    if (down.does === "drags") this.#callbacks.onEnd();
    else this.#callbacks.onTap(down.does === "aims" ? this.#pointOf(event) : down.at, isTap(down, event));
    if (event.pointerType === "touch") this.#callbacks.onLeave();
  }
}

/**
 * Whether a finger tapped as briefly as half of a double tap.
 * @param {{x: number, y: number, since: number, touch: boolean}} down
 * @param {PointerEvent} event its end
 */
function isTap({ x, y, since, touch }, event) {
  const moved = Math.hypot(event.clientX - x, event.clientY - y);
  return touch && event.timeStamp - since < DOUBLE && moved <= SLIP;
}

/**
 * @param {PointerEvent} event
 * @returns {Pointer}
 */
function pointerOf({ clientX, clientY, pointerType }, aims = false) {
  return { clientX, clientY, touch: pointerType === "touch", aims };
}

/**
 * The moves that the browser merged into one event.
 * @param {PointerEvent} event
 */
function together(event) {
  const events = event.getCoalescedEvents?.() ?? [];
  return events.length ? events : [event];
}
