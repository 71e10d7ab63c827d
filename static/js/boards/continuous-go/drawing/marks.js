/**
 * How a line looks while it is being drawn: the part that will stay, the rest, the stop, the
 * magnet.
 */

import { SPACE } from "../../shared/frame.js";
import { set, svg } from "../../shared/svg.js";
import { pathOf } from "../areas/shapes.js";
import { onDrawing, pathData } from "../frame.js";

/** @typedef {import("./preview.js").Expected} Expected */

/**
 * Draws one line that is not stored yet into a group.
 * @param {SVGElement} group
 * @param {number} fine how large signs are
 */
export function sketchMarks(group, fine) {
  const ghosts = [svg("path", { class: "sketch-ghost-casing" }), svg("path", { class: "sketch-ghost" })];
  const casing = svg("path", { class: "line-casing" });
  const body = svg("path", { class: "line-body" });
  const stop = svg("g", { class: "sketch-stop" });
  const whole = svg("g", { class: "sketch" }, [...ghosts, casing, body, stop]);
  let shown = "";

  return {
    /**
     * @param {Expected | null} line null: none
     * @param {{seat: number, kind: "pending" | "sent"}} look
     */
    show(line, { seat, kind }) {
      if (!line) return whole.remove();
      if (!whole.parentElement) group.append(whole);
      set(whole, { "data-kind": kind });
      const d = line.drawn.length > 1 ? pathData(line.drawn) : "";
      for (const node of [casing, body]) set(node, { d, "data-seat": seat });
      const rest = [line.skipped, line.beyond].filter((path) => path.length > 1).map(pathData).join("");
      for (const node of ghosts) set(node, { d: rest });
      const at = line.drawn.at(-1);
      const key = line.stopped ? `${line.stopped}:${at}` : "";
      if (key !== shown) stop.replaceChildren(...(line.stopped && at ? stopSign(line.stopped, at, fine) : []));
      shown = key;
    },
  };
}

/**
 * Tints what a line would close; more faintly if it is too big to count.
 * @param {SVGElement} group
 */
export function closingMark(group) {
  const nodes = [svg("path", { class: "closing" }), svg("path", { class: "closing", "data-big": "" })];

  return {
    /**
     * @param {import("./closing.js").Closed[]} areas
     * @param {number} seat
     */
    show(areas, seat) {
      nodes.forEach((node, n) => {
        const outlines = areas.filter(({ tooBig }) => tooBig === (n === 1)).map(({ outline }) => outline);
        if (!outlines.length) return node.remove();
        set(node, { d: pathOf(outlines), "data-seat": seat });
        if (!node.parentElement) group.prepend(node);
      });
    },
  };
}

/**
 * The sign where a line stops: a cross at the opponent's line, a bar if the length is used up.
 * @param {"opponent" | "budget"} why
 * @param {Miai.Point} at
 * @param {number} fine
 */
function stopSign(why, at, fine) {
  const r = 0.2 * SPACE;
  const inner = why === "opponent" ? `M${-r / 2} ${-r / 2}l${r} ${r}m${-r} 0l${r} ${-r}` : `M${-r / 2} 0h${r}`;
  const sign = [
    svg("circle", { class: "stop-ground", r }),
    svg("path", { class: "stop-sign", d: inner }),
  ];
  return [svg("g", { transform: placed(at, fine) }, sign)];
}

/**
 * Marks the pen's position and the point to which the magnet pulls it.
 * @param {SVGElement} group
 * @param {number} fine how large signs are
 */
export function penMarks(group, fine) {
  const arm = 0.34 * SPACE;
  const gap = 0.1 * SPACE;
  const arms = `M${gap} 0H${arm}M${-gap} 0H${-arm}M0 ${gap}V${arm}M0 ${-gap}V${-arm}`;
  const cross = svg("g", { class: "pen-cross" }, [
    svg("path", { class: "pen-cross-casing", d: arms }),
    svg("path", { class: "pen-cross-arms", d: arms }),
  ]);
  const start = svg("circle", { class: "pen-start", r: 0.1 * SPACE });
  const end = snapMark();

  return {
    /** @param {Miai.Point | null} at */
    cross: (at) => put(group, cross, at, fine),
    /** @param {Miai.Point | null} at */
    start: (at) => put(group, start, at, fine),
    /** @param {import("./magnet.js").Snap | null} snap */
    snap(snap) {
      put(group, end, snap?.at ?? null, fine);
      if (snap) set(end, { "data-kind": snap.kind });
    },
  };
}

/** A ring around an end, a square on a line or edge. */
function snapMark() {
  const r = 0.24 * SPACE;
  const square = { x: -r * 0.8, y: -r * 0.8, width: r * 1.6, height: r * 1.6 };
  return svg("g", { class: "snap" }, [
    svg("circle", { class: "snap-end snap-casing", r }),
    svg("circle", { class: "snap-end snap-mark", r }),
    svg("rect", { class: "snap-line snap-casing", ...square }),
    svg("rect", { class: "snap-line snap-mark", ...square }),
  ]);
}

/**
 * @param {SVGElement} group
 * @param {SVGElement} node
 * @param {Miai.Point | null} at null: nowhere
 * @param {number} fine
 */
function put(group, node, at, fine) {
  if (!at) return node.remove();
  set(node, { transform: placed(at, fine) });
  if (!node.parentElement) group.append(node);
}

/**
 * @param {Miai.Point} at
 * @param {number} fine
 */
function placed([x, y], fine) {
  return `translate(${onDrawing(x)} ${onDrawing(y)}) scale(${fine.toFixed(3)})`;
}
