/** Areas of Continuous Go in words and numbers. No DOM. */

import { shortNumber } from "../points.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** A section as the engine gives it. @typedef {Miai.ContinuousGo.Section} Section */
/** The squares that each holds. @typedef {Miai.ContinuousGo.Score} Score */
/** The sections of black and of white, and the sums. @typedef {{areas: [Section[], Section[]], score: Score}} Areas */

/** Instead of sections, where they have more corners than a page can take. */
export const TOO_TANGLED = "This board has too many sections to draw. The score counts every one.";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * An area, a length or a score, to two places; what is smaller is said to be so.
 * @param {number} value
 */
export function amount(value) {
  return value > 0 && value < 0.005 ? "< 0.01" : shortNumber(value);
}

/**
 * @param {number} area
 */
export function squares(area) {
  const number = amount(area);
  return `${number} ${number === "1" ? "square" : "squares"}`;
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
export function groupArea(sections, group) {
  return sections.reduce((sum, section) => sum + (section.group === group ? section.area : 0), 0);
}

/**
 * Why a section counts, or does not, in a few words.
 * @param {Section} section
 */
export function verdict({ why }) {
  return { counts: "counts", "too-big": "too big", "group-too-small": "group too small" }[why];
}

/**
 * Why a section counts, or does not, in a sentence.
 * @param {Section} section
 * @param {Section[]} sections all of its colour
 * @param {Game["options"]} options
 */
export function reason({ group, why }, sections, { lower, upper }) {
  if (group === null) return `It does not count: a section may have ${squares(upper)} at most.`;
  const parts = sections.filter((section) => section.group === group).length;
  const among = parts > 1 ? ` in ${parts} sections` : "";
  const held = `group ${groupName(group)} has ${squares(groupArea(sections, group))}${among}`;
  return why === "counts" ? `It counts: ${held}.` : `It does not count: ${held}, and needs ${amount(lower)}.`;
}

/**
 * A section as it is read out.
 * @param {Section} section
 * @param {0 | 1} seat
 */
export function sectionName({ area }, seat) {
  return `${colourName(seat)}, ${squares(area)}`;
}

/** @param {0 | 1} seat */
export function colourName(seat) {
  return seat === 0 ? "Black" : "White";
}

/**
 * How a colour stands, in a sentence.
 * @param {Section[]} sections
 * @param {0 | 1} seat
 */
export function summary(sections, seat) {
  const colour = colourName(seat);
  if (!sections.length) return `${colour} has no section yet.`;
  const counting = sections.filter(({ counts }) => counts);
  const area = counting.reduce((sum, section) => sum + section.area, 0);
  const many = sections.length === 1 ? "1 section" : `${sections.length} sections`;
  if (!counting.length) return `${colour} has ${many}, and none counts yet.`;
  return `${colour} has ${many}, of which ${counting.length} ${counting.length === 1 ? "counts" : "count"}: ${squares(area)}.`;
}
