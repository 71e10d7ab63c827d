// Written by `make types` from engines/multiplayer_go/position.py and the options of the game.

/**
 * `board[y][x]`: nothing, a seat, or the seats of a shared stone.
 *
 * `last`: the stones of the last turn. `closed`: points that may not be chosen now. The
 * extras: `heat[seat][y][x]`, and `order[y][x]`, the seats that are in the game as groups of
 * equals, coldest first, null where nobody can place a stone.
 */
export interface Position {
  size: number;
  board: ((number | number[] | null)[])[];
  last: SeatAt[];
  closed: Miai.Point[];
  left: number[];
  heat?: number[][][];
  order?: ((number[][] | null)[])[];
}

/** A seat's stone is on the board. */
export interface Placed {
  type: "placed";
  seat: number;
  at: Miai.Point;
}

/** Several seats chose one point. `heats`: by the rule of heat, in the order of `seats`. */
export interface Collision {
  type: "collision";
  at: Miai.Point;
  seats: number[];
  heats: number[] | null;
  winner: number | null;
}

/** Stones were taken off: in stage 1 those that lay there before, in stage 2 new ones. */
export interface Captured {
  type: "captured";
  stage: number;
  stones: SeatAt[];
}

/** A seat passed. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** A seat's time was up. */
export interface Absent {
  type: "absent";
  seat: number;
}

/** A seat left the game. */
export interface Left {
  type: "left";
  seat: number;
}

/** A stone is placed. */
export interface Place {
  type: "place";
  at: Miai.Point;
}

/** Nothing is placed. */
export interface Pass {
  type: "pass";
}

/** A stone, and whose it is. */
export interface SeatAt {
  seat: number;
  at: Miai.Point;
}

export type Event = Placed | Collision | Captured | Passed | Absent | Left;

export type Action = Place | Pass;

/** Complete, as a game's page gets them. */
export interface Options {
  size: number;
  collision: "heat" | "nobody" | "merge" | "ko";
  max_turns: number | null;
}

/** All of it, for what is told of a game. */
export interface Game {
  position: Position;
  event: Event;
  action: Action;
  options: Options;
}
