/** Chooses who owns which corners when a table is opened. The first part is pure. */

import { gettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { extentOf } from "./words.js";

/**
 * The corners that belong together: with two seats the upper row and the lower row, with four each
 * corner, clockwise from the top left.
 * @param {import("../shared/grid.js").Extent} extent
 * @param {number} seats
 * @returns {{name: string, cells: Miai.Point[]}[]}
 */
export function cornerGroups({ columns, rows }, seats) {
  const [right, bottom] = [columns - 1, rows - 1];
  if (seats === 2) {
    return [
      { name: gettext("Upper corners"), cells: [[0, 0], [right, 0]] },
      { name: gettext("Lower corners"), cells: [[0, bottom], [right, bottom]] },
    ];
  }
  return [
    { name: gettext("Upper left"), cells: [[0, 0]] },
    { name: gettext("Upper right"), cells: [[right, 0]] },
    { name: gettext("Lower right"), cells: [[right, bottom]] },
    { name: gettext("Lower left"), cells: [[0, bottom]] },
  ];
}

/**
 * The owner of each group, in order; the usual owners if the goals belong to another board or
 * another number of seats.
 * @param {{cells: Miai.Point[]}[]} groups
 * @param {unknown} goals by seat; null: the usual ones
 * @returns {number[]}
 */
export function ownersOf(groups, goals) {
  const seats = Array.isArray(goals) ? goals.map(String) : [];
  const owners = groups.map(({ cells }) => seats.indexOf(String(cells)));
  const fits = seats.length === groups.length && !owners.includes(-1);
  return fits ? owners : groups.map((_, n) => n);
}

/**
 * The owners after `seat` takes group `n`: the former owner of `n` gets the seat's old group.
 * @param {number[]} owners
 * @param {number} n
 * @param {number} seat
 */
export function exchanged(owners, n, seat) {
  const had = owners[n];
  return owners.map((owner, other) => (other === n ? seat : owner === seat ? Number(had) : owner));
}

/**
 * The option `goals`; null if all corners have their usual owners.
 * @param {{cells: Miai.Point[]}[]} groups
 * @param {number[]} owners
 * @returns {Miai.Point[][] | null}
 */
export function goalsOf(groups, owners) {
  if (owners.every((owner, n) => owner === n)) return null;
  return owners.map((_, seat) => groups[owners.indexOf(seat)]?.cells ?? []);
}

/** @type {(place: HTMLElement, field: Miai.OptionField) => void} */
export function cornerEditor(place, field) {
  const status = el("p", { class: "field-help" });
  const board = el("div", { class: "corner-choices", role: "group", "aria-label": gettext("Who gets which corners") });
  place.replaceChildren(board, status);
  let drawn = "";

  function draw() {
    const setup = field.other("setup");
    const fits = Array.isArray(setup) && setup.every((row) => typeof row === "string") && setup.length > 0;
    const extent = extentOf({ setup: fits ? setup : null });
    const seats = field.seats() === 4 ? 4 : 2;
    const groups = cornerGroups(extent, seats);
    const owners = ownersOf(groups, field.value());
    const key = JSON.stringify([extent, seats, owners]);
    if (key === drawn) return;
    drawn = key;
    // If the corners belong to another board or another number of seats, assign them again.
    const goals = goalsOf(groups, owners);
    if (JSON.stringify(goals) !== JSON.stringify(field.value())) field.change(goals);
    board.dataset.groups = String(groups.length);
    const choosers = groups.map((group, n) => chooser(group, n, groups, owners));
    // Corners are numbered clockwise, but the tab key reaches them row by row, in reading order.
    board.replaceChildren(...(choosers.length === 4 ? [0, 1, 3, 2].map((n) => /** @type {Element} */ (choosers[n])) : choosers));
    say(status, gettext("Everybody chooses a seat at the table, and with it these corners."));
  }

  /**
   * @param {{name: string}} group
   * @param {number} n
   * @param {{cells: Miai.Point[]}[]} groups
   * @param {number[]} owners
   */
  function chooser({ name }, n, groups, owners) {
    const choices = owners.map((_, seat) => {
      const option = el("option", { value: seat }, [gettext("Seat %(number)s", { number: seat + 1 })]);
      option.selected = seat === owners[n];
      return option;
    });
    const select = el("select", { "aria-label": name, id: `corner-${n}` }, choices);
    select.addEventListener("input", (event) => event.stopPropagation());
    select.addEventListener("change", () => {
      field.change(goalsOf(groups, exchanged(owners, n, Number(select.value))));
      draw();
      document.getElementById(`corner-${n}`)?.focus();
    });
    return el("label", { class: "corner-choice" }, [el("span", {}, [name]), select]);
  }

  field.watch(draw);
  draw();
}
