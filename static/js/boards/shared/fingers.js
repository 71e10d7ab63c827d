/**
 * Two fingers enlarge and move a board, one moves an enlarged one, and two quick taps enlarge it.
 * What one finger does otherwise is the board's.
 */

/** Two taps within so long, in milliseconds, and so near, in pixels, are a double tap. */
export const DOUBLE = 260;
const NEAR = 28;
/** A finger that moves farther than this, in pixels, is no tap. */
export const SLIP = 10;

/** @typedef {import("./zoom.js").Place} Place */

/**
 * @typedef {object} FingerCallbacks
 * @property {() => boolean} moves whether one finger that slips moves an enlarged board now
 * @property {() => void} onTaken what one finger did so far comes to nothing
 * @property {() => boolean} doubles whether two taps enlarge the board now
 * @property {() => void} onDouble they did; neither was a choice
 */

/**
 * @param {SVGElement} root
 * @param {import("./zoom.js").Zoom} zoom
 * @param {FingerCallbacks} callbacks
 */
export function fingersOver(root, zoom, { moves, onTaken, doubles, onDouble }) {
  /** @type {Map<number, Place>} */
  const down = new Map();
  /** @type {{show: (to: Place, factor: number) => void, apart: number} | null} */
  let held = null;
  /** The first finger, as long as it may be a tap. @type {(Place & {at: number, second: boolean}) | null} */
  let tap = null;
  /** The last tap. @type {(Place & {at: number}) | null} */
  let last = null;

  function hold() {
    onTaken();
    tap = null;
    held = { show: zoom.held(middle(down)), apart: apart(down) };
  }

  /** @param {PointerEvent} event */
  function begin(event) {
    if (event.pointerType !== "touch") return;
    if (event.isPrimary) down.clear();
    down.set(event.pointerId, placeOf(event));
    held = null;
    if (down.size === 2) return hold();
    const second = last !== null && event.timeStamp - last.at < DOUBLE && distance(last, event) < NEAR;
    tap = down.size === 1 ? { ...placeOf(event), at: event.timeStamp, second } : null;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!down.has(event.pointerId)) return;
    down.set(event.pointerId, placeOf(event));
    if (tap && distance(tap, event) > SLIP) {
      const from = tap;
      tap = null;
      if (zoom.zoomed && moves()) {
        onTaken();
        held = { show: zoom.held(from), apart: 0 };
      }
    }
    if (!held) return;
    event.stopPropagation();
    held.show(middle(down), held.apart ? apart(down) / held.apart : 1);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (!down.delete(event.pointerId)) return;
    // The finger that stays goes on moving the board.
    if (held && down.size) held = { show: zoom.held(middle(down)), apart: 0 };
    else held = null;
    const tapped = event.type === "pointerup" && tap !== null && event.timeStamp - tap.at < DOUBLE;
    if (tapped && tap?.second && doubles()) {
      last = null;
      onDouble();
      zoom.into(placeOf(event));
    } else last = tapped ? { ...placeOf(event), at: event.timeStamp } : null;
    tap = null;
  }

  // Before the board's own listeners.
  const first = { capture: true };
  root.addEventListener("pointerdown", begin, first);
  root.addEventListener("pointermove", move, first);
  root.addEventListener("pointerup", end, first);
  root.addEventListener("pointercancel", end, first);
  // Neither may the page be moved meanwhile; browsers look at touch-action when a touch begins.
  const stop = (/** @type {TouchEvent} */ event) => (held || event.touches.length > 1) && event.preventDefault();
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

/** How far two fingers are apart, never nothing. @param {Map<number, Place>} fingers */
function apart(fingers) {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(distance(one, other), 1) : 1;
}
