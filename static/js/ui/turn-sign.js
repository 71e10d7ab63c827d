/** That it is one's turn, for whoever looks at another page: in the title and in the page's icon. */

import { withCount, withoutCount } from "./title-count.js";

/** The title without the sign. */
let own = "";

/**
 * Shows that it is the viewer's turn, or no longer; doing it again changes nothing.
 * @param {string} sign such as `Your turn`; empty: it is not
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
