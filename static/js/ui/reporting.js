/** Reporting in two taps: the flag beside a message or a player opens a dialog. */

import { gettext, pgettext } from "../core/language.js";
import { isFormer } from "../core/names.js";
import { oneAtATime } from "../core/one-at-a-time.js";
import { button, el } from "../dom/elements.js";
import { announce, interrupt } from "../dom/live.js";
import { openModal } from "../dom/modal.js";
import { fetchInTime, noAnswer } from "../net/http.js";
import { icon } from "./icons.js";

const ASKING = { "Miai-Part": "1" };

/**
 * The flag beside a message or a player.
 * @param {string} address of the report form
 * @param {string} label
 */
export function reportFlag(address, label) {
  return el("a", { class: "report-flag", "data-report": true, href: address, "aria-label": label, title: label }, [icon("flag")]);
}

/**
 * The flag beside a player; none for bots, former members and the viewer.
 * @param {Miai.Seat} seat
 * @param {Miai.You | null} you the viewer, who may have left this seat while it is still offered
 * @param {string} reports the address for reporting seat 0; empty if nobody can be reported here
 */
export function playerFlag({ number, name, bot }, you, reports) {
  if (!reports || bot || number === you?.seat || name === you?.name || isFormer(name)) return [];
  return [reportFlag(reports.replace(/0\/$/, `${number}/`), gettext("Report or mute %(name)s", { name }))];
}

/** Makes flags open a dialog; without it they lead to another page. @param {Document} page */
export function offerReporting(page) {
  const openOnce = oneAtATime((/** @type {string} */ address) => open(address).catch(() => location.assign(address)));
  page.addEventListener("click", (event) => {
    const { ctrlKey, metaKey, shiftKey, target } = event;
    const flag = target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-report]")) : null;
    if (!flag || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    openOnce(flag.href);
  });
}

/** @param {string} address */
async function open(address) {
  const part = await partAt(address);
  if (!part) return location.assign(address);
  const place = el("div", {}, [part]);
  const close = button(pgettext("a button", "Close"), "button", () => dialog.close());
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "report-title" }, [place, el("div", { class: "dialog-buttons" }, [close])]);
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const body = new FormData(form, event.submitter);
    for (const each of place.querySelectorAll("button")) each.disabled = true;
    const answer = await partAt(form.action, { method: "POST", body }).catch(() => null);
    if (answer) place.replaceChildren(answer);
    else failed(place, event.submitter);
    const told = answer ? place.querySelector("#report-trouble") ?? place.querySelector("#report-title") : null;
    if (told instanceof HTMLElement) told.focus();
    if (answer && !place.querySelector("#report-trouble")) announce(gettext("Done."));
  });
  openModal(dialog);
}

/**
 * Says in the dialog that nothing was sent.
 * @param {HTMLElement} place
 * @param {HTMLElement | null} pressed
 */
function failed(place, pressed) {
  for (const each of place.querySelectorAll("button")) each.disabled = false;
  place.querySelector("#report-failed")?.remove();
  const isReport = pressed instanceof HTMLButtonElement && pressed.name === "why";
  const words = isReport ? gettext("Your report was not sent. Check your connection and try again.") : noAnswer();
  place.append(el("p", { class: "field-error", id: "report-failed" }, [words]));
  interrupt(words);
  pressed?.focus();
}

/**
 * The report form from a page; null if the page has none.
 * @param {string} address
 * @param {RequestInit} [request]
 */
async function partAt(address, request = {}) {
  const response = await fetchInTime(address, { ...request, headers: ASKING });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("report");
}
