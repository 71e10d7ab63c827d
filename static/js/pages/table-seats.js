/**
 * A small picture and words for what each seat of a table starts with, in games whose seats differ.
 */

import { shaped } from "../core/json.js";
import { el } from "../dom/elements.js";

/**
 * Draws it wherever the server left room for it; again only after a change.
 * @param {HTMLElement} root its data name the board's module and the seats' starts
 * @param {Miai.Palette} palette
 */
export async function drawSeatsAtStart(root, palette) {
  const { board = "", atStart = "" } = root.dataset;
  const places = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-seat-start]")]);
  const changed = places.filter((place) => place.dataset["drawn"] !== atStart);
  if (!changed.length) return;
  for (const place of changed) place.dataset["drawn"] = atStart;
  /** @type {Partial<Miai.BoardModule>} */
  const { seatAtStart } = await import(board).catch(() => ({}));
  if (!seatAtStart) return;
  const { options, seats } = /** @type {{options: Miai.Json, seats: (Miai.Seat | null)[]}} */ (
    shaped(JSON.parse(atStart), { options: "object", seats: "list" })
  );
  for (const place of changed) {
    const picture = el("span", { class: "seat-start-picture", "aria-hidden": "true" });
    const words = seatAtStart(picture, Number(place.dataset["seatStart"]), options, seats, palette);
    place.replaceChildren(picture, el("span", {}, [words]));
  }
}
