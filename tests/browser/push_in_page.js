// Chromium without a window knows neither notifications nor a push service: for the page the tests'
// own stand in, with what a member says to the browser's question.
const standIn = ({ endpoint, p256dh, auth, says }) => {
  const KEPT = "push-service-of-the-tests";
  const store = window.localStorage;
  let permission = store.getItem(`${KEPT}-permission`) ?? "default";
  window.countsOnIcon = [];
  window.timesAsked = 0;

  const subscription = (key) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => (store.removeItem(KEPT), true),
  });
  PushManager.prototype.getSubscription = async () => (store.getItem(KEPT) ? subscription(store.getItem(KEPT)) : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new TypeError("what is pushed must be shown");
    store.setItem(KEPT, applicationServerKey);
    return subscription(applicationServerKey);
  };
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => {
    window.timesAsked += 1;
    permission = says;
    store.setItem(`${KEPT}-permission`, says);
    return says;
  };
  // As if the site were installed.
  const { matchMedia } = window;
  window.matchMedia = (query) => (query === "(display-mode: browser)" ? { matches: false } : matchMedia(query));
  navigator.setAppBadge = async (count) => void window.countsOnIcon.push(count);
};
