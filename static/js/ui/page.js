/** Puts a game's page together: mounts each component with the callbacks it needs. */

import { needSigns } from "../core/colours.js";
import { seatsAt } from "../core/holders.js";
import { gettext, ngettext } from "../core/language.js";
import { owesChoice } from "../core/store.js";
import { earlierInTurn } from "../core/turns.js";
import { byId } from "../dom/elements.js";
import { arrangeAfterBoard, focusBar, putResultFirst } from "./after-board.js";
import { mountAnnouncer } from "./announcer.js";
import { mountAskVote } from "./ask-vote.js";
import { BoardOnPage } from "./board-on-page.js";
import { mountChat, newIn } from "./chat.js";
import { mountChoice } from "./choice.js";
import { mountClock } from "./clock.js";
import { mountConnection } from "./connection.js";
import { mountCoordinates } from "./coordinates.js";
import { offerCopying } from "./copying.js";
import { Folding } from "./folding.js";
import { GameSounds } from "./game-sounds.js";
import { isAlone } from "./leaving.js";
import { mountLesson } from "./lesson.js";
import { mountLog } from "./log.js";
import { mountModeration } from "./moderation.js";
import { mountPlan } from "./plan.js";
import { mountRematch } from "./rematch.js";
import { mountReplay } from "./replay.js";
import { mountResult } from "./result.js";
import { resign, takeOver } from "./seat-questions.js";
import { mountSeats } from "./seats.js";
import { mountShare } from "./share.js";
import { mountSettings } from "./settings.js";
import { mountTabs } from "./tabs.js";
import { showTurnSign } from "./turn-sign.js";
import { mountVote } from "./vote.js";

/** A component of the page. @typedef {{update: (state: Miai.State) => void}} Component */

/**
 * @typedef {object} PageParts
 * @property {Miai.BoardModule} board
 * @property {Miai.PageData} data
 * @property {Pick<import("../core/store.js").Store, "get" | "dispatch">} store
 * @property {import("../core/choosing.js").Chooser} chooser
 * @property {import("../core/planning.js").Planner} planner
 * @property {Miai.BoardCallbacks["extra"]} extra
 * @property {(step: number) => Promise<void>} goTo
 * @property {() => Promise<void>} readEarlier
 * @property {Miai.PostCommand} command
 * @property {(room: string, text: string) => Promise<string>} talk resolves to the reason for a
 *   refusal; empty: it was said
 */

/**
 * Mounts everything and returns a function that draws a state.
 * @param {PageParts} parts
 */
export function mountPage(parts) {
  const { board, data, store, command } = parts;
  arrangeAfterBoard(board.after);
  const tabs = mountTabs(byId("tabs"));
  const sounds = new GameSounds(data.preferences.sounds);
  const shown = new BoardOnPage(byId("board"), parts, {
    onAsk: () => turn.choice.update(store.get()),
    setSwitch: (name, on) => settings.set(name, on),
  });
  const turn = mountTurn(parts, shown);
  /** In the order in which they are updated, and so announce what is new. @type {Component[]} */
  const components = [
    mountAnnouncer(stepWordsOf(board)), // first what happened, then what there is to do
    ...mountPlayers(parts, (left) => sounds.warn(store.get(), left)),
    turn.choice, turn.coordinates, turn.plan,
    ...mountHistory(parts, shown),
    mountShare(document.getElementById("share"), { address: data.address ?? "", look: data.preferences.look }),
    ...mountTalk(parts),
    ...mountDecisions(parts),
    turn.lesson,
  ];
  const settings = mountSwitches(parts, shown, sounds);
  offerCopying(byId("game"));
  byId("resign").addEventListener("click", () => resign("resign", store.get(), board.leaving, command));

  /**
   * @param {Miai.State} state
   * @param {Miai.State} before
   */
  return function update(state, before) {
    turn.lesson.show(state);
    shown.draw();
    for (const component of components) component.update(state);
    putResultFirst();
    showAroundBoard(state);
    showRated(state, data.rated_words);
    if (state.log.length > before.log.length) tabs.tell("tab-log");
    if (newIn(state, before).length) tabs.tell("tab-chat");
    sounds.follow(state, before);
  };
}

/**
 * The clock, the seats and the result.
 * @param {PageParts} parts
 * @param {(left: number) => void} onSecond called for each of the last ten seconds of a turn
 * @returns {Component[]}
 */
function mountPlayers({ board, data, store, command }, onSecond) {
  const { preferences, palette, members } = data;
  const { reportSeat: reports = "" } = byId("game").dataset;
  const drawStone = (/** @type {Element} */ place, /** @type {Miai.Seat} */ seat) =>
    board.stone(place, seat, palette, preferences.signs || needSigns(store.get().seats, palette));
  const { seatDetails, scoredWords, amount } = board;
  return [
    mountClock(byId("clock"), {
      onSecond,
      onOverdue: () => store.dispatch({ type: "snapshot.needed" }),
      timeUp: board.timeUp,
      timeZone: preferences.time_zone,
    }),
    mountSeats(byId("seats"), {
      drawStone, seatDetails, members, reports, onTake: (button, seat) => takeOver(button.id, seat, command), onGone: focusBar,
    }),
    mountResult(byId("result"), {
      drawStone, colourOf: (seat) => palette[seat.stone]?.hex ?? "#808080",
      tieBreak: board.tieBreak?.(), scoredWords, amount, members, reports,
    }),
  ];
}

/**
 * What a player chooses with, apart from the board.
 * @param {PageParts} parts
 * @param {BoardOnPage} shown
 */
function mountTurn({ board, data, store, chooser, planner, command }, shown) {
  const { login: loginAddress = "/" } = byId("game").dataset;
  const plan = mountPlan(byId("plan-turn"), byId("plan"), { board, planner, onGone: focusBar });
  return {
    choice: mountChoice(byId("choice"), {
      board, asked: () => shown.asked, onAction: (action) => shown.choose(action), onConfirm: () => chooser.confirm(),
      onEnd: () => resign("end-game", store.get(), board.leaving, command), onGone: focusBar, onMoved: () => plan.settle(), loginAddress, timeZone: data.preferences.time_zone,
    }),
    coordinates: mountCoordinates(byId("coordinates"), shown.element, {
      board, state: store.get, onAction: (action) => shown.chooseTyped(action), onGone: focusBar,
    }),
    plan,
    lesson: mountLesson(byId("lesson"), {
      board, teaches: data.teaches, game: store.get().game.variant, onMark: (places) => shown.markExplained(places),
    }),
  };
}

/**
 * The replay and the log.
 * @param {PageParts} parts
 * @param {BoardOnPage} shown
 * @returns {Component[]}
 */
function mountHistory(parts, shown) {
  const { board, data, store, goTo, readEarlier } = parts;
  const folding = new Folding(parts);
  const replay = mountReplay(byId("replay"), byId("past"), {
    state: store.get, stops: () => folding.stops(), onStep: goTo, isPlaying: () => shown.isPlaying(),
  });
  document.getElementById("replay-all")?.addEventListener("click", (event) => {
    event.preventDefault();
    replay.playAll();
    shown.element.scrollIntoView({ block: "nearest" });
  });
  const log = mountLog(byId("log"), {
    words: stepWordsOf(board), folding, onStep: goTo, onEarlier: readEarlier, timeZone: data.preferences.time_zone,
  });
  return [replay, log];
}

/**
 * The chat and the connection.
 * @param {PageParts} parts
 * @returns {Component[]}
 */
function mountTalk({ data, store, talk }) {
  const { login: loginAddress = "/", reportMessage: reports = "" } = byId("game").dataset;
  return [
    mountChat(byId("chat"), {
      onSay: talk, timeZone: data.preferences.time_zone, loginAddress, members: data.members, reports,
      onAsk: () => store.dispatch({ type: "snapshot.needed" }),
    }),
    mountConnection(byId("connection"), { onSeen: () => store.dispatch({ type: "trouble.seen" }) }),
  ];
}

/**
 * Votes, the rematch, and what moderators do.
 * @param {PageParts} parts
 * @returns {Component[]}
 */
function mountDecisions({ board, store, command }) {
  const rematch = document.getElementById("rematch");
  return [
    mountVote(byId("vote"), { onCommand: command, onGone: focusBar, hints: byId("clock") }),
    mountAskVote(byId("ask-vote"), { onCommand: command }),
    ...(rematch ? [mountRematch(rematch, rematch.dataset["address"] ?? "")] : []),
    mountModeration(byId("moderation"), { onCommand: command, state: store.get, leaving: board.leaving }),
  ];
}

/**
 * The switches of this page: for heat, if the game has it, and sounds.
 * @param {PageParts} parts
 * @param {BoardOnPage} shown
 * @param {GameSounds} sounds
 */
function mountSwitches({ board, data, store }, shown, sounds) {
  const heat = [
    { name: "heat", label: gettext("Show heat"), on: data.preferences.heat, onChange: (/** @type {boolean} */ on) => shown.showHeat(on) },
    { name: "everywhere", label: gettext("Heat on all points"), on: false, onChange: (/** @type {boolean} */ on) => shown.showHeatEverywhere(on) },
  ];
  return mountSettings(byId("settings"), [
    ...(board.heat(store.get().game.options) ? heat : []),
    { name: "sounds", label: gettext("Sounds"), on: sounds.on, onChange: (on) => void (sounds.on = on) },
  ]);
}

/**
 * What a step did, in the game's words, with the names of those who played it.
 * @param {Miai.BoardModule} board
 * @returns {(step: Pick<Miai.Step, "step" | "events">, state: Miai.State) => string[]}
 */
function stepWordsOf(board) {
  return ({ step, events }, { seats, holders, game, log }) =>
    board.words(events, seatsAt({ seats, holders }, step), game.options, earlierInTurn(log, step));
}

/** Shows what the viewer may do, whether it is their turn, and how many watch. @param {Miai.State} state */
function showAroundBoard(state) {
  const may = state.you?.may ?? [];
  byId("resign").hidden = !may.includes("resign") || isAlone(state.seats, state.you?.seat ?? null);
  byId("tab-moderation").hidden = !may.includes("moderate");
  showTurnSign(owesChoice(state) ? gettext("Your turn") : "");
  byId("watching").textContent = state.watching ? ngettext("%(count)s watching", "%(count)s watching", state.watching) : "";
}

/**
 * Shows whether the game is rated. One that began as a rated game may turn out not to be.
 * @param {Miai.State} state
 * @param {Miai.PageData["rated_words"]} words
 */
function showRated({ game }, words) {
  const place = document.getElementById("rated"); // guests and files have none
  const said = words[game.unrated ?? ""];
  if (place && said) place.textContent = said;
}
