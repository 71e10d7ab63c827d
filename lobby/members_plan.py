"""What a member who is no host chooses of a table; all the rest is as usual."""

from __future__ import annotations

import dataclasses

import msgspec

from accounts.addresses_in_text import address_in
from accounts.models import User
from engines.rules import Rules
from games.play.settings import GameSettings, TurnEnds
from lobby.models import LONGEST_TITLE, Table
from lobby.plan import (
    Plan,
    are_usually_taken_over,
    has_secret_turns,
    is_quick,
    usual_extensions,
    waits_for_days_off,
)

USUAL_ABSENCES = (2, 3)
"""After how many missed turns players are out: what the presets have."""


def members_plan(plan: Plan, host: User) -> Plan:
    """The same game, board size, number of players and time, everything else as is usual for them:
    what a member who is no host may open a table with.

    ``starts`` and ``absences_allowed`` come from a preset and stay if one has them.
    """
    engine = plan.engine
    sizes = {option.name: plan.options[option.name] for option in engine.size_options()}
    return Plan(
        variant=plan.variant,
        options=engine.usual_options(sizes),
        seats=plan.seats,
        settings=_usual_settings(engine, plan.settings),
        joining=Table.Joining.ANYONE,
        title=suggested_title(host, engine),
        starts=plan.starts,
    )


def is_members_plan(plan: Plan, host: User) -> bool:
    """Whether a checked plan holds only what every member may choose."""
    completed = dataclasses.replace(plan, options=plan.engine.table_options(plan.options))
    return completed == members_plan(plan, host)


def suggested_title(host: User, engine: Rules[object]) -> str:
    """What a table is called where its host writes no title."""
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
