/**
 * Forms that a passkey fills in. The form has `data-passkey`; the options for the browser are in
 * the page, or at the address in that attribute.
 */

import { gettext } from "../core/language.js";
import { readOptions, withBytes, withText } from "../core/passkeys.js";
import { say } from "../dom/elements.js";
import { interrupt } from "../dom/live.js";
import { fetchInTime, noAnswer } from "../net/http.js";

const notHere = () => gettext("This browser cannot use passkeys at this address: they need HTTPS and a name.");

/** Passkeys belong to host names, not to bare addresses such as 127.0.0.1. */
const possible =
  "PublicKeyCredential" in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-passkey]"))) {
  if (form.hidden) form.hidden = !possible;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fillIn(form);
  });
}

// Whoever comes back to the page may try again.
addEventListener("pageshow", () => {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-passkey] button"))) button.disabled = false;
});

/** @param {HTMLFormElement} form */
async function fillIn(form) {
  if (!possible) return tell(form, notHere());
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
  tell(form, "");
  button.disabled = true;
  try {
    field.value = JSON.stringify(withText(await asked(form)));
    form.submit();
  } catch (error) {
    tell(form, words(error));
    button.disabled = false;
    button.focus();
  }
}

/**
 * Asks the browser for a new passkey, or for proof of an existing one.
 * @param {HTMLFormElement} form
 */
async function asked(form) {
  const data = await options(form);
  if (!data.creation_options) return navigator.credentials.get(withBytes(data.request_options));
  const alone = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("passwordless"));
  return navigator.credentials.create(withBytes(data.creation_options, alone?.checked ?? true));
}

/** @param {HTMLFormElement} form */
async function options(form) {
  const address = form.dataset.passkey;
  if (!address) return readOptions(document);
  const answer = await fetchInTime(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new TypeError();
  return answer.json();
}

/** @param {unknown} error */
function words(error) {
  if (error instanceof TypeError) return noAnswer();
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return gettext("This device has a passkey for your account already.");
  return name === "SecurityError" ? notHere() : gettext("That was stopped, or took too long. Try again when you are ready.");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text empty: no error
 */
function tell(form, text) {
  const place = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-error]"));
  place.hidden = !text;
  say(place, text);
  interrupt(text);
}
