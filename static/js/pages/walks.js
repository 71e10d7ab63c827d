/**
 * Boards of a rules page that can be stepped through: elements with `data-walk`. The first one plays
 * by itself as soon as it is seen, unless motion is to be reduced; the others when asked.
 */

import { gettext, pgettext } from "../core/language.js";
import { button, el, readJson, say } from "../dom/elements.js";
import { announce } from "../dom/live.js";
import { icon } from "../ui/icons.js";

/** @typedef {{lines: Miai.Step[], seats: Miai.Seat[], options: Miai.Json, says: string[], me: number | null}} Walk */

/** @type {{[name: string]: Walk}} */
const walks = readJson("walks");
/** @type {Miai.Palette} */
const palette = readJson("palette");
const { motion = "system" } = document.documentElement.dataset;
const still = motion === "reduced" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
const preferences = /** @type {Miai.Preferences} */ ({ heat: true, everywhere: true });

/** A sentence is shown for so long, in milliseconds, and so much longer a letter. */
const SEEN = 1200;
const READ = 45;
/** How often, in milliseconds, it is looked whether a step is still being played. */
const LOOK = 100;

for (const [n, figure] of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]")).entries()) {
  const walk = walks[figure.dataset.walk ?? ""];
  const place = /** @type {HTMLElement | null} */ (figure.querySelector(".board"));
  if (walk && place) import(place.dataset.module ?? "").then((board) => {
    const { play } = mountWalk(figure, place, board, walk);
    if (n === 0 && !still) whenSeen(place, play);
  });
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
    onDraft: () => {},
    onConfirm: () => {},
    extra: async (name, step) => {
      const position = lines.find((each) => each.step === step)?.position;
      return position && name in position ? position : null;
    },
    sidePanel: el("div"),
  });
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => number} */ target) => {
    const made = button("", "button", () => {
      stop();
      show(target());
    });
    made.append(icon(name), el("span", { class: "visually-hidden" }, [label]));
    return made;
  };
  const back = tool("back", gettext("One step back"), () => here - 1);
  const forward = tool("forward", gettext("One step forward"), () => here + 1);
  const playing = button("", "button", () => (timer === undefined ? play() : stop()));
  const count = el("span", { class: "walk-count" });
  figure.querySelector(".walk-bar")?.replaceChildren(playing, back, forward, count);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // Anyone who touches the board wants to look at it as it is.
  for (const type of ["pointerdown", "keydown"]) place.addEventListener(type, stop);

  /** Goes on by itself to the last step, from the first where it is there already. */
  function play() {
    if (here === last) show(0, false);
    timer = setTimeout(goOn, pause());
    showPlaying();
  }

  function goOn() {
    if (handle.isPlaying?.()) return void (timer = setTimeout(goOn, LOOK));
    show(here + 1, false);
    if (here === last) return stop();
    timer = setTimeout(goOn, pause());
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    showPlaying();
  }

  /** How long a sentence takes to be read, in milliseconds. */
  function pause() {
    return SEEN + READ * wordsOf(here).length;
  }

  function showPlaying() {
    const [name, label] = timer === undefined ? ["play", pgettext("a button", "Play")] : ["pause", pgettext("a button", "Pause")];
    playing.replaceChildren(icon(name), label);
  }

  /** @param {number} n */
  function wordsOf(n) {
    const { events } = /** @type {Miai.Step} */ (lines[n]);
    return says[n] ?? `${board.words(events, seats, options, earlierIn(lines, n)).join(". ")}.`;
  }

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
    say(count, gettext("%(step)s of %(steps)s", { step: here + 1, steps: lines.length }));
    const words = figure.querySelector(".walk-says");
    const said = wordsOf(here);
    if (words) say(words, said);
    if (pressed) announce(said);
  }

  showPlaying();
  show(0, false);
  return { play };
}

/**
 * Calls back once, when most of an element is in view.
 * @param {Element} element
 * @param {() => void} then
 */
function whenSeen(element, then) {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      then();
    },
    { threshold: 0.6 },
  );
  watch.observe(element);
}

/**
 * What happened in the turn of a line before it. A line says the turn that comes after it.
 * @param {Miai.Step[]} lines
 * @param {number} at
 */
function earlierIn(lines, at) {
  const turn = lines[at - 1]?.turn;
  return lines.slice(1, Math.max(at, 1)).flatMap(({ events }, n) => (lines[n]?.turn === turn ? events : []));
}
