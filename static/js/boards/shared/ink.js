/** Letters on colours. */

import { luminance } from "./signs.js";

/** Dark and light letters have the same contrast on a colour of this luminance. */
const EVEN = 0.179;

/**
 * The colour of letters that can be read on a colour; signs, which are larger, may be fainter.
 * @param {string} hex `#rrggbb`
 */
export function inkOn(hex) {
  return luminance(hex) > EVEN ? "#0d0b08" : "#fffdf7";
}
