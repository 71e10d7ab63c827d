"""Small pictures: of a game's steps, of boards at tables whose game has not begun, and of the
records that show what a kind of game is.

A step never changes, so neither does its picture. It is drawn once for each look of the board and
kept, compressed, for later requests. It does not show who plays, because names change.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

from django.contrib.staticfiles import finders

from engines.drawing.board import Look, SeatColours, Shade, Style
from engines.record import from_json
from engines.replay import replay
from engines.rules import Json, Rules
from games.models import Game
from games.store.rows import state_at
from pages.palette import BY_THE_RULES, KEYS
from transport.cache import SlotCache

KEPT = SlotCache("pictures", count=1024, seconds=24 * 3600)
"""A picture has at most 20 KB (tests/games/test_pictures.py), all of them together 20 MB."""

LOOKS: dict[str, Look] = {
    "wood": Look(
        light=Shade("#e3bd7c", "#b98b47", "#6f4f23", "#4a3413", "#4a3413"),
        dark=Shade("#c99f60", "#8f6b37", "#3f2c12", "#2b1d0a", "#2b1d0a"),
        grain=True,
    ),
    "paper": Look(
        light=Shade("#fbf6ea", "#cdbf9f", "#8b7d63", "#5b4f3a", "#5b4f3a"),
        dark=Shade("#e6dcc6", "#a89878", "#75684f", "#4a3f2c", "#4a3f2c"),
    ),
    "slate": Look(
        light=Shade("#8d979c", "#6a757b", "#3c464c", "#232b30", "#232b30"),
        dark=Shade("#59646b", "#3c464c", "#232b30", "#e9eef0", "#0d1012"),
    ),
}
"""The looks of boards that members choose from, with their colours; these are the same as in
``static/css/tokens.css``, as a test checks."""
USUAL = "wood"

UNKNOWN = "#808080"
"""Drawn in place of a colour that is no longer in the palette."""


def step_picture(game: Game, number: int, look: str) -> bytes:
    """Returns the picture of the position after a resolved step: SVG, compressed by gzip. ``look``
    is one of :data:`LOOKS`."""
    key = f"{game.public_id}:{number}:{look}"
    found: bytes | None = KEPT.get(key)
    if found is not None:
        return found
    colours = game.seats.values_list("stone_colour", "mark_colour")
    title = f"{game.engine.name}, {game.engine.board(game.options)}, step {number}"
    body = draw(game.engine, state_at(game, number), colours, look, title)
    KEPT.set_many({key: body})
    return body


@dataclass(frozen=True, slots=True)
class Start:
    """The board of a game that has not begun, as it will be at the start. ``options``: the game's,
    complete; ``seats``: the keys of each seat's stone and mark colours, None if nobody sits there
    yet; ``look``: one of :data:`LOOKS`."""

    engine: Rules[Any]
    options: Mapping[str, Any]
    seats: Sequence[tuple[str, str] | None]
    look: str

    @property
    def version(self) -> str:
        """A short name for exactly this picture."""
        shown = [self.engine.slug, dict(self.options), list(self.seats), self.look]
        return digest(json.dumps(shown, sort_keys=True).encode())

    def picture(self) -> bytes:
        """Returns SVG, compressed by gzip. What the rules draw by lot is left out."""
        key = f"start:{self.version}"
        found: bytes | None = KEPT.get(key)
        if found is not None:
            return found
        state = self.engine.known_start(self.options, len(self.seats))
        title = f"{self.engine.name}, {self.engine.board(self.options)}"
        colours = [seat or ("", "") for seat in self.seats]
        body = draw(self.engine, state, colours, self.look, title)
        KEPT.set_many({key: body})
        return body


@lru_cache(maxsize=512)
def record_picture(drawn: str, step: int | None, look: str) -> bytes:
    """Returns the picture of a position in a record: SVG, compressed by gzip. ``drawn``: the JSON
    of a picture in ``templates/rules``; ``step``: the step to show, None for the one that it names.

    Raises LookupError if the record has no such step.
    """
    said: Json = json.loads(drawn)
    record, shown = from_json(said["record"]), said["step"] if step is None else step
    if shown > said["step"]:
        raise LookupError(f"The record shows {said['step']} steps.")
    state = next(line.state for line in replay(record) if line.step == shown)
    title = f"{record.game.name}, {record.game.board(record.options)}, step {shown}"
    colours = [(seat["stone"], seat["mark"]) for seat in said["seats"]]
    return draw(record.game, state, colours, look, title)


def digest(body: bytes) -> str:
    """Returns a short name for exactly this picture."""
    return blake2b(body, digest_size=8).hexdigest()


def draw(
    engine: Rules[Any], state: Any, colours: Iterable[tuple[str, str]], look: str, title: str
) -> bytes:
    """Draws a position as SVG, compressed by gzip. ``colours``: the keys of each seat's stone and
    mark."""
    seats = [SeatColours(_hex(stone), _hex(mark)) for stone, mark in colours]
    svg = engine.picture(state, Style(LOOKS[look], seats), title)
    return gzip.compress(svg.encode(), compresslevel=9, mtime=0)


def _hex(key: str) -> str:
    colour = KEYS.get(BY_THE_RULES.get(key, key))
    return colour.hex if colour else UNKNOWN


@cache
def has_board(slug: str) -> bool:
    """Returns whether there is a board module for the game with this slug. Only games with a board
    can be shown and played on the site."""
    return finders.find(f"js/boards/{slug}/index.js") is not None
