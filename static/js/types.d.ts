/**
 * The shapes that the browser modules share. Messages are in protocol.d.ts, which is made from the
 * server's; all times on the wire are RFC 3339 in UTC.
 */
/** Addresses of pictures that the server puts before the service worker. */
declare const ICON: string;
declare const BADGE: string;

declare namespace Miai {
  /** What a player chooses: the game's own form. */
  type Action = Json & { type: string };
  /** `[x, y]`, zero-based, x to the right and y downward from the top left corner. */
  type Point = [number, number];

  type Status = GameInfo["status"];

  /** By audience, the number of the last event. */
  type Newest = { [audience: string]: number };

  interface Preferences {
    look: string;
    theme: string;
    sounds: boolean;
    confirm: "touch" | "always" | "never";
    heat: boolean;
    /** Whether heat is shown on all points, not only where something is at stake. */
    everywhere?: boolean;
    /** Whether stones wear signs that could be told apart without. */
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
    /** The address of all that an uploaded record shows. */
    record: string | null;
    /** The address of a member's page, with NAME in it; null: the game is not this club's. */
    members: string | null;
    log: LogEntry[];
    /** `log` holds what happened after this step. */
    log_after: number;
    preferences: Preferences;
    palette: Palette;
  }

  /** All steps of an uploaded record: the first whole, then what each changes in the one before. */
  type Packed = [Step, ...ToldStep["changes"][]];

  /** Why the server refused the last choice, and where. */
  interface Refusal {
    code: string;
    message: string;
    at: Error["at"] | null;
  }

  /** What the player has chosen for the next step. */
  interface Choice {
    /** the next step. */
    step: number;
    /** What the server holds. */
    kept: Action | null;
    /** What was sent and is not answered yet; undefined: nothing is under way. */
    wanted: Action | null | undefined;
    /** The id of the command that was sent and is not answered yet, for this step or one before. */
    id: number | null;
    /** Whether the server has said that it holds `wanted`: from then on its word stands. */
    heard: boolean;
    /** Chosen, but waiting for Confirm. */
    draft: Action | null;
    /** Whether that is sent by itself, after a moment. */
    moment: boolean;
  }

  interface State {
    game: GameInfo;
    seats: Seat[];
    /** Of seats that were taken over, who has had them, in order. */
    holders: Holder[];
    /** The last resolved step. */
    latest: Step;
    clock: Clock;
    chosen: number[];
    newest: Newest;
    watching: number;
    you: You | null;
    /** The seats whose players have had no page of the game open for a minute. Visitors know of none. */
    away: number[];
    /** When these leave, where the table says that they do. */
    leaving: Leaving[];
    /** The vote that goes on. */
    vote: VoteInfo | null;
    chat: ChatMessage[];
    log: LogEntry[];
    /** The server's clock minus this one, in milliseconds. */
    offset: number;
    /** Something was missed: a snapshot is needed, and is not asked for yet. */
    gap: boolean;
    /** The server speaks another version of the protocol than this page. */
    outdated: boolean;
    connection: "none" | "connecting" | "open" | "lost" | "closed";
    choice: Choice;
    refusal: Refusal | null;
    /** Whether what is chosen goes into the plan; the plan as the viewer wants it, where the server has not said so yet; why the last change was refused. */
    planning: { on: boolean; wanted: Action[] | null; refusal: string };
    /** A refused command that was no choice, such as a chat message that came too fast. */
    trouble: string | null;
    /** The step that is looked at, null: now. */
    past: Step | null;
    /** The first steps of what was taken back and is shown all the same. */
    unfolded: number[];
    /** Whether what is shown should be played as it happened. */
    animate: boolean;
  }

  /** What happens in the page itself. */
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

  /** Whatever changes the state of a page. */
  type AnyEvent = ServerEvent | PageEvent;

  /**
   * Posts a command to the game, such as `cast-vote`. Resolves to the reason for a refusal; empty:
   * it was carried out.
   */
  type PostCommand = (name: string, fields: { [field: string]: unknown }) => Promise<string>;

  /** What a game is made of. A board knows its own; the page knows each as JSON. */
  interface AnyGame {
    position: object;
    event: object;
    action: object;
    options: object;
  }

  /** A game as the page knows it, which asks its board about all of this. */
  interface JsonGame {
    position: Json;
    event: Json;
    action: Action;
    options: Json;
  }

  /** What a board is told; it draws all of it, whenever it is told. */
  interface BoardView<G extends AnyGame = JsonGame> {
    step: Step<G["position"], G["event"]>;
    seats: Seat[];
    options: G["options"];
    /** The viewer's seat, null for spectators. */
    me: number | null;
    /** The viewer's own choice that nobody else sees. */
    own: G["action"] | null;
    /** What the viewer chose earlier in this turn, where it stands while others choose again or they plan. */
    earlier: G["action"] | null;
    /** What the viewer has sealed ahead for coming turns, in order. */
    plan?: G["action"][];
    /** Whether it waits for Confirm. */
    draft: boolean;
    /** Whether the server holds it. */
    sealed: boolean;
    /** Whether the viewer may choose now. */
    open: boolean;
    /** Whether what they choose goes into their plan, for a turn that nobody knows yet. */
    ahead?: boolean;
    refusal: Refusal | null;
    /** Whether the step's events are to be played one after the other. */
    animate: boolean;
    preferences: Preferences;
    palette: Palette;
  }

  /** What a point of a board of stones holds: nothing, a seat's stone, or a shared one. */
  type Stone = null | number | number[];

  /** A part of a step that is played. `board`: as it begins, captured stones still there. */
  interface Scene {
    kind: "placed" | "collided" | "captured";
    board: Stone[][];
    at: Point[];
    /** Who met at a point; who stays there is on the board. */
    clashes: { at: Point; seats: number[] }[];
  }

  /** How one board's stones look: references for `use`, and the parts of batches. */
  interface Symbols {
    defs: SVGElement;
    stoneOf(seats: Seat[]): string;
    markOf(seats: Seat[]): string;
    hex(key: string): string;
    /** Whether stones wear the signs of their seats. */
    signed: boolean;
    partsOf(seat: Seat): import("./boards/shared/batches.js").Part[];
  }

  interface BoardCallbacks<G extends AnyGame = JsonGame> {
    /** The player chose this; null: took the choice back. */
    onAction(action: G["action"] | null): void;
    /** The player chose this, and is shown it first: it waits for Confirm, whatever they prefer. */
    onDraft(action: G["action"]): void;
    /** The player confirms what waits for it. */
    onConfirm(): void;
    /** Asks for an extra of the step that is shown, such as `heat`. */
    extra(name: string, step: number): Promise<Partial<G["position"]> | null>;
    /** The player is in the middle of a choice: what to choose next, a sentence; null: no more. */
    onAsk?(words: string | null): void;
    /** How much of the heat this page shows from now on, as its switches do. */
    setHeat?(changes: { heat?: boolean; everywhere?: boolean }): void;
    /** The game's own place beside the board, such as for cards; empty, it takes no room. */
    sidePanel: HTMLElement;
  }

  interface BoardHandle<G extends AnyGame = JsonGame> {
    update(view: BoardView<G>): void;
    destroy(): void;
    /** Whether what happened in a step is still being played, or is about to be. */
    isPlaying?(): boolean;
    /** Takes a typed choice as if it were tapped, where that means something else; whether it did. */
    takesTyped?(action: G["action"]): boolean;
  }

  /** A board of one size, as `boards/shared/mounting.js` mounts it. */
  interface MountedBoard<G extends AnyGame = JsonGame> {
    update(view: BoardView<G>): void;
    destroy(): void;
    readonly playing: boolean;
    takesTyped?(action: G["action"]): boolean;
  }

  /** An option in the form that opens a table. Values are JSON; null: the game's usual one. */
  interface OptionField {
    value(): unknown;
    change(value: unknown): void;
    /** Another option of the same form, as it is filled in now; null where it is no JSON. */
    other(option: string): unknown;
    /** How many seats the table is to have. */
    seats(): number;
    /** Calls back whenever something else in the form has changed. */
    watch(listener: () => void): void;
  }

  /** What every module in `boards/` that is a game's board offers. */
  interface BoardModule<G extends AnyGame = JsonGame> {
    mount(element: HTMLElement, callbacks: BoardCallbacks<G>): BoardHandle<G>;
    /** What happened in a step, in words, in order; `earlier`: what happened before in the same turn. */
    words(events: G["event"][], seats: Seat[], options: G["options"], earlier: G["event"][]): string[];
    /** An action in a word or two, such as `D4`. */
    describe(action: G["action"], options: G["options"]): string;
    /**
     * The actions that are buttons beside the board, such as Pass. `action` null: not possible now.
     * `about`: what is agreed to by it; when that changes, the button is as good as new.
     */
    choices(
      step: Step<G["position"], G["event"]>,
      seat: number,
      options: G["options"],
    ): { label: string; action: G["action"] | null; about?: string }[];
    /** What waits for Confirm, as a sentence, where a game says it in its own words. */
    draftWords?(action: G["action"], step: Step<G["position"], G["event"]>, seat: number, seats: Seat[]): string | undefined;
    /** The action that typed text stands for; null: not understood. */
    parse(text: string, step: Step<G["position"], G["event"]>, options: G["options"]): G["action"] | null;
    /** Why a choice was refused, by code; the server's words stand for those not named. */
    refusals(): { [code: string]: string };
    /** What to type, as an example; null: this board takes no typed text. */
    example: string | null;
    /** Whether a game with these options shows what the `heat` preference turns off. */
    heat(options: G["options"]): boolean;
    /** The stone of a seat, for the list of seats. `signed`: whether stones wear signs on this board. */
    stone(element: Element, seat: Seat, palette: Palette, signed?: boolean): void;
    /** Draws what a seat has in this game, such as points or cards, into its row of the list. */
    seatDetails?(element: Element, seat: Seat, step: Step<G["position"], G["event"]>): void;
    /**
     * Options of the form that opens a table which this game lets people choose by itself, by
     * name; others that are structures are written as JSON.
     */
    editors?: { [option: string]: (place: HTMLElement, field: OptionField) => void };
    /**
     * Draws what a seat begins with, where seats differ, and returns it in a word or two, such as
     * `upper corners`. `seats`: who sits where at the table so far.
     */
    seatAtStart?(element: Element, number: number, options: G["options"], seats: (Seat | null)[], palette: Palette): string;
    /** What a seat is asked to choose now, or waits for, where a game says it in its own words. */
    prompt?(step: Step<G["position"], G["event"]>, seat: number, seats: Seat[], options: G["options"]): string | undefined;
    /** What happens when the time of an open step is up, where a game says it in its own words. */
    timeUp?(step: Step<G["position"], G["event"]>, seats: Seat[], options: G["options"]): string | undefined;
    /** Whether an action of an open step may end the turn; the default: each does. */
    endsTurn?(action: G["action"], step: Step<G["position"], G["event"]>, options: G["options"]): boolean;
    /** Whether an action can be taken back for a moment before it is sent, because it ends the turn; the default: none. */
    lingers?(action: G["action"], step: Step<G["position"], G["event"]>, options: G["options"]): boolean;
    /** A score, or the difference of two, in words: `3 tiles`; the default says points. */
    amount?(score: number): string;
    /** How players whose scores are equal are ranked, where they are not all first: a sentence. */
    tieBreak?(): string;
    /** What comes after the board, in order; the default is the bar of the turn, the replay's, the panel. */
    after?: ("bar" | "replay" | "panel")[];
    /** Whether a step takes back the last one of its turn that still stands; the default: none does. */
    takesBack?(events: G["event"][]): boolean;
    /** What happened in steps of which nothing is left, as one sentence without its full stop. */
    takenBack?(events: G["event"][], seats: Seat[]): string;
    /** Why a finished game was scored as it was, where that needs a sentence. */
    scoredWords?(step: Step<G["position"], G["event"]>): string | undefined;
    /** What becomes of what a seat has on the board when it leaves and others play on: a sentence. */
    leaving?(): string;
  }
}
