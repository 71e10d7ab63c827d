/** What newcomers are told in their first turns of Parallel Multiplayer Go. No DOM. */

import { gettext } from "../../core/language.js";
import { pointName, squareExtent } from "../shared/grid.js";
import { explainCaptures, goodStarts, explainLiberties, distinctPoints } from "../shared/stone-lessons.js";
import { list, namesIn, ofType } from "../shared/words.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

/** @type {NonNullable<Miai.BoardModule<Game>["toDo"]>} */
export function toDo(turn, { step: { position }, me, options }) {
  if (turn === 1) {
    return {
      words: gettext("Choose any empty point. All players choose in secret, then all stones appear together. The marked points are good ones to begin with."),
      marked: goodStarts(position),
    };
  }
  if (turn === 2) return explainLiberties(position, position.last.find(({ seat }) => seat === me)?.at);
  return { words: `${meetingWords(options.collision)} ${gettext("In the end every stone counts a point, and so does every empty point that only one colour reaches.")}`, marked: [] };
}

/** What happens where several players choose one point. @param {Game["options"]["collision"]} rule */
function meetingWords(rule) {
  if (rule === "heat") return gettext("If several of you choose one point, whoever is least active nearby gets it.");
  if (rule === "merge") return gettext("If several of you choose one point, they share a stone there.");
  return gettext("If several of you choose one point, nobody gets it.");
}

/** @type {NonNullable<Miai.BoardModule<Game>["happened"]>} */
export function happened(events, { me, seats, options }) {
  const at = (/** @type {Miai.Point} */ point) => pointName(point, squareExtent(options.size));
  const met = ofType(events, "collision").find((event) => event.seats.includes(me));
  const mine = ofType(events, "placed").find(({ seat }) => seat === me)?.at;
  const captures = explainCaptures(ofType(events, "captured"), me);
  const own = met ? explainMeeting(met, me, seats, at) : mine ? gettext("Your stone is on %(point)s: nobody else chose it.", { point: at(mine) }) : "";
  const others = !met && mine ? othersWords(events, me, seats, at) : "";
  const place = met ? [met.at] : mine ? [mine] : [];
  return { words: [own, others, captures.words].filter(Boolean).join(" "), marked: distinctPoints([...place, ...captures.marked]) };
}

/**
 * @param {Miai.MultiplayerGo.Collision} met
 * @param {number} me
 * @param {Miai.Seat[]} seats
 * @param {(point: Miai.Point) => string} at
 */
function explainMeeting(met, me, seats, at) {
  const names = list(met.seats.filter((seat) => seat !== me).map(namesIn(seats)));
  const values = { names, point: at(met.at) };
  if (met.winner === me) return gettext("You and %(names)s chose %(point)s. You are less active nearby, so the stone is yours.", values);
  if (met.winner !== null) return gettext("You and %(names)s chose %(point)s. %(winner)s is less active nearby and got it.", { ...values, winner: namesIn(seats)(met.winner) });
  return gettext("You and %(names)s chose %(point)s, and nobody has it alone.", values);
}

/**
 * Where two of the others met, if they did.
 * @param {Game["event"][]} events
 * @param {number} me
 * @param {Miai.Seat[]} seats
 * @param {(point: Miai.Point) => string} at
 */
function othersWords(events, me, seats, at) {
  const met = ofType(events, "collision").find((event) => !event.seats.includes(me));
  return met ? gettext("%(names)s chose the same point, %(point)s.", { names: list(met.seats.map(namesIn(seats))), point: at(met.at) }) : "";
}
