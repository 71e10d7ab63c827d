/** Requests to this site: JSON in, JSON out, errors as sentences. */

import { isObject } from "../core/json.js";
import { gettext } from "../core/language.js";

/** The request failed; the message is meant for people. */
export class RequestFailed extends Error {}

/** The message if the site does not answer at all. */
export const noAnswer = () => gettext("The site is not responding. Check your connection and try again.");

/**
 * Gets the JSON at an address. Throws RequestFailed.
 * @param {string} address
 */
export async function readJsonAt(address) {
  return answer(fetch(address, { headers: { Accept: "application/json" } }));
}

/**
 * Posts JSON. Throws RequestFailed with the server's own message.
 * @param {string} address
 * @param {{[field: string]: unknown}} fields
 * @param {string} token the CSRF token
 * @param {{keepalive?: boolean}} [how] `keepalive`: finish even if the viewer leaves the page
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
