/** The home page and the lists of tables and games, which follow the server. */

import { gettext } from "../core/language.js";
import { betterOffset } from "../core/time.js";
import { announce, announcer, interrupt } from "../dom/live.js";
import { showMoments } from "../ui/moments.js";
import { showTimeLeft } from "../ui/time-left.js";
import { showTurnSign } from "../ui/turn-sign.js";
import { follow } from "./live-part.js";

const SECOND = 1_000;
const MINUTE = 60_000;

const tellStatus = announcer();
/** The server's clock minus this browser's, once known. @type {number | null} */
let offset = null;

const countDown = () => showTimeLeft(document, Date.now() + (offset ?? 0));

/** The games of which the member has been told aloud, by their elements. @type {Set<string>} */
const told = new Set();
/** The ids of the wishes that the page shows; null before it was drawn. @type {string[] | null} */
let wishes = null;

/** @param {HTMLElement} root */
function changed(root) {
  tellStatus(root.dataset["status"] ?? "");
  countDown();
  for (const found of root.querySelectorAll(".asked-game, .missed-game")) tell(found);
  followWishes(root);
  const owes = !root.hasAttribute("data-suspended") && root.querySelector("#owed-games .owed");
  if (root.querySelector("[data-asks]")) showTurnSign(gettext("A game for you"));
  else showTurnSign(owes ? gettext("Your turn") : "");
}

/**
 * Closes the form for a wish once it has been sent, which shows one more wish, and tells screen
 * readers what is looked for now.
 * @param {HTMLElement} root
 */
function followWishes(root) {
  const shown = [...root.querySelectorAll("[data-wish]")];
  const fresh = shown.filter(({ id }) => !wishes?.includes(id));
  if (fresh.length) closeForm();
  if (wishes) for (const { textContent } of fresh) announce(gettext("You are looking for a game. %(wish)s", { wish: textContent ?? "" }));
  wishes = shown.map(({ id }) => id);
}

function closeForm() {
  const form = document.getElementById("wish-more");
  const hadFocus = form?.contains(document.activeElement);
  form?.removeAttribute("open");
  if (hadFocus) form?.querySelector("summary")?.focus({ preventScroll: true });
}

/**
 * Tells a member once that a game was found, or that they missed it. There is little time to answer;
 * or, if they have only just made the wish, that counts as a yes, and the game begins within seconds.
 * @param {Element} found
 */
function tell(found) {
  if (told.has(found.id)) return;
  told.add(found.id);
  interrupt([...found.querySelectorAll("h2, p")].map((line) => line.textContent ?? "").join(" "));
  found.scrollIntoView({ block: "nearest" });
}

follow(document.getElementById("lobby") ? "lobby" : "welcome", {
  onChange: changed,
  onNow(now) {
    offset = betterOffset(offset, now, Date.now());
  },
});
setInterval(countDown, SECOND);
setInterval(() => showMoments(document), MINUTE);
