/** Reporting in two taps: the flag of a message or a player opens what it asks in a dialog. */

import { gettext, pgettext } from "../core/language.js";
import { isFormer } from "../core/names.js";
import { noAnswer } from "../net/http.js";
import { button, el } from "./dom.js";
import { icon } from "./icons.js";
import { announce, interrupt } from "./live.js";

const ASKING = { "Miai-Part": "1" };

/**
 * The flag beside a message or a player.
 * @param {string} address of the page that asks what is wrong
 * @param {string} label
 */
export function reportFlag(address, label) {
  return el("a", { class: "report-flag", "data-report": true, href: address, "aria-label": label, title: label }, [icon("flag")]);
}

/**
 * The flag of a player, where somebody else may be reported.
 * @param {Miai.Seat} seat
 * @param {Miai.You | null} you the viewer, who may have had the seat while it is offered to others
 * @param {string} reports the address for seat 0; empty: nobody is reported here
 */
export function playerFlag({ number, name, bot }, you, reports) {
  if (!reports || bot || number === you?.seat || name === you?.name || isFormer(name)) return [];
  return [reportFlag(reports.replace(/0\/$/, `${number}/`), gettext("Report or mute %(name)s", { name }))];
}

/** Opens flags in a dialog; a page without this leads to another page. @param {Document} page */
export function offerReporting(page) {
  page.addEventListener("click", (event) => {
    const { ctrlKey, metaKey, shiftKey, target } = event;
    const flag = target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-report]")) : null;
    if (!flag || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    open(flag.href).catch(() => location.assign(flag.href));
  });
}

/** @param {string} address */
async function open(address) {
  const part = await partAt(address);
  if (!part) return location.assign(address);
  const place = el("div", {}, [part]);
  const close = button(pgettext("a button", "Close"), "button", () => dialog.close());
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "report-title" }, [place, el("div", { class: "dialog-buttons" }, [close])]);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const body = new FormData(form, event.submitter);
    for (const each of place.querySelectorAll("button")) each.disabled = true;
    const answer = await partAt(form.action, { method: "POST", body }).catch(() => null);
    if (answer) place.replaceChildren(answer);
    else for (const each of place.querySelectorAll("button")) each.disabled = false;
    const told = answer ? place.querySelector("#report-trouble") ?? place.querySelector("#report-title") : null;
    if (told instanceof HTMLElement) told.focus();
    else interrupt(noAnswer());
    if (answer && !place.querySelector("#report-trouble")) announce(gettext("Done."));
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The part of a page that asks what is wrong; null where it is not what was asked for.
 * @param {string} address
 * @param {RequestInit} [request]
 */
async function partAt(address, request = {}) {
  const response = await fetch(address, { ...request, headers: ASKING });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("report");
}
