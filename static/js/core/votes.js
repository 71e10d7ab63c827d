/** The players' votes in words, and who has not voted yet. No DOM. */

import { gettext, list } from "./language.js";
import { isOver } from "./state.js";
import { duration } from "./time.js";

/** The lengths of a pause that a page offers, in seconds. */
export const PAUSES = [300, 900, 3600, 86_400, 259_200, 604_800];

/**
 * The subject of a vote, as a question.
 * @param {Pick<Miai.VoteEntry, "about" | "seconds">} vote
 * @param {string} [leaver] the name of the player whose seat it is about; empty if not known
 */
export function question({ about, seconds }, leaver = "") {
  if (about === "pause") return gettext("Pause the game for %(time)s?", { time: duration(seconds ?? 0) });
  if (about === "bot" && leaver) return gettext("Let a bot take over the seat of %(name)s?", { name: leaver });
  if (about === "remove" && leaver) return gettext("Remove %(name)s, who is away?", { name: leaver });
  return {
    resume: gettext("Resume the game?"),
    "more-time": gettext("Give this turn more time?"),
    end: gettext("End the game now, with the current ranks?"),
    cancel: gettext("Cancel the game, without a result?"),
    bot: gettext("Let a bot take over the empty seat?"),
    remove: gettext("Remove the player who is away?"),
  }[about];
}

/**
 * The open vote; null if there is none. A vote on more time for a turn that is over does not count.
 * @param {Pick<Miai.State, "vote" | "latest" | "game">} state
 */
export function openVote({ vote, latest, game }) {
  if (vote === null || isOver(/** @type {Miai.State} */ ({ game }))) return null;
  return vote.about === "more-time" && vote.turn !== latest.turn ? null : vote;
}

/**
 * The seats of people who have not voted yet, ascending.
 * @param {Pick<Miai.VoteInfo, "yes" | "no" | "about" | "seat">} vote
 * @param {Miai.Seat[]} seats
 */
export function silentSeats(vote, seats) {
  const votes = voters(seats).filter(({ number }) => !isAboutSeat(vote, number));
  return votes.map(({ number }) => number).filter((number) => !vote.yes.includes(number) && !vote.no.includes(number));
}

/**
 * Whether a vote is about removing the player of this seat, who then may not vote.
 * @param {Pick<Miai.VoteInfo, "about" | "seat">} vote
 * @param {number | null} seat
 */
export function isAboutSeat(vote, seat) {
  return vote.about === "remove" && vote.seat === seat;
}

/** If turns are at least this long, in seconds, nobody has to keep a page of the game open. */
const LONG_TURN = 3600;
/** At least this many others are needed to vote somebody out. */
const LEAST_TO_REMOVE = 2;

/** How long a vote still lasts when one player has yet to vote, in seconds; longer for what cannot be undone. */
const LAST_CALL = 3_600;
const LAST_CALL_FOR_GOOD = 12 * 3_600;

/**
 * The players, apart from the viewer, who may be voted out because they are away: if turns are
 * short, those with no page of the game open; otherwise those who missed the last turn. Only a
 * guess: the server decides.
 * @param {Pick<Miai.State, "game" | "seats" | "you" | "away" | "chosen">} state
 */
export function removableSeats({ game, seats, you, away, chosen }) {
  const all = voters(seats);
  if (all.length <= LEAST_TO_REMOVE) return [];
  const seconds = game.settings?.turn_seconds ?? game.settings?.patience_seconds ?? 0;
  const isAway = (/** @type {Miai.Seat} */ seat) => (seconds >= LONG_TURN ? seat.absences > 0 : away.includes(seat.number));
  return all.filter((seat) => seat.number !== you?.seat && isAway(seat) && !chosen.includes(seat.number));
}

/**
 * The text that says how soon a vote ends once only one player has not voted; empty if it lasts no
 * longer than that anyway, because it lasts as long as a turn.
 * @param {Pick<Miai.VoteInfo, "about">} vote
 * @param {Pick<Miai.GameSettings, "votes_need" | "turn_seconds" | "patience_seconds"> | null} settings
 */
export function lastCallWords({ about }, settings) {
  const isForGood = ["end", "cancel", "remove"].includes(about);
  const turn = settings?.turn_seconds ?? settings?.patience_seconds ?? 0;
  if (settings?.votes_need === "majority" || turn <= (isForGood ? LAST_CALL_FOR_GOOD : LAST_CALL)) return "";
  return isForGood
    ? gettext("Once all but one have voted yes, the vote ends within 12 hours.")
    : gettext("Once all but one have voted yes, the vote ends within an hour.");
}

/**
 * Whether only one person can vote, and so decides alone, because all other players are bots.
 * @param {Miai.Seat[]} seats
 */
export function decidesAlone(seats) {
  return voters(seats).length === 1;
}

/** The seats that can vote. @param {Miai.Seat[]} seats */
function voters(seats) {
  return seats.filter(({ bot, left, offered_until }) => !bot && !left && !offered_until);
}

/**
 * The votes so far, with a sentence for each side that has any.
 * @param {Pick<Miai.VoteEntry, "yes" | "no">} vote
 * @param {Pick<Miai.Seat, "name">[]} seats
 * @param {number[]} [silent]
 */
export function saidWords({ yes, no }, seats, silent = []) {
  const names = (/** @type {number[]} */ numbers) => list(numbers.map((number) => seats[number]?.name ?? ""));
  return [
    ...(yes.length ? [gettext("Yes: %(names)s.", { names: names(yes) })] : []),
    ...(no.length ? [gettext("No: %(names)s.", { names: names(no) })] : []),
    ...(silent.length ? [gettext("Not voted yet: %(names)s.", { names: names(silent) })] : []),
  ];
}

/**
 * The text that says how many votes are needed at this table.
 * @param {Miai.GameSettings | null} settings
 */
export function neededWords(settings) {
  return settings?.votes_need === "majority"
    ? gettext("More than half of the players must vote yes. Not voting counts neither way.")
    : gettext("More than half of the players must vote yes, and nobody no. Not voting counts neither way.");
}

/**
 * Of the votes that the table allows, those that a player may ask for now.
 * @param {Pick<Miai.State, "game" | "clock" | "seats" | "you" | "away" | "chosen">} state
 * @returns {Miai.VoteInfo["about"][]}
 */
export function askable(state) {
  const { game, clock, seats } = state;
  const offered = game.settings?.votes ?? [];
  const paused = game.status === "paused";
  if (paused && !clock.resumes_at) return []; // only a moderator can resume the game
  return offered.flatMap((/** @type {Miai.VoteInfo["about"]} */ about) => {
    if (about === "bot") return seats.some((seat) => seat.offered_until) ? [about] : [];
    if (about === "remove") return removableSeats(state).length ? [about] : [];
    if (about === "pause") return [paused ? /** @type {const} */ ("resume") : about];
    return about === "more-time" && paused ? [] : [about];
  });
}

/**
 * A vote in the log, as sentences.
 * @param {Pick<Miai.ActEntry, "what" | "by"> & {vote: Miai.VoteEntry}} entry
 * @param {{seats: Miai.Seat[]}} then the seats with the names of those who held them at that time
 */
export function loggedWords({ what, by, vote }, { seats }) {
  const leaver = seats[vote.seat ?? -1]?.name ?? "";
  const asked = { who: by ?? gettext("A player"), question: question(vote, leaver) };
  if (what === "vote-asked") return gettext("%(who)s asked the players to vote: %(question)s", asked);
  const said = saidWords(vote, seats);
  if (what === "vote-carried") return [gettext("Vote passed: %(question)s", asked), ...said].join(" ");
  if (what === "vote-failed") return [gettext("Vote failed: %(question)s", asked), ...said].join(" ");
  return gettext("Vote expired: %(question)s", asked);
}
