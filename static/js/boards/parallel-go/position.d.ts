// Written by `make types` from engines/parallel_go/position.py and the options of the game.

declare namespace Miai.ParallelGo {
  /**
   * `size`: the lines of the board. `board[y][x]`: null if the point is empty, or a seat: 0
   * is black, 1 is white.
   *
   * By seat: `last`, the stone of the last turn; `prohibited`, the points that may not be chosen
   * now; `captures`, how many stones it has captured. Only from the count on: `dead` stones, the
   * seats that have `accepted`, and the owner of each point in `area[y][x]`. `count`: what
   * marks would change; null when nothing is counted.
   */
  interface Position {
    size: number;
    board: ((number | null)[])[];
    last: [Miai.Point | null, Miai.Point | null];
    prohibited: [Miai.Point[], Miai.Point[]];
    captures: [number, number];
    dead?: Miai.Point[];
    accepted?: number[];
    area?: ((number | null)[])[];
    count?: Count | null;
  }

  /** A seat placed a stone. */
  interface Placed {
    type: "placed";
    seat: number;
    at: Miai.Point;
  }

  /** Stones were captured. */
  interface Captured {
    type: "captured";
    stones: SeatAt[];
  }

  /** Nothing was played, and both choose again. `chosen`: by seat; null is a pass. */
  interface Conflict {
    type: "conflict";
    why: "same-point" | "order" | "repetition";
    chosen: [Miai.Point | null, Miai.Point | null];
  }

  /** Both passed: the stones are counted now. */
  interface Counting {
    type: "counting";
  }

  /** Stones were marked as dead, or as alive again. */
  interface Marked {
    type: "marked";
    seat: number;
    at: Miai.Point;
    dead: boolean;
    stones: SeatAt[];
  }

  /** A seat agrees with the count. */
  interface Accepted {
    type: "accepted";
    seat: number;
  }

  /** Play goes on: a seat wants it, or the time for counting ran out. */
  interface Resumed {
    type: "resumed";
    seat?: number;
    why?: "time";
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

  /** A stone is placed. */
  interface Place {
    type: "place";
    at: Miai.Point;
  }

  /** A stone, and those connected with it, is marked as dead, or as alive again. */
  interface Mark {
    type: "mark";
    at: Miai.Point;
  }

  /** An answer to a count. */
  interface Answer {
    type: "accept" | "resume";
  }

  /** Nothing is placed. */
  interface Pass {
    type: "pass";
  }

  /**
   * `marks`: what each possible mark would change. `undo`: for each seat a stone of its last
   * mark that stands; marking there again undoes it. `timeUp`: what happens when the time runs
   * out: both accept the count, play goes on, or the game ends with all stones alive.
   */
  interface Count {
    marks: PossibleMark[];
    undo: [Miai.Point | null, Miai.Point | null];
    timeUp: "accepted" | "resumed" | "alive";
  }

  /** A stone and its seat. */
  interface SeatAt {
    seat: number;
    at: Miai.Point;
  }

  /**
   * `stones` of `seat` that are marked together. `dies`: whether they would then be dead;
   * `points`: the points of both seats after it.
   */
  interface PossibleMark {
    seat: number;
    dies: boolean;
    stones: Miai.Point[];
    points: [number, number];
  }

  type Event = Placed | Captured | Conflict | Counting | Marked | Accepted | Resumed | Passed | Absent | Left;

  type Action = Place | Mark | Answer | Pass;

  /** Complete, as a game's page gets them. */
  interface Options {
    size: number;
    agreement: "assumed" | "needed";
  }

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
