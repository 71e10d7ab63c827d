// Written by `make types` from engines/multiplayer_go/position.py and the options of the game.

declare namespace Miai.MultiplayerGo {
  /**
   * `board[y][x]`: nothing, a seat, or the seats of a shared stone.
   *
   * `last`: the stones of the last turn. `closed`: points that may not be chosen now. The
   * extras: `heat[seat][y][x]`, and `order[y][x]`, the seats that are in the game as groups of
   * equals, coldest first, null where nobody can place a stone; `points[seat]` as the board
   * stands, and `area[y][x]`, whose an empty point is.
   */
  interface Position {
    size: number;
    board: ((number | number[] | null)[])[];
    last: SeatAt[];
    closed: Miai.Point[];
    left: number[];
    heat?: number[][][];
    order?: ((number[][] | null)[])[];
    points?: number[];
    area?: ((number | null)[])[];
  }

  /** A seat's stone is on the board. */
  interface Placed {
    type: "placed";
    seat: number;
    at: Miai.Point;
  }

  /** Several seats chose one point. `heats`: by the rule of heat, in the order of `seats`. */
  interface Collision {
    type: "collision";
    at: Miai.Point;
    seats: number[];
    heats: number[] | null;
    winner: number | null;
  }

  /** Stones were taken off: in stage 1 those that lay there before, in stage 2 new ones. */
  interface Captured {
    type: "captured";
    stage: number;
    stones: SeatAt[];
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

  /** Nothing is placed. */
  interface Pass {
    type: "pass";
  }

  /** A stone and its seat. */
  interface SeatAt {
    seat: number;
    at: Miai.Point;
  }

  type Event = Placed | Collision | Captured | Passed | Absent | Left;

  type Action = Place | Pass;

  /** Complete, as a game's page gets them. */
  interface Options {
    size: number;
    collision: "heat" | "nobody" | "merge" | "ko";
    max_turns: number | null;
  }

  /** All of it, for what is told of a game. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
