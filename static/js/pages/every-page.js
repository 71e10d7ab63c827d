/** What every page does: times in the viewer's zone, menus that close, passwords that show,
 * and what the server said, told to a screen reader. */

import { showMoments } from "../ui/moments.js";
import { closeMenus } from "../ui/menus.js";
import { offerToShowPasswords } from "../ui/passwords.js";
import { tellRefusals } from "../ui/refusals.js";
import { announce } from "../ui/live.js";

showMoments(document);
closeMenus(document);
offerToShowPasswords(document);
tellRefusals(document);
for (const message of document.querySelectorAll(".messages .message:not(.message--error)")) announce(message.textContent ?? "");
