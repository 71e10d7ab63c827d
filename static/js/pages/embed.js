/**
 * A game in a frame of another site: follows the game, and shows earlier steps without leaving the
 * page. The server renders every view; this module only replaces the page's content by it.
 */

import { paced } from "../core/pace.js";
import { byId } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { fetchInTime } from "../net/http.js";
import { openSocket } from "../net/socket.js";
import { morph } from "../ui/morphing.js";

/** The messages after which the view may have changed. */
const NEWS = new Set([
  "step.resolved", "events.missed", "seats.changed",
  "game.paused", "game.resumed", "game.cancelled", "game.ended",
]);

/** The address of the wanted view: the present, or an earlier step. */
let wanted = location.href;

/** How many views have been fetched, and the number of the one that is shown. */
let fetched = 0, shown = 0;

const tell = announcer();

/** How long to wait before asking again if the site did not answer, in milliseconds. */
const SOON = 5_000;
/** Shows the wanted view soon, and tries again until the site answers: this change may not be announced again. */
const soon = paced(() => void show().catch(() => soon(SOON)));

/** Fetches the wanted view, and shows it once its picture has loaded; rejects if the site is busy. */
async function show() {
  const address = wanted, number = ++fetched;
  const response = await fetchInTime(address, { credentials: "omit" });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("embed");
  const picture = fresh?.querySelector("img");
  if (!fresh && (response.status >= 500 || response.status === 429)) throw new Error("busy");
  if (!fresh || !picture) return;
  await loadPicture(picture.src);
  if (address !== wanted || number < shown) return; // another step is wanted, or a newer view is there
  shown = number;
  const focused = document.activeElement?.closest(".embed-steps a");
  morph(byId("embed"), fresh, { keepRefusal: false });
  tell(byId("shown").textContent ?? "");
  // At the first or last step the link that was followed leads nowhere.
  const next = focused?.matches("[href]") ? focused : document.querySelector(".embed-steps a[href]");
  if (focused && next instanceof HTMLElement) next.focus();
}

/** Waits until a picture has loaded or failed to load. @param {string} address */
async function loadPicture(address) {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => {});
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest(".embed-steps a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  wanted = link.href;
  show().catch(() => soon(SOON));
});

const { socket = "" } = byId("embed").dataset;
openSocket(socket, {
  onEvent(/** @type {Miai.ServerEvent} */ event) {
    const isBehind = event.type === "game.snapshot" && event.step.step !== Number(byId("embed").dataset["step"]);
    if (isBehind || NEWS.has(event.type)) soon(0);
  },
  onChange() {},
  greeting: () => ({ type: "snapshot.ask" }),
});
