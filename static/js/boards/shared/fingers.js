/**
 * Two fingers enlarge and move a board, one finger moves an enlarged board, and a double tap
 * enlarges it. Everything else that one finger does is up to the board.
 */

/**
 * The greatest time, in milliseconds, and distance, in pixels, between the taps of a double tap.
 */
export const DOUBLE = 260;
const NEAR = 28;
/** A finger that moves farther than this, in pixels, does not tap. */
export const SLIP = 10;

/** @typedef {import("./zoom.js").Place} Place */

/**
 * @typedef {object} FingerCallbacks
 * @property {() => boolean} moves whether one finger may move an enlarged board now
 * @property {() => void} onTaken called when fingers begin to move the board, to cancel whatever one finger was doing
 * @property {() => boolean} doubles whether a double tap may enlarge the board now
 * @property {() => void} [onFirst] called when a finger goes down that cannot be the second of a double tap
 * @property {() => void} onDouble called for a double tap, whose taps are not choices
 */

/** The fingers that are on a board. */
class Fingers {
  /** The position of each finger. @type {Map<number, Place>} */
  #down = new Map();
  /** Moves the board, with the distance between the fingers when they took hold; 0 for one finger. @type {{show: (to: Place, factor: number) => void, apart: number} | null} */
  #held = null;
  /** The first finger, while it may still be a tap. @type {(Place & {at: number, second: boolean}) | null} */
  #tap = null;
  /** The last tap. @type {(Place & {at: number}) | null} */
  #last = null;
  #zoom;
  #callbacks;

  /**
   * @param {import("./zoom.js").Zoom} zoom
   * @param {FingerCallbacks} callbacks
   */
  constructor(zoom, callbacks) {
    this.#zoom = zoom;
    this.#callbacks = callbacks;
  }

  /** Whether fingers are moving the board. */
  get hold() {
    return this.#held !== null;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (event.pointerType !== "touch") return;
    if (event.isPrimary) this.#down.clear();
    this.#down.set(event.pointerId, placeOf(event));
    this.#held = null;
    if (this.#down.size === 2) return this.#takeHold();
    const last = this.#last;
    const second = last !== null && event.timeStamp - last.at < DOUBLE && distance(last, event) < NEAR;
    if (!second) this.#callbacks.onFirst?.();
    this.#tap = this.#down.size === 1 ? { ...placeOf(event), at: event.timeStamp, second } : null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.#down.has(event.pointerId)) return;
    this.#down.set(event.pointerId, placeOf(event));
    if (this.#tap && distance(this.#tap, event) > SLIP) this.#slip(this.#tap);
    if (!this.#held) return;
    event.stopPropagation();
    const { show, apart: before } = this.#held;
    show(middle(this.#down), before ? apart(this.#down) / before : 1);
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (!this.#down.delete(event.pointerId)) return;
    // A finger that is left continues to move the board.
    this.#held = this.#held && this.#down.size ? { show: this.#zoom.held(middle(this.#down)), apart: 0 } : null;
    const tap = event.type === "pointerup" && this.#tap && event.timeStamp - this.#tap.at < DOUBLE ? this.#tap : null;
    this.#tap = null;
    this.#last = tap ? { ...placeOf(event), at: event.timeStamp } : null;
    if (!tap?.second || !this.#callbacks.doubles()) return;
    this.#last = null;
    this.#callbacks.onDouble();
    this.#zoom.into(placeOf(event));
  }

  /** Two fingers take hold of the board. */
  #takeHold() {
    this.#callbacks.onTaken();
    this.#tap = null;
    this.#held = { show: this.#zoom.held(middle(this.#down)), apart: apart(this.#down) };
  }

  /** A slipping finger moves an enlarged board. @param {Place} from */
  #slip(from) {
    this.#tap = null;
    if (!this.#zoom.zoomed || !this.#callbacks.moves()) return;
    this.#callbacks.onTaken();
    this.#held = { show: this.#zoom.held(from), apart: 0 };
  }
}

/**
 * Lets fingers enlarge and move a board.
 * @param {SVGElement} root
 * @param {import("./zoom.js").Zoom} zoom
 * @param {FingerCallbacks} callbacks
 */
export function fingersOver(root, zoom, callbacks) {
  const fingers = new Fingers(zoom, callbacks);
  // Run before the board's own listeners.
  const first = { capture: true };
  root.addEventListener("pointerdown", (event) => fingers.begin(event), first);
  root.addEventListener("pointermove", (event) => fingers.move(event), first);
  root.addEventListener("pointerup", (event) => fingers.end(event), first);
  root.addEventListener("pointercancel", (event) => fingers.end(event), first);
  // Keeps the page from scrolling. touch-action would not do: browsers read it only when a touch
  // begins.
  const stop = (/** @type {TouchEvent} */ event) => (fingers.hold || event.touches.length > 1) && event.preventDefault();
  root.addEventListener("touchmove", stop, { passive: false });
}

/** @param {Place} event @returns {Place} */
function placeOf({ clientX, clientY }) {
  return { clientX, clientY };
}

/** @param {Place} one @param {Place} other */
function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/** @param {Map<number, Place>} fingers @returns {Place} */
function middle(fingers) {
  const all = [...fingers.values()];
  const mean = (/** @type {(place: Place) => number} */ of) => all.reduce((sum, place) => sum + of(place), 0) / all.length;
  return { clientX: mean(({ clientX }) => clientX), clientY: mean(({ clientY }) => clientY) };
}

/** The distance between two fingers, at least 1. @param {Map<number, Place>} fingers */
function apart(fingers) {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(distance(one, other), 1) : 1;
}
