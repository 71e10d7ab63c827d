/** The board of Continuous Go. It draws what it is told and knows no rules. */

import { el } from "../../dom/elements.js";
import { Bubble } from "../shared/bubble.js";
import { fingersOver } from "../shared/fingers.js";
import { shareOf } from "../shared/frame.js";
import { playScenes } from "../shared/play-scenes.js";
import { drawExplained, explainedGroup } from "../shared/explained.js";
import { set } from "../shared/svg.js";
import { ofType } from "../shared/words.js";
import { Zoom } from "../shared/zoom.js";
import { AreasPanel } from "./areas/panel.js";
import { Drafting } from "./drawing/drafting.js";
import { sketchMarks } from "./drawing/marks.js";
import { drawAlong } from "./drawn-along.js";
import { drawOpenBoard } from "./frame.js";
import { drawLines, drawRecent, lastStrokes, recentLines } from "./lines.js";
import { boardWords, hasDrawn, refusals, stoppedWords } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** How long the reason why a line stopped is shown, in milliseconds. */
const SAID = 6000;

export class ContinuousGoBoard {
  /** The step that is shown. */
  #shown = -1;
  /** The last path that was sent. @type {Miai.Point[]} */
  #sent = [];
  /** The timer that hides the note at a line's end. @type {number | undefined} */
  #said;
  /** A path that waits until the previous one is stored. @type {Miai.Point[] | null} */
  #next = null;
  /** @type {import("../shared/play-scenes.js").Play | null} */
  #play = null;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<Game>} callbacks
   * @param {Miai.BoardView<Game>} view
   */
  constructor(element, callbacks, view) {
    this.element = element;
    this.callbacks = callbacks;
    this.view = view;
    this.size = view.step.position.size;
    this.frame = drawOpenBoard(this.size, true);
    this.groups = this.frame.groups;
    const { root } = this.frame;
    root.setAttribute("role", "application");
    root.setAttribute("tabindex", "0");
    this.explained = explainedGroup();
    root.append(this.explained);
    element.replaceChildren(root);
    // The magnifier, which lies outside the drawing, shows the same lines.
    element.style.setProperty("--fine", String(this.frame.fine));
    this.zoom = new Zoom(element, root, () => this.bubble.hide());
    this.bubble = new Bubble(element);
    const pen = el("div");
    const areas = el("div");
    callbacks.sidePanel.replaceChildren(pen, areas);
    this.areas = new AreasPanel(areas, { extra: callbacks.extra, layer: this.groups.areas, gaps: this.groups.gaps });
    this.own = sketchMarks(this.groups.own, this.frame.fine);
    this.drafting = new Drafting(element, pen, this.frame, {
      view,
      size: this.size,
      zoom: this.zoom,
      may: () => this.view.open && this.#next === null,
      onDrawn: (path) => this.#draw(path),
      onTouch: () => {
        this.#play?.finish();
        this.bubble.hide();
      },
    });
    fingersOver(root, this.zoom, {
      moves: () => !this.view.open,
      onTaken: () => this.drafting.pen.cancel(),
      doubles: () => true,
      onDouble: () => this.drafting.doubleTapped(),
    });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#undoByKey(event);
    document.addEventListener("keydown", this.onKey);
  }

  /**
   * Draws everything from scratch.
   * @param {Miai.BoardView<Game>} next
   */
  update(next) {
    const before = this.view;
    this.view = next;
    this.element.toggleAttribute("data-open", next.open);
    set(this.frame.root, { "aria-label": boardWords(this.size, next.open) });
    this.drafting.update(next);
    this.areas.update(next);
    drawExplained(this.explained, next.explained ?? []);
    if (next.step.step !== this.#shown) this.#showStep(before);
    this.#showOwn();
    if (next.refusal && next.refusal !== before.refusal) this.#refuse(next.refusal);
    else if (!next.refusal && before.refusal) this.bubble.hide();
    this.#sendNext();
  }

  /** Whether a step is being animated. */
  get playing() {
    return this.#play?.playing() ?? false;
  }

  destroy() {
    this.#play?.finish();
    document.removeEventListener("keydown", this.onKey);
    this.drafting.destroy();
    this.areas.destroy();
    this.element.removeAttribute("data-open");
    this.element.removeAttribute("data-zoomed");
    this.element.replaceChildren();
    this.callbacks.sidePanel.replaceChildren();
  }

  /** @param {Miai.BoardView<Game>} before */
  #showStep(before) {
    const next = this.view;
    const { step, seats, palette, options, animate } = next;
    const { lines } = step.position;
    const first = this.#shown === -1;
    this.#play?.finish();
    this.bubble.hide();
    this.#shown = step.step;
    drawLines(this.groups, lines);
    const recent = recentLines(step.position, options.budget, step.awaiting[0]);
    drawRecent(this.groups.recent, lines, recent, (seat) => palette[seats[seat]?.mark ?? ""]?.hex ?? "#efd34a");
    const [drawn] = ofType(step.events, "drawn");
    // No animation for the player who drew the line: they have seen it.
    const seen = before.own?.type === "draw";
    if (drawn && seen && drawn.seat === next.me) this.#tellStop(drawn);
    if (!animate || first || seen || !drawn) return;
    this.#play = playScenes([drawn], ({ length }) => drawAlong(lastStrokes(this.groups), length), () => {});
  }

  /** Shows the line that was sent or waits for Confirm. */
  #showOwn() {
    const { own, me } = this.view;
    const sent = own?.type === "draw" ? own.path : null;
    const path = sent ?? this.#next;
    const line = path && this.drafting.expected(path);
    if (sent) this.#sent = sent;
    this.own.show(line, { seat: me ?? 0, kind: "sent" });
    this.drafting.showSent(path);
  }

  /** @param {Miai.Point[]} path */
  #draw(path) {
    this.bubble.hide();
    if (path.length < 2) return this.#say(path[0] ?? [0, 0], refusals()["too-short"] ?? "");
    this.#next = path;
    this.#sendNext();
    this.#showOwn();
  }

  /**
   * Sends the waiting line once the previous one has arrived; a line that waits for Confirm is
   * replaced.
   */
  #sendNext() {
    const { open, own, draft } = this.view;
    const path = this.#next;
    if (!open) this.#next = null;
    if (!open || !path || (own && !draft)) return;
    this.#next = null;
    this.callbacks.onAction({ type: "draw", path });
  }

  /** @param {KeyboardEvent} event */
  #undoByKey(event) {
    const { open, own, draft, step, options } = this.view;
    const busy = /** @type {Element} */ (event.target).closest("input:not([type=range]), textarea, select, dialog");
    const undo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!undo || busy || !open) return;
    event.preventDefault();
    if (this.drafting.drawing) this.drafting.drop();
    else if (own) draft && this.callbacks.onAction(null);
    else if (hasDrawn(step.position, options)) this.callbacks.onAction({ type: "undo" });
  }

  /** Tells the player who drew the line why it stopped; everybody else reads that in the log. @param {Miai.ContinuousGo.Drawn} drawn */
  #tellStop({ path, stopped }) {
    const { me, seats } = this.view;
    const words = stoppedWords(stopped, seats[me === 0 ? 1 : 0]?.name ?? "");
    if (!words) return;
    this.bubble.show(this.zoom.place(shareOf(this.frame, path.at(-1) ?? [0, 0])), [words], "note");
    clearTimeout(this.#said);
    this.#said = setTimeout(() => this.bubble.kind === "note" && this.bubble.hide(), SAID);
    this.drafting.tell(words);
  }

  /** @param {Miai.Refusal} refusal */
  #refuse({ code, message }) {
    this.#say(this.#sent[0] ?? [(this.size - 1) / 2, (this.size - 1) / 2], refusals()[code] ?? message);
  }

  /**
   * @param {readonly number[]} at
   * @param {string} text
   */
  #say(at, text) {
    this.bubble.show(this.zoom.place(shareOf(this.frame, at)), [text], "refused");
  }
}
