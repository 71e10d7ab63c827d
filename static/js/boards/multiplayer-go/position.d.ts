// Written by `make types` from engines/multiplayer_go/position.py and the options of the game.

declare namespace Miai.MultiplayerGo {
  /**
   * `size`: the lines of the board. `board[y][x]`: null if the point is empty, a seat, or the
   * seats of a shared stone. `last`: the stones of the last turn. `closed`: points that may not
   * be chosen in this turn. `left`: the seats that have left the game.
   *
   * The extras: `heat[seat][y][x]`; `order[y][x]`, the seats still in the game as groups of
   * equals, coldest first, or null if nobody can place a stone there; `points[seat]`, the score as
   * the board stands; `area[y][x]`, the seat whose territory an empty point is, or null.
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

  /** A seat has placed a stone; if a stone is shared, there is an event for each of its seats. */
  interface Placed {
    type: "placed";
    seat: number;
    at: Miai.Point;
  }

  /**
   * Several seats chose one point. `heats`: in the order of `seats`; null under collision
   * rules without heat. `winner`: null if no seat alone gets the point.
   */
  interface Collision {
    type: "collision";
    at: Miai.Point;
    seats: number[];
    heats: number[] | null;
    winner: number | null;
  }

  /** Stones were captured: in stage 1 chains without new stones, in stage 2 chains with them. */
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

  /** Place a stone. */
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

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
