/**
 * Whether this browser shows notices though no page of the site is open: web push, turned on and
 * off by its member. What was turned on here is kept in the browser, so that every page can see to
 * it that it still holds: after a new log-in, or with a new address of the browser's push service.
 */

import { post, readJsonAt } from "../net/http.js";
import { forget, keep, kept } from "./storage.js";

/**
 * What the server says for a member's page: the key that browsers ask their push service with, what
 * member and session are told apart by, and addresses.
 * @typedef {{key: string, member: string, session: string, worker: string, on: string, off: string, declined: string, unread: string}} Push
 * @typedef {{member: string, session: string, endpoint: string}} Mark what was turned on here
 * @typedef {"insecure" | "home-screen" | "unsupported" | "denied" | "off" | "on"} State
 */

const KEPT = "push";

/** What is needed for push; null: a visitor's page, or a site that does not push. @returns {Push | null} */
export function pushOfPage() {
  const told = JSON.parse(document.getElementById("push")?.textContent ?? "{}");
  return told?.key ? told : null;
}

/**
 * Whether it can be turned on, and is. `told`: whether the server knows of this browser.
 * @param {boolean} told
 * @returns {Promise<State>}
 */
export async function stateOfDevice(told) {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return isApple() ? "home-screen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return told && Notification.permission === "granted" && (await subscription()) ? "on" : "off";
}

/**
 * Asks the browser, and so the member; then tells the server. Raises RequestFailed, and whatever the
 * browser raises. Returns false where the member said no to the browser.
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
 * The member does not want to be asked again.
 * @param {Push} push
 */
export async function decline(push) {
  await post(push.declined, {}, token());
}

/** What every page does: what was turned on here goes on, for this member alone. */
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

/** Notifications go here when what they tell of was read elsewhere. */
export async function closeRead() {
  const push = pushOfPage();
  if (!push || !readMark()) return;
  const shown = await notifications();
  if (!shown.length) return;
  const { unread } = /** @type {{unread: number[]}} */ (await readJsonAt(push.unread));
  for (const each of shown) if (!unread.some((id) => each.tag === `notice-${id}`)) each.close();
}

/**
 * How much is unread, on the icon of the installed site; what is open in a browser's tab has none.
 * @param {number} count
 */
export function countOnIcon(count) {
  if (!matchMedia("(display-mode: browser)").matches) navigator.setAppBadge?.(count).catch(() => {}); // not allowed to
}

/** Whoever is not logged in is told nothing. */
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
 * Whether it was made with the club's key; not every browser tells.
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
    return JSON.parse(kept("local", KEPT) ?? "null");
  } catch {
    return null;
  }
}

/** iPhones and iPads know push only in what is on the home screen; an iPad says that it is a Mac. */
function isApple() {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function token() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
}
