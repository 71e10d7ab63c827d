// Written by `make types` from engines/lonely_number/position.py and the options of the game.

declare namespace Miai.LonelyNumber {
  /** By seat: its points, and what it named in the last turn. */
  interface Position {
    highest: number;
    points: number[];
    last: (number | null)[];
    left: number[];
  }

  /** What a seat named. */
  interface Named {
    type: "named";
    seat: number;
    number: number;
  }

  /** Whose number was the lowest that nobody else named. */
  interface Won {
    type: "won";
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

  /** A number is named. */
  interface Name {
    type: "name";
    number: number;
  }

  type Event = Named | Won | Absent | Left;

  type Action = Name;

  /** Complete, as a game's page gets them. */
  interface Options {
    highest: number;
    turns: number;
  }

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
