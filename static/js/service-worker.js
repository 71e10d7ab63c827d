/**
 * Runs when a push message comes, even if no page of the site is open, and shows its notification.
 * It caches no pages and answers no requests. The server puts the addresses of its pictures in
 * front of this code (config/root_files.py).
 */

/**
 * The content of a push message (notices/push/messages.py).
 * @typedef {object} Pushed
 * @property {number} id of the notice
 * @property {string} at when the notice was sent
 * @property {string} says
 * @property {string} game
 * @property {string} ends a sentence with `%(time)s` in place of the time
 * @property {string | null} until
 * @property {string} zone
 * @property {string} language
 * @property {string} address
 * @property {number} count
 * @property {number[]} unread
 */

/** A worker's global object, whose types differ from a page's. @type {any} */
const worker = self;

/** How long to wait for the answer of a page, in milliseconds. */
const PATIENCE = 500;

/** @param {number} id */
const tagOf = (id) => `notice-${id}`;

// A new version replaces the old one at once: there is nothing to lose.
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {Pushed | null} */
  let pushed = null;
  try {
    pushed = event.data?.json();
  } catch {
    // Not a push message of this site.
  }
  if (pushed) event.waitUntil(show(pushed));
});

/**
 * Shows one notification per notice. A later push for the same notice replaces it and makes a sound
 * again; a repeated push does not. It is silent while the viewer looks at the site, where the bell
 * shows the notice.
 * @param {Pushed} pushed
 */
async function show(pushed) {
  /** @type {Notification[]} */
  const shown = await worker.registration.getNotifications();
  const at = Date.parse(pushed.at);
  const told = (/** @type {Notification} */ each) => Number(each.data.at);
  // A push that comes late knows nothing of later notices, so it closes only older notifications.
  for (const each of shown) if (told(each) < at && !pushed.unread.some((id) => each.tag === tagOf(id))) each.close();
  const tag = tagOf(pushed.id);
  const before = shown.find((each) => each.tag === tag);
  if (before && told(before) > at) return;
  const same = before !== undefined && told(before) === at;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const silent = same || windows.some((/** @type {any} */ page) => page.visibilityState === "visible");
  await worker.registration.showNotification(pushed.says, {
    body: [pushed.game, ends(pushed)].filter(Boolean).join("\n"),
    tag,
    renotify: !silent,
    silent,
    lang: pushed.language,
    timestamp: at,
    icon: ICON,
    badge: BADGE,
    data: { at, address: pushed.address },
  });
  await worker.navigator.setAppBadge?.(pushed.count);
}

/**
 * The sentence about the end of the time, in the member's zone or else this browser's.
 * @param {Pushed} pushed
 */
function ends({ ends, until, zone, language }) {
  if (!until) return "";
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return ends.replace("%(time)s", timeIn(zone, language, parts).format(new Date(until)));
}

/**
 * A format for times; in the browser's own zone and language if it does not know the given ones.
 * @param {string} zone
 * @param {string} language
 * @param {Intl.DateTimeFormatOptions} parts
 */
function timeIn(zone, language, parts) {
  try {
    return new Intl.DateTimeFormat(language, zone ? { ...parts, timeZone: zone } : parts);
  } catch {
    return new Intl.DateTimeFormat(undefined, parts);
  }
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.address));
});

/**
 * Opens an address in the page of the site that was used last, or in a new window if no page is open
 * that may be left.
 * @param {string} address
 */
async function goTo(address) {
  /** @type {any[]} */
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const answers = await Promise.all(pages.map(mayBeLeft));
  const page = pages.find((_, number) => answers[number]);
  if (!page) return worker.clients.openWindow(address);
  try {
    await page.focus();
    await page.navigate(address);
  } catch {
    await worker.clients.openWindow(address); // a page older than this worker, which cannot navigate it
  }
}

/**
 * Whether nothing that was typed is lost if this page goes elsewhere (static/js/ui/unsent.js). A page
 * that does not answer may be left: phones put pages to sleep.
 * @param {any} page
 * @returns {Promise<boolean>}
 */
function mayBeLeft(page) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, true);
    port1.onmessage = ({ data }) => resolve(!data.unsent);
    page.postMessage({ ask: "unsent" }, [port2]);
  }).finally(() => port1.close());
}
