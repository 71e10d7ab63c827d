// Written by `make types` from engines/territory/position.py and the options of the game.

declare namespace Miai.Territory {
  /**
   * `board[y][x]`: null if the cell is empty, a seat, or “gray” for a tile of a seat that left.
   * By seat: `cards`, those that it still has; `blocked`, whether it cannot move any more.
   * `left`: the seats that have left the game. The extra `choices` is null if the game is
   * over.
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

  /** A seat placed a tile on an empty cell. */
  interface Placed {
    type: "placed";
    seat: number;
    at: Miai.Point;
    card: "double-move" | "freedom" | "replacement" | null;
  }

  /** A seat replaced another seat's tile, or a gray one, with its own. */
  interface Replaced {
    type: "replaced";
    seat: number;
    at: Miai.Point;
    from: number | "gray";
  }

  /** The only seat that could still move got all empty cells. */
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

  /** Place a tile, or two in a double move. */
  interface Place {
    type: "place";
    at: Miai.Point;
    card?: "double-move" | "freedom" | "replacement";
    then?: Miai.Point;
  }

  /** The cells that the seat on turn can take: without a card, and with each card it still has. */
  interface Choices {
    seat: number;
    cells: Miai.Point[];
    cards: { [key in "double-move" | "freedom" | "replacement"]?: Taking };
  }

  /**
   * The cells that can be taken with a card. `then[i]`, for a double move: the further cells
   * that the second tile can take once the first is on `cells[i]`.
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

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
