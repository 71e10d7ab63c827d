/** Drawing a line: combines pen, keys, magnet and magnifier until the line is finished. */

import { gettext } from "../../../core/language.js";
import { pixelsPerSpace, place, shareOf } from "../../shared/frame.js";
import { DOUBLE } from "../../shared/fingers.js";
import { magnifierOf } from "../../shared/magnifier.js";
import { closedBy, closedWords, standingLines } from "./closing.js";
import { crossOver } from "./cross.js";
import { penLabel } from "./label.js";
import { linesAround } from "./lines-around.js";
import { REACH, snapped } from "./magnet.js";
import { closingMark, penMarks, sketchMarks } from "./marks.js";
import { penPanel } from "./panel.js";
import { Pen } from "./pen.js";
import { expectedWords, placeWords } from "./places.js";
import { expected } from "./preview.js";
import { begun, drawnOn, finished, pathOf } from "./sketch.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./pen.js").Pointer} Pointer */

/** The magnet reaches this many times farther for a finger than for a mouse. */
const FINGER = 2;
/** A distance too small to be seen, in pixels. */
const UNSEEN = 0.25;

const soon = globalThis.requestIdleCallback ?? setTimeout;

/** What last changed the drawing: a pointer or the keyboard. @typedef {Pointer | "keys" | null} Hand */

export class Drafting {
  /** @type {import("./sketch.js").Sketch | null} */
  #sketch = null;
  /** The point that is pointed at. @type {Miai.Point | null} */
  #at = null;
  /** @type {Hand} */
  #hand = null;
  /** Where a quick tap ends the line if no second tap follows. @type {{point: Miai.Point, hand: Hand, timer: ReturnType<typeof setTimeout>} | null} */
  #ending = null;
  /** The lines on the board, computed when first needed. @type {ReturnType<typeof linesAround> | null} */
  #known = null;
  /** The lines and edges that bound areas, computed when first needed. @type {import("./faces.js").Standing | null} */
  #standing = null;
  /** A path that is sent or about to be sent, until another is drawn. @type {Miai.Point[] | null} */
  #sent = null;

  /**
   * @param {HTMLElement} element the board's box
   * @param {HTMLElement} beside
   * @param {import("../frame.js").OpenBoard} frame
   * @param {{view: Miai.BoardView<Game>, size: number, zoom: import("../../shared/zoom.js").Zoom, may: () => boolean, onDrawn: (path: Miai.Point[]) => void, onTouch: () => void}} board
   */
  constructor(element, beside, frame, { view, size, zoom, may, onDrawn, onTouch }) {
    this.frame = frame;
    this.view = view;
    this.size = size;
    this.zoom = zoom;
    this.may = may;
    this.onDrawn = onDrawn;
    this.onTouch = onTouch;
    this.panel = penPanel(beside, { onDrop: () => this.drop(), onMagnet: () => this.#show() });
    this.magnifier = magnifierOf(frame.root);
    this.label = penLabel(element, (at) => zoom.place(shareOf(frame, at)));
    element.append(this.magnifier.element);
    this.closing = closingMark(frame.groups.own);
    this.marks = penMarks(frame.groups.effects, frame.fine);
    this.line = sketchMarks(frame.groups.own, frame.fine);
    this.pen = this.#pen();
    this.cross = this.#cross();
  }

  /** @param {Miai.BoardView<Game>} view */
  update(view) {
    if (view.step !== this.view.step || view.me !== this.view.me) this.#known = this.#standing = null;
    this.view = view;
    if (!view.open) {
      this.#stay();
      this.pen.cancel();
      this.#sketch = null;
    }
    // Computed before the first line is begun, because on a full board it takes longer than a
    // frame.
    if (view.open && !this.#standing) soon(() => this.view.open && this.#stands);
    this.#show();
  }

  /** Whether a line has been begun. */
  get drawing() {
    return this.#sketch !== null;
  }

  /** Handles a double tap, which chooses nothing: its taps neither begin nor end a line. */
  doubleTapped() {
    if (!this.#ending) return this.drop();
    this.#stay();
    this.pen.cancel();
  }

  /** Discards the line that was begun. */
  drop() {
    this.#stay();
    this.pen.cancel();
    this.#sketch = null;
    this.#show();
  }

  /** Reads a text out to screen readers. @param {string} text */
  tell(text) {
    this.panel.tell(text);
  }

  destroy() {
    this.#stay();
    this.pen.cancel();
    this.panel.destroy();
  }

  /**
   * What will probably be drawn of a path.
   * @param {Miai.Point[]} path
   */
  expected(path) {
    return expected(path, this.#lines.opponent, this.view.step.position.remaining);
  }

  /**
   * Shows what a path that is sent, or about to be sent, closes, and announces it once. Null: there
   * is no such path.
   * @param {Miai.Point[] | null} path
   */
  showSent(path) {
    const fresh = path !== null && String(path) !== String(this.#sent);
    this.#sent = path;
    if (fresh) {
      const words = closedWords(this.#closed(path));
      if (words) this.panel.tell(words);
    }
    this.#showClosing();
  }

  /** The areas that a path on the grid would close. @param {Miai.Point[]} path */
  #closed(path) {
    const { me, options } = this.view;
    if (me === null || path.length < 2) return [];
    return closedBy(this.#stands, this.expected(path), options.upper);
  }

  get #stands() {
    return (this.#standing ??= standingLines(this.#lines.paths, this.size));
  }

  /** The current line as it would be sent now. */
  #finished() {
    const sketch = this.#sketch;
    return sketch ? finished(sketch, UNSEEN / pixelsPerSpace(this.frame.root), this.size) : null;
  }

  #showClosing() {
    this.closing.show(this.#closed(this.#finished() ?? this.#sent ?? []), this.view.me ?? 0);
  }

  get #lines() {
    return (this.#known ??= linesAround(this.view));
  }

  /** What the magnet needs to know. @returns {import("./magnet.js").Pull} */
  get #pull() {
    const { own, ends } = this.#lines;
    const touch = this.#hand !== null && this.#hand !== "keys" && this.#hand.touch;
    return { own, ends, size: this.size, reach: this.panel.strength() * REACH * (touch ? FINGER : 1) };
  }

  /** Where the magnet pulls the point that the viewer aims at. */
  get #snap() {
    if (this.#sketch) return this.#sketch.last;
    return this.view.open && this.#at ? snapped(this.#at, this.#pull) : null;
  }

  #pen() {
    return new Pen(this.frame.root, this.size, {
      can: () => this.may(),
      aims: () => this.#sketch !== null,
      onAim: (point, pointer) => this.#aim(point, pointer),
      onLeave: () => this.#aim(null, null),
      onTap: (point, quick) => this.#tap(point, quick),
      onBegin: (point) => {
        this.#end();
        this.onTouch();
        this.#sketch = begun(point, this.#pull, false);
      },
      onDrag: (points, pointer) => this.#drag(points, pointer),
      onEnd: () => this.#finish(),
      onCancel: () => {
        if (!this.#sketch?.straight) this.#sketch = null;
        this.#aim(null, null);
      },
    });
  }

  #cross() {
    return crossOver(this.frame.root, this.size, {
      onMove: (point) => {
        this.zoom.reveal(place(point));
        this.#aim(point, "keys");
        this.#tell(point);
      },
      onChoose: (point) => {
        this.#hand = "keys";
        this.#choose(point);
        if (this.#sketch) this.panel.tell(gettext("The line starts here. Move to its end, then press Enter. Escape discards it."));
      },
      onDrop: () => {
        if (this.#sketch) this.panel.tell(gettext("Line discarded."));
        this.drop();
      },
      onLeave: () => this.#hand === "keys" && this.#aim(null, null),
    });
  }

  /**
   * @param {Miai.Point | null} point
   * @param {Hand} hand
   */
  #aim(point, hand) {
    this.#at = point;
    this.#hand = hand;
    if (point && this.#sketch?.straight && !this.#ending) this.#sketch = drawnOn(this.#sketch, [point], this.#pull);
    if (point && hand !== "keys") this.cross.moveTo(point);
    this.#show();
  }

  /**
   * @param {Miai.Point[]} points
   * @param {Pointer} pointer
   */
  #drag(points, pointer) {
    this.#hand = pointer;
    this.#at = points.at(-1) ?? null;
    if (this.#sketch) this.#sketch = drawnOn(this.#sketch, points, this.#pull);
    this.#show();
  }

  /**
   * Ends the line with a quick tap, unless the tap turns out to be half of a double tap.
   * @param {Miai.Point} point
   * @param {boolean} quick
   */
  #tap(point, quick) {
    this.#end();
    if (!quick || !this.#sketch) return this.#choose(point);
    this.#ending = { point, hand: this.#hand, timer: setTimeout(() => this.#end(), DOUBLE) };
  }

  /** Ends the line at the last quick tap, if one is waiting. */
  #end() {
    const ending = this.#ending;
    this.#stay();
    if (!ending) return;
    // The finger is gone by now; use its magnet, which reaches farther than a mouse's.
    const now = this.#hand;
    this.#hand = ending.hand;
    this.#choose(ending.point);
    this.#hand = now;
    this.#show();
  }

  /** Cancels the end that a quick tap would have set: the line continues. */
  #stay() {
    clearTimeout(this.#ending?.timer);
    this.#ending = null;
  }

  /** Sets the start of a line, or the end of the line that was begun. @param {Miai.Point} point */
  #choose(point) {
    this.onTouch();
    if (!this.may()) return;
    if (!this.#sketch) this.#sketch = begun(point, this.#pull, true);
    else {
      this.#sketch = drawnOn(this.#sketch, [point], this.#pull);
      return this.#finish();
    }
    this.#show();
  }

  #finish() {
    const path = this.#finished();
    this.#sketch = null;
    if (path) this.onDrawn(path);
    this.#show();
  }

  /** Draws the current state. */
  #show() {
    const { view, marks } = this;
    const sketch = this.#sketch;
    const path = sketch ? pathOf(sketch) : [];
    const line = path.length > 1 ? this.expected(path) : null;
    const snap = this.#snap;
    this.line.show(line, { seat: view.me ?? 0, kind: "pending" });
    this.#showClosing();
    marks.start(sketch?.way[0] ?? null);
    marks.cross(this.#hand === "keys" ? this.#at : null);
    marks.snap(snap ?? (path.length < 2 ? (sketch?.first ?? null) : null));
    this.panel.update(view, { length: line?.length ?? 0, begun: sketch?.straight ?? false });
    const words = line ? expectedWords(line, view.step.position.remaining) : "";
    this.#explain(snap?.at ?? this.#at, words, path.at(-1), (line?.stopped ?? null) !== null);
  }

  /**
   * Shows words: under a finger in the magnifier, otherwise beside the end of the line.
   * @param {Miai.Point | null} at the point that is pointed at
   * @param {string} words
   * @param {Miai.Point | undefined} end
   * @param {boolean} stopped
   */
  #explain(at, words, end, stopped) {
    const { label, magnifier } = this;
    const hand = this.#hand;
    const touch = at !== null && hand !== null && hand !== "keys" && hand.touch;
    const said = words || (hand !== null && hand !== "keys" && hand.aims ? gettext("aim, then let go") : "");
    if (touch) magnifier.show({ at: place(at), target: null, words: said }, hand);
    else magnifier.hide();
    if (!touch && hand !== null && words && end) label.show(end, words, stopped);
    else label.hide();
  }

  /** Tells screen readers which point a key would choose now. @param {Miai.Point} point */
  #tell(point) {
    const { own, opponent } = this.#lines;
    const { me, seats, step } = this.view;
    const other = seats[me === 0 ? 1 : 0]?.name ?? "";
    const mine = me === null ? (seats[1]?.name ?? "") : null;
    const lines = [{ name: mine, index: own }, { name: other, index: opponent }];
    const there = placeWords(point, this.#snap, lines, this.size);
    const path = this.#sketch ? pathOf(this.#sketch) : [];
    const then = path.length > 1 ? `; ${expectedWords(this.expected(path), step.position.remaining)}` : "";
    const closes = closedWords(this.#closed(this.#finished() ?? []));
    this.panel.tell(closes ? `${there}${then}. ${closes}` : `${there}${then}`);
  }
}
