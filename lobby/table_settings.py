"""The settings of a table, and their checks."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext

from accounts.names import address_in
from engines import registry
from engines.rules import IllegalAction, Rules
from games.play.calendar import LEAST_APART, Calendar
from games.play.clock import LEAST_AWAY, MOST_AWAY, SHORTEST_THAT_WAITS, is_live, turn_length
from games.play.settings import (
    OFFERED_VOTES,
    GameSettings,
    TurnEnds,
)
from lobby.models import LONGEST_TITLE, Table
from transport.refusals import Refused, sentence

SHORTEST_TURN = 5
LONGEST_TURN = 14 * 24 * 60 * 60
"""How long a turn may take, in seconds: from 5 seconds to 14 days."""
SHORTEST_PATIENCE = 60 * 60
"""The least time until a turn without a timer counts as missed, in seconds."""
BOTS_AFTER = (5, 15, 60, 24 * 60)
"""The minutes after which bots may fill free seats."""
MOST_ABSENCES = 10
MOST_EXTENSIONS = 5
USUAL_EXTENSIONS = 2
"""How many extensions a player has by default, except in live games."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table, as its host chooses them.

    ``options``: all options of the game. ``players_run``: anyone seated may seat bots and start
    with fewer players while the host is away. ``players_seat_bots``: anyone seated may seat one bot
    at any time. ``bots_join``: bots of members may sit down by themselves.
    ``players_invite``: anyone seated may invite members by name. ``bots_after``: minutes after the
    last person took a seat until bots fill the free ones; None: never.
    """

    variant: str
    options: Mapping[str, Any]
    seats: int
    settings: GameSettings
    joining: str
    title: str
    starts: str = Table.Starts.READY
    players_run: bool = True
    players_seat_bots: bool = True
    bots_join: bool = False
    players_invite: bool = True
    bots_after: int | None = None

    @property
    def engine(self) -> Rules[Any]:
        """The rules of the game."""
        return registry.game(self.variant)


def table_settings_of(table: Table) -> TableSettings:
    """The settings of an open table."""
    columns = {
        field.name: getattr(table, field.name) for field in dataclasses.fields(TableSettings)
    }
    return TableSettings(**{**columns, "options": table.engine.table_options(table.options)})


def check_table_settings(chosen: TableSettings) -> None:
    """Raises Refused if a setting is wrong; ``at`` is its field, or the name of the wrong
    option."""
    engine = _engine(chosen)
    for option in engine.options:
        try:
            option.parse(chosen.options[option.name])
        except (KeyError, ValueError) as error:
            raise Refused("bad-options", in_words_of(error), at=option.name) from None
    if chosen.options.keys() != {option.name for option in engine.options}:
        game = {"game": gettext(engine.name)}
        raise Refused(
            "bad-options", "%(game)s does not have this option.", values=game, at="variant"
        )
    if chosen.seats not in engine.seats_allowed():
        values = {"game": gettext(engine.name), "counts": counts_in_words(engine)}
        raise Refused("bad-seats", "%(game)s is for %(counts)s players.", values=values, at="seats")
    _check_time(chosen)
    if chosen.joining not in Table.Joining.values:
        raise Refused("bad-joining", "Choose who may join.", at="joining")
    if chosen.starts not in Table.Starts.values:
        raise Refused("bad-starts", "Choose when the game starts.", at="starts")
    if chosen.bots_after is not None and chosen.bots_after not in BOTS_AFTER:
        raise Refused("bad-filling", "Choose when bots take free seats.", at="bots_after")
    if not chosen.title.strip() or len(chosen.title) > LONGEST_TITLE:
        most = {"most": LONGEST_TITLE}
        raise Refused("bad-title", "A title has 1 to %(most)s characters.", values=most, at="title")
    address = address_in(chosen.title)
    if address:
        raise Refused(
            "bad-title",
            "A title holds no addresses, and “%(address)s” reads like one. Leave it out, or put a "
            "space after the dot.",
            values={"address": address},
            at="title",
        )
    _check_start(chosen)


def _engine(chosen: TableSettings) -> Rules[Any]:
    try:
        return chosen.engine
    except IllegalAction:
        raise Refused("unknown-variant", "There is no such game.", at="variant") from None


def _check_time(chosen: TableSettings) -> None:
    seconds, absences = chosen.settings.turn_seconds, chosen.settings.absences_allowed
    if seconds is not None and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise Refused("bad-timer", "A turn takes from 5 seconds to 14 days.", at="timer")
    refused = (
        None if chosen.settings.calendar is None else refused_calendar(chosen.settings.calendar)
    )
    if refused is not None:
        raise refused
    if not SHORTEST_PATIENCE <= chosen.settings.patience_seconds <= LONGEST_TURN:
        raise Refused("bad-patience", "Choose between an hour and 14 days.", at="patience_seconds")
    if chosen.settings.turn_ends not in list(TurnEnds):
        raise Refused("bad-turn-ends", "Choose what ends a turn.", at="turn_ends")
    if seconds is None and chosen.settings.turn_ends == TurnEnds.TIMER:
        raise Refused(
            "bad-turn-ends",
            "Without a timer a turn can only end when everybody has chosen.",
            at="turn_ends",
        )
    if not set(chosen.settings.votes) <= set(OFFERED_VOTES):
        raise Refused("bad-votes", "There is no such vote.", at="votes")
    if absences is not None and not 1 <= absences <= MOST_ABSENCES:
        raise Refused(
            "bad-absences",
            "From 1 to %(most)s turns, or never.",
            values={"most": MOST_ABSENCES},
            at="absences_allowed",
        )
    if not LEAST_AWAY <= chosen.settings.away_minutes <= MOST_AWAY:
        raise Refused(
            "bad-away",
            "From %(least)s to %(most)s minutes.",
            values={"least": LEAST_AWAY, "most": MOST_AWAY},
            at="away_minutes",
        )
    if not 0 <= chosen.settings.extensions <= MOST_EXTENSIONS:
        raise Refused(
            "bad-extensions",
            "From 0 to %(most)s extensions.",
            values={"most": MOST_EXTENSIONS},
            at="extensions",
        )


def refused_calendar(calendar: Calendar) -> Refused | None:
    """Why turns cannot end by this calendar; None if they can."""
    if calendar.zone not in available_timezones():
        return Refused("bad-timer", "Choose a time zone.", at="ends_zone")
    if calendar.shortest < LEAST_APART:
        return Refused("bad-timer", "Leave at least two hours between two times.", at="ends_at")
    return None


def usual_extensions(settings: GameSettings) -> int:
    """How many extensions a player has by default."""
    return 0 if is_live(settings) else USUAL_EXTENSIONS


def waits_for_days_off(settings: GameSettings) -> bool:
    """Whether turns are so long that they may wait for players on days off."""
    return turn_length(settings) >= SHORTEST_THAT_WAITS


def _check_start(chosen: TableSettings) -> None:
    """Raises Refused if options contradict each other or do not fit the number of seats."""
    try:
        chosen.engine.new_state(chosen.options, chosen.seats, 0)
    except IllegalAction as error:
        words = error.message.replace(":", " ").replace(",", " ").split()
        named = [option.name for option in chosen.engine.options if option.name in words]
        at = named[0] if named else "seats"
        raise Refused(error.code, in_words_of(error), at=at) from None


def in_words_of(error: Exception) -> str:
    """The reason why a game refuses an option or a start, as a sentence in the active language."""
    text = gettext(getattr(error, "text", str(error)))
    values = getattr(error, "values", None)
    return sentence(text % values if values else text)


def counts_in_words(engine: Rules[Any]) -> str:
    """The allowed numbers of players, such as ``2, 3 or 4``."""
    *some, last = map(str, engine.seats_allowed())
    if not some:
        return last
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last}


@cache
def has_secret_turns(slug: str) -> bool:
    """Whether the game begins with sealed choices. Only then can the host choose what ends a
    turn."""
    return registry.game(slug).begins_sealed()
