/** How much is unread, before the title of every page: `(2) Tuesday · Miai`. */

/** What stands there now. */
let unread = 0;

/**
 * From now on so much is unread.
 * @param {number} count
 */
export function countInTitle(count) {
  unread = count;
  const title = withCount(withoutCount(document.title));
  if (document.title !== title) document.title = title;
}

/**
 * @param {string} title without a count
 */
export function withCount(title) {
  return unread ? `(${unread}) ${title}` : title;
}

/** @param {string} title */
export function withoutCount(title) {
  return title.replace(/^\(\d+\) /, "");
}
