/** What every page does: times in the viewer's zone, menus that close, passwords that show. */

import { showMoments } from "../ui/moments.js";
import { closeMenus } from "../ui/menus.js";
import { offerToShowPasswords } from "../ui/passwords.js";

showMoments(document);
closeMenus(document);
offerToShowPasswords(document);
document.addEventListener("htmx:load", (event) => showMoments(/** @type {Element} */ (event.target)));
