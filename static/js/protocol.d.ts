// Written by `make types` from games/play/messages.

declare namespace Miai {
  /** JSON that nobody has declared. */
  type Json = { [key: string]: unknown };

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

  /**
   * Check whether `action` could be sealed for the next step; nothing is sealed, and nobody is
   * told.
   */
  interface CheckAction {
    type: "action.check";
    id: string | number | null;
    step: number;
    action: Action;
  }

  /**
   * Seal `actions` ahead for the steps after the next one, in this order, in place of `was`,
   * the plan as the page knows it. `step`: the next step as the page knows it; `order`: the
   * sequence number for this change, whose `page` differs from that of the page's choices.
   */
  interface SetPlan {
    type: "plan.set";
    id: string | number | null;
    was: Action[];
    actions: Action[];
    step: number | null;
    order: Order | null;
  }

  /** Say something in a chat room. */
  interface Say {
    type: "chat.say";
    id: string | number | null;
    room: string;
    text: string;
  }

  /**
   * Send the whole current state or, if that is less, what happened after the last events that
   * the page knows: `after` holds their numbers by audience.
   */
  interface AskSnapshot {
    type: "snapshot.ask";
    id: string | number | null;
    after: { [key: string]: number } | null;
  }

  /**
   * Leave the game with one's own seat. If all others have left and their seats are still
   * offered, this ends the game instead, and wins it. `alone`: only if that is so.
   */
  interface Resign {
    type: "seat.resign";
    id: string | number | null;
    alone: boolean;
  }

  /** Take over a seat whose player has left. */
  interface TakeSeat {
    type: "seat.take";
    id: string | number | null;
    seat: number;
  }

  /**
   * Ask the players to vote. `seconds`: how long the pause lasts; `seat`: the seat that a bot
   * is to take over, or whose player, who is away, is to be removed.
   */
  interface AskVote {
    type: "vote.ask";
    id: string | number | null;
    about: string;
    seconds: number | null;
    seat: number | null;
  }

  /** Vote yes or no in the vote with this number; a later vote replaces an earlier one. */
  interface CastVote {
    type: "vote.cast";
    id: string | number | null;
    vote: number;
    yes: boolean;
  }

  /**
   * Stop the clock. This command and those below are for moderators; `why` goes into the
   * log.
   */
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

  /** Resolve the next step now; `step`, if given, must be that step. */
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
   * The whole current state, for one viewer. `holders`: all holders of seats that were taken
   * over, in order. `away`, for members: the seats whose players have had no page of the game open
   * for a minute; `leaving`: when these leave, if the table says that they do.
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
   * Sent instead of a snapshot: what happened after the numbers `after`, in order, up to
   * `newest` and to step `step`. The other fields are as in the snapshot, and current.
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

  /** Sent only to the seat's own sockets: the choice that the server holds for it. */
  interface ActionKept {
    type: "action.kept";
    now: string;
    to?: string;
    seq?: number;
    step: number;
    action: Action | null;
  }

  /**
   * Sent only to the seat's own sockets: its plan, first choice first. `order`: if a page made
   * the change, that page's sequence number for it.
   */
  interface PlanKept {
    type: "plan.kept";
    now: string;
    to?: string;
    seq?: number;
    actions: Action[];
    order?: Order;
  }

  /**
   * A step was resolved. It is sent as changes to the position before it. `unrated`, as in the
   * snapshot, is sent if the game is over.
   */
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
    unrated?: string | null;
  }

  /** A moderator, the players by a vote, or the server after a fault stopped the clock. */
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
   * The time at which the step's time is up has changed. `seats` is sent if they have changed,
   * too.
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

  /**
   * The game is over, though not by its rules: the players agreed to end it, or the last person
   * left it to bots. The ranks are as they stand, behind them those who left. `unrated`: as in
   * the snapshot.
   */
  interface GameEnded {
    type: "game.ended";
    now: string;
    to?: string;
    seq?: number;
    outcome: Outcome;
    seats: Seat[];
    clock: Clock;
    status: Status;
    unrated: string | null;
  }

  /**
   * A seat whose player has left is offered to others, or somebody has taken one over.
   * `holders`, as in the snapshot, is sent if somebody has.
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

  /** The vote in progress, with the votes cast so far; null if there is none. */
  interface VoteChanged {
    type: "vote.changed";
    now: string;
    to?: string;
    seq?: number;
    vote: VoteInfo | null;
  }

  /** A new act in the log. */
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

  /** A moderator removed a chat message. */
  interface ChatRemoved {
    type: "chat.removed";
    now: string;
    to?: string;
    seq?: number;
    id: number;
    room: string;
  }

  /** How many people are watching now. */
  interface WatchingChanged {
    type: "watching.changed";
    now: string;
    to?: string;
    seq?: number;
    watching: number;
  }

  /**
   * Sent to members. `away`: the seats whose players have had no page of the game open for a
   * minute; `leaving`: as in the snapshot.
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
   * The number of the last event to an audience: sent when a push may have been lost, and every
   * half minute in a silent game. A page that knows only lower numbers has missed something.
   */
  interface NewestEvents {
    type: "events.newest";
    now: string;
    to?: string;
    seq?: number;
    newest: { [key: string]: number };
  }

  /** The socket is to be made ready after others; what comes first on it is still to come. */
  interface ConnectionWaits {
    type: "connection.waits";
    now: string;
    to?: string;
    seq?: number;
  }

  /** The command was carried out. Sent only to its sender. */
  interface CommandDone {
    type: "command.done";
    now: string;
    to?: string;
    seq?: number;
    id: string | number | null;
  }

  /** A command was refused. Sent only to its sender. */
  interface Error {
    type: "error";
    now: string;
    to?: string;
    seq?: number;
    code: string;
    message: string;
    id: string | number | null;
    at: unknown;
    retry_after?: number;
  }

  /** A step in the log. `sealed`: whether its choices were secret. */
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
   * An act in the log: by a moderator, with the `why` in their own words; by the players, in a
   * vote; or by the server. If the server cancelled a game, `reason` is a code, and `count` the
   * number of steps or days that it speaks of. `until`: the day until which the turn waits for the
   * seat's player. `vote`: the vote that it belongs to, with the votes cast by then.
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
   * The page's sequence number for a choice, so that no choice is carried out after a later one,
   * whatever connection each uses. `page`: a text that no other page has; `number`: grows with
   * each choice that is sealed or taken back, and stays the same when one is sent again.
   */
  interface Order {
    page: string;
    number: number;
  }

  /**
   * A game's status, and what does not change while it is played. A record that is shown but not
   * stored has no `id`, no settings and no times. `unrated`: why the game is not rated, null if
   * it is; whether enough was played is known only at its end.
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
    unrated?: string | null;
  }

  /**
   * What everybody may know about a seat. `owner`: the member whose bot plays there; null for
   * people and the site's own bots. `extensions`: how often its time can still be
   * extended. `off_until`: the turn waits for its player, who is off until then.
   * `offered_until`: its player, whose name it keeps, has left, and others may take it over until
   * then.
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
    owner: string | null;
  }

  /**
   * A step as a reader of the record prints it, with the extras that the game pushes. `leave`:
   * the seats that left with it, if any.
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
   * `deadline`: the latest time at which the next step is resolved. `time_left`: seconds,
   * while the game is paused. `put_off`: the time was up, and was extended until everybody has
   * chosen. `resumes_at`: when a game that its players paused resumes by itself.
   */
  interface Clock {
    deadline: string | null;
    time_left: number | null;
    paused: boolean;
    put_off: boolean;
    resumes_at: string | null;
  }

  /**
   * The viewer. `left`: they had a seat and left it, and it is now on offer or somebody else's.
   * `earlier`: what the seat sealed earlier in this turn, if that stands while others choose
   * again. `plan`: what the seat has sealed ahead; null if the game has no plans or the viewer
   * does not play. `rooms`: the chat rooms that the viewer may read. `muted`: the names of
   * members whose messages the viewer does not want to read.
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
   * A vote in progress. `by`: the seat that asked for it; `yes`, `no`: the seats that voted
   * so; `turn`: the turn in which it was asked for.
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
   * A holder of a seat that was taken over, from the end of step `since` until the seat's next
   * holder; the last one has it now. What happened in a step was played by the last holder with a
   * smaller `since`.
   */
  interface Holder {
    seat: number;
    name: string;
    bot: boolean;
    since: number;
  }

  /** A seat whose player is away leaves `at` that time, unless the player comes back before. */
  interface Leaving {
    seat: number;
    at: string;
  }

  /** A chat message. */
  interface ChatMessage {
    id: number;
    room: string;
    author: string;
    text: string;
    said_at: string;
  }

  /**
   * A step as it is sent to a page that has the one before. `changes`: what turns the position
   * of that one into this one's (docs/protocol.md, "Changes").
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
    changes: unknown[][];
  }

  /** How a game ended, by seat: rank 1 is the best. */
  interface Outcome {
    ranks: number[];
    scores: number[] | null;
    reason: "score" | "goal" | "blocked" | "leave" | "agreement";
  }

  /**
   * A vote in the log: its subject, the `seconds` that it names, and the seats for it and
   * against it.
   */
  interface VoteEntry {
    about: "pause" | "resume" | "more-time" | "end" | "cancel" | "bot" | "remove";
    seconds: number | null;
    seat?: number | null;
    yes: number[];
    no: number[];
  }

  /**
   * `listed`: everybody sees the game in the lobby and the archive; else only people with the
   * link find it. `turn_seconds`: a turn's length; null without a timer. `calendar`: when turns
   * end, if they end by the calendar; then `turn_seconds` is the longest gap between two of its
   * times. `patience_seconds`: without a timer, a player who does nothing for this long has missed
   * the turn. `absences_allowed`: a seat that missed this many turns in a row leaves; null: never.
   * `extensions`: how often each player gets more time when time is up and they have not chosen.
   * `days_off`: when its time is up, a turn of twelve hours or more waits for players who are off.
   * `leaves_when_away`: a seat also leaves when its player has had no page of the game open for
   * `away_minutes`. `rated`: the result counts for the players' ratings, if it can
   * (:mod:`games.play.rating`). `votes`: what players can vote for. `votes_need`: what a vote
   * needs to be carried. `seats_taken_over`: a seat whose player has left is offered to others for
   * a while. `bots_take_over`: if nobody takes it, a bot does. `lets_in`: which members may
   * join, if nobody invites them by name, and which may take a seat over. `guest`: it is the game
   * of a guest, against bots; nobody else can find it.
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
    bots_take_over: boolean;
    lets_in: "anyone" | "not-late" | "reliable";
    guest: boolean;
  }

  /** A chat ban of the viewer: until when, and why. */
  interface ToldChatBan {
    until: string;
    reason: string;
  }

  /**
   * When turns end. `times`: times of day such as `20:00`, ascending; `weekdays`:
   * ascending, Monday is 0; `zone`: the name of a time zone such as `Europe/Berlin`.
   */
  interface Calendar {
    times: string[];
    weekdays: number[];
    zone: string;
  }

  type Command = SealAction | WithdrawAction | CheckAction | SetPlan | Say | AskSnapshot | Resign | TakeSeat | AskVote | CastVote | Pause | Resume | EndTurn | RemoveSeat | Cancel;

  type ServerEvent = Snapshot | EventsMissed | ActionSealed | ActionWithdrawn | ActionKept | PlanKept | StepResolved | GamePaused | GameResumed | ClockChanged | GameCancelled | GameEnded | SeatsChanged | VoteChanged | LogAdded | ChatSaid | ChatRemoved | WatchingChanged | PresenceChanged | NewestEvents | ConnectionWaits | CommandDone | Error;

  type LogEntry = StepEntry | ActEntry;
}
