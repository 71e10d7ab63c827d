/** What every page does: times in the viewer's zone, menus that close, passwords that show,
 * what the server said, told to a screen reader, the bell, the count of reports for moderators,
 * notices on this device, flags that report, and the browser's zone, also where a form asks for it. */

import { announce } from "../dom/live.js";
import { followNotices } from "../ui/bell.js";
import { knowZone } from "../ui/browser-zone.js";
import { mountOffer } from "../ui/device-switch.js";
import { keepUp } from "../ui/device.js";
import { closeMenus } from "../ui/menus.js";
import { showMoments } from "../ui/moments.js";
import { offerToShowPasswords } from "../ui/passwords.js";
import { tellRefusals } from "../ui/refusals.js";
import { offerReporting } from "../ui/reporting.js";
import { followReports } from "../ui/reports-waiting.js";
import { tellZone } from "../ui/zone.js";

showMoments(document);
closeMenus(document);
offerToShowPasswords(document);
tellRefusals(document);
followNotices();
followReports();
void keepUp().catch(() => {}); // the next page sees to it
void mountOffer();
tellZone();
offerReporting(document);
knowZone(document);
for (const message of document.querySelectorAll(".messages .message:not(.message--error)")) announce(message.textContent ?? "");
