// Written by `make types` from engines/territory/position.py and the options of the game.

declare namespace Miai.Territory {
  /**
   * By seat: its `cards`, and whether it is `blocked`. The extra `choices` is null when the
   * game is over.
   */
  interface Position {
    rows: number;
    columns: number;
    board: ((number | "gray" | null)[])[];
    cards: (("double-move" | "freedom" | "replacement")[])[];
    blocked: boolean[];
    left: number[];
    choices?: Choices | null;
  }

  /** A seat's tile lies on a cell that was empty. */
  interface Placed {
    type: "placed";
    seat: number;
    at: Miai.Point;
    card: "double-move" | "freedom" | "replacement" | null;
  }

  interface Replaced {
    type: "replaced";
    seat: number;
    at: Miai.Point;
    from: number | "gray";
  }

  /** The only seat that could still move got all cells that were left. */
  interface Filled {
    type: "filled";
    seat: number;
    cells: Miai.Point[];
  }

  /** A seat placed nothing. */
  interface Skipped {
    type: "skipped";
    seat: number;
    why: "absent" | "blocked";
  }

  /** The tiles of a seat that left turned gray. */
  interface Grayed {
    type: "grayed";
    seat: number;
    cells: Miai.Point[];
  }

  /** A seat left the game. */
  interface Left {
    type: "left";
    seat: number;
  }

  /** A tile is placed, two in a double move. */
  interface Place {
    type: "place";
    at: Miai.Point;
    card?: "double-move" | "freedom" | "replacement";
    then?: Miai.Point;
  }

  /** What the seat on turn can take: without a card, and with each that it still holds. */
  interface Choices {
    seat: number;
    cells: Miai.Point[];
    cards: { [key in "double-move" | "freedom" | "replacement"]?: Taking };
  }

  /**
   * The cells that can be taken with a card. `then[i]`: those that a tile on `cells[i]`
   * brings into reach of the second tile of a double move.
   */
  interface Taking {
    cells: Miai.Point[];
    then?: Miai.Point[][];
  }

  type Event = Placed | Replaced | Filled | Skipped | Grayed | Left;

  type Action = Place;

  /** Complete, as a game's page gets them. */
  interface Options {
    rows: number;
    columns: number;
    start: unknown;
  }

  /** All of it, for what is told of a game. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
