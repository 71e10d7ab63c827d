/** What every page does: times in the viewer's zone, and menus that close. */

import { showMoments } from "../ui/moments.js";
import { closeMenus } from "../ui/menus.js";

showMoments(document);
closeMenus(document);
document.addEventListener("htmx:load", (event) => showMoments(/** @type {Element} */ (event.target)));
