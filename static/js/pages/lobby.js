/** The lists of tables and games, and the home page: live, with a small board a game. */

import { betterOffset } from "../core/time.js";
import { readJson } from "../ui/dom.js";
import { announcer } from "../ui/live.js";
import { showMoments } from "../ui/moments.js";
import { drawPictures } from "../ui/pictures.js";
import { showTimeLeft } from "../ui/time-left.js";
import { follow } from "./live-part.js";

const SECOND = 1_000;
const MINUTE = 60_000;

/** @type {Miai.Palette} */
const palette = readJson("palette");
const tellStatus = announcer();
/** The server's clock minus this one, once it is known. @type {number | null} */
let offset = null;

const countDown = () => showTimeLeft(document, Date.now() + (offset ?? 0));

/** @param {HTMLElement} root */
function changed(root) {
  tellStatus(root.dataset["status"] ?? "");
  drawPictures(root, readJson("pictures"), palette);
  countDown();
}

/** Pictures that stay the same; those in a menu are drawn when it opens. */
function drawSigns() {
  const gamePictures = document.getElementById("game-pictures");
  if (!gamePictures) return;
  const pictures = JSON.parse(gamePictures.textContent ?? "{}");
  const menu = document.getElementById("practice");
  if (menu) menu.addEventListener("toggle", () => drawPictures(menu, pictures, palette), { once: true });
  else drawPictures(document, pictures, palette);
}

drawSigns();
follow(document.getElementById("lobby") ? "lobby" : "welcome", {
  onChange: changed,
  onNow(now) {
    offset = betterOffset(offset, now, Date.now());
  },
});
setInterval(countDown, SECOND);
setInterval(() => showMoments(document), MINUTE);
