/** Long presses of a finger, by a timer: not every browser tells of them (`contextmenu`). */

/** A finger that rests for so long, in milliseconds, presses long. */
export const LONG = 450;
/** A finger that slips farther than this, in CSS pixels, scrolls or drags. */
const SLIP = 10;

/** @typedef {Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "isPrimary">} Finger */

/**
 * Watches one finger at a time; mouse and pen never press long.
 * @template What
 * @param {(what: What) => void} onLong called once a press, while the finger still rests
 */
export function longPress(onLong) {
  /** @type {{what: What, x: number, y: number} | null} */
  let pressed = null;
  let long = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function end() {
    clearTimeout(timer);
    pressed = null;
  }

  function now() {
    if (!pressed) return;
    const { what } = pressed;
    end();
    long = true;
    onLong(what);
  }

  return {
    /**
     * A pointer goes down. A second finger ends the press of the first: two zoom the page.
     * @param {Finger} finger
     * @param {What} what is pressed
     */
    down({ clientX, clientY, pointerType, isPrimary }, what) {
      end();
      long = false;
      if (pointerType !== "touch" || !isPrimary) return;
      pressed = { what, x: clientX, y: clientY };
      timer = setTimeout(now, LONG);
    },
    /** @param {Finger} finger */
    move({ clientX, clientY }) {
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) end();
    },
    /** The finger was lifted, or the browser took it for something else. */
    end,
    /** The browser says by itself that the press was long. */
    now,
    /** Whether a finger rests, and the press is not long yet. */
    get begun() {
      return pressed !== null;
    },
    /** Whether the last press was long: its lifting is no tap. */
    get long() {
      return long;
    },
  };
}
