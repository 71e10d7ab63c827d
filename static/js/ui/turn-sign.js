/** Shows in the page's title and icon that it is the viewer's turn, to be seen from other tabs. */

import { withCount, withoutCount } from "./title-count.js";

/** The title without the sign. */
let own = "";

/**
 * Shows or removes the sign that it is the viewer's turn. It can safely be called again.
 * @param {string} sign such as `Your turn`; empty if it is not
 */
export function showTurnSign(sign) {
  own ||= withoutCount(document.title);
  const title = withCount(titleWith(own, sign));
  if (document.title !== title) document.title = title;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const { turn, still } = link?.dataset ?? {};
  const href = sign ? turn : still;
  if (link && href && link.getAttribute("href") !== href) link.setAttribute("href", href);
}

/**
 * @param {string} title
 * @param {string} sign
 */
export function titleWith(title, sign) {
  return sign ? `${sign} · ${title}` : title;
}
