/** Players' names; members' names are links to their pages. */

import { gettext } from "../core/language.js";
import { isFormer } from "../core/names.js";
import { el } from "../dom/elements.js";

/**
 * The address of a player's page; null if there is none. Bots and former members have no page, and
 * the names in an uploaded file need not be members of this club.
 * @param {{name: string, bot?: boolean}} player
 * @param {string | null} members the address of a member's page, with NAME in place of the name;
 *   null if the game is not this club's
 */
export function pageOf({ name, bot = false }, members) {
  return members === null || bot || isFormer(name) ? null : members.replace("NAME", () => encodeURIComponent(name));
}

/**
 * @param {{name: string, bot?: boolean}} player
 * @param {string | null} members
 * @param {string} className
 */
export function nameElement(player, members, className) {
  const href = pageOf(player, members);
  if (href === null) return el("span", { class: className }, [player.name]);
  return el("a", { class: `${className} name-link`, href, title: gettext("%(name)s’s page", { name: player.name }) }, [player.name]);
}

/**
 * The badge beside a bot's name, in a list; for people an empty one. A member's bot is marked with
 * the member's name.
 * @param {{bot: boolean, owner: string | null}} player
 */
export function botBadge({ bot, owner }) {
  const words = owner ? gettext("bot of %(owner)s", { owner }) : gettext("bot");
  return bot ? [el("span", { class: "badge", title: words }, [words])] : [];
}
