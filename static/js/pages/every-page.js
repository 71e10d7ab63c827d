/** What every page does: shows times in the viewer's zone, closes menus, lets passwords be shown,
 * reads the server's messages out to screen readers, and runs the bell, the count of reports for
 * moderators, notices on this device, and the flags for reporting. It also sends each form only
 * once, tells the service worker whether something is typed and not sent, sends the browser's zone,
 * and fills it into forms that ask for it. */

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
import { sendOnce } from "../ui/sending-once.js";
import { tellUnsent } from "../ui/unsent.js";
import { tellZone } from "../ui/zone.js";

showMoments(document);
closeMenus(document);
offerToShowPasswords(document);
sendOnce(window);
tellRefusals(document);
followNotices();
followReports();
void keepUp().catch(() => {}); // the next page sees to it
void mountOffer();
tellUnsent(document);
tellZone();
offerReporting(document);
knowZone(document);
for (const message of document.querySelectorAll(".messages .message:not(.message--error)")) announce(message.textContent ?? "");
