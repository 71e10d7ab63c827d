/** The number of unread notices before the title of every page: `(2) Tuesday · Miai`. */

/** The number shown now. */
let unread = 0;

/**
 * Shows a new number of unread notices.
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
