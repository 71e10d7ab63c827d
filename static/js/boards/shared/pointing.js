/**
 * The points of a board for mouse, pen, touch, keyboard and screen readers: a grid with one tab
 * stop, which the arrow keys move. Knows no rules.
 */

import { aiming } from "./aiming.js";
import { describer } from "./described.js";
import { Dragging } from "./dragging.js";
import { DOUBLE, fingersOver } from "./fingers.js";
import { pixelsPerSpace, place } from "./frame.js";
import { neighbour, pointName } from "./grid.js";
import { longPress } from "./long-press.js";
import { PointGrid } from "./point-grid.js";

/** If spaces are narrower than this, in pixels, a finger aims before it chooses. */
export const NARROW = 40;

/**
 * @typedef {object} Pointing
 * @property {(point: Miai.Point, finger: boolean) => void} onChoose clicked, tapped or Enter; `finger`:
 *   tapped, so that nothing was pointed at before
 * @property {(point: Miai.Point | null) => void} onLook pointed at or focused; null: left
 * @property {(point: Miai.Point) => void} [onHold] a long touch, or the second button; after a long
 *   touch what is shown stays until the next one
 * @property {() => void} [onDrop] Escape
 * @property {import("./dragging.js").DragRules} [dragging]
 */

/**
 * What a board provides for fingers: its drawing, its zoom, its magnifier, and whether anything can
 * be chosen.
 * @typedef {object} Touched
 * @property {SVGElement} root
 * @property {import("./zoom.js").Zoom} zoom
 * @property {ReturnType<typeof import("./magnifier.js").magnifierOf>} magnifier
 * @property {() => boolean} open
 */

export class Points {
  #grid;
  #callbacks;
  #touched;
  #press;
  #aim;
  /** @type {Dragging | null} */
  #drag = null;
  /** A tap that may be the first of a double tap: its point and its timer. @type {{point: Miai.Point, timer: ReturnType<typeof setTimeout>} | null} */
  #tapped = null;
  #byFinger = false;
  /** Whether the last press was something else than a choice, such as a touch that moved the board. */
  #isSpent = false;

  /**
   * @param {import("./grid.js").Extent} extent
   * @param {Pointing} callbacks
   * @param {Touched} [touched] absent if points are large enough for fingers
   */
  constructor(extent, callbacks, touched) {
    this.#grid = new PointGrid(extent);
    this.#callbacks = callbacks;
    this.#touched = touched;
    this.group = this.#grid.group;
    this.describe = describer(this.#grid.cells);
    this.#press = longPress((/** @type {Miai.Point} */ point) => callbacks.onHold?.(point));
    this.#aim = this.#makeAim();
    if (touched) this.#followFingers(touched);
    this.group.addEventListener("click", (event) => this.#click(event));
    this.group.addEventListener("keydown", (event) => this.#key(event));
    this.#listenForAims();
    if (callbacks.onHold) this.#listenForHolds(callbacks.onHold);
    this.#listenForLooks();
    if (callbacks.dragging) this.#drag = this.#makeDrag(callbacks.dragging);
  }

  /** Forgets what a pointer was about to choose: it was meant for the position that was shown then. */
  forget() {
    this.#dropTap();
    this.#aim.cancel();
    this.#drag?.forget();
    this.#isSpent = true;
  }

  /** Whether points are so small that a finger must aim. */
  get #narrow() {
    return this.#touched !== undefined && pixelsPerSpace(this.#touched.root) < NARROW;
  }

  /** Whether a finger that goes down now aims. */
  get #aims() {
    return this.#narrow && this.#touched?.open() === true;
  }

  #makeAim() {
    return aiming({
      under: (event) => this.#visiblePoint(event),
      onAim: (point, event) => {
        this.#callbacks.onLook(point);
        this.#magnify(point, event);
      },
      onChoose: (point) => this.#choose(point, true),
      onEnd: () => {
        this.#callbacks.onLook(null);
        this.#touched?.magnifier.hide();
      },
    });
  }

  /** @param {import("./dragging.js").DragRules} rules */
  #makeDrag(rules) {
    return new Dragging(this.#grid, rules, {
      onMove: (event) => {
        if (this.#aim.active) this.#aim.cancel();
        if (this.#byFinger && this.#narrow) this.#magnify(this.#visiblePoint(event), event);
      },
      onEnd: () => this.#touched?.magnifier.hide(),
    });
  }

  /** Lets fingers enlarge and move the board, which cancels whatever else they were doing. @param {Touched} touched */
  #followFingers({ root, zoom }) {
    fingersOver(root, zoom, {
      moves: () => !this.#aim.active && !this.#drag?.begun,
      doubles: () => this.#narrow,
      onFirst: () => this.#takeTap(),
      onDouble: () => {
        this.#dropTap();
        this.#isSpent = true;
        this.#callbacks.onLook(null);
      },
      onTaken: () => {
        this.#dropTap();
        this.#press.end();
        this.#aim.cancel();
        this.#isSpent = true;
        this.#drag?.cancel();
      },
    });
  }

  #listenForAims() {
    const aim = this.#aim;
    this.group.addEventListener("pointerdown", (event) => {
      this.#dropTap();
      this.#byFinger = event.pointerType === "touch";
      this.#isSpent = false;
      aim.down(event, this.#aims);
    });
    this.group.addEventListener("pointermove", aim.move);
    this.group.addEventListener("pointerup", aim.up);
    this.group.addEventListener("pointercancel", aim.cancel);
    this.group.addEventListener("touchmove", (event) => aim.active && event.preventDefault(), { passive: false });
    this.group.addEventListener("contextmenu", (event) => aim.active && event.preventDefault());
  }

  /** Listens for long touches and the second mouse button. @param {NonNullable<Pointing["onHold"]>} onHold */
  #listenForHolds(onHold) {
    const press = this.#press;
    this.group.addEventListener("contextmenu", (event) => {
      const point = this.#grid.pointOf(event);
      event.preventDefault();
      if (press.begun) press.now();
      else if (point && !press.long && !this.#aim.active) onHold(point);
    });
    this.group.addEventListener("pointerdown", (event) => {
      const point = this.#grid.pointOf(event);
      if (press.long) this.#callbacks.onLook(null);
      // While a finger aims, the magnifier already describes the point under it.
      if (point && !this.#aims) press.down(event, point);
    });
    this.group.addEventListener("pointermove", press.move);
    this.group.addEventListener("pointerup", press.end);
    this.group.addEventListener("pointercancel", press.end);
  }

  /** Listens for pointing and focus. */
  #listenForLooks() {
    const { onLook } = this.#callbacks;
    this.group.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch" && !this.#drag?.active) onLook(this.#grid.pointOf(event));
    });
    this.group.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" || !(this.#press.long || this.#aim.active)) onLook(null);
    });
    // On the cells, not on the group: in Chromium every SVG element that listens for focus events is
    // a tab stop, and the group must not be one.
    for (const [cell, point] of this.#grid.cells) {
      cell.addEventListener("focus", () => {
        if (!cell.matches(":focus-visible")) return;
        this.#touched?.zoom.reveal(place(point));
        onLook(point);
      });
      cell.addEventListener("blur", () => onLook(null));
    }
  }

  /**
   * @param {Miai.Point} point
   * @param {boolean} finger
   */
  #choose(point, finger) {
    this.#grid.moveStop(point);
    this.#callbacks.onChoose(point, finger);
  }

  /** Chooses the point of a tap that is certainly not the first of a double tap. */
  #takeTap() {
    const tap = this.#tapped;
    this.#dropTap();
    if (tap) this.#choose(tap.point, true);
  }

  #dropTap() {
    clearTimeout(this.#tapped?.timer);
    this.#tapped = null;
  }

  /** @param {PointerEvent | MouseEvent} event */
  #click(event) {
    const point = this.#grid.pointOf(event);
    // Lifting a finger after a long press is not a tap; a screen reader's click counts (detail: 0).
    const isTap = !(this.#press.long || this.#aim.aimed || this.#isSpent) || event.detail === 0;
    if (!point || this.#drag?.ended || !isTap) return;
    this.#dropTap();
    const finger = this.#byFinger && event.detail > 0;
    // Where a game is played, the second click of a double click would take back what the first has chosen.
    const isRepeated = this.#touched !== undefined && event.detail > 1;
    if (finger && this.#narrow) {
      this.#callbacks.onLook(point);
      this.#tapped = { point, timer: setTimeout(() => this.#takeTap(), DOUBLE) };
    } else if (!isRepeated) this.#choose(point, finger);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const point = this.#grid.pointOf(event);
    if (!point || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(point, event.key, this.#grid.extent);
    if (next) this.#grid.focus(next);
    else if (event.key === "Enter" || event.key === " ") this.#callbacks.onChoose(point, false);
    else if (event.key === "Escape") this.#callbacks.onDrop?.();
    else return;
    event.preventDefault();
  }

  /**
   * Shows the magnifier beside a finger.
   * @param {Miai.Point | null} point
   * @param {PointerEvent} event
   */
  #magnify(point, event) {
    if (!this.#touched) return;
    const { magnifier, zoom } = this.#touched;
    if (!point) return magnifier.hide();
    magnifier.show({ at: zoom.onDrawing(event), target: place(point), words: pointName(point, this.#grid.extent) }, event);
  }

  /** The point under a pointer, if the pointer is over the visible part of the board. @param {PointerEvent} event */
  #visiblePoint(event) {
    const box = this.#touched?.root.getBoundingClientRect();
    const inside = !box || (event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom);
    return inside ? this.#grid.pointUnder(event) : null;
  }
}
