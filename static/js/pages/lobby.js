/** The home page and the lists of tables and games, which follow the server. */

import { gettext } from "../core/language.js";
import { betterOffset } from "../core/time.js";
import { announcer } from "../dom/live.js";
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

/** @param {HTMLElement} root */
function changed(root) {
  tellStatus(root.dataset["status"] ?? "");
  const owes = !root.hasAttribute("data-suspended") && root.querySelector("#owed-games .owed");
  showTurnSign(owes ? gettext("Your turn") : "");
  countDown();
}

follow(document.getElementById("lobby") ? "lobby" : "welcome", {
  onChange: changed,
  onNow(now) {
    offset = betterOffset(offset, now, Date.now());
  },
});
setInterval(countDown, SECOND);
setInterval(() => showMoments(document), MINUTE);
