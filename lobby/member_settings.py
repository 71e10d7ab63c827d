"""The settings of tables opened by members who are not hosts; most of them are fixed."""

from __future__ import annotations

import dataclasses

import msgspec

from accounts.models import User
from accounts.names import address_in
from engines.rules import Rules
from games.play.clock import is_quick
from games.play.settings import GameSettings, TurnEnds
from lobby.models import LONGEST_TITLE, Table
from lobby.table_settings import (
    TableSettings,
    has_secret_turns,
    usual_extensions,
    waits_for_days_off,
)

USUAL_ABSENCES = (2, 3)
"""Missed turns in a row after which a player is out: the values of the presets."""


def member_settings(chosen: TableSettings, host: User) -> TableSettings:
    """The settings of a table that such a member opens: the game, board size, number of players,
    time, ``lets_in``, ``starts`` and ``bots_after`` that they have ``chosen``, and defaults for the
    rest.

    ``absences_allowed`` is kept if a preset has that value.
    """
    engine = chosen.engine
    sizes = {option.name: chosen.options[option.name] for option in engine.size_options()}
    return TableSettings(
        variant=chosen.variant,
        options=engine.usual_options(sizes),
        seats=chosen.seats,
        settings=usual_settings(engine, chosen.settings),
        joining=Table.Joining.ANYONE,
        title=suggested_title(host, engine),
        starts=chosen.starts,
        bots_after=chosen.bots_after,
    )


def are_member_settings(chosen: TableSettings, host: User) -> bool:
    """Whether these settings, already checked, are open to every member."""
    completed = dataclasses.replace(chosen, options=chosen.engine.table_options(chosen.options))
    return completed == member_settings(chosen, host)


def suggested_title(host: User, engine: Rules[object]) -> str:
    """The title of a table if its host enters none."""
    return title_with_name(host.username, engine)


def title_with_name(name: str, engine: Rules[object]) -> str:
    """The default title of a table whose host has this name. Leaves out a name that is empty or
    looks like an address."""
    begins = f"{name}: " if name and not address_in(name) else ""
    return f"{begins}{engine.name}"[:LONGEST_TITLE]


def usual_settings(engine: Rules[object], chosen: GameSettings) -> GameSettings:
    """The settings of a game with the ``chosen`` time, ``absences_allowed`` and ``lets_in``, and
    defaults for the rest."""
    absences = chosen.absences_allowed
    asks_what_ends = has_secret_turns(engine.slug) and chosen.turn_seconds is not None
    time = GameSettings(
        turn_seconds=chosen.turn_seconds,
        calendar=chosen.calendar,
        patience_seconds=chosen.patience_seconds,
        turn_ends=chosen.turn_ends if asks_what_ends else TurnEnds.COMPLETE,
        absences_allowed=absences if absences in USUAL_ABSENCES else max(USUAL_ABSENCES),
        lets_in=chosen.lets_in,
    )
    return msgspec.structs.replace(
        time,
        extensions=usual_extensions(time),
        days_off=waits_for_days_off(time),
        leaves_when_away=engine.leaves_when_away and is_quick(time),
        seats_taken_over=True,
        bots_take_over=True,
    )
