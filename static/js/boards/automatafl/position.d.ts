// Written by `make types` from engines/automatafl/position.py and the options of the game.

declare namespace Miai.Automatafl {
  /**
   * `board`: rows of `.`, `W`, `B` and `A`. `goals`: each seat's corners. `marked`:
   * cells that conflicts have closed. `standing`: seats whose moves stand while others choose
   * again.
   *
   * The extras: `lines`; what the Agent would do now, null when the game is over; and what it did
   * last, null before its first step.
   */
  interface Position {
    width: number;
    height: number;
    board: string[];
    agent: Miai.Point;
    goals: Miai.Point[][];
    marked: Miai.Point[];
    standing: number[];
    left: number[];
    lines?: Lines;
    decision?: Decision | null;
    last_decision?: Decision | null;
  }

  interface Moved {
    type: "moved";
    seat: number;
    from: Miai.Point;
    to: Miai.Point;
  }

  interface Failed {
    type: "failed";
    seat: number;
    from: Miai.Point;
    to: Miai.Point;
    why: "in-the-way" | "no-piece" | "occupied" | "forked";
  }

  interface AgentStep {
    type: "agent";
    from: Miai.Point;
    to: Miai.Point;
    why: "opposing-pair" | "from-black" | "toward-white" | null;
  }

  /** Seats named the same cell, to move `from` it or `to` it, and choose again. */
  interface Conflict {
    type: "conflict";
    at: Miai.Point;
    seats: number[];
    why: "from" | "to";
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

  interface Move {
    type: "move";
    from: Miai.Point;
    to: Miai.Point;
  }

  /** By row the x, by column the y of the cells that may be named. */
  interface Lines {
    rows: number[][];
    columns: number[][];
  }

  /**
   * Where the Agent stands, what it sees, the axis that it follows, by which rule, to which
   * cell (all null: it stays), and what decided between the axes.
   */
  interface Decision {
    agent: Miai.Point;
    row: Row;
    column: Column;
    axis: "row" | "column" | null;
    rule: "opposing-pair" | "from-black" | "toward-white" | null;
    to: Miai.Point | null;
    reason: "only-axis" | "rule" | "nearer-white" | "nearer-black" | "tie" | null;
  }

  /**
   * What the Agent sees in its row, the rule that this calls for, and the cell that it leads to;
   * null: there is no room.
   */
  interface Row {
    left: Seen | null;
    right: Seen | null;
    rule: "opposing-pair" | "from-black" | "toward-white" | null;
    to: Miai.Point | null;
  }

  /** The same for its column. */
  interface Column {
    up: Seen | null;
    down: Seen | null;
    rule: "opposing-pair" | "from-black" | "toward-white" | null;
    to: Miai.Point | null;
  }

  /** The nearest piece in one direction. */
  interface Seen {
    piece: "W" | "B";
    at: Miai.Point;
    distance: number;
  }

  type Event = Moved | Failed | AgentStep | Conflict | Absent | Left;

  type Action = Move;

  /** Complete, as a game's page gets them. */
  interface Options {
    tie: "column" | "freeze";
    same_move: "conflict" | "once";
    setup: unknown;
    goals: unknown;
  }

  /** All of it, for what is told of a game. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
