// Written by `make types` from engines/continuous_go/position.py and the options of the game.

declare namespace Miai.ContinuousGo {
  /**
   * `size`: the lines of the board; places are given in the spaces between them, and need not
   * be whole. `lines`: in the order in which they were drawn; seat 0 is black, 1 is white.
   * `remaining`: the rest of the turn's budget, in spaces. The game ends with two
   * `consecutive_passes`.
   *
   * The extra, which a finished position always has: `areas` by seat, null if their outlines are
   * too large for a page, and `score`.
   */
  interface Position {
    size: number;
    lines: Line[];
    remaining: number;
    consecutive_passes: number;
    areas?: [Section[], Section[]] | null;
    score?: Score;
  }

  /** A line was drawn. `length`: in spaces. `stopped`: what cut it short, if anything did. */
  interface Drawn {
    type: "drawn";
    seat: number;
    path: Miai.Point[];
    length: number;
    stopped: "opponent" | "budget" | null;
  }

  /** A seat took back its last line. */
  interface Undone {
    type: "undone";
    seat: number;
  }

  /** The game is over. */
  interface Scored {
    type: "scored";
    scores: [number, number];
  }

  /** A seat passed. */
  interface Passed {
    type: "passed";
    seat: number;
  }

  /** A seat's time was up. */
  interface Absent {
    type: "absent";
    seat: number;
  }

  /** A seat left the game. */
  interface Left {
    type: "left";
    seat: number;
  }

  /** Draw a line. */
  interface Draw {
    type: "draw";
    path: Miai.Point[];
  }

  /** Take back the last line of this turn. */
  interface Undo {
    type: "undo";
  }

  /** Nothing is placed. */
  interface Pass {
    type: "pass";
  }

  /** A line on the board. */
  interface Line {
    seat: number;
    path: Miai.Point[];
  }

  /**
   * A section of a colour. `area`: in squares. `group`: null if it is too big to be in one.
   *
   * `outline`: closed rings, the outer one first, then the holes.
   */
  interface Section {
    area: number;
    group: number | null;
    counts: boolean;
    why: "counts" | "too-big" | "group-too-small";
    outline: Miai.Point[][];
  }

  /**
   * Areas in squares: `own`, what black and white hold alone; `shared`, what both hold;
   * `open`, what nobody holds; and the totals, white's with komi.
   */
  interface Score {
    own: [number, number];
    shared: number;
    open: number;
    komi: number;
    totals: [number, number];
  }

  type Event = Drawn | Undone | Scored | Passed | Absent | Left;

  type Action = Draw | Undo | Pass;

  /** Complete, as a game's page gets them. */
  interface Options {
    size: number;
    budget: number;
    lower: number;
    upper: number;
    komi: number;
  }

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
