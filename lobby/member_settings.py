"""The settings of tables that members open who are not hosts: most are fixed."""

from __future__ import annotations

import dataclasses

import msgspec

from accounts.addresses_in_text import address_in
from accounts.models import User
from engines.rules import Rules
from games.play.settings import GameSettings, TurnEnds
from lobby.models import LONGEST_TITLE, Table
from lobby.table_settings import (
    TableSettings,
    are_usually_taken_over,
    has_secret_turns,
    is_quick,
    usual_extensions,
    waits_for_days_off,
)

USUAL_ABSENCES = (2, 3)
"""Missed turns in a row after which a player is out: the values of the presets."""


def member_settings(chosen: TableSettings, host: User) -> TableSettings:
    """The settings that such a member gets: the game, board size, number of players and time they
    have ``chosen``, and defaults for the rest.

    ``starts`` and ``absences_allowed`` stay if a preset has these values.
    """
    engine = chosen.engine
    sizes = {option.name: chosen.options[option.name] for option in engine.size_options()}
    return TableSettings(
        variant=chosen.variant,
        options=engine.usual_options(sizes),
        seats=chosen.seats,
        settings=_usual_settings(engine, chosen.settings),
        joining=Table.Joining.ANYONE,
        title=suggested_title(host, engine),
        starts=chosen.starts,
    )


def are_member_settings(chosen: TableSettings, host: User) -> bool:
    """Whether checked settings are such that every member may choose them."""
    completed = dataclasses.replace(chosen, options=chosen.engine.table_options(chosen.options))
    return completed == member_settings(chosen, host)


def suggested_title(host: User, engine: Rules[object]) -> str:
    """The title of a table whose host enters none."""
    name = "" if address_in(host.username) else f"{host.username}: "
    return f"{name}{engine.name}"[:LONGEST_TITLE]


def _usual_settings(engine: Rules[object], chosen: GameSettings) -> GameSettings:
    absences = chosen.absences_allowed
    asks_what_ends = has_secret_turns(engine.slug) and chosen.turn_seconds is not None
    time = GameSettings(
        turn_seconds=chosen.turn_seconds,
        calendar=chosen.calendar,
        patience_seconds=chosen.patience_seconds,
        turn_ends=chosen.turn_ends if asks_what_ends else TurnEnds.COMPLETE,
        absences_allowed=absences if absences in USUAL_ABSENCES else max(USUAL_ABSENCES),
    )
    return msgspec.structs.replace(
        time,
        extensions=usual_extensions(time),
        days_off=waits_for_days_off(time),
        leaves_when_away=engine.leaves_when_away and is_quick(time),
        seats_taken_over=are_usually_taken_over(time),
    )
