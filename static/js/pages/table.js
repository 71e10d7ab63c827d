/** A table's page: shows what others do at once, and takes everybody to the game when it starts. */

import { shaped } from "../core/json.js";
import { byId, readJson, say } from "../dom/elements.js";
import { announce, announcer } from "../dom/live.js";
import { offerCopying } from "../ui/copying.js";
import { followEnd } from "../ui/follow-end.js";
import { follow } from "./live-part.js";
import { countdown } from "./table-countdown.js";
import { drawSeatsAtStart } from "./table-seats.js";

/** @type {Miai.Palette} */
const palette = shaped(readJson("palette"), {});
const tellStatus = announcer();
const grew = followEnd(byId("chat"));
/** The ids of the chat lines seen so far; null before the first look. @type {Set<string> | null} */
let heard = null;
const clock = countdown(() => live.refresh());

/** @param {HTMLElement} root */
function changed(root) {
  clock.heard(byId("table-now").dataset["now"]);
  tellStatus(root.dataset["status"] ?? "");
  showWished(root);
  drawStones(root);
  drawSeatsAtStart(root, palette);
  offerCopying(root);
  followChat();
}

/**
 * Shows the chosen colours while the choice is hidden behind "change".
 * @param {ParentNode} root
 */
function showWished(root) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(".palette input:checked"))) {
    const words = root.querySelector(`[data-wished="${input.name}"]`);
    const name = input.parentElement?.querySelector("span")?.textContent ?? "";
    if (words) say(words, name);
    const kind = input.name === "stone" ? "colour" : "mark";
    const swatch = root.querySelector(".wished-swatch > .swatch");
    for (const old of [...(swatch?.classList ?? [])]) if (old.startsWith(`${kind}-`)) swatch?.classList.remove(old);
    swatch?.classList.add(`${kind}-${input.value}`);
  }
}

/** Scrolls to the end of the chat when it has grown, and announces what others said. */
function followChat() {
  const said = [...byId("chat").children];
  const known = heard;
  const fresh = said.filter(({ id }) => !known?.has(id));
  if (known !== null) for (const line of fresh) if (!line.hasAttribute("data-own") && !line.hasAttribute("data-muted")) announce(lineInWords(line));
  if (said.length && fresh.length) grew();
  heard = new Set(said.map(({ id }) => id));
}

/** @param {Element} line */
function lineInWords(line) {
  const [author, text] = [".chat-author", ".chat-text"].map((part) => line.querySelector(part)?.textContent ?? "");
  return `${author}: ${text}`;
}

/**
 * Draws stones as they will look on the board, with the sign of their seat.
 * @param {HTMLElement} root
 */
function drawStones(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stone]:not([data-drawn])"))) {
    element.dataset["drawn"] = "";
    const [number, stone, mark] = (element.dataset["stone"] ?? "").split(" ");
    const seat = /** @type {Miai.Seat} */ ({ number: Number(number), stone, mark });
    import(element.dataset["module"] ?? "").then(
      (/** @type {Miai.BoardModule} */ board) => board.stone(element, seat, palette),
      () => {}, // keeps the number that the server drew
    );
  }
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof Element && target.closest(".palette")) showWished(byId("table"));
});
const live = follow("table", { onChange: changed, onNow: clock.heard });
