/** Draws the small boards of a list or a rules page: elements with `data-picture`. */

import { readJson } from "../ui/dom.js";

/** @type {{[name: string]: {position: Miai.Json, seats: Miai.Seat[], me?: number | null}}} */
const pictures = readJson("pictures");
/** @type {Miai.Palette} */
const palette = readJson("palette");

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-picture]"))) {
  const picture = pictures[element.dataset.picture ?? ""];
  if (!picture) continue;
  import(element.dataset.module ?? "").then((/** @type {Miai.BoardModule} */ board) =>
    board.picture(element, picture.position, picture.seats, palette, picture.me ?? null),
  );
}
