"""Checks that nobody counts as absent, or is removed, who could not choose.

Pure, as the other checks of a game (:mod:`chaos.checks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chaos.ledger import Ledger, Violation
from chaos.stored import StoredGame, StoredSeat
from engines.replay import ReplayedStep

Interval = tuple[float, float]
"""From when to when, in seconds since the epoch."""

NOTICED_AWAY = 4.0
"""If the club was away for this long in a turn, the turn must make nobody absent; in seconds."""

MOST_IDLE = 1.0
"""If the program that plays for the members was delayed by this long in a turn, its missed choices
do not count; in seconds."""


def an_outage_makes_nobody_absent(
    game: StoredGame, ledger: Ledger, away: Sequence[Interval]
) -> Iterator[Violation]:
    """Checks that a turn in which the club was away makes nobody absent."""
    for number in range(1, len(game.steps)):
        if _overlap(game, number, away) < NOTICED_AWAY:
            continue
        for seat in game.seats:
            if _told_absent(game, ledger, number, seat.number):
                seen = f"seat {seat.number} was absent in step {number}, while the club was away"
                yield Violation("an outage makes nobody absent", game.public_id, seen)


def nobody_is_removed_who_was_there(
    game: StoredGame,
    ledger: Ledger,
    idle: Sequence[Interval],
    replayed: Sequence[ReplayedStep],
) -> Iterator[Violation]:
    """Checks that nobody is removed who was meant to play every turn, except after a turn in which
    the program that plays was ``idle``."""
    for seat in game.seats:
        if seat.left_why != "absent" or seat.bot:
            continue
        missed = _missed(game, ledger, seat, replayed)
        chose_to = any((game.public_id, each, seat.number) in ledger.skipped for each in missed)
        if chose_to or any(_idle(game, each, idle) >= MOST_IDLE for each in missed):
            continue
        tried = "; ".join(_tried(game, ledger, number, seat.number) for number in missed)
        seen = f"seat {seat.number} was removed and never chose to be absent: {tried}"
        yield Violation("nobody is removed by an outage", game.public_id, seen)


def _missed(
    game: StoredGame, ledger: Ledger, seat: StoredSeat, replayed: Sequence[ReplayedStep]
) -> list[int]:
    """The turns that cost the player the seat: the last ones without a choice, as many as the game
    allows. A turn is left out if pages were told that the player was not absent in it."""
    missed: list[int] = []
    for number in range((seat.left_at_step or 0) - 1, 0, -1):
        step, before = game.steps[number], replayed[number - 1]
        awaited = step.leave is None and seat.number in before.game.awaiting(before.state)
        if seat.number in (step.actions or {}) or len(missed) == game.absences_allowed:
            break
        told = _told_absent(game, ledger, number, seat.number)
        if awaited and step.cause == "timer" and told is not False:
            missed.insert(0, number)
    return missed


def _told_absent(game: StoredGame, ledger: Ledger, number: int, seat: int) -> bool | None:
    """Whether pages were told that the seat was absent in a step; None if a push was lost."""
    now = ledger.steps.get((game.public_id, number))
    was = ledger.steps.get((game.public_id, number - 1))
    if now is None or was is None:
        return None
    return now.absences.get(seat, 0) > was.absences.get(seat, 0)


def _tried(game: StoredGame, ledger: Ledger, number: int, seat: int) -> str:
    """What a player did for a step that the seat missed: when each choice was sent, in seconds from
    the start of the step, and its answer."""
    began, ended = game.steps[number - 1].resolved_at, game.steps[number].resolved_at
    sent = [
        f"{choice.sent - began:.1f} s: {choice.answer or 'no answer'}"
        for choice in ledger.choices
        if (choice.game, choice.step, choice.seat) == (game.public_id, number, seat)
    ]
    return f"step {number} of {ended - began:.1f} s ({', '.join(sent) or 'nothing was sent'})"


def _overlap(game: StoredGame, number: int, away: Sequence[Interval]) -> float:
    """The longest time of being away that lies within the turn's own time, in seconds."""
    began = game.steps[number - 1].resolved_at
    ended = min(game.steps[number].resolved_at, began + (game.turn_seconds or 0))
    return max((min(ended, to) - max(began, since) for since, to in away), default=0.0)


def _idle(game: StoredGame, number: int, idle: Sequence[Interval]) -> float:
    """For how long the program that plays was idle in this turn, in seconds."""
    began, ended = game.steps[number - 1].resolved_at, game.steps[number].resolved_at
    return sum(max(min(ended, to) - max(began, since), 0.0) for since, to in idle)
