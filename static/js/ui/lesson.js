/** The explanations of somebody's first turns: what happened, and what to do now. */

import { gettext } from "../core/language.js";
import { lessonOf, TURNS } from "../core/lessons.js";
import { mayChoose } from "../core/store.js";
import { button, el, say } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { keep, kept } from "../dom/storage.js";
import { focusBar } from "./after-board.js";

/** @type {Miai.Point[]} */
const NOWHERE = [];

/**
 * @param {HTMLElement} element
 * @param {object} parts
 * @param {Miai.BoardModule} parts.board
 * @param {boolean} parts.teaches whether the viewer is told anything
 * @param {string} parts.game the game's slug; whoever closes the explanations gets no more of it
 * @param {(places: Miai.Point[]) => void} parts.onMark marks these places on the board
 */
export function mountLesson(element, { board, teaches, game, onMark }) {
  const closed = `lessons-closed-${game}`;
  let told = teaches && kept("local", closed) === null;
  const tell = announcer();
  const title = el("h2", { id: "lesson-title", class: "lesson-title" });
  const happened = el("p", { class: "lesson-happened" });
  const toDo = el("p", { class: "lesson-to-do" });
  const close = button(gettext("Close"), "button button--small button--quiet", () => {
    told = false;
    keep("local", closed, "yes");
    show(null);
    focusBar();
  });
  close.setAttribute("aria-label", gettext("Close the explanations"));
  element.append(el("div", { class: "lesson-head" }, [title, close]), happened, toDo);

  /** @param {import("../core/lessons.js").Lesson | null} lesson */
  function show(lesson) {
    element.hidden = lesson === null;
    onMark(lesson?.marked.length ? lesson.marked : NOWHERE);
    if (!lesson) return;
    say(title, lesson.turn > TURNS ? gettext("Your first game") : gettext("Your first game: turn %(turn)s of %(turns)s", { turn: lesson.turn, turns: TURNS }));
    say(happened, lesson.happened);
    say(toDo, lesson.toDo);
  }

  let shown = "";
  return {
    /** Shows what there is to tell. @param {Miai.State} state */
    show(state) {
      if (!told) return;
      const lesson = lessonOf(board, state);
      const key = JSON.stringify(lesson);
      if (key === shown) return;
      shown = key;
      show(lesson);
    },
    /** Has screen readers read the explanation out when the viewer can choose. @param {Miai.State} state */
    update(state) {
      if (!element.hidden && mayChoose(state)) tell(`${happened.textContent} ${toDo.textContent}`.trim());
    },
  };
}
