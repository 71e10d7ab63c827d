"""A record from outside as the page of a game shows it."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engines.changes import changes
from engines.reading import is_integer
from engines.record import Record, read
from engines.replay import ReplayedStep, replay
from engines.rules import Json, Rules
from games.play.messages import VERSION
from games.uploads.marks import Marks
from pages.palette import BY_THE_RULES, KEYS, PALETTE

MOST_SHOWN = 16 * 1024 * 1024
"""Characters of JSON that a page is given."""

MOST_ASKED_FOR = MOST_SHOWN // 4
"""Of these, what may be of extras that pages ask for, such as areas: steps come with them as long
as there is room. Those of the others are worked out when somebody asks (``asked_for``)."""

LONGEST_NAME = 60


class TooLong(Exception):
    """The record's steps are more than a page can take."""


@dataclass(frozen=True)
class ShownRecord:
    """A replayed record: ``lines`` holds the first line whole, then each one's changes.

    ``marks``: states on the way, from which its steps can be reached again in a short time.
    """

    engine: Rules[Any]
    record: Record
    lines: list[Any]
    log: list[Json]
    last: Json
    marks: dict[int, bytes]

    def packed(self) -> bytes:
        """What the page asks for: its snapshot, lines and log as JSON, compressed by gzip."""
        whole = {"snapshot": self.snapshot(), "lines": self.lines, "log": self.log}
        return gzip.compress(_text(whole).encode(), compresslevel=6)

    def head(self) -> Json:
        """The snapshot without what is on the board: a few hundred bytes, for the template."""
        step = {"step": self.last["step"], "outcome": self.last["outcome"]}
        return {**self.snapshot(), "step": step}

    def snapshot(self) -> Json:
        """The ``game.snapshot`` of the record's last step, as a visitor would get it. The title,
        and the names of seats that the record does not name, are empty: the site words them."""
        over = self.last["outcome"] is not None
        return {
            "type": "game.snapshot",
            "version": VERSION,
            "now": datetime.now(UTC).isoformat(),
            "game": {
                "id": None,
                "title": "",
                "variant": self.engine.slug,
                "name": self.engine.name,
                "board": self.engine.board(self.record.options),
                "options": dict(self.record.options),
                "status": "finished" if over else "running",
                "settings": None,
                "started_at": None,
                "finished_at": None,
            },
            "seats": [_seat(self.record, self.last, number) for number in range(self.record.seats)],
            "step": self.last,
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
            "holders": _holders(self.record),
        }


def shown_record(
    data: bytes,
    *,
    tell: Callable[[int, int], None] = lambda step, steps: None,
    hurried: Callable[[], bool] = lambda: False,
    leisurely: Callable[[], bool] = lambda: True,
    spent: Callable[[], float] = time.process_time,
) -> ShownRecord:
    """The record that a file holds, replayed with what boards are always shown, and with what they
    ask for besides while it is ``leisurely()`` and there is room.

    ``tell(step, steps)`` is told how far it is; ``spent()`` is the processor time in seconds.
    Where there is too much, or ``hurried()``, it is done again without what can be left out. Raises
    RecordError for what no record is, and TooLong.
    """
    record = read(data)
    extras = tuple(extra.name for extra in record.game.extras if extra.pushed)
    if extras:
        try:
            return _shown(record, extras, tell, hurried, leisurely, Marks(spent))
        except TooLong:
            pass
    return _shown(record, (), tell, lambda: False, leisurely, Marks(spent))


def _shown(
    record: Record,
    extras: tuple[str, ...],
    tell: Callable[[int, int], None],
    hurried: Callable[[], bool],
    leisurely: Callable[[], bool],
    marks: Marks,
) -> ShownRecord:
    lines: list[Any] = []
    log: list[Json] = []
    size = 0
    before: Json = {}

    def has_room() -> bool:
        return size < MOST_ASKED_FOR and leisurely()

    for line in _lines(record, extras, has_room, marks):
        tell(line["step"], len(record.steps))
        if lines:
            log.append(_entry(before, line, record.steps[line["step"] - 1].get("leave")))
            size += len(_text(log[-1]))
        lines.append(changes(before, line) if lines else line)
        size += len(_text(lines[-1]))
        if size > MOST_SHOWN or hurried():
            raise TooLong
        before = line
    return ShownRecord(record.game, record, lines, log, before, marks.states)


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(
    record: Record, extras: tuple[str, ...], has_room: Callable[[], bool], marks: Marks
) -> Iterator[Json]:
    for line in replay(record):
        marks.passes(line)
        step = record.steps[line.step - 1] if line.step else {}
        shown = _bounded(line.as_json(extras), line)
        shown["events"] = line.game.with_note(shown["events"], _note(record, line.step))
        if has_room():
            shown["position"] = {**_asked_for(line), **shown["position"]}
        yield {**shown, "resolved_at": step.get("at"), "cause": step.get("cause")}


def _asked_for(line: ReplayedStep) -> Json:
    """What pages of stored games ask for at a step, where it does not take long."""
    found: Json = {}
    for extra in line.game.extras:
        if not extra.pushed and not extra.slow(line.state):
            found |= extra.for_pages(line.state)
    return found


def _bounded(shown: Json, line: ReplayedStep) -> Json:
    """The line with no more in its position than a page can take."""
    position = shown["position"]
    for extra in line.game.extras:
        if extra.shown is not None and extra.name in position:
            position = {**position, **extra.shown(line.state)}
    return {**shown, "position": position}


def _entry(before: Json, line: Json, leave: list[int] | None) -> Json:
    return {
        "step": line["step"],
        "turn": before["turn"],
        "sealed": before["sealed"],
        "at": line["resolved_at"],
        "cause": line["cause"],
        "leave": leave,
        "events": line["events"],
    }


def _seat(record: Record, last: Json, number: int) -> Json:
    """A seat as the record's ``players`` name it, which anybody may have written."""
    players = record.further.get("players")
    player = players[number] if isinstance(players, list) and number < len(players) else {}
    player = player if isinstance(player, dict) else {}
    name = player.get("name")
    named = isinstance(name, str) and name.strip()
    outcome = last["outcome"]
    return {
        "number": number,
        "name": str(name).strip()[:LONGEST_NAME] if named else "",
        "bot": False,
        **_colours(record, player, number),
        "absences": 0,
        "extensions": 0,
        "off_until": None,
        "left": "resigned" if _has_left(record, number) else None,
        "rank": None if outcome is None else outcome["ranks"][number],
        "offered_until": None,
    }


def _note(record: Record, step: int) -> Json:
    """What the record notes about a step, which anybody may have written."""
    notes = record.further.get("notes")
    note = notes.get(str(step)) if isinstance(notes, dict) else None
    return note if isinstance(note, dict) else {}


def _holders(record: Record) -> list[Json]:
    """Who has had the seats that were taken over, as the record's ``players`` say, which anybody
    may have written: what is no tenure is left out."""
    players = record.further.get("players")
    named = players[: record.seats] if isinstance(players, list) else []
    holders = []
    for number, player in enumerate(named):
        tenures = player.get("tenures") if isinstance(player, dict) else None
        for tenure in filter(_is_tenure, tenures if isinstance(tenures, list) else []):
            name = tenure["name"].strip()[:LONGEST_NAME]
            holders.append({"seat": number, "name": name, "bot": False, "since": tenure["from"]})
    return holders


def _is_tenure(value: Any) -> bool:
    if not isinstance(value, dict) or not is_integer(value.get("from")):
        return False
    name = value.get("name")
    return isinstance(name, str) and bool(name.strip())


def _has_left(record: Record, number: int) -> bool:
    """Not every game's position says who has left."""
    return any(number in step.get("leave", ()) for step in record.steps)


def _colours(record: Record, player: Json, number: int) -> Json:
    """The rules' colour of the stones where they name one, else the player's, else a free one."""
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
