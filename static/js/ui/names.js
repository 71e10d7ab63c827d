/** Names of players: those of members lead to their games. */

import { gettext } from "../core/language.js";
import { isFormer } from "../core/names.js";
import { el } from "./dom.js";

/**
 * Where a name leads; null: nowhere. Bots and former members have no games of their own, and in a
 * file that somebody opened a name is anybody's.
 * @param {{name: string, bot?: boolean}} player
 * @param {string | null} archive the archive's address; null: the game is not this club's
 */
export function gamesOf({ name, bot = false }, archive) {
  return archive === null || bot || isFormer(name) ? null : `${archive}?player=${encodeURIComponent(name)}`;
}

/**
 * @param {{name: string, bot?: boolean}} player
 * @param {string | null} archive
 * @param {string} className
 */
export function nameElement(player, archive, className) {
  const href = gamesOf(player, archive);
  if (href === null) return el("span", { class: className }, [player.name]);
  return el("a", { class: `${className} name-link`, href, title: gettext("%(name)s’s finished games", { name: player.name }) }, [player.name]);
}
