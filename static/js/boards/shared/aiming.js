/** A finger that rests on small points aims: it moves the point before it is chosen by lifting. */

import { SLIP } from "./fingers.js";

/** A finger that rests for so long, in milliseconds, aims; one that slips before moves the page. */
export const REST = 140;

/**
 * @template Point
 * @param {object} callbacks
 * @param {(event: PointerEvent) => Point | null} callbacks.under the point under a pointer, null: none
 * @param {(point: Point | null, event: PointerEvent) => void} callbacks.onAim
 * @param {(point: Point) => void} callbacks.onChoose lifted on a point
 * @param {() => void} callbacks.onEnd whatever came of it
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
      const point = active ? under(event) : null;
      cancel();
      if (point !== null) onChoose(point);
    },
    cancel,
    /** Whether a finger aims now. */
    get active() {
      return active;
    },
    /** Whether the last finger has aimed: its lifting is no tap. */
    get aimed() {
      return aimed;
    },
  };
}
