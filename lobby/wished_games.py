"""The games that wishes can lead to, and when members want to play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from engines.registry import game as engine_for
from engines.rules import Rules
from games.play.settings import GameSettings
from lobby.forms.presets import DAILY, EVENING, QUICK
from lobby.member_settings import usual_settings
from lobby.models import Pace, Table
from lobby.offered import offered_games
from lobby.table_settings import TableSettings, check_table_settings
from transport.refusals import Refused

PRESETS = {Pace.NOW: QUICK, Pace.EVENING: EVENING, Pace.DAILY: DAILY}
"""The board and the time of a turn, by the pace of the wish."""

ANSWER_WITHIN = {
    Pace.NOW: timedelta(minutes=1),
    Pace.EVENING: timedelta(minutes=5),
    Pace.DAILY: timedelta(days=1),
}
"""How long a member who is asked has time to answer."""

ANSWER_FROM_AFAR = timedelta(minutes=2)
"""How long members have for a game now if one of them wished to play this evening, and so may not
have the page open."""

EVENING_FROM, EVENING_UNTIL = time(18), time(23)
"""The evening, in the member's time zone."""
SHORTEST_EVENING = timedelta(minutes=30)
"""If less than this is left of the evening, a wish for the evening is for the next day's."""


def game_settings(variant: str, pace: str, players: int) -> TableSettings:
    """How the members of a match play: as with the preset of their pace."""
    engine, preset = engine_for(variant), PRESETS[Pace(pace)]
    time = GameSettings(turn_seconds=preset.turn_seconds, absences_allowed=preset.absences_allowed)
    return TableSettings(
        variant=variant,
        options=engine.usual_options(preset.sizes(engine)),
        seats=players,
        settings=usual_settings(engine, time),
        joining=Table.Joining.LINK,
        title=engine.name,
    )


@cache
def sizes_of(pace: str) -> Mapping[str, Sequence[int]]:
    """How many players a game of this pace may have, by the slug of the game."""
    return {game.slug: _sizes(game, pace) for game in offered_games()}


def _sizes(game: Rules[Any], pace: str) -> list[int]:
    possible = {size: game_settings(game.slug, pace, size) for size in game.seats_allowed()}
    return [size for size, chosen in possible.items() if _can_begin(chosen)]


def _can_begin(chosen: TableSettings) -> bool:
    try:
        check_table_settings(chosen)
    except Refused:  # too many players for the board
        return False
    return True


def most_players() -> int:
    """The most players that any game may have."""
    return max(size for game in offered_games() for size in game.seats_allowed())


def is_still_today(now: datetime, zone: ZoneInfo) -> bool:
    """Whether a wish for the evening made now is for the evening of this day."""
    return evening_of(now, zone)[0].date() == now.astimezone(zone).date()


def evening_of(now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """When this evening begins and ends in a time zone; late in the evening, the next one."""
    day = now.astimezone(zone).date()
    if datetime.combine(day, EVENING_UNTIL, zone) - now < SHORTEST_EVENING:
        day += timedelta(days=1)
    return datetime.combine(day, EVENING_FROM, zone), datetime.combine(day, EVENING_UNTIL, zone)
