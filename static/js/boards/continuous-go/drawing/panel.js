/** The controls beside the board: the length left in the turn, and the magnet. */

import { gettext, number, pgettext } from "../../../core/language.js";
import { button, el, say } from "../../../dom/elements.js";
import { announce } from "../../../dom/live.js";
import { rounded, shortNumber, spaces } from "../points.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

const STRENGTH = "miai.magnet";
const USUAL = 5;

/**
 * @param {HTMLElement} element
 * @param {{onDrop: () => void, onMagnet: () => void}} callbacks
 */
export function penPanel(element, { onDrop, onMagnet }) {
  const words = el("span", { class: "length-words" });
  const left = el("span", { class: "length-left" });
  const taken = el("span", { class: "length-taken" });
  const bar = el("div", { class: "length-bar", role: "meter", "aria-label": gettext("Length left"), "aria-valuemin": 0 }, [left, taken]);
  const strength = el("input", { type: "range", id: "magnet", min: 0, max: 10, step: 1, value: remembered() });
  const shown = el("span", { class: "magnet-strength" });
  const magnet = el("div", { class: "magnet" }, [el("label", { for: "magnet" }, [gettext("Magnet")]), strength, shown]);
  const drop = button(gettext("Discard line"), "button button--small pen-drop", onDrop);
  const tools = el("div", { class: "pen-tools" }, [magnet, drop]);
  const whole = el("div", { class: "pen-panel" }, [el("div", { class: "length" }, [words, bar]), tools]);
  element.append(whole);
  sayStrength();
  strength.addEventListener("input", () => {
    remember(strength.value);
    sayStrength();
    onMagnet();
  });

  function sayStrength() {
    const value = Number(strength.value);
    say(shown, value ? number(value) : pgettext("the magnet", "off"));
    strength.setAttribute("aria-valuetext", value ? gettext("%(number)s of %(most)s", { number: value, most: 10 }) : pgettext("the magnet", "off"));
  }

  return {
    /** The strength of the magnet, 0 to 10. */
    strength: () => Number(strength.value),
    /**
     * @param {Miai.BoardView<Game>} view
     * @param {{length: number, begun: boolean}} sketch the line that is being drawn
     */
    update({ step, seats, me, open, options }, { length, begun }) {
      const seat = step.awaiting[0];
      const { remaining } = step.position;
      const rest = Math.max(0, remaining - length);
      whole.hidden = seat === undefined;
      const values = { rest: shortNumber(rest), length: spaces(options.budget) };
      const name = seat === undefined || seat === me ? null : (seats[seat]?.name ?? "");
      say(words, name === null ? gettext("%(rest)s of %(length)s left", values) : gettext("%(name)s: %(rest)s of %(length)s left", { ...values, name }));
      left.style.width = `${(100 * rest) / options.budget}%`;
      taken.style.width = `${(100 * (remaining - rest)) / options.budget}%`;
      bar.setAttribute("aria-valuenow", String(rounded(rest)));
      bar.setAttribute("aria-valuetext", spaces(rest));
      bar.setAttribute("aria-valuemax", String(rounded(options.budget)));
      tools.hidden = me === null;
      // The button keeps its place, so that nothing moves while somebody draws.
      drop.classList.toggle("is-absent", !open || !begun);
    },
    /** Reads a text out to screen readers. @param {string} text */
    tell: announce,
    destroy: () => whole.remove(),
  };
}

function remembered() {
  try {
    const value = Number(localStorage.getItem(STRENGTH) ?? USUAL);
    return value >= 0 && value <= 10 ? value : USUAL;
  } catch {
    return USUAL;
  }
}

/** @param {string} value */
function remember(value) {
  try {
    localStorage.setItem(STRENGTH, value);
  } catch {
    // Storage is blocked: drawing works without it.
  }
}
