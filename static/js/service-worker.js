/**
 * What the browser runs when a push comes, though no page of the site need be open: it shows what
 * it says. It keeps no pages and answers no requests. The server puts the addresses of its pictures
 * before it (config/service_worker.py).
 */

/**
 * What a push says (notices/push/messages.py).
 * @typedef {object} Pushed
 * @property {number} id of the notice
 * @property {string} at when it was told
 * @property {string} says
 * @property {string} game
 * @property {string} ends the sentence in which `%(time)s` stands for the time
 * @property {string | null} until
 * @property {string} zone
 * @property {string} language
 * @property {string} address
 * @property {number} count
 * @property {number[]} unread
 */

/** The types of the page are not those of a worker. @type {any} */
const worker = self;

/** @param {number} id */
const tagOf = (id) => `notice-${id}`;

// A new version takes the place of the old one at once: neither has anything to lose.
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {Pushed | null} */
  let pushed = null;
  try {
    pushed = event.data?.json();
  } catch {
    // No push of this site's.
  }
  if (pushed) event.waitUntil(show(pushed));
});

/**
 * One notification for each notice; a later one takes the place of the earlier and is heard again,
 * the same one that comes twice is not. Somebody who looks at the site hears nothing: the bell says it.
 * @param {Pushed} pushed
 */
async function show(pushed) {
  /** @type {Notification[]} */
  const shown = await worker.registration.getNotifications();
  const at = Date.parse(pushed.at);
  const told = (/** @type {Notification} */ each) => Number(each.data.at);
  // Of what was told since, a push that comes late knows nothing.
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
 * Until when, in the zone that the member has chosen, or this browser's.
 * @param {Pushed} pushed
 */
function ends({ ends, until, zone, language }) {
  if (!until) return "";
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return ends.replace("%(time)s", timeIn(zone, language, parts).format(new Date(until)));
}

/**
 * A browser need not know every zone.
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
 * In a page of the site that is open, the one looked at last; else in a new one.
 * @param {string} address
 */
async function goTo(address) {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return worker.clients.openWindow(address);
  try {
    await page.focus();
    await page.navigate(address);
  } catch {
    await worker.clients.openWindow(address); // a page from before the worker, which it cannot lead
  }
}
