/**
 * The points of a board for mouse, pen, touch, keyboard and screen readers: a grid with one tab
 * stop, moved by the arrow keys. Knows no rules.
 */

import { aiming } from "./aiming.js";
import { describer } from "./described.js";
import { DOUBLE, fingersOver } from "./fingers.js";
import { pixelsPerSpace, place, SPACE } from "./frame.js";
import { allPoints, neighbour, pointName } from "./grid.js";
import { longPress } from "./long-press.js";
import { svg } from "./svg.js";

/** A pointer that goes this share of a space away from where it went down drags. */
const DRAG = 0.6;
/** On narrower spaces, in pixels, a finger aims before it chooses. */
export const NARROW = 40;

/**
 * @typedef {object} Pointing
 * @property {(point: Miai.Point, finger: boolean) => void} onChoose clicked, tapped or Enter; `finger`:
 *   tapped, so that nothing was pointed at before
 * @property {(point: Miai.Point | null) => void} onLook pointed at or focused; null: left
 * @property {(point: Miai.Point) => void} [onHold] a long touch, or the second button; after a long
 *   touch what is shown stays until the next one
 * @property {() => void} [onDrop] Escape
 * @property {Dragging} [dragging]
 */

/**
 * @typedef {object} Dragging
 * @property {(from: Miai.Point, touch: boolean) => boolean} can whether a drag may begin there; a
 *   finger on any other point moves the page
 * @property {(from: Miai.Point, to: Miai.Point | null, over: boolean) => void} onDrag dragged from
 *   one point to another (null: off the board), `over`: and let go there
 */

/**
 * What a board gives for fingers: its drawing, what enlarges it, and whether anything can be chosen.
 * @typedef {object} Touched
 * @property {SVGElement} root
 * @property {import("./zoom.js").Zoom} zoom
 * @property {ReturnType<typeof import("./magnifier.js").magnifierOf>} magnifier
 * @property {() => boolean} open
 */

/**
 * @param {import("./grid.js").Extent} extent
 * @param {Pointing} callbacks
 * @param {Touched} [touched] none: points are large enough for fingers
 */
export function pointsOver(extent, { onChoose, onLook, onHold, onDrop, dragging }, touched) {
  const { columns, rows } = extent;
  /** @type {Map<Element, Miai.Point>} */
  const pointOf = new Map();
  const drawn = allPoints(extent).map(([x, y]) => {
    const where = { x: (x - 0.5) * SPACE, y: (y - 0.5) * SPACE, width: SPACE, height: SPACE };
    const rect = svg("rect", { class: "board-point", role: "gridcell", tabindex: -1, ...where });
    pointOf.set(rect, [x, y]);
    return rect;
  });
  const group = svg("g", { class: "board-points" }, Array.from({ length: rows }, (_, y) =>
    svg("g", { role: "row" }, drawn.slice(y * columns, (y + 1) * columns)),
  ));
  /** @type {Miai.Point} */
  let stop = [Math.floor(columns / 2), Math.floor(rows / 2)];
  /** @type {{from: Miai.Point, x: number, y: number, far: boolean} | null} */
  let down = null;
  let dragged = false;
  const press = longPress((/** @type {Miai.Point} */ point) => onHold?.(point));
  /** A tap that may be the first of two. @type {ReturnType<typeof setTimeout> | undefined} */
  let tapped;
  let byFinger = false;
  /** The last touch enlarged or moved the board. */
  let taken = false;
  const narrow = () => touched !== undefined && pixelsPerSpace(touched.root) < NARROW;
  const aim = aiming({
    under: seen,
    onAim(point, event) {
      onLook(point);
      magnify(point, event);
    },
    onChoose: (point) => choose(point, true),
    onEnd() {
      onLook(null);
      touched?.magnifier.hide();
    },
  });
  if (touched) fingersOver(touched.root, touched.zoom, {
    moves: () => !aim.active && !down,
    doubles: narrow,
    onDouble() {
      clearTimeout(tapped);
      taken = true;
      onLook(null);
    },
    onTaken() {
      clearTimeout(tapped);
      press.end();
      aim.cancel();
      taken = true;
      if (down?.far) dragging?.onDrag(down.from, null, true);
      down = null;
    },
  });
  moveStop(stop);

  /**
   * @param {Miai.Point} point
   * @param {boolean} finger
   */
  function choose(point, finger) {
    moveStop(point);
    onChoose(point, finger);
  }

  /**
   * Shows a finger what is under it.
   * @param {Miai.Point | null} point
   * @param {PointerEvent} event
   */
  function magnify(point, event) {
    if (!touched) return;
    const words = point ? pointName(point, extent) : "";
    if (point) touched.magnifier.show({ at: touched.zoom.onDrawing(event), target: place(point), words }, event);
    else touched.magnifier.hide();
  }

  /** The point that is seen under a pointer. @param {PointerEvent} event */
  function seen(event) {
    const box = touched?.root.getBoundingClientRect();
    const inside = !box || (event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom);
    return inside ? under(event) : null;
  }

  /** @param {Miai.Point} point */
  function at([x, y]) {
    return /** @type {SVGElement} */ (drawn[y * columns + x]);
  }

  /** @param {Miai.Point} point */
  function moveStop(point) {
    at(stop).setAttribute("tabindex", "-1");
    stop = point;
    at(stop).setAttribute("tabindex", "0");
  }

  /** @param {Event} event */
  const pointed = (event) => pointOf.get(/** @type {Element} */ (event.target)) ?? null;

  /**
   * The point under a pointer that another point may have captured.
   * @param {PointerEvent} event
   * @returns {Miai.Point | null}
   */
  function under({ clientX, clientY }) {
    const box = group.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * columns);
    const y = Math.floor(((clientY - box.top) / box.height) * rows);
    return x >= 0 && y >= 0 && x < columns && y < rows ? [x, y] : null;
  }

  group.addEventListener("click", (event) => {
    const point = pointed(event);
    // Lifting a finger after a long press is no tap; a click of a screen reader counts (detail: 0).
    if (!point || dragged || ((press.long || aim.aimed || taken) && event.detail > 0)) return;
    clearTimeout(tapped);
    const finger = byFinger && event.detail > 0;
    if (!finger || !narrow()) return choose(point, finger);
    onLook(point);
    tapped = setTimeout(() => choose(point, true), DOUBLE);
  });
  group.addEventListener("pointerdown", (event) => {
    clearTimeout(tapped);
    byFinger = event.pointerType === "touch";
    taken = false;
    aim.down(event, narrow() && touched?.open() === true);
  });
  group.addEventListener("pointermove", aim.move);
  group.addEventListener("pointerup", aim.up);
  group.addEventListener("pointercancel", aim.cancel);
  group.addEventListener("touchmove", (event) => aim.active && event.preventDefault(), { passive: false });
  group.addEventListener("contextmenu", (event) => aim.active && event.preventDefault());
  group.addEventListener("keydown", (event) => {
    const point = pointed(event);
    if (!point || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(point, event.key, extent);
    if (next) {
      moveStop(next);
      at(stop).focus();
    } else if (event.key === "Enter" || event.key === " ") onChoose(point, false);
    else if (event.key === "Escape") onDrop?.();
    else return;
    event.preventDefault();
  });
  group.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !down?.far) onLook(pointed(event));
  });
  if (onHold) {
    group.addEventListener("contextmenu", (event) => {
      const point = pointed(event);
      event.preventDefault();
      if (press.begun) press.now();
      else if (point && !press.long && !aim.active) onHold(point);
    });
    group.addEventListener("pointerdown", (event) => {
      const point = pointed(event);
      if (press.long) onLook(null);
      // Where a finger aims it is told what is there as it does so.
      if (point && !(narrow() && touched?.open())) press.down(event, point);
    });
    group.addEventListener("pointermove", press.move);
    group.addEventListener("pointerup", press.end);
    group.addEventListener("pointercancel", press.end);
  }
  group.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch" || !(press.long || aim.active)) onLook(null);
  });
  group.addEventListener("focusin", (event) => {
    const point = pointed(event);
    if (!/** @type {Element} */ (event.target).matches(":focus-visible")) return;
    if (point) touched?.zoom.reveal(place(point));
    onLook(point);
  });
  group.addEventListener("focusout", () => onLook(null));

  if (dragging) {
    const { can, onDrag } = dragging;
    group.addEventListener("pointerdown", (event) => {
      const from = event.isPrimary && event.button === 0 ? pointed(event) : null;
      const may = from !== null && can(from, event.pointerType === "touch");
      down = may ? { from, x: event.clientX, y: event.clientY, far: false } : null;
    });
    // Browsers look at touch-action on HTML elements only.
    group.addEventListener("touchmove", (event) => down && event.preventDefault(), { passive: false });
    group.addEventListener("pointermove", (event) => {
      // A button that was released outside the board is not reported here.
      if (!event.buttons) down = null;
      if (!down) return;
      const side = group.getBoundingClientRect().width / columns;
      down.far ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG * side;
      if (!down.far) return;
      if (aim.active) aim.cancel();
      if (byFinger && narrow()) magnify(seen(event), event);
      /** @type {Element} */ (event.target).setPointerCapture?.(event.pointerId);
      onDrag(down.from, under(event), false);
    });
    group.addEventListener("pointerup", (event) => {
      if (down?.far) {
        // The click that follows is the end of the drag.
        dragged = true;
        setTimeout(() => (dragged = false));
        touched?.magnifier.hide();
        onDrag(down.from, under(event), true);
      }
      down = null;
    });
    group.addEventListener("pointercancel", () => {
      if (down?.far) onDrag(down.from, null, true);
      touched?.magnifier.hide();
      down = null;
    });
  }

  return { group, describe: describer(pointOf) };
}
