// Written by `make types` from games/core/messages.py.

declare namespace Miai {
  /** JSON that nobody has declared. */
  type Json = { [key: string]: any };

  /** Seal `action` for the next step, in place of an earlier choice. */
  interface SealAction {
    type: "action.seal";
    id: string | number | null;
    step: number;
    action: Action;
    order: Order | null;
  }

  /** Take the sealed choice back. */
  interface WithdrawAction {
    type: "action.withdraw";
    id: string | number | null;
    step: number;
    order: Order | null;
  }

  /** Say whether `action` could be sealed for the next step; nothing is sealed, nobody told. */
  interface CheckAction {
    type: "action.check";
    id: string | number | null;
    step: number;
    action: Action;
  }

  /**
   * Seal `actions` ahead for the steps after the next one, in this order, in place of `was`,
   * the plan as it is known. `step`: the next one, as it is known; `order`: which of the
   * changes of one page's plan this is, under a name that its choices have not.
   */
  interface SetPlan {
    type: "plan.set";
    id: string | number | null;
    was: Action[];
    actions: Action[];
    step: number | null;
    order: Order | null;
  }

  /** Say something in a room. */
  interface Say {
    type: "chat.say";
    id: string | number | null;
    room: string;
    text: string;
  }

  /**
   * Send the whole current state, or, where that is less, what happened after the last events
   * that are known: `after` has their numbers by audience.
   */
  interface AskSnapshot {
    type: "snapshot.ask";
    id: string | number | null;
    after: { [key: string]: number } | null;
  }

  /** Leave the game with the own seat. */
  interface Resign {
    type: "seat.resign";
    id: string | number | null;
  }

  /** Take over a seat whose player has left. */
  interface TakeSeat {
    type: "seat.take";
    id: string | number | null;
    seat: number;
  }

  /**
   * Ask the players to vote. `seconds`: how long a pause is to take; `seat`: which one a bot
   * is to take over, or whose player, who is away, is to be removed.
   */
  interface AskVote {
    type: "vote.ask";
    id: string | number | null;
    about: string;
    seconds: number | null;
    seat: number | null;
  }

  /** Say yes or no in the vote with this number; a later word takes the place of the earlier. */
  interface CastVote {
    type: "vote.cast";
    id: string | number | null;
    vote: number;
    yes: boolean;
  }

  /** Stop the clock. For moderators, as all that follows; `why` is in the log. */
  interface Pause {
    type: "game.pause";
    id: string | number | null;
    why: string;
  }

  /** Let the clock go on. */
  interface Resume {
    type: "game.resume";
    id: string | number | null;
    why: string;
  }

  /** Resolve the next step now; `step`, where given, must be that step. */
  interface EndTurn {
    type: "turn.end";
    id: string | number | null;
    why: string;
    step: number | null;
  }

  /** Take a seat out of the game. */
  interface RemoveSeat {
    type: "seat.remove";
    id: string | number | null;
    seat: number;
    why: string;
  }

  /** End the game without a result. */
  interface Cancel {
    type: "game.cancel";
    id: string | number | null;
    why: string;
  }

  /**
   * The whole current state, for one viewer. `holders`: of seats that were taken over, all
   * holders in order. `away`, for members: the seats whose players have had no page of the game
   * open for a minute; `leaving`: when these leave, where the table says that they do.
   */
  interface Snapshot {
    type: "game.snapshot";
    now: string;
    to?: string;
    seq?: number;
    version: number;
    game: GameInfo;
    seats: Seat[];
    step: Step<Json, Json>;
    clock: Clock;
    chosen: number[];
    newest: { [key: string]: number };
    watching: number;
    you: You | null;
    vote: VoteInfo | null;
    holders?: Holder[];
    away?: number[];
    leaving?: Leaving[];
    chat?: ChatMessage[];
  }

  /**
   * Instead of a snapshot: what happened after the numbers `after`, in order, up to `newest`
   * and to step `step`; the rest is as in the snapshot, and as it is now.
   */
  interface EventsMissed {
    type: "events.missed";
    now: string;
    to?: string;
    seq?: number;
    after: { [key: string]: number };
    events: ServerEvent[];
    newest: { [key: string]: number };
    step: number;
    watching: number;
    you: You | null;
  }

  /** A seat has chosen. */
  interface ActionSealed {
    type: "action.sealed";
    now: string;
    to?: string;
    seq?: number;
    seat: number;
    step: number;
  }

  /** A seat has taken its choice back. */
  interface ActionWithdrawn {
    type: "action.withdrawn";
    now: string;
    to?: string;
    seq?: number;
    seat: number;
    step: number;
  }

  /** To the seat's own sockets only: what the server holds for it. */
  interface ActionKept {
    type: "action.kept";
    now: string;
    to?: string;
    seq?: number;
    step: number;
    action: Action | null;
  }

  /** To the seat's own sockets only: what it has sealed ahead, in order. */
  interface PlanKept {
    type: "plan.kept";
    now: string;
    to?: string;
    seq?: number;
    actions: Action[];
  }

  /** A step was resolved; it says what it changes in the position of the one before. */
  interface StepResolved {
    type: "step.resolved";
    now: string;
    to?: string;
    seq?: number;
    step: ToldStep<Json>;
    seats: Seat[];
    clock: Clock;
    status: Status;
    chosen: number[];
  }

  /** A moderator, or the players by a vote, stopped the clock. */
  interface GamePaused {
    type: "game.paused";
    now: string;
    to?: string;
    seq?: number;
    clock: Clock;
    status: Status;
  }

  /** The clock runs again, with the time that was left. */
  interface GameResumed {
    type: "game.resumed";
    now: string;
    to?: string;
    seq?: number;
    clock: Clock;
    status: Status;
  }

  /**
   * The step's time is up at another moment than was told; with the seats, where what is said of
   * them has changed with it.
   */
  interface ClockChanged {
    type: "clock.changed";
    now: string;
    to?: string;
    seq?: number;
    clock: Clock;
    status: Status;
    seats?: Seat[];
  }

  /** The game is over without a result. */
  interface GameCancelled {
    type: "game.cancelled";
    now: string;
    to?: string;
    seq?: number;
    clock: Clock;
    status: Status;
  }

  /** The players agreed to end the game with the ranks as they stand. */
  interface GameEnded {
    type: "game.ended";
    now: string;
    to?: string;
    seq?: number;
    outcome: Outcome;
    seats: Seat[];
    clock: Clock;
    status: Status;
  }

  /**
   * A seat whose player has left is offered to others, or somebody has taken one over;
   * `holders`, as in the snapshot, where somebody has.
   */
  interface SeatsChanged {
    type: "seats.changed";
    now: string;
    to?: string;
    seq?: number;
    seats: Seat[];
    chosen: number[];
    holders?: Holder[];
  }

  /** The vote that goes on now, with what was said in it; null: none does. */
  interface VoteChanged {
    type: "vote.changed";
    now: string;
    to?: string;
    seq?: number;
    vote: VoteInfo | null;
  }

  /** An act, for the log. */
  interface LogAdded {
    type: "log.added";
    now: string;
    to?: string;
    seq?: number;
    entry: ActEntry;
  }

  /** Somebody said something. */
  interface ChatSaid {
    type: "chat.said";
    now: string;
    to?: string;
    seq?: number;
    message: ChatMessage;
  }

  /** A moderator took a message of the chat down. */
  interface ChatRemoved {
    type: "chat.removed";
    now: string;
    to?: string;
    seq?: number;
    id: number;
    room: string;
  }

  /** How many people watch now. */
  interface WatchingChanged {
    type: "watching.changed";
    now: string;
    to?: string;
    seq?: number;
    watching: number;
  }

  /**
   * To members: `away` are now the seats whose players have had no page of the game open for a
   * minute; `leaving` as in the snapshot.
   */
  interface PresenceChanged {
    type: "presence.changed";
    now: string;
    to?: string;
    seq?: number;
    away: number[];
    leaving: Leaving[];
  }

  /**
   * The number of the last event to an audience, said every few seconds: a page that knows of
   * fewer has missed something.
   */
  interface NewestEvents {
    type: "events.newest";
    now: string;
    to?: string;
    seq?: number;
    newest: { [key: string]: number };
  }

  /** The command was carried out; to its sender only. */
  interface CommandDone {
    type: "command.done";
    now: string;
    to?: string;
    seq?: number;
    id: string | number | null;
  }

  /** The command was refused; to its sender only. */
  interface Error {
    type: "error";
    now: string;
    to?: string;
    seq?: number;
    code: string;
    message: string;
    id: string | number | null;
    at: any;
    retry_after?: number;
  }

  /** A step in the log. `sealed`: whether it was chosen for in secret. */
  interface StepEntry {
    step: number;
    turn: number;
    sealed: boolean;
    at: string | null;
    cause: string | null;
    leave: number[] | null;
    events: Json[];
  }

  /**
   * What a moderator did, and `why` in their own words; or the players by a vote; or the server
   * by itself, and where it cancelled a game the `reason` (a code), with the `count` of turns or
   * days that it speaks of. `until`: the day until which the turn waits for the player of the
   * seat. `vote`: which vote it belongs to, and how the players voted by then.
   */
  interface ActEntry {
    step: number;
    at: string;
    what: string;
    by: string | null;
    seat: number | null;
    why: string;
    reason: string | null;
    count: number | null;
    until: string | null;
    vote: VoteEntry | null;
  }

  /**
   * Which of the choices of one page this is, so that none is carried out after a later one,
   * whatever connection each comes by. `page`: a text that no other page has; `number` grows
   * with each choice that is sealed or taken back, and stays where one is sent again.
   */
  interface Order {
    page: string;
    number: number;
  }

  /**
   * What does not change while a game is played, and its status. A record that is shown but not
   * stored has no `id`, no settings and no times.
   */
  interface GameInfo {
    id: string | null;
    title: string;
    variant: string;
    name: string;
    board: string;
    options: Json;
    status: "running" | "paused" | "finished" | "cancelled";
    settings: GameSettings | null;
    started_at: string | null;
    finished_at: string | null;
  }

  /**
   * What everybody may know about a seat. `extensions`: how often its time is still extended
   * where it has not chosen. `off_until`: the turn waits for its player, who is off until then.
   * `offered_until`: its player, whose name it keeps, has left, and until then somebody else may
   * take it over.
   */
  interface Seat {
    number: number;
    name: string;
    bot: boolean;
    stone: string;
    mark: string;
    absences: number;
    extensions: number;
    off_until: string | null;
    left: "resigned" | "absent" | "away" | "removed" | "gone" | "voted-out" | null;
    rank: number | null;
    offered_until: string | null;
  }

  /**
   * A step as a reader of the record prints it, with the extras that the game pushes. `leave`:
   * the seats that left with it, if it is a leave.
   */
  interface Step<Position = Json, Happening = Json> {
    step: number;
    turn: number;
    phase: string;
    sealed: boolean;
    awaiting: number[];
    events: Happening[];
    outcome: Outcome | null;
    resolved_at?: string | null;
    cause?: string | null;
    leave?: number[] | null;
    position: Position;
  }

  /**
   * When the next step is resolved at the latest. `time_left`: seconds, while paused.
   * `put_off`: the time was up before, and goes on until all have chosen who had not.
   * `resumes_at`: when a game that its players have paused goes on by itself.
   */
  interface Clock {
    deadline: string | null;
    time_left: number | null;
    paused: boolean;
    put_off: boolean;
    resumes_at: string | null;
  }

  /**
   * The viewer. `left`: whether a seat was theirs that they have left, and which is now offered
   * to others or another's. `earlier`: what the seat sealed earlier in this turn, where it stands
   * while others choose again. `plan`: what the seat has sealed ahead; null where nobody does,
   * and for anyone who does not play. `rooms`: those of the chat that the viewer may read.
   * `muted`: the names of those whose messages the viewer does not want to read.
   */
  interface You {
    name: string;
    seat: number | null;
    left: boolean;
    action: Action | null;
    earlier: Action | null;
    plan: Action[] | null;
    may: string[];
    rooms: string[];
    chat_ban: ToldChatBan | null;
    muted: string[];
  }

  /**
   * A vote that goes on. `by`: the seat that asked for it; `yes`, `no`: the seats that have
   * said so; `turn`: in which it was asked for.
   */
  interface VoteInfo {
    number: number;
    about: "pause" | "resume" | "more-time" | "end" | "cancel" | "bot" | "remove";
    by: number;
    seconds: number | null;
    seat: number | null;
    turn: number;
    yes: number[];
    no: number[];
    ends_at: string;
  }

  /**
   * Who had a seat that was taken over, `since` the end of that step, until the next holder of
   * the same seat; the last one has it now. What happened in a step was played by the last holder
   * with a smaller `since`.
   */
  interface Holder {
    seat: number;
    name: string;
    bot: boolean;
    since: number;
  }

  /** A seat whose player is away leaves `at` that time, unless the player is back before. */
  interface Leaving {
    seat: number;
    at: string;
  }

  /** One message of a chat. */
  interface ChatMessage {
    id: number;
    room: string;
    author: string;
    text: string;
    said_at: string;
  }

  /**
   * A step as it is told to whoever has the one before. `changes`: what turns the position of
   * that one into this one's (docs/protocol.md, "Changes").
   */
  interface ToldStep<Happening = Json> {
    step: number;
    turn: number;
    phase: string;
    sealed: boolean;
    awaiting: number[];
    events: Happening[];
    outcome: Outcome | null;
    resolved_at?: string | null;
    cause?: string | null;
    leave?: number[] | null;
    changes: any[][];
  }

  /** How a game ended, by seat: rank 1 is the best. */
  interface Outcome {
    ranks: number[];
    scores: number[] | null;
    reason: "score" | "goal" | "blocked" | "leave" | "agreement";
  }

  /**
   * A vote in the log: what it is about, the `seconds` that it names, and the seats that were
   * for it and against it.
   */
  interface VoteEntry {
    about: "pause" | "resume" | "more-time" | "end" | "cancel" | "bot" | "remove";
    seconds: number | null;
    seat?: number | null;
    yes: number[];
    no: number[];
  }

  /**
   * `listed`: shown to everybody in the lobby and the archive; else only people with the link
   * find it. `turn_seconds`: a turn's length, null without a timer. `calendar`: where turns end
   * by the calendar, when; then `turn_seconds` is the longest time between two of its times.
   * `patience_seconds`: how long a turn waits without a timer until anyone who has done nothing
   * has missed it.
   * `absences_allowed`: after how many turns running that a seat missed it leaves, null: never.
   * `extensions`: how often each player's time is extended who has not chosen when it is up.
   * `days_off`: a turn of twelve hours or more waits for players who are off when its time is up.
   * `leaves_when_away`: a seat leaves, too, whose player has had no page of the game open for
   * `away_minutes`. `rated`: the result counts for the players' ratings, where it can
   * (:mod:`games.core.rated`). `votes`: what players can vote for. `votes_need`: what carries a
   * vote. `seats_taken_over`: a seat whose player has left is offered to others for a while.
   */
  interface GameSettings {
    listed: boolean;
    turn_seconds: number | null;
    calendar: Calendar | null;
    patience_seconds: number;
    turn_ends: "timer" | "complete";
    absences_allowed: number | null;
    leaves_when_away: boolean;
    away_minutes: number;
    rated: boolean;
    extensions: number;
    days_off: boolean;
    votes: ("pause" | "resume" | "more-time" | "end" | "cancel" | "bot" | "remove")[];
    votes_need: "all" | "majority";
    seats_taken_over: boolean;
  }

  /** Until when the viewer may write in no chat, and why. */
  interface ToldChatBan {
    until: string;
    reason: string;
  }

  /**
   * `times` of day, such as `20:00`, ascending; `weekdays`, ascending, Monday is 0;
   * `zone`: the name of a time zone, such as `Europe/Berlin`.
   */
  interface Calendar {
    times: string[];
    weekdays: number[];
    zone: string;
  }

  type Command = SealAction | WithdrawAction | CheckAction | SetPlan | Say | AskSnapshot | Resign | TakeSeat | AskVote | CastVote | Pause | Resume | EndTurn | RemoveSeat | Cancel;

  type ServerEvent = Snapshot | EventsMissed | ActionSealed | ActionWithdrawn | ActionKept | PlanKept | StepResolved | GamePaused | GameResumed | ClockChanged | GameCancelled | GameEnded | SeatsChanged | VoteChanged | LogAdded | ChatSaid | ChatRemoved | WatchingChanged | PresenceChanged | NewestEvents | CommandDone | Error;

  type LogEntry = StepEntry | ActEntry;
}
