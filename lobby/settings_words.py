"""The settings of a table in words: one sentence, and the details that it omits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from engines.options import Choice, Option, Structure
from games.pages.words import LETS_IN, in_words_of_calendar, rated_in_words
from games.play.rating import why_unrated_table
from games.play.settings import GameSettings, TurnEnds, VoteOn, VotesNeed
from lobby.models import Table
from lobby.table_settings import TableSettings, has_secret_turns, waits_for_days_off

WAYS_TO_A_SEAT: dict[Table.Joining, str | Promise] = {
    Table.Joining.ANYONE: gettext_lazy("they take one"),
    Table.Joining.APPROVAL: gettext_lazy("they ask the host"),
    Table.Joining.LINK: gettext_lazy("they need the link"),
}


def summary(chosen: TableSettings) -> str:
    """The settings in one sentence, such as "Parallel Multiplayer Go on 13×13 for 4 players: one
    minute a turn, or less once everybody has chosen." """
    engine, seconds = chosen.engine, chosen.settings.turn_seconds
    calendar = chosen.settings.calendar
    return _summary_text(chosen) % {
        "game": gettext(engine.name),
        "board": gettext(engine.board(chosen.options)),
        "seats": chosen.seats,
        "time": in_words(seconds or 0),
        "when": in_words_of_calendar(calendar) if calendar else "",
    }


def _summary_text(chosen: TableSettings) -> str:
    if chosen.settings.calendar is not None:
        return _calendar_text(chosen)
    timed, secret = chosen.settings.turn_seconds is not None, has_secret_turns(chosen.variant)
    if not secret:
        if timed:
            return gettext("%(game)s on %(board)s for %(seats)s players: %(time)s a turn.")
        return gettext("%(game)s on %(board)s for %(seats)s players: no timer.")
    if not timed:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: no timer, a turn ends once everybody "
            "has chosen."
        )
    if chosen.settings.turn_ends == TurnEnds.COMPLETE:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: %(time)s a turn, or less once "
            "everybody has chosen."
        )
    return gettext("%(game)s on %(board)s for %(seats)s players: %(time)s a turn, always in full.")


def _calendar_text(chosen: TableSettings) -> str:
    if not has_secret_turns(chosen.variant):
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: turns end %(when)s at the latest."
        )
    if chosen.settings.turn_ends == TurnEnds.COMPLETE:
        return gettext(
            "%(game)s on %(board)s for %(seats)s players: turns end %(when)s, or sooner once "
            "everybody has chosen."
        )
    return gettext("%(game)s on %(board)s for %(seats)s players: turns end %(when)s.")


def details(chosen: TableSettings) -> list[tuple[str, str]]:
    """The label and value of each setting that the sentence omits."""
    rows = [
        (gettext(option.label), _value(option, chosen.options))
        for option in chosen.engine.offered_options()
    ]
    leaves = chosen.settings.leaves_when_away
    away = gettext("after %(time)s") % {"time": in_words(60 * chosen.settings.away_minutes)}
    waits = (
        in_words(chosen.settings.patience_seconds) if chosen.settings.turn_seconds is None else ""
    )
    return [
        *((label, value) for label, value in rows if value),
        (gettext("How members get a seat"), str(WAYS_TO_A_SEAT[Table.Joining(chosen.joining)])),
        (gettext("Which members"), str(LETS_IN[chosen.settings.lets_in])),
        (gettext("The game starts"), str(Table.Starts(chosen.starts).label)),
        (gettext("While the host is away"), _without_host(chosen)),
        (
            gettext("Everybody at the table may add a bot of their own"),
            _yes(chosen.players_seat_bots),
        ),
        (
            gettext("Bots of members may take a seat by themselves"),
            _yes(chosen.bots_join),
        ),
        *([(gettext("Bots take free seats"), _filled(chosen))] if chosen.bots_after else []),
        (
            gettext("Everybody at the table may invite members by name"),
            _yes(chosen.players_invite),
        ),
        (gettext("Public"), _public(chosen)),
        (gettext("Ratings"), _ratings(chosen)),
        *([(gettext("A turn counts as missed after"), waits)] if waits else []),
        (gettext("Extensions for each player"), _count(chosen.settings.extensions)),
        *(
            [(gettext("A turn waits for players on days off"), _yes(chosen.settings.days_off))]
            if waits_for_days_off(chosen.settings)
            else []
        ),
        (
            gettext("A player is out of the game"),
            _leaves_after(chosen.settings.absences_allowed),
        ),
        *([(gettext("Out of the game if away"), away)] if leaves else []),
        (gettext("The seat of anyone who leaves is"), _left_seats(chosen.settings)),
        (gettext("The players can vote"), _votes(chosen.settings)),
    ]


def _left_seats(settings: GameSettings) -> str:
    if not settings.seats_taken_over:
        return gettext("left empty")
    if settings.bots_take_over:
        return gettext("offered to other members, then to a bot")
    return gettext("offered to other members only")


def _filled(chosen: TableSettings) -> str:
    return gettext("after %(time)s") % {"time": in_words(60 * (chosen.bots_after or 0))}


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
    return gettext("never") if absences is None else after_missed(absences)


def after_missed(count: int) -> str:
    """After how many missed turns a player is out of the game."""
    words = ngettext("after %(count)s missed turn", "after %(count)s missed turns in a row", count)
    return words % {"count": count}


def _public(chosen: TableSettings) -> str:
    if chosen.settings.listed:
        return gettext("yes")
    return gettext("no: only people with the link can find it")


def _ratings(chosen: TableSettings) -> str:
    why = why_unrated_table(chosen.settings, bots=False)
    if why is None:
        return gettext("rated, if at least two people and no bots play")
    return rated_in_words(why)


def _without_host(chosen: TableSettings) -> str:
    if chosen.players_run:
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
