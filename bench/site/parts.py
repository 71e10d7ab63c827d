"""The parts of the benchmark: what each measures, its rows in the table, and its aims."""

from __future__ import annotations

from typing import Any

from bench.site import boards
from bench.site.beside_bots import BesideBots
from bench.site.coming_back import Drained, Returning
from bench.site.comparing import Aim, ComparedRow
from bench.site.idle import Idle
from bench.site.open_sockets import OpenSockets
from bench.site.page_parts import LISTS, LOBBY_HOUR, cold_view, drawing, first_view
from bench.site.pairs import Capacity, Steady
from bench.site.part import Part, Topic, processes, spread
from bench.site.programs import States, Streams
from bench.site.same_minute import SameMinute
from bench.site.storage import Pushed, Stored
from bench.site.turns import Deadlines, Overdue
from bench.site.watchers import EARLY, MUCH_LATER


def _frames_and_log() -> tuple[ComparedRow, ...]:
    return (
        ComparedRow("– frames to the players' sockets", "frames", "", aims=(Aim(12),)),
        ComparedRow("– written to PostgreSQL's log", "logged", "bytes", aims=(Aim(2, "floor"),)),
    )


TWICE, NEAR_FLOOR = (Aim(2, "floor"),), (Aim(1.4, "floor"),)

PAIRS = Part(
    "second choice → both have the turn, 50 games, 10 pairs a second",
    Steady(),
    (
        *spread(
            "second choice → both have the turn, 50 games, 10 pairs a second",
            "until both have it",
            {"median": TWICE, "99th percentile": TWICE},
        ),
        ComparedRow("a pair that completes a turn, processor time of web", "web", aims=NEAR_FLOOR),
        ComparedRow("– the same with PostgreSQL's", "web with PostgreSQL", aims=NEAR_FLOOR),
        *processes("worker", "beat", "PostgreSQL", "Redis", "measuring"),
        *_frames_and_log(),
    ),
)

PAIRS_OF_MANY = Part(
    "pairs of choices, 200 games, 10 pairs a second",
    Steady(games=200),
    (
        ComparedRow("a pair with 200 games open, processor time of web", "web", aims=NEAR_FLOOR),
        *_frames_and_log(),
    ),
)

CAPACITY = Part(
    "pairs at full load, 200 games, two web processes",
    Capacity(),
    (
        ComparedRow(
            "pairs a second, 200 games, two web processes",
            "pairs a second",
            "",
            aims=(Aim(0.7, "floor", at_least=True), Aim(4, "older", at_least=True)),
        ),
        ComparedRow("a pair at full load, processor time of web", "web", aims=NEAR_FLOOR),
        ComparedRow("– the same with PostgreSQL's", "web with PostgreSQL", aims=NEAR_FLOOR),
    ),
)


def _deadlines(games: int, aims: tuple[Aim, ...]) -> Part:
    work = f"deadline → resolved, {games:,} games of 4 bots, 10 s a turn, two workers"
    return Part(
        work,
        Deadlines(games),
        (
            *spread(work, "late", {"99th percentile": aims}),
            ComparedRow("– turns a second", "turns a second", ""),
            ComparedRow(
                "– a turn of 4 bots, processor time of workers and PostgreSQL",
                "worker with PostgreSQL",
                aims=(Aim(0.4, "older"),),
            ),
            *processes("worker", "PostgreSQL", "beat", "web", "Redis"),
        ),
    )


OVERDUE = Part(
    "a turn of 4 bots, in one process that does nothing else",
    Overdue(200),
    (
        ComparedRow(
            "a turn of 4 bots, processor time of one process and PostgreSQL",
            "together",
            aims=(Aim(0.4, "older"),),
        ),
        *processes("process", "PostgreSQL"),
    ),
    subjects="sites",
)

SAME_MINUTE = Part(
    "2,000 games by correspondence, a club of 10,000, whose turns end at the same moment",
    SameMinute(),
    (
        ComparedRow(
            "2,000 turns end at once → the last is resolved", "resolved", "s", aims=(Aim(30),)
        ),
        ComparedRow("– the last notice is written", "notified", "s", aims=(Aim(60),)),
        *spread("– turns of live games beside them", "late", {"99th percentile": (Aim(250),)}),
    ),
    subjects="site",
)

BESIDE_BOTS = Part(
    "members' turns and choices beside games of bots that think",
    BesideBots(),
    (
        *spread("members' turns of 5 s, beside 4 games of 4 bots on 25×25", "late", {}),
        *spread("– a choice is sealed", "sealed", {"99th percentile": (Aim(100),)}),
    ),
    subjects="sites",
)


def _watched(measurement: Any, words: str) -> Part:
    work = f"revealed → the last of 1,000 watchers has it, {words}"
    rows = (ComparedRow(work, "until the last has it", take="median", aims=(Aim(1.5, "floor"),)),)
    return Part(work, measurement, rows)


IDLE = Part(
    "the site with nothing to do",
    Idle(),
    (
        ComparedRow("idle, all processes, of one core", "all", "%", aims=(Aim(5),)),
        *(
            ComparedRow(f"– {kind}", kind, "%")
            for kind in ("web", "worker", "beat", "PostgreSQL", "Redis", "measuring")
        ),
        ComparedRow("– sessions of PostgreSQL begun in a minute", "sessions", "", aims=(Aim(0),)),
    ),
)


def _stored(board: boards.Board, kilobytes: float) -> Part:
    work = f"stored a step, {board.variant}, {board.words}, {board.steps} steps"
    rows = (
        ComparedRow(work, "bytes", "bytes", aims=(Aim(kilobytes * 1024),)),
        ComparedRow("– written to PostgreSQL's write-ahead log", "logged", "bytes"),
    )
    return Part(work, Stored(board), rows, subjects="sites")


def _pushed(board: boards.Board) -> Part:
    words = f"a step as it is pushed, {board.variant}, {board.words}, after {board.steps} steps"
    row = ComparedRow(words, "bytes", "bytes", "median")
    return Part(words, Pushed(board), (row,), subjects="sites")


STATES = Part(
    "the state of a running game by the API, one web process, 8 programs",
    States(),
    (
        ComparedRow(
            "states of a game, 19×19, by the API, a second, one web process",
            "a second",
            "",
            aims=(Aim(300, at_least=True),),
        ),
        ComparedRow("– one of them, processor time of web", "web"),
        *processes("PostgreSQL", "Redis", "measuring"),
    ),
    subjects="site",
)

STREAMS = Part(
    "1,000 streams of 50 members, in which nothing happens, one web process",
    Streams(),
    (
        ComparedRow("1,000 idle streams, processor time of web", "web", "%", aims=(Aim(5),)),
        ComparedRow("– lines a minute on each", "lines", ""),
        *(ComparedRow(f"– {kind}", kind, "%") for kind in ("PostgreSQL", "Redis")),
    ),
    subjects="site",
)

OPEN_SOCKETS = Part(
    "1,000 spectators on one web process, while others play on another one",
    OpenSockets(),
    (
        ComparedRow("opening a spectator's socket, processor time of web", "opening"),
        ComparedRow("– its memory", "kilobytes", "KB"),
        ComparedRow("1,000 sockets in which nothing happens, processor time of web", "idle", "%"),
        ComparedRow("a pair that a web process only hears of, its processor time", "heard"),
    ),
    subjects="site",
)

NONE = (Aim(0),)

DRAINED = Part(
    "1,000 sockets behind nginx, two web processes, one of which is drained",
    Drained(),
    (
        ComparedRow(
            "one of two web processes is drained: anything failed", "failures", "", aims=NONE
        ),
        *(
            ComparedRow(f"– {what}", what, "")
            for what in ("moved", "told to wait", "choices", "requests")
        ),
        *spread("– a page without a connection", "gap", {}),
        ComparedRow("– until the process has ended", "ended", "s"),
    ),
    subjects="site",
)

RETURNING = Part(
    "5,000 sockets that were cut come back to two web processes",
    Returning(),
    (
        ComparedRow("5,000 sockets were cut → the last is back", "last", "s", aims=(Aim(30),)),
        *spread("– each", "back", {}, "s"),
        ComparedRow("– attempts", "attempts", ""),
        ComparedRow("– one, processor time of web", "web"),
        ComparedRow("– of PostgreSQL", "PostgreSQL"),
        ComparedRow("– of Redis", "Redis"),
        ComparedRow("– of the measuring program", "measuring"),
        ComparedRow("– all processes", "all", "s"),
        ComparedRow("– the latest turn of 50 games of bots meanwhile", "late", "s", aims=(Aim(1),)),
    ),
    subjects="site",
)

TOPICS: dict[str, Topic] = {
    "pairs": Topic(
        "a choice that completes a turn: delay, processor time, frames, log", (PAIRS, PAIRS_OF_MANY)
    ),
    "capacity": Topic("choices at full load", (CAPACITY,)),
    "turns": Topic(
        "deadlines of games of bots: delay, processor time",
        (_deadlines(200, (Aim(100),)), _deadlines(1000, (Aim(250),))),
    ),
    "overdue": Topic("a turn of four bots: processor time", (OVERDUE,)),
    "same_minute": Topic("turns by correspondence that end at the same moment", (SAME_MINUTE,)),
    "bots": Topic("members beside bots that think for long", (BESIDE_BOTS,)),
    "watchers": Topic(
        "1,000 watchers of one game, at its beginning and late",
        (
            _watched(EARLY, "multiplayer-go, 19×19, 4 seats"),
            _watched(MUCH_LATER, "continuous-go, after 300 steps"),
        ),
    ),
    "sockets": Topic("open sockets, and pushes of other games", (OPEN_SOCKETS,)),
    "draining": Topic("pages whose web process is drained", (DRAINED,)),
    "coming_back": Topic("pages that are all cut off at once", (RETURNING,)),
    "idle": Topic("all processes with nothing to do", (IDLE,)),
    "storage": Topic(
        "bytes stored, and pushed, for a step",
        (
            *(_stored(board, 4 if board is boards.LINES else 2) for board in boards.STORED),
            *(_pushed(board) for board in boards.STORED),
        ),
    ),
    "views": Topic("the first view of a game, in Chromium", (first_view(boards.SEEN),)),
    "lists": Topic("the first view of pages that list games, in Chromium", LISTS),
    "lobby_hour": Topic("a lobby left open while nothing happens, in Chromium", (LOBBY_HOUR,)),
    "cold": Topic(
        "the same at 150 ms and 1.6 Mbit/s, behind nginx, each game",
        tuple(
            cold_view(board, slowed) for slowed in ("chromium", "line") for board in boards.RUNNING
        ),
    ),
    "programs": Topic("states and streams by the API", (STATES, STREAMS)),
    "steps": Topic(
        "a step being drawn, in Chromium", tuple(drawing(board) for board in boards.LARGEST)
    ),
}
