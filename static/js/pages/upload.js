/**
 * Uploads a record without leaving the page. The page shows how far the record is sent and
 * replayed, keeps the chosen file if it is refused, and goes to the record's page if it is
 * accepted.
 */

import { gettext } from "../core/language.js";
import { byId, el, say } from "../dom/elements.js";
import { announce, interrupt } from "../dom/live.js";
import { noAnswer } from "../net/http.js";
import { untilReplayed } from "../ui/upload-progress.js";

const form = /** @type {HTMLFormElement} */ (byId("upload"));
const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("record"));
const progress = /** @type {HTMLProgressElement} */ (byId("upload-progress"));
const submit = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const file = input.files?.[0];
  refuse("");
  if (!file) return refuse(gettext("Choose a game file first."));
  if (file.size > Number(form.dataset.largest)) return refuse(gettext("That file is larger than 1 MB. Game files are smaller."));
  send();
});

input.addEventListener("change", () => refuse(""));
// Whoever comes back from the record may send another.
addEventListener("pageshow", (event) => event.persisted && refuse(""));

function send() {
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.responseType = "document";
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    progress.value = total ? loaded / total : 0;
    if (loaded === total) say(byId("upload-status"), gettext("Sent…"));
  });
  request.addEventListener("error", () => refuse(noAnswer()));
  request.addEventListener("load", () => {
    const page = request.responseXML;
    const state = page?.getElementById("replaying")?.dataset.state;
    if (!page) refuse(noAnswer());
    else if (state) follow(state, request.responseURL);
    else refuse(wordsOf(page));
  });
  progress.max = 1;
  progress.value = 0;
  progress.hidden = false;
  submit.disabled = true;
  say(byId("upload-status"), gettext("Sending…"));
  announce(gettext("Sending…"));
  request.send(new FormData(form));
}

/**
 * @param {string} state the address that tells how far the record is
 * @param {string} address the address of the record's page
 */
async function follow(state, address) {
  try {
    const { state: end, words } = await untilReplayed(state);
    if (end === "shown") location.assign(address);
    else refuse(words);
  } catch (error) {
    refuse(error instanceof Error ? error.message : noAnswer());
  }
}

/**
 * The message on the answer: the form's error, a message, or the first words of an error page.
 * @param {Document} page
 */
function wordsOf(page) {
  const places = [".errorlist li", ".message p", "main p"];
  const told = places.map((place) => page.querySelector(place)?.textContent?.trim());
  return told.find(Boolean) ?? noAnswer();
}

/** @param {string} words the reason; empty: no error */
function refuse(words) {
  progress.hidden = true;
  submit.disabled = false;
  for (const id of ["upload-status", "upload-count"]) say(byId(id), "");
  form.querySelectorAll(".errorlist, .field-error, .message").forEach((old) => old.remove());
  input.setAttribute("aria-invalid", String(words !== ""));
  if (!words) return;
  input.after(el("p", { class: "field-error" }, [words]));
  interrupt(words);
  input.focus();
}
