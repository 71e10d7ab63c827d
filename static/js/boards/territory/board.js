/** The board of Territory. It draws what it is told and knows no rules. */

import { gettext } from "../../core/language.js";
import { keyed } from "../../dom/keyed.js";
import { atPoint, SPACE } from "../shared/frame.js";
import { GridBoard } from "../shared/grid-board.js";
import { includesPoint } from "../shared/grid.js";
import { set, svg } from "../shared/svg.js";
import { EMPTY_HAND, lifted, openCells, tapped } from "./choosing.js";
import { drawTerritory, tileLayer } from "./drawing.js";
import { TerritoryHand } from "./hand.js";
import { animateTiles, scenesOf } from "./scenes.js";
import { outline, outlinesPath, tileSymbols } from "./tiles.js";
import { describeCell, lastPlaced, refusals } from "./words.js";

/** @typedef {Miai.Territory.Game} Game */

/** @typedef {import("./tiles.js").Holder} Holder */


/** @extends {GridBoard<Game>} */
export class TerritoryBoard extends GridBoard {
  /** @type {import("./choosing.js").Hand} */
  #hand = EMPTY_HAND;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<Game>} callbacks
   * @param {Miai.BoardView<Game>} view
   */
  constructor(element, callbacks, view) {
    const { columns, rows } = view.step.position;
    const frame = drawTerritory({ columns, rows }, true);
    const pointing = {
      onChoose: (/** @type {Miai.Point} */ at) => this.#choose(at),
      onLook: (/** @type {Miai.Point | null} */ at) => this.#look(at),
      onDrop: () => this.#take(EMPTY_HAND),
    };
    super(element, callbacks, view, { frame, label: gettext("Board, %(columns)s by %(rows)s cells", { columns, rows }), pointing, refusals });
    this.groups = frame.groups;
    this.symbols = tileSymbols(view.palette);
    this.tiles = tileLayer(this.groups.tiles, this.symbols);
    frame.root.prepend(this.symbols.defs);
    const onLift = (/** @type {import("./choosing.js").Card} */ card) => this.#lift(card);
    this.hand = new TerritoryHand(callbacks.sidePanel, { onLift, hex: this.symbols.hex });
  }

  /**
   * @param {Miai.BoardView<Game>} next
   * @override
   */
  update(next) {
    if (this.isAnother(next) || !next.open) this.#hand = EMPTY_HAND;
    super.update(next);
    this.hand.update(next, this.#hand);
  }

  /** @override */
  destroy() {
    super.destroy();
    this.hand.destroy();
  }

  /** @param {import("./choosing.js").Card} card */
  #lift(card) {
    // Also take back a choice that waits for Confirm, since it was made with the old card.
    if (this.view.own) this.callbacks.onAction(null);
    this.#take(lifted(this.#hand, card));
  }

  /** @param {import("./choosing.js").Hand} hand */
  #take(hand) {
    this.finish();
    this.#hand = hand;
    this.bubble.hide();
    this.settle();
    this.hand.update(this.view, hand);
  }

  /**
   * @param {Holder[][] | null} before
   * @override
   */
  showStep(before) {
    const { step, seats } = this.view;
    this.bubble.hide();
    const scenes = before ? scenesOf(before, step.events) : [];
    if (!scenes.length) return this.settle();
    this.#describe();
    const { effects, last, open, own } = this.groups;
    for (const group of [last, open, own, effects]) keyed(group, new Map(), nothing);
    const stage = { single: this.tiles.single, effects, tileOf: (/** @type {Holder} */ holder) => this.symbols.tileOf(holder, seats) };
    const begin = (/** @type {import("./scenes.js").TileScene} */ scene) => {
      effects.replaceChildren();
      this.tiles.draw(scene.board, seats, new Set(scene.cells.map(({ at }) => String(at))));
      return animateTiles(scene, stage);
    };
    this.play(scenes, begin, () => {
      effects.replaceChildren();
      this.settle();
    });
  }

  /**
   * Draws the current state without animation.
   * @override
   */
  settle() {
    const { step, seats } = this.view;
    const { groups } = this;
    this.tiles.draw(step.position.board, seats);
    const last = lastPlaced(step.events);
    keyed(groups.last, new Map(last.map(({ seat, at }) => [`${at}:${seat}`, { seat, at }])), ({ seat, at }) =>
      atPoint(at, [
        outline(0.68, { class: "last-edge" }),
        outline(0.68, { class: "last-mark", stroke: this.symbols.hex(seats[seat]?.mark ?? "") }),
      ]),
    );
    this.#drawOpen();
    this.#drawOwn();
    this.#describe();
  }

  /** Updates the labels for screen readers, without waiting for the animation. */
  #describe() {
    const { step, open } = this.view;
    const cells = open ? openCells(step.position.choices, this.#hand) : [];
    const looks = {
      open: new Set(cells.map(String)),
      last: new Set(lastPlaced(step.events).map(({ at }) => String(at))),
      chosen: new Set(this.#chosen().map(String)),
    };
    this.points.describe((cell) => describeCell(cell, this.view, looks));
  }

  /** Marks the cells that can be taken now; for others, more faintly, those of the seat on turn. */
  #drawOpen() {
    const { step, me, seats, own } = this.view;
    const { choices, board } = step.position;
    // A player who plans ahead chooses while another seat is on turn.
    const open = this.view.open && choices?.seat === me;
    const seat = choices ? seats[choices.seat] : undefined;
    const cells = seat && !own && step.outcome === null ? openCells(choices, open ? this.#hand : EMPTY_HAND) : [];
    const isEmpty = (/** @type {Miai.Point} */ [x, y]) => board[y]?.[x] === null;
    const empty = outlinesPath(open ? 0.5 : 0.24, cells.filter(isEmpty));
    const tiles = outlinesPath(0.97, cells.filter((cell) => !isEmpty(cell)));
    const paths = [
      { class: "open-cell", d: empty, fill: this.symbols.hex(seat?.stone ?? ""), "data-mine": open },
      { class: "open-under", d: tiles },
      { class: "open-tile", d: tiles },
    ];
    const named = new Map(paths.map((path) => [path.class, path]));
    keyed(this.groups.open, named, (attributes) => svg("path", attributes), set);
  }

  /** The cells of the viewer's choice, or the first cell of an unfinished one. @returns {Miai.Point[]} */
  #chosen() {
    const { own } = this.view;
    if (own) return own.then ? [own.at, own.then] : [own.at];
    return this.#hand.first ? [this.#hand.first] : [];
  }

  #drawOwn() {
    const { me, seats, own, sealed } = this.view;
    const chosen = this.#chosen();
    const numbered = chosen.length > 1 || !own;
    const entries = new Map(chosen.map((at, n) => [`${at}:${n}:${sealed}:${numbered}`, { at, n }]));
    keyed(this.groups.own, entries, ({ at, n }) =>
      atPoint(at, [
        svg("use", { class: "own-tile", href: this.symbols.tileOf(me, seats) }),
        outline(1, { class: "own-edge", "data-sealed": own !== null && sealed }),
        ...(numbered ? [svg("circle", { class: "own-count", r: 0.24 * SPACE }), svg("text", { class: "own-number" }, [String(n + 1)])] : []),
      ]),
    );
  }

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.#look(null);
    this.bubble.hide();
    const { open, own } = this.view;
    if (!open) return;
    if (own && includesPoint(this.#chosen(), at)) return this.callbacks.onAction(null);
    const { hand, action, why } = this.#tap(at);
    if (why) this.say(at, refusals()[why] ?? "");
    else if (action) this.callbacks.onAction(action);
    else this.#take(hand);
  }

  /** @param {Miai.Point} at */
  #tap(at) {
    const { step, me, ahead } = this.view;
    // Nobody knows yet which cells can be taken in a coming turn.
    const choices = ahead ? null : step.position.choices;
    return tapped({ board: step.position.board, choices }, this.#hand, at, me);
  }

  /**
   * If a card is lifted, a typed cell is taken with the card, as if it were tapped.
   * @param {Game["action"]} action
   */
  takesTyped({ at, card }) {
    if (!this.#hand.card || card || !this.view.open) return false;
    this.#choose(at);
    return true;
  }

  /** Previews the tile that the viewer would place on a cell. @param {Miai.Point | null} at */
  #look(at) {
    const { step, me, open, own, seats } = this.view;
    if (this.playing) return;
    const can = at !== null && open && !own && includesPoint(openCells(step.position.choices, this.#hand), at);
    keyed(this.groups.effects, new Map(can ? [[String(at), at]] : []), (cell) =>
      atPoint(cell, [svg("use", { class: "ghost-tile", href: this.symbols.tileOf(me, seats) })]),
    );
  }
}

/** @returns {SVGElement} */
function nothing() {
  return svg("g");
}
