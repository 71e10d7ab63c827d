"""An uploaded record as the game page shows it.

Anybody may have written the record. Its head and steps are checked. The players and notes that
:mod:`games.archive.record` writes beside them are not: whatever makes no sense is left out.
"""

from __future__ import annotations

import gzip
import json
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from typing import Any

from engines.changes import changes
from engines.reading import is_integer
from engines.record import Record, read
from engines.replay import ReplayedStep, replay
from engines.rules import Json
from games.play.messages import VERSION
from pages.palette import BY_THE_RULES, KEYS, PALETTE

LARGEST = 16 * 1024 * 1024
"""The most characters of JSON for a page."""

LARGEST_EXTRAS = LARGEST // 4
"""Extras that pages ask for, such as areas, are included while the page has fewer characters than
this."""

LARGEST_PACKED = 4 * 1024 * 1024
"""The most bytes of the compressed page."""

LONGEST_NAME = 60


class TooLong(Exception):
    """The record has more steps than a page can take."""


class TimeSpent(Exception):
    """The processor time is used up."""


@dataclass(frozen=True)
class RecordPage:
    """A replayed record. ``lines``: the first line in full, then the changes of each next one."""

    snapshot: Json
    lines: list[Any]
    log: list[Json]

    def head(self) -> Json:
        """Returns the snapshot without the board: a few hundred bytes, for the template."""
        step = {key: self.snapshot["step"][key] for key in ("step", "outcome")}
        return {**self.snapshot, "step": step}

    def packed(self) -> bytes:
        """Returns everything as JSON, compressed by gzip. Raises TooLong."""
        whole = {"snapshot": self.snapshot, "lines": self.lines, "log": self.log}
        packed = gzip.compress(_text(whole).encode(), compresslevel=6)
        if len(packed) > LARGEST_PACKED:
            raise TooLong
        return packed


@dataclass(frozen=True)
class Pace:
    """How long a replay may take: ``seconds`` in all; ``spent()`` returns how many are used up.
    ``passes`` is called with each step and the number of steps."""

    seconds: float = inf
    spent: Callable[[], float] = time.process_time
    passes: Callable[[ReplayedStep, int], None] = lambda line, steps: None


def record_page(data: bytes, pace: Pace | None = None) -> RecordPage:
    """Returns the page of the record in a file.

    Includes extras that pages ask for, while at most a quarter of the time and of the page is used
    up. If the page gets full, or half of the time is used up, the replay starts again without the
    extras that boards always show. Raises RecordError, TooLong and TimeSpent.
    """
    record, pace = read(data), pace or Pace()
    pushed = [extra.name for extra in record.game.extras if extra.pushed]
    if pushed:
        with suppress(TooLong, TimeSpent):
            return _page(record, pushed, pace, pace.seconds / 2)
    return _page(record, [], pace, pace.seconds)


def _page(record: Record, extras: list[str], pace: Pace, latest: float) -> RecordPage:
    lines: list[Any] = []
    log: list[Json] = []
    before: Json = {}
    size = 0

    def has_room() -> bool:
        return size < LARGEST_EXTRAS and pace.spent() < pace.seconds / 4

    for line in _lines(record, extras, pace, has_room):
        if lines:
            log.append(_entry(before, line, record.steps[line["step"] - 1].get("leave")))
            size += len(_text(log[-1]))
        lines.append(changes(before, line) if lines else line)
        size += len(_text(lines[-1]))
        if size > LARGEST:
            raise TooLong
        if pace.spent() > latest:
            raise TimeSpent
        before = line
    return RecordPage(_snapshot(record, before), lines, log)


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(
    record: Record, extras: list[str], pace: Pace, has_room: Callable[[], bool]
) -> Iterator[Json]:
    for line in replay(record):
        pace.passes(line, len(record.steps))
        step = record.steps[line.step - 1] if line.step else {}
        shown = line.as_json(extras)
        note = _object(_object(record.further.get("notes")).get(str(line.step)))
        shown["events"] = line.game.with_note(shown["events"], note)
        shown["position"] = _position(shown["position"], line, asked_for=has_room())
        yield {**shown, "resolved_at": step.get("at"), "cause": step.get("cause")}


def _position(position: Json, line: ReplayedStep, *, asked_for: bool) -> Json:
    """Returns the position, reduced to what a page can take, plus the extras that pages ask for if
    they are quick to calculate."""
    for extra in line.game.extras:
        if extra.shown is not None and extra.name in position:
            position = {**position, **extra.shown(line.state)}
        elif asked_for and not extra.pushed and not extra.slow(line.state):
            position = {**extra.for_pages(line.state), **position}
    return position


def _entry(before: Json, line: Json, leave: list[int] | None) -> Json:
    """Returns the log entry for a step."""
    then = {"turn": before["turn"], "sealed": before["sealed"]}
    after = {"at": line["resolved_at"], "cause": line["cause"], "events": line["events"]}
    return {"step": line["step"], "leave": leave, **then, **after}


def _snapshot(record: Record, last: Json) -> Json:
    """Returns the ``game.snapshot`` of the record's last step, for a visitor. A missing title or
    name of a seat is empty; the site has words for it."""
    engine, players, over = record.game, _players(record), last["outcome"] is not None
    return {
        "type": "game.snapshot",
        "version": VERSION,
        "now": datetime.now(UTC).isoformat(),
        "game": {
            "id": None,
            "title": "",
            "variant": engine.slug,
            "name": engine.name,
            "board": engine.board(record.options),
            "options": dict(record.options),
            "status": "finished" if over else "running",
            "settings": None,
            "started_at": None,
            "finished_at": None,
        },
        "seats": [
            _seat(record, number, player, last["outcome"]["ranks"] if over else None)
            for number, player in enumerate(players)
        ],
        "step": last,
        "clock": {
            "deadline": None,
            "time_left": None,
            "paused": False,
            "put_off": False,
            "resumes_at": None,
        },
        "chosen": [],
        "newest": {},
        "watching": 0,
        "you": None,
        "vote": None,
        "holders": [
            {"seat": number, "name": _name(tenure), "bot": False, "since": tenure["from"]}
            for number, player in enumerate(players)
            for tenure in map(_object, _list(player.get("tenures")))
            if _name(tenure) and _is_step(tenure.get("from"), record)
        ],
    }


def _seat(record: Record, number: int, player: Json, ranks: Sequence[int] | None) -> Json:
    # Not every game's position shows who has left.
    has_left = any(number in step.get("leave", ()) for step in record.steps)
    return {
        "number": number,
        "name": _name(player),
        "bot": False,
        **_colours(record, number, player),
        "absences": 0,
        "extensions": 0,
        "off_until": None,
        "left": "resigned" if has_left else None,
        "rank": None if ranks is None else ranks[number],
        "offered_until": None,
    }


def _colours(record: Record, number: int, player: Json) -> Json:
    """Returns the seat's colours. The stone has the colour fixed by the rules, or the player's, or
    a free one."""
    named = record.game.fixed_colours
    stone = BY_THE_RULES.get(named[number], named[number]) if named else player.get("stone")
    mark = player.get("mark")
    if not _is_colour(stone):
        stone = PALETTE[(number + 2) % len(PALETTE)].key
    if not _is_colour(mark):
        mark = "straw" if stone != "straw" else "ink"
    return {"stone": stone, "mark": mark}


def _is_colour(key: object) -> bool:
    return isinstance(key, str) and key in KEYS


def _players(record: Record) -> list[Json]:
    """Returns what the record says about each seat's player."""
    named = _list(record.further.get("players"))[: record.seats]
    return [_object(player) for player in named + [None] * (record.seats - len(named))]


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_step(value: object, record: Record) -> bool:
    return isinstance(value, int) and is_integer(value) and 0 <= value <= len(record.steps)


def _name(player: Json) -> str:
    """Returns the name; empty if there is none, or if it has a lone surrogate, as JSON can have."""
    name = player.get("name")
    if not isinstance(name, str) or any(unicodedata.category(each) == "Cs" for each in name):
        return ""
    return name.strip()[:LONGEST_NAME]
