/** Small boards of a page: elements with `data-picture` and the `data-module` that draws them. */

/** @typedef {{position: Miai.Json, seats: Miai.Seat[], me?: number | null}} Picture */

/** What each element shows, so that a board is drawn again only when it changed. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * @param {ParentNode} root
 * @param {{[name: string]: Picture}} pictures
 * @param {Miai.Palette} palette
 */
export function drawPictures(root, pictures, palette) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-picture]"))) {
    const picture = pictures[element.dataset["picture"] ?? ""];
    const text = JSON.stringify(picture);
    if (!picture || drawn.get(element) === text) continue;
    drawn.set(element, text);
    import(element.dataset["module"] ?? "").then(
      (/** @type {Miai.BoardModule} */ board) =>
        board.picture(element, picture.position, picture.seats, palette, picture.me ?? null),
      () => {},
    );
  }
}
