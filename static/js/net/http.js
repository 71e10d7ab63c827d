/** Requests to this site, most of them with JSON in, JSON out and errors as sentences. */

import { isObject } from "../core/json.js";
import { gettext } from "../core/language.js";

/** The request failed; the message is meant for people. */
export class RequestFailed extends Error {}

/** The message if the site does not answer at all. */
export const noAnswer = () => gettext("The site is not responding. Check your connection and try again.");

/**
 * How long the site may take to begin an answer, in milliseconds. A connection may be dead without
 * notice, and browsers wait minutes for it.
 */
const PATIENCE = 30_000;

/**
 * `fetch`, which rejects with a TypeError also where nobody answers.
 * @param {string} address
 * @param {RequestInit} [request]
 */
export async function fetchInTime(address, request = {}) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new TypeError("no answer")), PATIENCE);
  try {
    return await fetch(address, { ...request, signal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gets the JSON at an address. Throws RequestFailed.
 * @param {string} address
 */
export async function readJsonAt(address) {
  return answer(fetchInTime(address, { headers: { Accept: "application/json" } }));
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
  return answer(fetchInTime(address, { method: "POST", headers, body: JSON.stringify(fields), ...how }));
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
