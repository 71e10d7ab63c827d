// Written by `make types` from engines/automatafl/position.py and the options of the game.

declare namespace Miai.Automatafl {
  /**
   * `board`: the rows as texts; `board[y][x]` is `.` if the cell is empty, `W` or `B`
   * for a white or black piece, `A` for the Agent, which stands on the cell `agent`. `goals`:
   * each seat's corners. `marked`: cells that conflicts have closed. `standing`: the seats whose
   * moves stand while others choose again. `left`: the seats that have left the game.
   *
   * The extras: `lines`; `decision`, what the Agent would do now, null if the game is over; and
   * `last_decision`, what it did in its last step, null before its first.
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

  /** A seat's move succeeded. */
  interface Moved {
    type: "moved";
    seat: number;
    from: Miai.Point;
    to: Miai.Point;
  }

  /** A seat's move failed. */
  interface Failed {
    type: "failed";
    seat: number;
    from: Miai.Point;
    to: Miai.Point;
    why: "in-the-way" | "no-piece" | "occupied" | "forked";
  }

  /** The Agent took a step, or stayed where it was: then `from` equals `to`. */
  interface AgentStep {
    type: "agent";
    from: Miai.Point;
    to: Miai.Point;
    why: "opposing-pair" | "from-black" | "toward-white" | null;
  }

  /** Seats that chose to move `from` or `to` the same cell have to choose again. */
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

  /** Move whatever stands on one cell to another. */
  interface Move {
    type: "move";
    from: Miai.Point;
    to: Miai.Point;
  }

  /** The cells that a move may name: `rows[y]` holds their x, `columns[x]` their y. */
  interface Lines {
    rows: number[][];
    columns: number[][];
  }

  /**
   * Where the Agent stands and what it sees; the axis that it follows, the rule, and the cell
   * that it goes to (all null if it stays); and what decided between the axes.
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
   * What the Agent sees in its row. `rule`: the rule that applies, if any. `to`: the cell
   * that it leads to, null if no rule applies or that cell is not free.
   */
  interface Row {
    left: Seen | null;
    right: Seen | null;
    rule: "opposing-pair" | "from-black" | "toward-white" | null;
    to: Miai.Point | null;
  }

  /** The same for the Agent's column. */
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

  /** All types of this game, for the messages about it. */
  interface Game {
    position: Position;
    event: Event;
    action: Action;
    options: Options;
  }
}
