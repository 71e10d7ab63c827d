/**
 * Web push: lets this browser show notices even when no page of the site is open. The member turns
 * it on and off. The browser remembers that it is on, so that every page can renew the subscription
 * after a new log-in, or if the push service has given the browser a new address.
 */

import { isObject, shaped } from "../core/json.js";
import { forget, keep, kept } from "../dom/storage.js";
import { post, readJsonAt } from "../net/http.js";

/**
 * The server's data on a member's page: the key for the browser's push service, identifiers of the
 * member and the session, and addresses.
 * @typedef {{key: string, member: string, session: string, worker: string, on: string, off: string, declined: string, unread: string}} Push
 * @typedef {{member: string, session: string, endpoint: string}} Mark the subscription that was turned on here
 * @typedef {"insecure" | "home-screen" | "unsupported" | "denied" | "off" | "on"} State
 */

const KEPT = "push";

/** The page's data for push; null for visitors, and on sites without push. @returns {Push | null} */
export function pushOfPage() {
  /** @type {unknown} */
  const data = JSON.parse(document.getElementById("push")?.textContent ?? "{}");
  return isObject(data) && data["key"] ? /** @type {Push} */ (shaped(data, { key: "string", member: "string", session: "string" })) : null;
}

/**
 * Whether push is on here or can be turned on. `known`: whether the server knows this browser.
 * @param {boolean} known
 * @returns {Promise<State>}
 */
export async function stateOfDevice(known) {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return isApple() ? "home-screen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return known && Notification.permission === "granted" && (await subscription()) ? "on" : "off";
}

/**
 * Turns push on: the browser asks the member for permission, then the server is told. Throws
 * RequestFailed, or whatever the browser throws. Returns false if the member refused permission.
 * @param {Push} push
 */
export async function turnOn(push) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await subscribe(push);
  return true;
}

/** @param {Push} push */
export async function turnOff(push) {
  const known = await subscription();
  if (known) await post(push.off, { endpoint: known.endpoint }, token());
  forget("local", KEPT);
  await known?.unsubscribe();
}

/**
 * Tells the server that the member does not want to be asked again.
 * @param {Push} push
 */
export async function decline(push) {
  await post(push.declined, {}, token());
}

/** Called by every page: keeps a subscription alive, but only for the member who turned it on. */
export async function keepUp() {
  const mark = readMark();
  if (!mark || !("serviceWorker" in navigator)) return;
  const push = pushOfPage();
  if (!push) return void (await closeAll());
  if (mark.member !== push.member || Notification.permission !== "granted") {
    forget("local", KEPT);
    await (await subscription())?.unsubscribe();
    return void (await closeAll());
  }
  await register(push);
  const known = await subscription();
  const same = known && known.endpoint === mark.endpoint && hasKey(known, push.key);
  if (!same || mark.session !== push.session) await subscribe(push);
}

/** Closes notifications here whose notices have been read elsewhere. */
export async function closeRead() {
  const push = pushOfPage();
  if (!push || !readMark()) return;
  const shown = await notifications();
  if (!shown.length) return;
  const { unread } = /** @type {{unread: number[]}} */ (shaped(await readJsonAt(push.unread), { unread: "list" }));
  for (const each of shown) if (!unread.some((id) => each.tag === `notice-${id}`)) each.close();
}

/**
 * Shows the number of unread notices on the icon of the installed site. A browser tab has no icon.
 * @param {number} count
 */
export function countOnIcon(count) {
  if (!matchMedia("(display-mode: browser)").matches) navigator.setAppBadge?.(count).catch(() => {}); // not allowed
}

/** Closes all notifications, since nobody is logged in to read them. */
async function closeAll() {
  countOnIcon(0);
  for (const each of await notifications()) each.close();
}

async function notifications() {
  return (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
}

async function subscription() {
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;
}

/** @param {Push} push */
async function register(push) {
  return navigator.serviceWorker.register(push.worker, { updateViaCache: "none" });
}

/** @param {Push} push */
async function subscribe(push) {
  await register(push);
  const { pushManager } = await navigator.serviceWorker.ready;
  let known = await pushManager.getSubscription();
  if (known && !hasKey(known, push.key)) {
    await known.unsubscribe();
    known = null;
  }
  known ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push.key });
  const { endpoint, keys } = known.toJSON();
  await post(push.on, { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" }, token());
  keep("local", KEPT, JSON.stringify({ member: push.member, session: push.session, endpoint }));
}

/**
 * Whether a subscription was made with the club's key; true if the browser does not say.
 * @param {PushSubscription} known
 * @param {string} key
 */
function hasKey(known, key) {
  const own = known.options?.applicationServerKey;
  if (!own) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

/** @returns {Mark | null} */
function readMark() {
  try {
    return /** @type {Mark} */ (shaped(JSON.parse(kept("local", KEPT) ?? "null"), { member: "string", session: "string", endpoint: "string" }));
  } catch {
    return null;
  }
}

/** Whether this is an iPhone or iPad, where push needs the home screen; an iPad claims to be a Mac. */
function isApple() {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function token() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
}
