"""What a table is going to play, checked and said in one plain sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from accounts.addresses_in_text import address_in
from engines import registry
from engines.options import Choice, Option, Structure
from engines.rules import IllegalAction, Rules
from games.calendar_words import in_words_of_calendar
from games.play.calendar import APART, Calendar
from games.play.clock import LEAST_AWAY, MOST_AWAY, SHORTEST_THAT_WAITS, turn_length
from games.play.rated import why_unrated_table
from games.play.settings import (
    OFFERED_VOTES,
    GameSettings,
    TurnEnds,
    VoteOn,
    VotesNeed,
)
from games.rated_words import rated_in_words
from lobby.models import LONGEST_TITLE, Table
from transport.refusals import Refused

SHORTEST_TURN = 5
LONGEST_TURN = 14 * 24 * 60 * 60
"""How long a turn may take, in seconds: from 5 seconds to 14 days."""
SHORTEST_PATIENCE = 60 * 60
"""Seconds."""
QUICK_TURN = 10 * 60
"""Seconds. Where a turn takes less, a table may say that a player who is away leaves."""
MOST_ABSENCES = 10
MOST_EXTENSIONS = 5
USUAL_EXTENSIONS = 2
UNHURRIED_TURN = 60 * 60
"""Seconds. Where a turn takes so long, everybody usually has some extensions, and the seats of
players who leave are offered to others."""


@dataclass(frozen=True)
class Plan:
    """A game as its host wants it. ``options``: of the game, complete; ``players_run``: anyone
    seated may seat bots and start with fewer while the host is away; ``players_seat_bots``: and one
    bot each at any time; ``players_invite``: and invite members by name."""

    variant: str
    options: Mapping[str, Any]
    seats: int
    settings: GameSettings
    joining: str
    title: str
    starts: str = Table.Starts.READY
    players_run: bool = True
    players_seat_bots: bool = True
    players_invite: bool = True

    @property
    def engine(self) -> Rules[Any]:
        """The rules that will be played by."""
        return registry.game(self.variant)


def plan_of(table: Table) -> Plan:
    """What an open table is going to play."""
    planned = {field.name: getattr(table, field.name) for field in dataclasses.fields(Plan)}
    return Plan(**{**planned, "options": table.engine.table_options(table.options)})


def check_plan(plan: Plan) -> None:
    """Raises Refused with the field that is wrong in ``at``; an option's field is its name."""
    engine = _engine(plan)
    for option in engine.options:
        try:
            option.parse(plan.options[option.name])
        except (KeyError, ValueError) as error:
            raise Refused("bad-options", in_words_of(error), at=option.name) from None
    if plan.options.keys() != {option.name for option in engine.options}:
        game = {"game": gettext(engine.name)}
        raise Refused(
            "bad-options", "%(game)s does not have this option.", values=game, at="variant"
        )
    if plan.seats not in engine.seats_allowed():
        values = {"game": gettext(engine.name), "counts": counts_in_words(engine)}
        raise Refused("bad-seats", "%(game)s is for %(counts)s players.", values=values, at="seats")
    _check_time(plan)
    if plan.joining not in Table.Joining.values:
        raise Refused("bad-joining", "Choose who may join.", at="joining")
    if plan.starts not in Table.Starts.values:
        raise Refused("bad-starts", "Choose when the game starts.", at="starts")
    if not plan.title.strip() or len(plan.title) > LONGEST_TITLE:
        most = {"most": LONGEST_TITLE}
        raise Refused("bad-title", "A title has 1 to %(most)s characters.", values=most, at="title")
    address = address_in(plan.title)
    if address:
        raise Refused(
            "bad-title",
            "A title holds no addresses, and “%(address)s” reads like one. Leave it out, or put a "
            "space after the dot.",
            values={"address": address},
            at="title",
        )
    _check_start(plan)


def _engine(plan: Plan) -> Rules[Any]:
    try:
        return plan.engine
    except IllegalAction:
        raise Refused("unknown-variant", "There is no such game.", at="variant") from None


def _check_time(plan: Plan) -> None:
    seconds, absences = plan.settings.turn_seconds, plan.settings.absences_allowed
    if seconds is not None and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise Refused("bad-timer", "A turn takes from 5 seconds to 14 days.", at="timer")
    refused = None if plan.settings.calendar is None else refused_calendar(plan.settings.calendar)
    if refused is not None:
        raise refused
    if not SHORTEST_PATIENCE <= plan.settings.patience_seconds <= LONGEST_TURN:
        raise Refused("bad-patience", "Choose between an hour and 14 days.", at="patience_seconds")
    if plan.settings.turn_ends not in list(TurnEnds):
        raise Refused("bad-turn-ends", "Choose what ends a turn.", at="turn_ends")
    if seconds is None and plan.settings.turn_ends == TurnEnds.TIMER:
        raise Refused(
            "bad-turn-ends",
            "Without a timer a turn can only end when everybody has chosen.",
            at="turn_ends",
        )
    if not set(plan.settings.votes) <= set(OFFERED_VOTES):
        raise Refused("bad-votes", "There is no such vote.", at="votes")
    if absences is not None and not 1 <= absences <= MOST_ABSENCES:
        raise Refused(
            "bad-absences",
            "From 1 to %(most)s turns, or never.",
            values={"most": MOST_ABSENCES},
            at="absences_allowed",
        )
    if not LEAST_AWAY <= plan.settings.away_minutes <= MOST_AWAY:
        raise Refused(
            "bad-away",
            "From %(least)s to %(most)s minutes.",
            values={"least": LEAST_AWAY, "most": MOST_AWAY},
            at="away_minutes",
        )
    if not 0 <= plan.settings.extensions <= MOST_EXTENSIONS:
        raise Refused(
            "bad-extensions",
            "From 0 to %(most)s extensions.",
            values={"most": MOST_EXTENSIONS},
            at="extensions",
        )


def refused_calendar(calendar: Calendar) -> Refused | None:
    """Why turns cannot end by this calendar; None: they can."""
    if calendar.zone not in available_timezones():
        return Refused("bad-timer", "Choose a time zone.", at="ends_zone")
    if calendar.shortest < APART:
        return Refused("bad-timer", "Leave at least two hours between two times.", at="ends_at")
    return None


def usual_extensions(settings: GameSettings) -> int:
    """How many a player has where the host says nothing about it."""
    seconds = turn_length(settings).total_seconds()
    return USUAL_EXTENSIONS if seconds >= UNHURRIED_TURN else 0


def are_usually_taken_over(settings: GameSettings) -> bool:
    """Whether others take over seats where the host says nothing about it."""
    return turn_length(settings).total_seconds() >= UNHURRIED_TURN


def is_quick(settings: GameSettings) -> bool:
    """Whether turns are so short that a table may say that anyone who is away leaves."""
    seconds = settings.turn_seconds
    return seconds is not None and seconds < QUICK_TURN


def waits_for_days_off(settings: GameSettings) -> bool:
    """Whether turns are so long that they may wait for players who are off."""
    return turn_length(settings) >= SHORTEST_THAT_WAITS


def _check_start(plan: Plan) -> None:
    """Whether the game could begin: options may contradict each other or the seats."""
    try:
        plan.engine.new_state(plan.options, plan.seats, 0)
    except IllegalAction as error:
        words = error.message.replace(":", " ").replace(",", " ").split()
        named = [option.name for option in plan.engine.options if option.name in words]
        at = named[0] if named else "seats"
        raise Refused(error.code, in_words_of(error), at=at) from None


def in_words_of(error: Exception) -> str:
    """What a game says of an option or a start that it refuses, as a sentence of the language that
    is spoken now."""
    text = gettext(getattr(error, "text", str(error)))
    values = getattr(error, "values", None)
    return sentence(text % values if values else text)


def sentence(text: str) -> str:
    """The text with a capital and one full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def counts_in_words(engine: Rules[Any]) -> str:
    """How many may play, such as ``2, 3 or 4``."""
    *some, last = map(str, engine.seats_allowed())
    if not some:
        return last
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last}


@cache
def has_secret_turns(slug: str) -> bool:
    """Whether this game begins with sealed choices, so that it matters what ends a turn."""
    return registry.game(slug).begins_sealed()


def summary(plan: Plan) -> str:
    """The plan in one sentence, such as "Parallel Multiplayer Go on 13×13 for 4, one minute a
    turn, ends early once all have chosen." """
    engine, seconds = plan.engine, plan.settings.turn_seconds
    calendar = plan.settings.calendar
    return _summary_text(plan) % {
        "game": gettext(engine.name),
        "board": gettext(engine.board(plan.options)),
        "seats": plan.seats,
        "time": in_words(seconds or 0),
        "when": in_words_of_calendar(calendar) if calendar else "",
    }


def _summary_text(plan: Plan) -> str:
    if plan.settings.calendar is not None:
        return _calendar_text(plan)
    timed, secret = plan.settings.turn_seconds is not None, has_secret_turns(plan.variant)
    if not secret:
        if timed:
            return gettext("%(game)s on %(board)s for %(seats)s players: %(time)s a turn.")
        return gettext("%(game)s on %(board)s for %(seats)s players: no timer.")
    if not timed:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: no timer, a turn ends once everybody "
            "has chosen."
        )
    if plan.settings.turn_ends == TurnEnds.COMPLETE:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: %(time)s a turn, or less once "
            "everybody has chosen."
        )
    return gettext("%(game)s on %(board)s for %(seats)s players: %(time)s a turn, always in full.")


def _calendar_text(plan: Plan) -> str:
    if not has_secret_turns(plan.variant):
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: turns end %(when)s at the latest."
        )
    if plan.settings.turn_ends == TurnEnds.COMPLETE:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: turns end %(when)s, or sooner once "
            "everybody has chosen."
        )
    return gettext("%(game)s on %(board)s for %(seats)s players: turns end %(when)s.")


def details(plan: Plan) -> list[tuple[str, str]]:
    """What the sentence leaves out: label and value of each setting, in words."""
    rows = [
        (gettext(option.label), _value(option, plan.options))
        for option in plan.engine.offered_options()
    ]
    leaves = plan.settings.leaves_when_away
    away = gettext("after %(time)s") % {"time": in_words(60 * plan.settings.away_minutes)}
    waits = in_words(plan.settings.patience_seconds) if plan.settings.turn_seconds is None else ""
    return [
        *((label, value) for label, value in rows if value),
        (gettext("Who may join"), str(Table.Joining(plan.joining).label)),
        (gettext("The game starts"), str(Table.Starts(plan.starts).label)),
        (gettext("While the host is away"), _without_host(plan)),
        (
            gettext("Everybody at the table may add a bot of their own"),
            gettext("yes") if plan.players_seat_bots else gettext("no"),
        ),
        (
            gettext("Everybody at the table may invite members by name"),
            gettext("yes") if plan.players_invite else gettext("no"),
        ),
        (gettext("Public"), _public(plan)),
        (gettext("Ratings"), _ratings(plan)),
        *([(gettext("A turn counts as missed after"), waits)] if waits else []),
        (gettext("Extensions for each player"), _count(plan.settings.extensions)),
        *(
            [(gettext("A turn waits for players on days off"), _yes(plan.settings.days_off))]
            if waits_for_days_off(plan.settings)
            else []
        ),
        (
            gettext("Out of the game"),
            _leaves_after(plan.settings.absences_allowed),
        ),
        *([(gettext("Out of the game if away"), away)] if leaves else []),
        (
            gettext("Others can take over the seat of anyone who leaves"),
            gettext("yes") if plan.settings.seats_taken_over else gettext("no"),
        ),
        (gettext("The players can vote"), _votes(plan.settings)),
    ]


def _yes(yes: bool) -> str:
    return gettext("yes") if yes else gettext("no")


def _count(number: int) -> str:
    return str(number) if number else gettext("none")


def _votes(settings: GameSettings) -> str:
    names = {
        VoteOn.PAUSE: gettext("to pause"),
        VoteOn.MORE_TIME: gettext("for more time"),
        VoteOn.END: gettext("to end with the current ranks"),
        VoteOn.CANCEL: gettext("to cancel"),
        VoteOn.BOT: gettext("to let a bot take over an empty seat"),
        VoteOn.REMOVE: gettext("to remove a player who is away"),
    }
    if not settings.votes:
        return gettext("no")
    about = {"votes": ", ".join(names[vote] for vote in settings.votes)}
    if settings.votes_need == VotesNeed.MAJORITY:
        return gettext("%(votes)s; passes by majority") % about
    return gettext("%(votes)s; passes unless somebody votes no") % about


def _leaves_after(absences: int | None) -> str:
    if absences is None:
        return gettext("never")
    words = ngettext("after %(count)s missed turn", "after %(count)s missed turns", absences)
    return words % {"count": absences}


def _public(plan: Plan) -> str:
    if plan.settings.listed:
        return gettext("yes")
    return gettext("no: only people with the link can find it")


def _ratings(plan: Plan) -> str:
    why = why_unrated_table(plan.settings, bots=False)
    if why is None:
        return gettext("rated, if at least two people and no bots play")
    return rated_in_words(why)


def _without_host(plan: Plan) -> str:
    if plan.players_run:
        return gettext("anyone at the table may add bots or start with fewer players")
    return gettext("nobody may add bots or start with fewer players")


def _value(option: Option, options: Mapping[str, Any]) -> str:
    value = options.get(option.name)
    if isinstance(option, Choice):
        return gettext(dict(option.choices)[str(value)])
    if isinstance(option, Structure):
        return "" if value is None else gettext("set by the host")
    return gettext("none") if value is None else number_format(f"{value:g}", use_l10n=True)


UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def in_words(seconds: int) -> str:
    """A duration in words.

    >>> in_words(60), in_words(90), in_words(20)
    ('one minute', 'one minute 30 seconds', '20 seconds')
    """
    parts = []
    for unit, length in UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(_times(count, unit))
    return " ".join(parts)


def _times(count: int, unit: str) -> str:
    words = {
        "day": ngettext("one day", "%(count)s days", count),
        "hour": ngettext("one hour", "%(count)s hours", count),
        "minute": ngettext("one minute", "%(count)s minutes", count),
        "second": ngettext("one second", "%(count)s seconds", count),
    }
    return words[unit] % {"count": count}
