/** On small points a resting finger aims: it moves the point, and lifting it chooses the point. */

import { SLIP } from "./fingers.js";

/**
 * A finger that rests this long, in milliseconds, aims; one that slips earlier scrolls the page.
 */
export const REST = 140;

/**
 * @template Point
 * @param {object} callbacks
 * @param {(event: PointerEvent) => Point | null} callbacks.under the point under a pointer, null: none
 * @param {(point: Point | null, event: PointerEvent) => void} callbacks.onAim
 * @param {(point: Point) => void} callbacks.onChoose the finger was lifted on a point
 * @param {() => void} callbacks.onEnd aiming has ended, with or without a choice
 */
export function aiming({ under, onAim, onChoose, onEnd }) {
  /** @type {{down: PointerEvent, now: PointerEvent} | null} */
  let finger = null;
  let active = false;
  let aimed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  function begin() {
    if (!finger) return;
    active = true;
    aimed = true;
    onAim(under(finger.now), finger.now);
  }

  function cancel() {
    clearTimeout(resting);
    finger = null;
    if (!active) return;
    active = false;
    onEnd();
  }

  return {
    /** Another finger goes down. @param {PointerEvent} event @param {boolean} may whether it may aim */
    down(event, may) {
      cancel();
      aimed = false;
      if (!may || event.pointerType !== "touch" || !event.isPrimary) return;
      finger = { down: event, now: event };
      resting = setTimeout(begin, REST);
    },
    /** @param {PointerEvent} event */
    move(event) {
      if (!finger || event.pointerId !== finger.down.pointerId) return;
      finger.now = event;
      if (active) onAim(under(event), event);
      else if (Math.hypot(event.clientX - finger.down.clientX, event.clientY - finger.down.clientY) > SLIP) cancel();
    },
    /** @param {PointerEvent} event */
    up(event) {
      if (!finger || event.pointerId !== finger.down.pointerId) return;
      const point = active ? under(event) : null;
      cancel();
      if (point !== null) onChoose(point);
    },
    cancel,
    /** Whether a finger is aiming. */
    get active() {
      return active;
    },
    /** Whether the last finger aimed, so that lifting it is not a tap. */
    get aimed() {
      return aimed;
    },
  };
}
