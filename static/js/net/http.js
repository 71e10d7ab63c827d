/** Requests to this site: JSON in, JSON out, errors in words. */

import { isObject } from "../core/json.js";
import { gettext } from "../core/language.js";

/** An answer that is no success, with the words for people. */
export class RequestFailed extends Error {}

/** What is said where no answer came at all. */
export const noAnswer = () => gettext("The site is not responding. Check your connection and try again.");

/**
 * The JSON at an address. Raises RequestFailed.
 * @param {string} address
 */
export async function readJsonAt(address) {
  return answer(fetch(address, { headers: { Accept: "application/json" } }));
}

/**
 * Posts JSON. Raises RequestFailed with the server's own words.
 * @param {string} address
 * @param {{[field: string]: unknown}} fields
 * @param {string} token the CSRF token
 * @param {{keepalive?: boolean}} [how] `keepalive`: also where the page is left meanwhile
 */
export async function post(address, fields, token, how = {}) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return answer(fetch(address, { method: "POST", headers, body: JSON.stringify(fields), ...how }));
}

/** @param {Promise<Response>} request @returns {Promise<unknown>} */
async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new RequestFailed(noAnswer());
  }
  /** @type {unknown} */
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const message = isObject(body) && typeof body["message"] === "string" ? body["message"] : null;
  throw new RequestFailed(message ?? gettext("That did not work. Reload the page."));
}
