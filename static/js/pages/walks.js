/** Boards of a rules page that can be stepped through: elements with `data-walk`. */

import { button, el, readJson, say } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";

/** @typedef {{lines: Miai.Step[], seats: Miai.Seat[], options: Miai.Json, says: string[], me: number | null}} Walk */

/** @type {{[name: string]: Walk}} */
const walks = readJson("walks");
/** @type {Miai.Palette} */
const palette = readJson("palette");
const { motion = "system" } = document.documentElement.dataset;
const still = motion === "reduced" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
const preferences = /** @type {Miai.Preferences} */ ({ heat: true, everywhere: true });

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]"))) {
  const walk = walks[figure.dataset.walk ?? ""];
  const place = /** @type {HTMLElement | null} */ (figure.querySelector(".board"));
  if (walk && place) import(place.dataset.module ?? "").then((board) => mountWalk(figure, place, board, walk));
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} place
 * @param {Miai.BoardModule} board
 * @param {Walk} walk
 */
function mountWalk(figure, place, board, { lines, seats, options, says, me }) {
  const last = lines.length - 1;
  let here = 0;
  const handle = board.mount(place, {
    onAction: () => {},
    extra: async (name, step) => {
      const position = lines.find((each) => each.step === step)?.position;
      return position && name in position ? position : null;
    },
    sidePanel: el("div"),
  });
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => number} */ target) => {
    const made = button("", "button", () => show(target()));
    made.append(icon(name), el("span", { class: "visually-hidden" }, [label]));
    return made;
  };
  const back = tool("back", "One step back", () => here - 1);
  const forward = tool("forward", "One step forward", () => here + 1);
  const count = el("span", { class: "walk-count" });
  figure.querySelector(".walk-bar")?.replaceChildren(back, forward, count);

  /**
   * @param {number} to
   * @param {boolean} [pressed] whether somebody asked for it
   */
  function show(to, pressed = true) {
    const animate = to === here + 1 && !still;
    here = Math.min(Math.max(to, 0), last);
    const step = /** @type {Miai.Step} */ (lines[here]);
    handle.update({
      step, seats, options, me, own: null, earlier: null, draft: false, sealed: false, open: false, refusal: null, animate, preferences, palette,
    });
    back.setAttribute("aria-disabled", String(here === 0));
    forward.setAttribute("aria-disabled", String(here === last));
    say(count, `${here + 1} of ${lines.length}`);
    const words = figure.querySelector(".walk-says");
    const said = says[here] ?? `${board.words(step.events, seats, options).join(". ")}.`;
    if (words) say(words, said);
    if (pressed) announce(said);
  }

  show(0, false);
}
