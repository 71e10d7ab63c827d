/**
 * The page's language: its texts, and how it writes numbers and lists. Reads the page's `lang`, and
 * nothing else of the DOM.
 *
 * Texts are written in English. A page in another language first loads
 * `static/languages/LANGUAGE.js` (templates/base.html), which stores the translations for this
 * module; see docs/translating.md.
 */

/** @typedef {{[text: string]: string | {[category: string]: string}}} Texts */
/** @typedef {{[name: string]: string | number}} Values */

const ENGLISH = "en-GB";
const CONTEXT_END = "\u0004";

/** @type {Texts} */
let texts = /** @type {{miaiTexts?: Texts}} */ (globalThis).miaiTexts ?? {};
let tag = globalThis.document?.documentElement?.lang || ENGLISH;
let plurals = new Intl.PluralRules(tag);
let lists = new Intl.ListFormat(tag);
/** Making a format costs far more than using it. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** The page's language as an IETF tag, for `Intl`. */
export function language() {
  return tag;
}

/**
 * Switches to another language; for tests. Texts that a module has already made do not change.
 * @param {string} [newTag] @param {Texts} [newTexts]
 */
export function speak(newTag = ENGLISH, newTexts = {}) {
  [tag, texts] = [newTag, newTexts];
  [plurals, lists] = [new Intl.PluralRules(tag), new Intl.ListFormat(tag)];
}

/**
 * A text in the page's language: `gettext("%(name)s’s turn", { name })`.
 * @param {string} text English, a whole sentence or label
 * @param {Values} [values] for its placeholders; numbers are written as the language does
 */
export function gettext(text, values) {
  return filled(single(texts[text]) ?? text, values);
}

/**
 * A text that means different things in different places: `pgettext("a button", "Open")`.
 * @param {string} context
 * @param {string} text
 * @param {Values} [values]
 */
export function pgettext(context, text, values) {
  return filled(single(texts[context + CONTEXT_END + text]) ?? text, values);
}

/**
 * A text with a number in it: `ngettext("%(count)s stone", "%(count)s stones", number)`.
 * @param {string} one
 * @param {string} other
 * @param {number} count also fills `%(count)s` in the text
 * @param {Values} [values]
 */
export function ngettext(one, other, count, values) {
  return filled(form(texts[one], count) ?? (count === 1 ? one : other), { count, ...values });
}

/**
 * `ngettext` for a text that means different things in different places.
 * @param {string} context
 * @param {string} one
 * @param {string} other
 * @param {number} count
 * @param {Values} [values]
 */
export function npgettext(context, one, other, count, values) {
  return filled(form(texts[context + CONTEXT_END + one], count) ?? (count === 1 ? one : other), { count, ...values });
}

/**
 * `7.5`, or `7,5` in German, without thousands separators.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [digits] how many digits to show; by default all of them
 */
export function number(value, digits) {
  const key = digits ? `${tag} ${JSON.stringify(digits)}` : tag;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 20, ...digits });
  formats.set(key, format);
  return format.format(value);
}

/**
 * `Ada`, `Ada and Bo`, `Ada, Bo and Cy`.
 * @param {string[]} names
 */
export function list(names) {
  return lists.format(names);
}

/** @param {Texts[string] | undefined} translation */
function single(translation) {
  return typeof translation === "string" ? translation : undefined;
}

/** @param {Texts[string] | undefined} translation @param {number} count */
function form(translation, count) {
  return typeof translation === "object" ? (translation[plurals.select(count)] ?? translation["other"]) : undefined;
}

/** @param {string} text @param {Values} [values] */
function filled(text, values) {
  if (!values) return text;
  return text.replace(/%\((\w+)\)s|%%/g, (placeholder, name) => {
    if (placeholder === "%%") return "%";
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? placeholder);
  });
}
