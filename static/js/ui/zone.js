/**
 * Tells the server the browser's time zone, if the member has not chosen one and it has changed. The
 * server needs it for the times that it sends, such as in mails, which no browser converts.
 */

import { keep, kept } from "../dom/storage.js";

export function tellZone() {
  const { timeZone, browserZone, zoneAddress } = document.documentElement.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zoneAddress === undefined || timeZone || !zone || zone === browserZone || kept("session", "zone") === zone) return;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
  keep("session", "zone", zone); // a zone that the server does not know is sent only once
  void fetch(zoneAddress, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams({ zone }), keepalive: true }).catch(() => {});
}
