"""Presets: common settings with which one tap fills in the form that opens a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy

from engines.options import Integer, Number
from engines.rules import Rules
from lobby.forms.options import PREFIX
from lobby.forms.timer import CALENDAR, timer_initial
from lobby.forms.times import AT, ON, time_initial
from lobby.models import Table
from lobby.table_settings import has_secret_turns

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

MINUTE, DAY = 60, 24 * 60 * 60


@dataclass(frozen=True)
class Preset:
    """A preset. ``ends_daily``: turns end every day at the default time, in the form's time zone.
    ``board``: ``min`` for the smallest of the game's usual boards; None for its default."""

    slug: str
    name: StrPromise
    words: StrPromise
    turn_seconds: int
    absences_allowed: int
    starts: str
    board: Callable[[tuple[int, ...]], int] | None = None
    ends_daily: bool = False

    def fields(self, engine: Rules[Any]) -> dict[str, Any]:
        """The values for a game, by field name."""
        timer = timer_initial(self.turn_seconds)
        filled = {
            **self._options(engine),
            **(self._times() if self.ends_daily else {"timer": timer["timer"]}),
            "absences_allowed": str(self.absences_allowed),
            "starts": self.starts,
        }
        return filled | ({"turn_ends": "complete"} if has_secret_turns(engine.slug) else {})

    def _times(self) -> dict[str, Any]:
        usual = time_initial()
        return {"timer": CALENDAR, AT: usual[AT], ON: usual[ON]}

    def _options(self, engine: Rules[Any]) -> dict[str, Any]:
        """The board size, and the options whose defaults depend on it."""
        sizes = self.sizes(engine)
        usual = engine.usual_options(sizes)
        following = [
            option.name
            for option in engine.options
            if isinstance(option, Number) and option.usual_for and option.usual_for[0] in sizes
        ]
        return {PREFIX + name: usual[name] for name in (*sizes, *following)}

    def sizes(self, engine: Rules[Any]) -> dict[str, int]:
        """The board size, by the names of the game's options for it."""
        return {o.name: self._size(o) for o in engine.size_options() if o.usual}

    def _size(self, option: Integer) -> int:
        size: int = self.board(option.usual) if self.board else option.default
        return size


QUICK = Preset(
    slug="quick",
    name=gettext_lazy("Quick"),
    words=gettext_lazy("One minute a turn. Starts automatically."),
    turn_seconds=MINUTE,
    absences_allowed=2,
    starts=Table.Starts.FULL,
    board=min,
)
EVENING = Preset(
    slug="evening",
    name=gettext_lazy("Evening"),
    words=gettext_lazy("Three minutes a turn. Starts when all are ready."),
    turn_seconds=3 * MINUTE,
    absences_allowed=3,
    starts=Table.Starts.READY,
)
DAILY = Preset(
    slug="daily",
    name=gettext_lazy("Daily"),
    words=gettext_lazy("One turn a day, for as long as it takes."),
    turn_seconds=DAY,
    absences_allowed=3,
    starts=Table.Starts.READY,
)
AT_EIGHT = Preset(
    slug="at-eight",
    name=DAILY.name,
    words=gettext_lazy("Or: turns end daily at 20:00"),
    turn_seconds=DAY,
    absences_allowed=3,
    starts=Table.Starts.READY,
    ends_daily=True,
)
TILES = ((QUICK,), (EVENING,), (DAILY, AT_EIGHT))
"""The presets by tile. The first of a tile gives it its name; the second is a variation."""
PRESETS = tuple(preset for tile in TILES for preset in tile)


def preset_of(slug: str | None) -> Preset | None:
    """The preset of this name; None if there is none."""
    return next((preset for preset in PRESETS if preset.slug == slug), None)
