"""How a game is played on the site, beside its rules: one value, the same all through a game."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class TurnEnds(StrEnum):
    """What ends a sealed step: the timer alone, or also that everybody has chosen."""

    TIMER = "timer"
    COMPLETE = "complete"


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``turn_seconds``: a turn's length, None without a timer. ``absences_allowed``: after how
    many turns running that a seat missed it leaves, None: never."""

    turn_seconds: int | None
    turn_ends: TurnEnds
    absences_allowed: int | None = 3
