/**
 * The types that the browser modules share. The types of messages are in protocol.d.ts, which is
 * generated from the server's. All times in messages are RFC 3339 in UTC.
 */
/** Addresses of pictures, which the server puts in front of the service worker. */
declare const ICON: string;
declare const BADGE: string;

declare namespace Miai {
  /** A player's choice; its form depends on the game. */
  type Action = Json & { type: string };
  /** `[x, y]`, zero-based, x to the right and y downward from the top left corner. */
  type Point = [number, number];

  type Status = GameInfo["status"];

  /** The number of the last event for each audience. */
  type Newest = { [audience: string]: number };

  interface Preferences {
    look: string;
    theme: string;
    sounds: boolean;
    confirm: "touch" | "always" | "never";
    heat: boolean;
    /** Whether heat is shown on all points instead of only at stakes. */
    everywhere?: boolean;
    /** Whether stones show signs even if their colours suffice to tell them apart. */
    signs: boolean;
    motion: string;
    time_zone: string;
  }

  interface Colour {
    name: string;
    hex: string;
  }

  type Palette = { [key: string]: Colour };

  interface PageData {
    socket: string | null;
    address: string | null;
    csrf: string;
    step: number | null;
    /** The address of an uploaded record's data. */
    record: string | null;
    /**
     * The address of a member's page with NAME as a placeholder; null if the game was not played in
     * this club.
     */
    members: string | null;
    /** Whether the viewer's first turns are explained. */
    teaches: boolean;
    /** What the page says for each reason why a game is not rated; the empty key is for a rated one. */
    rated_words: { [why: string]: string };
    log: LogEntry[];
    /** `log` holds what happened after this step. */
    log_after: number;
    preferences: Preferences;
    palette: Palette;
  }

  /** All steps of an uploaded record: the first one whole, each later one as its changes. */
  type Packed = [Step, ...ToldStep["changes"][]];

  /** Why the server refused the last choice, and at which point. */
  interface Refusal {
    code: string;
    message: string;
    at: Error["at"] | null;
  }

  /** The player's choice for the next step. */
  interface Choice {
    /** The next step. */
    step: number;
    /** The choice that the server holds. */
    kept: Action | null;
    /** The choice that was sent and is not answered yet; undefined if none is under way. */
    wanted: Action | null | undefined;
    /**
     * The id of the command that was sent and is not answered yet, for this step or an earlier one.
     */
    id: number | null;
    /**
     * Whether the server has confirmed that it holds `wanted`; from then on the server's state
     * counts.
     */
    heard: boolean;
    /** The choice that waits for Confirm. */
    draft: Action | null;
    /** Whether `draft` is sent by itself after a moment. */
    moment: boolean;
  }

  interface State {
    game: GameInfo;
    seats: Seat[];
    /** For seats that were taken over, everybody who has held them, in order. */
    holders: Holder[];
    /** The last resolved step. */
    latest: Step;
    clock: Clock;
    chosen: number[];
    newest: Newest;
    watching: number;
    you: You | null;
    /**
     * The seats whose players have had no page of the game open for a minute. Empty for visitors.
     */
    away: number[];
    /** When these seats leave the game, if the table's rules say so. */
    leaving: Leaving[];
    /** The current vote; null if there is none. */
    vote: VoteInfo | null;
    chat: ChatMessage[];
    log: LogEntry[];
    /** The server's clock minus this browser's, in milliseconds. */
    offset: number;
    /** Whether something was missed, so that a snapshot is needed but not requested yet. */
    gap: boolean;
    /** Whether the server speaks another version of the protocol than this page. */
    outdated: boolean;
    /** `connecting`: for the first time. Later attempts count as `lost` until one succeeds. */
    connection: "none" | "connecting" | "open" | "lost" | "closed";
    choice: Choice;
    refusal: Refusal | null;
    /**
     * `on`: whether choices go into the plan; `wanted`: the plan as the viewer wants it, until the
     * server confirms it; `refusal`: why the last change was refused, or waits; `carriedOut`: for
     * each page, the number of its last change to the plan that the server carried out.
     */
    planning: { on: boolean; wanted: Action[] | null; refusal: string; carriedOut: Record<string, number> };
    /**
     * The message of a refused command other than a choice, such as a chat message that came too
     * soon.
     */
    trouble: string | null;
    /** The past step that is shown; null: the present. */
    past: Step | null;
    /** The first steps of taken-back parts of the log that are shown anyway. */
    unfolded: number[];
    /** Whether to animate what is shown. */
    animate: boolean;
  }

  /** Events that happen in the page itself. */
  type PageEvent =
    | { type: "choice.drafted"; action: Action | null; moment?: boolean }
    | { type: "choice.refused"; action: Action; refused: Pick<Error, "code" | "message" | "at"> }
    | { type: "choice.sent"; action: Action | null; id: number }
    | { type: "connection.changed"; connection: State["connection"] }
    | { type: "planning.changed"; on?: boolean; wanted?: Action[] | null; refusal?: string }
    | { type: "snapshot.asked" }
    | { type: "snapshot.needed" }
    | { type: "log.read"; entries: LogEntry[] }
    | { type: "past.shown"; past: Step; animate: boolean }
    | { type: "past.left"; animate: boolean }
    | { type: "fold.toggled"; first: number; open: boolean }
    | { type: "trouble.told"; message: string }
    | { type: "trouble.seen" };

  /** Every event that changes the state of a page. */
  type AnyEvent = ServerEvent | PageEvent;

  /**
   * Posts a command to the game, such as `cast-vote`. Resolves to the reason for a refusal; empty
   * if it was carried out.
   */
  type PostCommand = (name: string, fields: { [field: string]: unknown }) => Promise<string>;

  /** The types of a game. A board knows its own; the page treats each as JSON. */
  interface AnyGame {
    position: object;
    event: object;
    action: object;
    options: object;
  }

  /** A game as the page knows it; for details the page asks the board. */
  interface JsonGame {
    position: Json;
    event: Json;
    action: Action;
    options: Json;
  }

  /** What a board is told. It draws all of it each time. */
  interface BoardView<G extends AnyGame = JsonGame> {
    step: Step<G["position"], G["event"]>;
    seats: Seat[];
    options: G["options"];
    /** The viewer's seat; null for spectators. */
    me: number | null;
    /** The viewer's own choice, which nobody else sees. */
    own: G["action"] | null;
    /**
     * The viewer's earlier choice in this turn, if it is kept while others choose again or the
     * viewer plans ahead.
     */
    earlier: G["action"] | null;
    /** The viewer's sealed choices for coming turns, in order. */
    plan?: G["action"][];
    /** The places that an explanation speaks of. */
    explained?: readonly Point[];
    /** Whether `own` waits for Confirm. */
    draft: boolean;
    /** Whether the server holds `own`. */
    sealed: boolean;
    /** Whether the viewer may choose now. */
    open: boolean;
    /** Whether choices go into the plan, for a turn whose position nobody knows yet. */
    ahead?: boolean;
    refusal: Refusal | null;
    /** Whether to animate the step's events one after the other. */
    animate: boolean;
    preferences: Preferences;
    palette: Palette;
  }

  /** The content of a point on a board of stones: nothing, a seat's stone, or a shared stone. */
  type Stone = null | number | number[];

  /** A scene of a step. `board`: the board at its start, with captured stones still in place. */
  interface Scene {
    kind: "placed" | "collided" | "captured";
    board: Stone[][];
    at: Point[];
    /** The seats that met at each point; the board shows who stayed. */
    clashes: { at: Point; seats: number[] }[];
  }

  /** How the stones of one board look: references for `use`, and the parts of batches. */
  interface Symbols {
    defs: SVGElement;
    stoneOf(seats: Seat[]): string;
    markOf(seats: Seat[]): string;
    hex(key: string): string;
    /** Whether stones show the signs of their seats. */
    signed: boolean;
    partsOf(seat: Seat): import("./boards/shared/batches.js").Part[];
  }

  interface BoardCallbacks<G extends AnyGame = JsonGame> {
    /** The player chose this; null: took the choice back. */
    onAction(action: G["action"] | null): void;
    /**
     * The player chose this, but must see it first: it waits for Confirm, whatever the preferences
     * say.
     */
    onDraft(action: G["action"]): void;
    /** The player confirms the waiting choice. */
    onConfirm(): void;
    /** Requests an extra of the shown step, such as `heat`. */
    extra(name: string, step: number): Promise<Partial<G["position"]> | null>;
    /**
     * The player is in the middle of a choice: what to choose next, as a sentence; null: no longer.
     */
    onAsk?(words: string | null): void;
    /** Sets how much heat this page shows from now on, as its switches do. */
    setHeat?(changes: { heat?: boolean; everywhere?: boolean }): void;
    /**
     * The game's own place beside the board, for example for cards. It takes no room while it is
     * empty.
     */
    sidePanel: HTMLElement;
  }

  interface BoardHandle<G extends AnyGame = JsonGame> {
    update(view: BoardView<G>): void;
    destroy(): void;
    /** Whether a step is being animated, or is about to be. */
    isPlaying?(): boolean;
    /**
     * Handles a typed choice like a tap, if a tap would mean something else; returns whether it
     * did.
     */
    takesTyped?(action: G["action"]): boolean;
  }

  /** A board of one size, mounted by `boards/shared/mounting.js`. */
  interface MountedBoard<G extends AnyGame = JsonGame> {
    update(view: BoardView<G>): void;
    destroy(): void;
    readonly playing: boolean;
    takesTyped?(action: G["action"]): boolean;
  }

  /**
   * An option in the form that opens a table. Values are JSON; null stands for the game's usual
   * value.
   */
  interface OptionField {
    value(): unknown;
    change(value: unknown): void;
    /** The current value of another option in the form; null if it is not JSON. */
    other(option: string): unknown;
    /** The number of seats that the table will have. */
    seats(): number;
    /** Calls back whenever something else in the form changes. */
    watch(listener: () => void): void;
  }

  /** An explanation: one or two sentences, and the places on the board that they speak of. */
  interface Explanation {
    words: string;
    marked: Point[];
  }

  /** What an explanation is made from: the last step, and the viewer's seat. */
  interface ExplanationView<G extends AnyGame = JsonGame> {
    step: Step<G["position"], G["event"]>;
    me: number;
    seats: Seat[];
    options: G["options"];
  }

  /** The exports of a game's board module in `boards/`. */
  interface BoardModule<G extends AnyGame = JsonGame> {
    mount(element: HTMLElement, callbacks: BoardCallbacks<G>): BoardHandle<G>;
    /** The events of a step in words, in order; `earlier`: earlier events of the same turn. */
    words(events: G["event"][], seats: Seat[], options: G["options"], earlier: G["event"][]): string[];
    /** An action in a word or two, such as `D4`. */
    describe(action: G["action"], options: G["options"]): string;
    /**
     * The actions with buttons beside the board, such as Pass. `action` null: not possible now.
     * `about`: what pressing the button agrees to; when that changes, the button starts afresh.
     */
    choices(
      step: Step<G["position"], G["event"]>,
      seat: number,
      options: G["options"],
    ): { label: string; action: G["action"] | null; about?: string }[];
    /** A sentence about the choice that waits for Confirm, if the game has its own. */
    draftWords?(action: G["action"], step: Step<G["position"], G["event"]>, seat: number, seats: Seat[]): string | undefined;
    /** The action for a typed text; null if not understood. */
    parse(text: string, step: Step<G["position"], G["event"]>, options: G["options"]): G["action"] | null;
    /** Why a choice was refused, by code; for other codes the server's message is shown. */
    refusals(): { [code: string]: string };
    /** An example of what to type; null if this board takes no typed text. */
    example: string | null;
    /** Whether a game with these options shows heat, which the `heat` preference turns off. */
    heat(options: G["options"]): boolean;
    /**
     * Draws a seat's stone for the list of seats. `signed`: whether stones show signs on this
     * board.
     */
    stone(element: Element, seat: Seat, palette: Palette, signed?: boolean): void;
    /** Draws what a seat has in this game, such as points or cards, in the list of seats. */
    seatDetails?(element: Element, seat: Seat, step: Step<G["position"], G["event"]>): void;
    /**
     * The game's own editors for options of the form that opens a table, by option. Other options
     * that are structures are entered as JSON.
     */
    editors?: { [option: string]: (place: HTMLElement, field: OptionField) => void };
    /**
     * Draws what a seat starts with, if seats differ, and returns it in a word or two, such as
     * `upper corners`. `seats`: who sits at the table so far.
     */
    seatAtStart?(element: Element, number: number, options: G["options"], seats: (Seat | null)[], palette: Palette): string;
    /** A sentence about what a seat must choose now or waits for, if the game has its own. */
    prompt?(step: Step<G["position"], G["event"]>, seat: number, seats: Seat[], options: G["options"]): string | undefined;
    /**
     * What happens when the time of an open step runs out, if the game has its own words for it.
     */
    timeUp?(step: Step<G["position"], G["event"]>, seats: Seat[], options: G["options"]): string | undefined;
    /** Whether an action of an open step may end the turn; by default every action does. */
    endsTurn?(action: G["action"], step: Step<G["position"], G["event"]>, options: G["options"]): boolean;
    /**
     * Whether an action can be taken back for a moment before it is sent, because it ends the turn;
     * by default none can.
     */
    lingers?(action: G["action"], step: Step<G["position"], G["event"]>, options: G["options"]): boolean;
    /**
     * A score, or the difference between two, in words such as `3 tiles`; the default is points.
     */
    amount?(score: number): string;
    /**
     * How players with equal scores are ranked, if they do not share first place, as a sentence.
     */
    tieBreak?(): string;
    /** The parts after the board, in order; the default is bar, replay, panel. */
    after?: ("bar" | "replay" | "panel")[];
    /**
     * Whether a step takes back the last step of its turn that still stands; by default none does.
     */
    takesBack?(events: G["event"][]): boolean;
    /** What happened in steps that were taken back, as one sentence without its full stop. */
    takenBack?(events: G["event"][], seats: Seat[]): string;
    /** Why a finished game was scored as it was, if that needs a sentence. */
    scoredWords?(step: Step<G["position"], G["event"]>): string | undefined;
    /** What happens to a leaving seat's pieces when others play on, as a sentence. */
    leaving?(): string;
    /**
     * What a newcomer can choose now, in the first, second or third of their turns. A game has both
     * this and `happened`, or neither.
     */
    toDo?(turn: number, view: ExplanationView<G>): Explanation;
    /** What was played since the turn in which a newcomer chose last: what came of their choice. */
    happened?(events: G["event"][], view: ExplanationView<G>): Explanation;
  }
}
