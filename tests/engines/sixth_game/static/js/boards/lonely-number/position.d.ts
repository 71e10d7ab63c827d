// Written by `make types` from engines/lonely_number/position.py and the options of the game.

/** By seat: its points, and what it named in the last turn. */
export interface Position {
  highest: number;
  points: number[];
  last: (number | null)[];
  left: number[];
}

/** What a seat named. */
export interface Named {
  type: "named";
  seat: number;
  number: number;
}

/** Whose number was the lowest that nobody else named. */
export interface Won {
  type: "won";
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

/** A number is named. */
export interface Name {
  type: "name";
  number: number;
}

export type Event = Named | Won | Absent | Left;

export type Action = Name;

/** Complete, as a game's page gets them. */
export interface Options {
  highest: number;
  turns: number;
}

/** All of it, for what is told of a game. */
export interface Game {
  position: Position;
  event: Event;
  action: Action;
  options: Options;
}
