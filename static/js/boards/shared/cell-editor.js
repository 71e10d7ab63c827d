/** A small board in a form, whose cells are set by taps or keys. Knows no game. */

import { el } from "../../dom/elements.js";
import { drawCells } from "./frame.js";
import { Points } from "./pointing.js";

/**
 * @template {string} Layer
 * @param {import("./grid.js").Extent} extent
 * @param {{layers: readonly Layer[], label: string, onChoose: (cell: Miai.Point) => void}} options
 */
export function cellEditor(extent, { layers, label, onChoose }) {
  const { root, groups, across, down } = drawCells(extent, { coordinates: true, layers });
  const points = new Points(extent, { onChoose, onLook() {} });
  root.setAttribute("role", "grid");
  root.setAttribute("aria-label", label);
  root.append(points.group);
  const board = el("div", { class: "board" }, [root]);
  board.style.setProperty("--across", String(across));
  board.style.setProperty("--down", String(down));
  return { element: el("div", { class: "board-editor" }, [board]), groups, describe: points.describe };
}
