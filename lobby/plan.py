"""What a table is going to play, checked and said in one plain sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines import registry
from engines.game import Game as Engine
from engines.game import IllegalAction
from engines.options import Choice, Option, Structure
from games.core.settings import GameSettings, TurnEnds
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


@dataclass(frozen=True)
class Plan:
    """A game as its host wants it. ``options``: of the game, complete; ``players_run``: anyone
    seated may seat bots and start with fewer while the host is away; ``players_seat_bots``: and one
    bot each at any time."""

    variant: str
    options: Mapping[str, Any]
    seats: int
    settings: GameSettings
    joining: str
    title: str
    starts: str = Table.Starts.READY
    players_run: bool = True
    players_seat_bots: bool = True

    @property
    def engine(self) -> Engine[Any]:
        """The rules that will be played by."""
        return registry.game(self.variant)


def plan_of(table: Table) -> Plan:
    """What an open table is going to play."""
    return Plan(**{field.name: getattr(table, field.name) for field in dataclasses.fields(Plan)})


def check_plan(plan: Plan) -> None:
    """Raises Refused with the field that is wrong in ``at``; an option's field is its name."""
    engine = _engine(plan)
    for option in engine.options:
        try:
            option.parse(plan.options[option.name])
        except (KeyError, ValueError) as error:
            raise Refused("bad-options", sentence(str(error)), at=option.name) from None
    if plan.options.keys() != {option.name for option in engine.options}:
        raise Refused("bad-options", f"{engine.name} has no such option.", at="variant")
    if plan.seats not in engine.seats_allowed():
        raise Refused("bad-seats", _seats_sentence(engine), at="seats")
    _check_time(plan)
    if plan.joining not in Table.Joining.values:
        raise Refused("bad-joining", "Say who may join.", at="joining")
    if plan.starts not in Table.Starts.values:
        raise Refused("bad-starts", "Say when the game starts.", at="starts")
    if not plan.title.strip() or len(plan.title) > LONGEST_TITLE:
        raise Refused("bad-title", f"A title has 1 to {LONGEST_TITLE} characters.", at="title")
    _check_start(plan)


def _engine(plan: Plan) -> Engine[Any]:
    try:
        return plan.engine
    except IllegalAction:
        raise Refused("unknown-variant", "There is no such game.", at="variant") from None


def _check_time(plan: Plan) -> None:
    seconds, absences = plan.settings.turn_seconds, plan.settings.absences_allowed
    if seconds is not None and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise Refused("bad-timer", "A turn takes from 5 seconds to 14 days.", at="timer")
    if not SHORTEST_PATIENCE <= plan.settings.patience_seconds <= LONGEST_TURN:
        raise Refused("bad-patience", "Choose from an hour to 14 days.", at="patience_seconds")
    if plan.settings.turn_ends not in list(TurnEnds):
        raise Refused("bad-turn-ends", "Say what ends a turn.", at="turn_ends")
    if seconds is None and plan.settings.turn_ends == TurnEnds.TIMER:
        raise Refused(
            "bad-turn-ends",
            "Without a timer a turn can only end when everybody has chosen.",
            at="turn_ends",
        )
    if absences is not None and not 1 <= absences <= MOST_ABSENCES:
        raise Refused(
            "bad-absences", f"From 1 to {MOST_ABSENCES} turns, or never.", at="absences_allowed"
        )


def _check_start(plan: Plan) -> None:
    """Whether the game could begin: options may contradict each other or the seats."""
    try:
        plan.engine.new_state(plan.options, plan.seats, 0)
    except IllegalAction as error:
        words = error.message.replace(":", " ").replace(",", " ").split()
        named = [option.name for option in plan.engine.options if option.name in words]
        at = named[0] if named else "seats"
        raise Refused(error.code, sentence(error.message), at=at) from None


def sentence(text: str) -> str:
    """The text with a capital and one full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _seats_sentence(engine: Engine[Any]) -> str:
    *some, last = map(str, engine.seats_allowed())
    counts = f"{', '.join(some)} or {last}" if some else last
    return f"{engine.name} is for {counts} players."


@cache
def has_secret_turns(slug: str) -> bool:
    """Whether this game begins with sealed choices, so that it matters what ends a turn."""
    return registry.game(slug).begins_sealed()


def summary(plan: Plan) -> str:
    """The plan in one sentence, such as "Parallel Multiplayer Go on 13×13 for 4, one minute a
    turn, ends early once all have chosen." """
    engine = plan.engine
    what = f"{engine.name} on {engine.board(plan.options)} for {plan.seats}"
    seconds = plan.settings.turn_seconds
    parts = [what, f"{in_words(seconds)} a turn" if seconds else "no timer"]
    if has_secret_turns(plan.variant):
        parts.append(_ends(plan))
    return f"{', '.join(parts)}."


def _ends(plan: Plan) -> str:
    if plan.settings.turn_seconds is None:
        return "a turn ends once all have chosen"
    if plan.settings.turn_ends == TurnEnds.COMPLETE:
        return "ends early once all have chosen"
    return "ends when the time is up"


def details(plan: Plan) -> list[tuple[str, str]]:
    """What the sentence leaves out: label and value of each setting, in words."""
    rows = [(option.label, _value(option, plan.options)) for option in plan.engine.options]
    absences = plan.settings.absences_allowed
    after = "never" if absences is None else f"after {absences} missed {_plural(absences, 'turn')}"
    leaves = plan.settings.leaves_when_away
    waits = in_words(plan.settings.patience_seconds) if plan.settings.turn_seconds is None else ""
    return [
        *((label, value) for label, value in rows if value),
        ("Who may join", Table.Joining(plan.joining).label),
        ("The game starts", Table.Starts(plan.starts).label),
        ("While the host is away", _without_host(plan)),
        ("Every player may seat a bot", "yes" if plan.players_seat_bots else "no"),
        ("Public", _public(plan)),
        *([("A turn is missed by doing nothing for", waits)] if waits else []),
        ("An absent player leaves", after),
        *([("A player who is away leaves", "after two minutes")] if leaves else []),
    ]


def _public(plan: Plan) -> str:
    return "yes" if plan.settings.listed else "no: only people with the link can find it"


def _without_host(plan: Plan) -> str:
    if plan.players_run:
        return "anyone seated may add bots or start with fewer"
    return "nobody adds bots or starts with fewer"


def _value(option: Option, options: Mapping[str, Any]) -> str:
    value = options.get(option.name)
    if isinstance(option, Choice):
        return dict(option.choices)[str(value)]
    if isinstance(option, Structure):
        return "" if value is None else "set by the host"
    return "none" if value is None else f"{value:g}"


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
            parts.append(f"{'one' if count == 1 else count} {_plural(count, unit)}")
    return " ".join(parts)


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"
