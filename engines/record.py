"""Reading and writing game records, in the same way for every game.

The format, the order of the checks and the codes are those of "The game record" in the rules. This
module checks the head of a record; :mod:`engines.replay` checks its steps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import registry, strict_json
from .options import OptionValue
from .reading import is_integer
from .rules import IllegalAction, Json, Rules
from .words import Values, filled, gettext_noop

FORMAT = "miai-record"
VERSION = 1
LARGEST_SEED = 2**63 - 1

_REQUIRED = ("format", "version", "variant", "seats", "steps")
_OWN_KEYS = (*_REQUIRED, "options", "seed")


class RecordError(Exception):
    """A record that cannot be replayed: a stable ``code``, a ``message`` in plain words, and the
    ``step`` (from 1) and ``seat`` that it is about, or None. The message is ``text`` with
    ``values`` filled in.

    >>> print(RecordError("occupied", "[2, 3] already holds a stone", step=3, seat=1))
    step 3: seat 1: occupied: [2, 3] already holds a stone
    """

    def __init__(
        self,
        code: str,
        text: str,
        values: Values | None = None,
        *,
        step: int | None = None,
        seat: int | None = None,
    ) -> None:
        message = filled(text, values)
        where = "" if step is None else f"step {step}: "
        who = "" if seat is None else f"seat {seat}: "
        super().__init__(f"{where}{who}{code}: {message}")
        self.code = code
        self.message = message
        self.text = text
        self.values = values
        self.step = step
        self.seat = seat


@dataclass(frozen=True)
class Record:
    """A record with a valid head; each step is checked when the replay reaches it.

    ``options`` are complete; ``steps`` are JSON as in the format; ``further`` holds the keys of the
    top level that do not affect a replay.
    """

    game: Rules[Any]
    seats: int
    options: Mapping[str, OptionValue]
    seed: int = 0
    steps: Sequence[Any] = ()
    further: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> Json:
        """The record as one JSON object."""
        head = {"format": FORMAT, "version": VERSION, "variant": self.game.slug}
        play = {"options": dict(self.options), "seats": self.seats, "seed": self.seed}
        return {**head, **play, **self.further, "steps": list(self.steps)}


def read(data: bytes | str) -> Record:
    """Reads a record from the contents of a file.

    Raises RecordError, without a step, for anything wrong before the first step.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("bad-record", "not UTF-8 text") from error
    try:
        return from_json(strict_json.parse(text))
    except ValueError as error:
        text, values = getattr(error, "text", str(error)), getattr(error, "values", None)
        raise RecordError("bad-record", text, values) from error


def from_json(value: Any) -> Record:
    """Reads a record from a JSON value. Raises RecordError as :func:`read` does."""
    head = _read_head(value)
    further = {key: kept for key, kept in head.items() if key not in _OWN_KEYS}
    try:
        empty = new(head["variant"], head["seats"], head.get("options", {}), head.get("seed", 0))
    except IllegalAction as error:
        raise RecordError(error.code, error.text, error.values) from error
    return Record(empty.game, empty.seats, empty.options, empty.seed, head["steps"], further)


def new(slug: str, seats: int, options: Mapping[str, Any], seed: int = 0) -> Record:
    """An empty record of a game. ``options`` are JSON values; those left out take their default.

    Raises IllegalAction: ``unknown-variant``, ``bad-seats``, ``bad-options``.

    >>> new("multiplayer-go", 3, {"size": 13}).options
    {'size': 13, 'collision': 'heat', 'max_turns': None}
    >>> new("multiplayer-go", 1, {})
    Traceback (most recent call last):
    engines.rules.IllegalAction: bad-seats: Parallel Multiplayer Go is for 2 to 12 seats
    """
    game = registry.game(slug)
    if seats not in game.seats_allowed():
        raise IllegalAction(
            "bad-seats",
            "%(game)s is for %(counts)s seats",
            {"game": game.name, "counts": game.seat_counts_in_words()},
        )
    complete = complete_options(game, options)
    game.new_state(complete, seats, seed)
    return Record(game, seats, complete, seed)


def complete_options(game: Rules[Any], given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Every option of the game: as given and checked, or its default.

    Raises IllegalAction ``bad-options``.
    """
    known = [option.name for option in game.options]
    if not given.keys() <= set(known):
        raise IllegalAction(
            "bad-options",
            "%(game)s has these options: %(names)s",
            {"game": game.name, "names": ", ".join(known)},
        )
    try:
        return {
            option.name: option.parse(given.get(option.name, option.default))
            for option in game.options
        }
    except ValueError as error:
        text, values = getattr(error, "text", str(error)), getattr(error, "values", None)
        raise IllegalAction("bad-options", text, values) from error


def write(record: Record) -> str:
    """The record as text, one step a line, for :func:`read` to read.

    >>> made = new("multiplayer-go", 3, {"size": 13})
    >>> read(write(made)).as_json() == made.as_json()
    True
    """
    value = record.as_json()
    steps = ",\n".join(f"    {_text(step)}" for step in value.pop("steps"))
    head = "".join(f"  {_text(key)}: {_text(kept)},\n" for key, kept in value.items())
    listed = f"[\n{steps}\n  ]" if steps else "[]"
    return f'{{\n{head}  "steps": {listed}\n}}\n'


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


def _read_head(value: Any) -> Json:
    if not isinstance(value, dict):
        raise RecordError("bad-record", "a record is a JSON object")
    for key in _REQUIRED:
        if key not in value:
            raise RecordError("bad-record", "%(key)s is missing", {"key": key})
    seed = value.get("seed", 0)
    right = {
        gettext_noop('format must be "%(format)s"'): value["format"] == FORMAT,
        gettext_noop("version must be %(version)s"): is_integer(value["version"])
        and value["version"] == VERSION,
        gettext_noop("variant must be the name of a game"): isinstance(value["variant"], str),
        gettext_noop("seats must be a whole number"): is_integer(value["seats"]),
        gettext_noop("options must be an object"): isinstance(value.get("options", {}), dict),
        gettext_noop("seed must be a whole number from 0 to 2^63-1"): is_integer(seed)
        and 0 <= seed <= LARGEST_SEED,
        gettext_noop("steps must be a list"): isinstance(value["steps"], list),
    }
    for text, holds in right.items():
        if not holds:
            raise RecordError("bad-record", text, {"format": FORMAT, "version": VERSION})
    return value
