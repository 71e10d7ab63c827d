/** The parts of a game's page that come after the board, and the order of what is beside it. */

import { byId } from "../dom/elements.js";

/**
 * Puts the parts after the board in the order in which they are on the screen, for keyboards and
 * screen readers.
 * @param {Miai.BoardModule["after"]} [order]
 */
export function arrangeAfterBoard(order = ["bar", "replay", "panel"]) {
  const parts = {
    bar: [byId("bar"), byId("vote"), byId("plan")],
    replay: [byId("replay"), byId("past")],
    panel: [byId("beside")],
  };
  byId("after-board").prepend(...order.flatMap((name) => parts[name]));
}

/** Moves a visible result before the board's side panel, if it comes right after that panel. */
export function putResultFirst() {
  const beside = byId("beside");
  const standing = beside.nextElementSibling;
  if (byId("result").hidden || !standing?.contains(byId("result"))) return;
  // An element that is moved loses the focus, so move the one without it.
  if (beside.contains(document.activeElement)) beside.before(standing);
  else standing.after(beside);
}

/** Moves the focus to the bar, which is always there, when the button that was pressed has gone. */
export function focusBar() {
  byId("bar").focus({ preventScroll: true });
}
