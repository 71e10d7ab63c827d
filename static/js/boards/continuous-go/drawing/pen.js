/**
 * A mouse, pen or finger on the board: it hovers, taps, drags, or aims. Knows no lines.
 *
 * A finger that rests for a moment aims: it moves the point before it is chosen by letting go.
 */

import { DOUBLE, SLIP } from "../../shared/fingers.js";
import { fromClient } from "../frame.js";
import { onBoard } from "../geometry.js";

/** A pointer that goes this far from where it went down drags, in pixels. */
const FAR = { mouse: 4, touch: 9 };
/** A finger that rests for so long aims, in milliseconds. */
const REST = 450;

/**
 * @typedef {object} PenCallbacks
 * @property {() => boolean} can whether anything may be drawn now
 * @property {() => boolean} aims whether a drag aims at the end of a line that is begun already
 * @property {(point: Miai.Point, pointer: Pointer) => void} onAim a point is pointed at
 * @property {() => void} onLeave nothing is pointed at any more
 * @property {(point: Miai.Point, quick: boolean) => void} onTap `quick`: by a finger, so briefly that it may be half of a double tap
 * @property {(point: Miai.Point) => void} onBegin a drag begins
 * @property {(points: Miai.Point[], pointer: Pointer) => void} onDrag it goes on
 * @property {() => void} onEnd
 * @property {() => void} onCancel it came to nothing
 */

/**
 * @typedef {object} Pointer
 * @property {number} clientX
 * @property {number} clientY
 * @property {boolean} touch
 * @property {boolean} aims whether it moves a point that is chosen by letting go
 */

/**
 * @param {SVGElement} root
 * @param {number} size
 * @param {PenCallbacks} callbacks
 */
export function penOver(root, size, callbacks) {
  /** @type {{id: number, at: Miai.Point, x: number, y: number, since: number, touch: boolean, does: "rests" | "aims" | "drags"} | null} */
  let down = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const pointOf = (/** @type {{clientX: number, clientY: number}} */ event) => onBoard(fromClient(root, event), size);

  function lift() {
    clearTimeout(resting);
    down = null;
  }

  /**
   * @param {Miai.Point} at
   * @param {Pointer} pointer
   */
  function rested(at, pointer) {
    if (down?.does !== "rests") return;
    down.does = "aims";
    callbacks.onAim(at, { ...pointer, aims: true });
  }

  function cancel() {
    if (!down) return;
    lift();
    callbacks.onCancel();
  }

  root.addEventListener("pointerdown", (event) => {
    // A second finger means something else: the page may be zoomed or moved. A hand that rests
    // beside a pen means nothing.
    if (down && event.pointerId !== down.id) return down.touch ? cancel() : undefined;
    if (event.button !== 0 || !event.isPrimary || !callbacks.can()) return;
    const touch = event.pointerType === "touch";
    const at = pointOf(event);
    down = { id: event.pointerId, at, x: event.clientX, y: event.clientY, since: event.timeStamp, touch, does: callbacks.aims() ? "aims" : "rests" };
    root.setPointerCapture(event.pointerId);
    callbacks.onAim(at, pointerOf(event));
    if (touch) resting = setTimeout(() => rested(at, pointerOf(event)), REST);
  });

  root.addEventListener("pointermove", (event) => {
    if (!down) {
      if (event.pointerType !== "touch") callbacks.onAim(pointOf(event), pointerOf(event));
      return;
    }
    if (event.pointerId !== down.id) return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y) > FAR[down.touch ? "touch" : "mouse"];
    if (down.does === "rests" && far) {
      down.does = "drags";
      callbacks.onBegin(down.at);
    }
    if (down.does === "drags") callbacks.onDrag(together(event).map(pointOf), pointerOf(event));
    else if (down.does === "aims") callbacks.onAim(pointOf(event), pointerOf(event, true));
  });

  root.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.id) return;
    const { does, at } = down;
    const quick = isTap(down, event);
    lift();
    if (does === "drags") callbacks.onEnd();
    else callbacks.onTap(does === "aims" ? pointOf(event) : at, quick);
    if (event.pointerType === "touch") callbacks.onLeave();
  });

  root.addEventListener("pointercancel", (event) => event.pointerId === down?.id && cancel());
  root.addEventListener("pointerleave", () => down || callbacks.onLeave());
  root.addEventListener("contextmenu", (event) => down && event.preventDefault());
  // Browsers look at touch-action on HTML elements only.
  root.addEventListener("touchmove", (event) => down && event.preventDefault(), { passive: false });

  return { cancel };
}

/**
 * Whether a finger tapped, as halves of a double tap do.
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
 * What the browser put together into one event.
 * @param {PointerEvent} event
 */
function together(event) {
  const events = event.getCoalescedEvents?.() ?? [];
  return events.length ? events : [event];
}
