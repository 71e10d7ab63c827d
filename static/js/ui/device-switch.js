/** The switch "Notify me on this device" with its state in words, and the offer to turn it on. */

import { gettext } from "../core/language.js";
import { byId } from "../dom/elements.js";
import { announce } from "../dom/live.js";
import { RequestFailed } from "../net/http.js";
import { decline, pushOfPage, stateOfDevice, turnOff, turnOn } from "./device.js";
import { refuse } from "./refusals.js";

/** @param {import("./device.js").State} state */
function inWords(state) {
  switch (state) {
    case "on":
      return gettext("On: this device notifies you even when no page of the site is open, until you log out here.");
    case "off":
      return gettext("Off: you are notified here only while a page of the site is open.");
    case "denied":
      return gettext("Your browser does not let this site notify you. Allow it in the browser’s settings for this site, then reload this page.");
    case "home-screen":
      return gettext("On an iPhone or iPad this works once the site is on the home screen: tap Share, then Add to Home Screen, and open it from there.");
    case "insecure":
      return gettext("This works only where the site is reached over HTTPS.");
    case "unsupported":
      return gettext("This browser cannot show notifications while no page of the site is open.");
  }
}

const failed = () => gettext("Your browser’s push service cannot be reached. Try again later.");

/** @param {unknown} error */
const why = (error) => (error instanceof RequestFailed ? error.message : failed());

/** Shows the switch on the preferences page. */
export async function mountSwitch() {
  const push = pushOfPage();
  const panel = document.getElementById("this-device");
  if (!push || !panel) return;
  const box = /** @type {HTMLInputElement} */ (byId("device-switch"));
  const words = byId("device-state");
  let known = "known" in panel.dataset;

  async function show() {
    const state = await stateOfDevice(known);
    box.checked = state === "on";
    box.disabled = state !== "on" && state !== "off";
    words.textContent = inWords(state);
  }

  box.addEventListener("change", async () => {
    const wanted = box.checked;
    box.disabled = true;
    refuse(box, "");
    words.textContent = gettext("One moment…");
    let trouble = "";
    try {
      if (wanted) known = await turnOn(push);
      else {
        await turnOff(push);
        known = false;
      }
    } catch (error) {
      trouble = why(error);
    }
    await show();
    announce(words.textContent ?? "");
    if (trouble) refuse(box, trouble);
  });
  await show();
  panel.hidden = false;
}

/** Shows the offer on pages of members whose games go on while they are away. */
export async function mountOffer() {
  const offer = document.getElementById("device-offer");
  const push = pushOfPage();
  if (!offer || !push || (await stateOfDevice(false)) !== "off") return;
  const [yes, no] = /** @type {HTMLButtonElement[]} */ (["offer-yes", "offer-no"].map((id) => document.getElementById(id)));

  yes?.addEventListener("click", async () => {
    yes.disabled = true;
    try {
      const is = await turnOn(push);
      if (!is) await decline(push);
      say(inWords(is ? "on" : await stateOfDevice(false)));
    } catch (error) {
      yes.disabled = false;
      refuse(yes, why(error));
    }
  });
  no?.addEventListener("click", () => {
    offer.remove();
    document.getElementById("main")?.focus();
    void decline(push).catch(() => {}); // if it fails, the next page offers it again
  });
  offer.hidden = false;

  /** @param {string} words */
  function say(words) {
    const said = document.createElement("p");
    said.textContent = words;
    said.tabIndex = -1;
    offer?.replaceChildren(said);
    said.focus();
    announce(words);
  }
}
