/**
 * Checks of JSON where it enters the page: what passes has a type from there on. They check what a
 * page would break without; the server's own tests check its messages in full. No DOM.
 */

/** The kinds of JSON values. @typedef {"string" | "number" | "boolean" | "list" | "object" | "null"} Kind */

/** JSON that does not have the shape that the page expects. */
export class Malformed extends Error {}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/** @param {unknown} value @returns {value is Miai.Json} */
export function isObject(value) {
  return kindOf(value) === "object";
}

/** @param {unknown} value @returns {value is Miai.Point} */
export function isPoint(value) {
  return Array.isArray(value) && value.length === 2 && value.every((number) => typeof number === "number");
}

/**
 * Returns an object that has the fields of a shape. Throws `Malformed`.
 * @template {object} T
 * @param {unknown} value
 * @param {{[field in keyof NoInfer<T>]?: Kind}} shape the kinds of the fields that are checked
 * @returns {T}
 */
export function shaped(value, shape) {
  if (!isObject(value)) throw new Malformed(`expected an object, not ${kindOf(value)}`);
  for (const [field, kind] of Object.entries(shape)) {
    if (kindOf(value[field]) !== kind) throw new Malformed(`${field}: expected ${kind}, not ${kindOf(value[field])}`);
  }
  return /** @type {T} */ (value);
}

/**
 * Returns a step. Throws `Malformed`.
 * @param {unknown} value
 */
export function stepIn(value) {
  return /** @type {Miai.Step} */ (shaped(value, { step: "number", events: "list", awaiting: "list", position: "object" }));
}

/**
 * Returns a snapshot of a game. Throws `Malformed`.
 * @param {unknown} value
 */
export function snapshotIn(value) {
  const snapshot = /** @type {Miai.Snapshot} */ (shaped(value, { game: "object", seats: "list", step: "object", clock: "object", chosen: "list" }));
  stepIn(snapshot.step);
  return snapshot;
}

/**
 * Returns the entries of a log: acts say what was done, steps have events. Throws `Malformed`.
 * @param {unknown} value
 * @returns {Miai.LogEntry[]}
 */
export function logIn(value) {
  if (!Array.isArray(value)) throw new Malformed(`expected a list, not ${kindOf(value)}`);
  return value.map((/** @type {unknown} */ entry) =>
    isObject(entry) && "what" in entry
      ? /** @type {Miai.ActEntry} */ (shaped(entry, { step: "number", what: "string" }))
      : /** @type {Miai.StepEntry} */ (shaped(entry, { step: "number", events: "list" })),
  );
}

/**
 * Returns a message of the server by its text; null for anything else, which is ignored.
 * @param {string} text
 * @returns {{type: string} | null}
 */
export function messageIn(text) {
  try {
    return /** @type {{type: string}} */ (shaped(JSON.parse(text), { type: "string" }));
  } catch {
    return null;
  }
}
