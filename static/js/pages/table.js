/** A table's page: what others do shows at once, and the start takes everybody to the game. */

import { byId, readJson } from "../ui/dom.js";
import { announcer } from "../ui/live.js";
import { offerCopying } from "../ui/copying.js";
import { countdown } from "./table-countdown.js";
import { follow } from "./live-part.js";
import { drawSeatsAtStart } from "./table-seats.js";

/** @type {Miai.Palette} */
const palette = readJson("palette");
const tellStatus = announcer();
const clock = countdown(() => live.refresh());

/** @param {HTMLElement} root */
function changed(root) {
  clock.heard(byId("table-now").dataset["now"]);
  tellStatus(root.dataset["status"] ?? "");
  drawStones(root);
  drawSeatsAtStart(root, palette);
  offerCopying(root);
}

/**
 * Stones as they will lie on the board, with the sign of their seat.
 * @param {HTMLElement} root
 */
function drawStones(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stone]:not([data-drawn])"))) {
    element.dataset["drawn"] = "";
    const [number, stone, mark] = (element.dataset["stone"] ?? "").split(" ");
    const seat = /** @type {Miai.Seat} */ ({ number: Number(number), stone, mark });
    import(element.dataset["module"] ?? "").then(
      (/** @type {Miai.BoardModule} */ board) => board.stone(element, seat, palette),
      () => {}, // the letter that the server drew stays
    );
  }
}

const live = follow("table", { onChange: changed, onNow: clock.heard });
