/**
 * Long presses of a finger, recognized by a timer because not every browser reports them
 * (`contextmenu`).
 */

/** A finger that rests this long, in milliseconds, presses long. */
export const LONG = 450;
/** A finger that slips farther than this, in CSS pixels, scrolls or drags. */
const SLIP = 10;

/** @typedef {Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "isPrimary">} Finger */

/**
 * Watches one finger at a time; a mouse or pen never presses long.
 * @template What
 * @param {(what: What) => void} onLong called once per press, while the finger still rests
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
     * Call when a pointer goes down. A second finger ends the first finger's press, because two
     * fingers zoom the page.
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
    /** Call when the finger is lifted, or the browser takes over its touch. */
    end,
    /** Call when the browser itself reports a long press. */
    now,
    /** Whether a finger rests but has not pressed long yet. */
    get begun() {
      return pressed !== null;
    },
    /** Whether the last press was long, so that lifting the finger is not a tap. */
    get long() {
      return long;
    },
  };
}
