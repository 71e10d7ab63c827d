/** Areas of Continuous Go in words and numbers. No DOM. */

import { gettext, ngettext, number, pgettext } from "../../../core/language.js";
import { rounded, shortNumber } from "../points.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** A section as the engine gives it. @typedef {Miai.ContinuousGo.Section} Section */
/** The squares that each player holds. @typedef {Miai.ContinuousGo.Score} Score */
/** The sections of black and of white, and the sums. @typedef {{areas: [Section[], Section[]], score: Score}} Areas */

/** Shown instead of sections whose outlines have too many corners for a page. */
export const tooTangled = () => gettext("This board has too many sections to draw. The score counts every one.");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * An area, a length or a score with two decimals; a smaller value is shown as less than 0.01.
 * @param {number} value
 */
export function amount(value) {
  return value > 0 && value < 0.005 ? `< ${number(0.01)}` : shortNumber(value);
}

/**
 * @param {number} area
 */
export function squares(area) {
  return ngettext("%(count)s square", "%(count)s squares", rounded(area), { count: amount(area) });
}

/**
 * The name of a group: A, B, …, Z, AA, AB, …
 * @param {number} group
 * @returns {string}
 */
export function groupName(group) {
  const last = LETTERS[group % LETTERS.length] ?? "";
  return group < LETTERS.length ? last : groupName(Math.floor(group / LETTERS.length) - 1) + last;
}

/**
 * The area of a whole group.
 * @param {Section[]} sections of one colour
 * @param {number} group
 */
function groupArea(sections, group) {
  return sections.reduce((sum, section) => sum + (section.group === group ? section.area : 0), 0);
}

/**
 * The group of a section, and in a few words why it counts or does not.
 * @param {Section} section
 */
export function verdict({ group, why }) {
  if (group === null) return pgettext("a section", "too big");
  const values = { group: groupName(group) };
  return why === "counts" ? gettext("group %(group)s, counts", values) : gettext("group %(group)s, group too small", values);
}

/**
 * The verdict as short as on the board: just the group if the section counts.
 * @param {Section} section
 */
export function briefVerdict({ group, why }) {
  if (group === null) return pgettext("a section", "too big");
  return why === "counts" ? groupName(group) : `${groupName(group)} ${pgettext("a section", "too small")}`;
}

/**
 * Why a section counts or does not, as a sentence.
 * @param {Section} section
 * @param {Section[]} sections all sections of its colour
 * @param {Game["options"]} options
 */
export function reason({ group, why }, sections, { lower, upper }) {
  if (group === null) return gettext("It does not count: a section may have %(squares)s at most.", { squares: squares(upper) });
  const parts = sections.filter((section) => section.group === group).length;
  const values = { group: groupName(group), squares: squares(groupArea(sections, group)), least: amount(lower) };
  if (why === "counts") {
    if (parts === 1) return gettext("It counts: group %(group)s has %(squares)s.", values);
    return ngettext(
      "It counts: group %(group)s has %(squares)s in %(count)s section.",
      "It counts: group %(group)s has %(squares)s in %(count)s sections.",
      parts,
      values,
    );
  }
  if (parts === 1) return gettext("It does not count: group %(group)s has %(squares)s, and needs %(least)s.", values);
  return ngettext(
    "It does not count: group %(group)s has %(squares)s in %(count)s section, and needs %(least)s.",
    "It does not count: group %(group)s has %(squares)s in %(count)s sections, and needs %(least)s.",
    parts,
    values,
  );
}

/**
 * A section's name for screen readers.
 * @param {Section} section
 * @param {0 | 1} seat
 */
export function sectionName({ area }, seat) {
  return [colourName(seat), squares(area)].join(", ");
}

/** @param {0 | 1} seat */
export function colourName(seat) {
  return seat === 0 ? gettext("Black") : gettext("White");
}

/** @param {number} number */
export function sectionCount(number) {
  return ngettext("%(count)s section", "%(count)s sections", number);
}

/**
 * A summary of a colour's sections, as a sentence.
 * @param {Section[]} sections
 * @param {0 | 1} seat
 */
export function summary(sections, seat) {
  const colour = colourName(seat);
  if (!sections.length) return gettext("%(colour)s has no section yet.", { colour });
  const counting = sections.filter(({ counts }) => counts);
  const area = counting.reduce((sum, section) => sum + section.area, 0);
  if (!counting.length) {
    return ngettext("%(colour)s has %(count)s section, and none counts yet.", "%(colour)s has %(count)s sections, and none counts yet.", sections.length, { colour });
  }
  return ngettext(
    "%(colour)s has %(sections)s, of which %(count)s counts: %(squares)s.",
    "%(colour)s has %(sections)s, of which %(count)s count: %(squares)s.",
    counting.length,
    { colour, sections: sectionCount(sections.length), squares: squares(area) },
  );
}
