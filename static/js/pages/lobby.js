/** The lists of tables and games, and the club room: live, with a small board a game. */

import { byId, readJson, say } from "../ui/dom.js";
import { showMoments } from "../ui/moments.js";
import { follow } from "./table-live.js";

const MINUTE = 60_000;

/** @type {Miai.Palette} */
const palette = readJson("palette");
/** What each element shows, so that a board is drawn again only when it changed. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** @param {HTMLElement} root */
function changed(root) {
  say(byId("live-status"), root.dataset["status"] ?? "");
  /** @type {{[name: string]: {position: Miai.Json, seats: Miai.Seat[]}}} */
  const pictures = readJson("pictures");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-picture]"))) {
    const picture = pictures[element.dataset["picture"] ?? ""];
    const text = JSON.stringify(picture);
    if (!picture || drawn.get(element) === text) continue;
    drawn.set(element, text);
    import(element.dataset["module"] ?? "").then(
      (/** @type {Miai.BoardModule} */ board) => board.picture(element, picture.position, picture.seats, palette),
      () => {},
    );
  }
}

follow("lobby", { onChange: changed });
setInterval(() => showMoments(document), MINUTE);
