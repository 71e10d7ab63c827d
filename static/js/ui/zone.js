/**
 * Where times are sent to a member rather than shown, only the server can say them in the member's
 * zone: a browser tells it which that is, where none was chosen and it is another than before.
 */

import { keep, kept } from "./storage.js";

export function tellZone() {
  const { timeZone, browserZone, zoneAddress } = document.documentElement.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zoneAddress === undefined || timeZone || !zone || zone === browserZone || kept("session", "zone") === zone) return;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
  keep("session", "zone", zone); // one that the server does not know is told once
  void fetch(zoneAddress, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams({ zone }), keepalive: true }).catch(() => {});
}
