/** The controls for replaying a game: first, back, play, forward, last, a slider and arrow keys. */

import { gettext, pgettext } from "../core/language.js";
import { isFromFile, isOver } from "../core/store.js";
import { button, el, say } from "../dom/elements.js";
import { icon } from "./icons.js";

/** How long a step is shown in a replay: at least, and after its animation; in milliseconds. */
const PACE = 1600;
const REST = 700;
/** How often to check whether a step is still being animated, in milliseconds. */
const LOOK = 100;

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} notice the place for the note that the viewer is looking at the past
 * @param {object} callbacks
 * @param {() => Miai.State} callbacks.state
 * @param {() => number[]} callbacks.stops the steps at which the replay stops, in order
 * @param {(step: number) => Promise<void>} callbacks.onStep the last step means back to the present
 * @param {() => boolean} callbacks.isPlaying whether the board is still animating a step
 */
export function mountReplay(element, notice, { state, stops, onStep, isPlaying }) {
  const here = () => (state().past ?? state().latest).step;
  const last = () => state().latest.step;
  const after = () => stops().find((step) => step > here()) ?? last();
  const before = () => stops().filter((step) => step < here()).at(-1) ?? 0;
  /** @type {number | undefined} */
  let playing;

  /** @param {number} step */
  async function go(step) {
    const wanted = Math.min(Math.max(0, step), last());
    if (wanted !== here()) await onStep(wanted);
  }

  function stop() {
    clearTimeout(playing);
    playing = undefined;
    showPlaying();
  }

  /** @param {number} [pause] milliseconds until the next step, if no animation is running then */
  function play(pause = PACE) {
    const mine = setTimeout(async () => {
      if (isPlaying()) return play(LOOK);
      if (pause === LOOK) return play(REST);
      const was = here();
      await go(after());
      if (playing !== mine) return; // stopped or restarted while the step was loading
      if (here() >= last() || here() === was) stop();
      else play();
    }, PACE);
    playing = mine;
    showPlaying();
  }

  async function toggle() {
    if (playing !== undefined) return stop();
    const again = here() >= last();
    play();
    if (again) await go(0);
  }

  /** @type {(name: string, label: string, onClick: () => void) => HTMLButtonElement} */
  const tool = (name, label, onClick) => {
    const made = button("", "replay-button", onClick);
    made.append(icon(name));
    made.setAttribute("aria-label", label);
    made.title = label;
    return made;
  };
  /** @type {(target: () => number) => () => void} */
  const walk = (target) => () => {
    stop();
    go(target());
  };
  const first = tool("first", gettext("First step"), walk(() => 0));
  const back = tool("back", gettext("One step back"), walk(before));
  const playButton = tool("play", "", toggle);
  const forward = tool("forward", gettext("One step forward"), walk(after));
  const end = tool("last", gettext("Last step"), walk(last));
  const slider = el("input", { type: "range", min: 0, class: "replay-slider", "aria-label": gettext("Step") });
  /** Whether the slider is being dragged: then it only shows the number; the step loads on release. */
  let dragged = false;
  slider.addEventListener("input", () => {
    stop();
    dragged = true;
    showCount(stops()[Number(slider.value)] ?? last());
  });
  slider.addEventListener("change", () => {
    dragged = false;
    go(stops()[Number(slider.value)] ?? last());
  });
  const count = el("span", { class: "replay-count" });
  const now = button(gettext("Back to the current turn"), "button button--primary replay-now", walk(last));
  const where = el("span");
  const bar = el("div", { class: "replay", role: "group", "aria-label": gettext("Step through the game") }, [
    first, back, playButton, forward, end, slider, count,
  ]);
  element.replaceChildren(bar);
  showPlaying();
  notice.replaceChildren(el("p", { class: "replay-past" }, [where, now]));

  document.addEventListener("keydown", (event) => {
    const busy = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog, [role=tablist], .board");
    if (event.defaultPrevented || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {{[key: string]: () => void}} */
    const keys = {
      ArrowLeft: walk(before),
      ArrowRight: walk(after),
      Home: walk(() => 0),
      End: walk(last),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  /** @param {number} step */
  function showCount(step) {
    say(count, `${step} / ${last()}`);
    slider.setAttribute("aria-valuetext", gettext("Step %(step)s of %(steps)s", { step, steps: last() }));
  }

  function showPlaying() {
    const label = playing === undefined ? pgettext("a button", "Play") : pgettext("a button", "Stop");
    playButton.replaceChildren(icon(playing === undefined ? "play" : "pause"));
    playButton.setAttribute("aria-label", label);
    playButton.title = label;
  }

  return {
    /** Plays the whole game from its first step. */
    async playAll() {
      stop();
      await go(0);
      if (last() > 0) play();
    },
    /** @param {Miai.State} next */
    update(next) {
      const shown = here();
      const all = stops();
      slider.max = String(all.length - 1);
      if (!dragged) slider.value = String(all.filter((step) => step < shown).length);
      slider.disabled = playButton.disabled = last() === 0;
      first.disabled = back.disabled = shown === 0;
      forward.disabled = end.disabled = shown === last();
      if (!dragged) showCount(shown);
      // In a finished game or a file there is no present to go back to.
      notice.hidden = next.past === null || isOver(next) || isFromFile(next);
      say(where, gettext("You are looking at step %(step)s of %(steps)s.", { step: shown, steps: last() }));
    },
  };
}
