"""Checks game by game that what players saw agrees with what the database holds.

Pure: each check takes what was seen and stored, and yields the violations.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from chaos.absences import (
    Interval,
    an_outage_makes_nobody_absent,
    nobody_is_removed_who_was_there,
)
from chaos.ledger import DONE, Choice, Ledger, Violation, text_of
from chaos.stored import Outage, StoredGame, StoredStep
from engines import registry
from engines.changes import changed
from engines.record import Record, RecordError
from engines.replay import ReplayedStep, replay
from engines.rules import IllegalAction

ROUNDING = 0.01
"""How much two records of the same moment may differ, in seconds."""

OVER = ("finished", "cancelled")


def check_game(
    game: StoredGame,
    ledger: Ledger,
    outages: Sequence[Outage],
    away: Sequence[Interval],
    idle: Sequence[Interval] = (),
) -> list[Violation]:
    """All violations in one game. ``away``: the times in which nobody could choose, or in which no
    turn could be resolved for so long that the club must have noticed. ``idle``: the times in which
    the program that plays did nothing, because it had no processor or had stopped."""
    violations = [*rows_fit(game), *steps_are_whole(game), *events_are_whole(game, ledger)]
    try:
        replayed = list(replay(_record(game)))
    except RecordError as error:
        return [*violations, Violation("the record replays", game.public_id, str(error))]
    return [
        *violations,
        *replays_to_the_same(game, replayed),
        *pushed_as_stored(game, ledger, replayed),
        *choices_are_kept(game, ledger, replayed),
        *turns_have_their_time(game, outages, replayed),
        *an_outage_makes_nobody_absent(game, ledger, away),
        *nobody_is_removed_who_was_there(game, ledger, idle, replayed),
    ]


def rows_fit(game: StoredGame) -> Iterator[Violation]:
    """Checks that a game's rows agree with each other, and that it stopped only by its end."""

    def wrong(seen: str) -> Violation:
        return Violation("rows fit together", game.public_id, seen)

    if game.status not in ("running", "finished"):
        yield wrong(f"the game is {game.status}: {game.acts}")
    if (game.status == "finished") != (game.outcome is not None):
        yield wrong(f"the game is {game.status} with the outcome {game.outcome}")
    if (game.status == "running") != (game.deadline is not None):
        yield wrong(f"the game is {game.status} with the deadline {game.deadline}")
    for step, seat in game.sealed:
        if game.status in OVER or step != game.step + 1:
            yield wrong(f"seat {seat} has sealed for step {step} after step {game.step}")
    left = {seat for step in game.steps for seat in step.leave or ()}
    noted = {seat.number for seat in game.seats if seat.left_why}
    if left != noted:
        yield wrong(f"steps say that {sorted(left)} left, seats {sorted(noted)}")


def steps_are_whole(game: StoredGame) -> Iterator[Violation]:
    """Checks that steps are numbered from 0 without gaps or duplicates, and that their times never
    go back."""
    numbers = [step.number for step in game.steps]
    if numbers != list(range(game.step + 1)):
        seen = f"steps {_gaps(numbers, 0, game.step)} of {game.step}"
        yield Violation("a step is resolved once", game.public_id, seen)
    for before, after in zip(game.steps, game.steps[1:], strict=False):
        if after.resolved_at < before.resolved_at:
            seen = f"step {after.number} was resolved before step {before.number}"
            yield Violation("time goes forward", game.public_id, seen)


def events_are_whole(game: StoredGame, ledger: Ledger) -> Iterator[Violation]:
    """Checks that the numbers of events have no gaps or duplicates, and that pushed events are the
    stored ones."""
    by_audience: dict[str, list[int]] = defaultdict(list)
    stored = {}
    first: dict[str, int] = {}
    for event in game.events:
        by_audience[event.audience].append(event.seq)
        stored[event.audience, event.seq] = event
    for audience in by_audience.keys() | game.numbers.keys():
        seqs, last = sorted(by_audience[audience]), game.numbers.get(audience, 0)
        # Events of games that have been over for an hour are deleted.
        first[audience] = min(seqs, default=last + 1) if game.status in OVER else 1
        if seqs != list(range(first[audience], last + 1)):
            seen = f"events to {audience}: {_gaps(seqs, first[audience], last)} of {last}"
            yield Violation("events have no gap", game.public_id, seen)
    for (public_id, audience, seq), pushed in ledger.events.items():
        if public_id != game.public_id:
            continue
        row = stored.get((audience, seq))
        if row is None and seq < first.get(audience, 1):
            continue
        if row is None:
            seen = f"{pushed.kind}, number {seq} to {audience}, was pushed and is not stored"
            yield Violation("nothing is pushed before it is stored", public_id, seen)
        elif row.kind != pushed.kind or row.data.get("step") not in (None, pushed.step):
            seen = f"number {seq} to {audience} is {row.kind} {row.data}, pushed: {pushed.text}"
            yield Violation("pushes agree with the database", public_id, seen)


def replays_to_the_same(game: StoredGame, replayed: Sequence[ReplayedStep]) -> Iterator[Violation]:
    """Checks that replaying the record leads to every stored state and to the stored outcome."""
    engine, state = replayed[-1].game, replayed[-1].state
    for step, line in zip(game.steps, replayed, strict=False):
        if step.state is None:
            seen = f"the state after step {step.number} cannot be read"
            yield Violation("every step can be read", game.public_id, seen)
        elif text_of(engine.dump(line.state)) != text_of(step.state):
            seen = f"it leads to another state after step {step.number}"
            yield Violation("the record replays", game.public_id, seen)
    outcome = engine.outcome(state)
    if text_of(None if outcome is None else outcome.as_json()) != text_of(game.outcome):
        yield Violation("the record replays", game.public_id, "it leads to another outcome")


def pushed_as_stored(
    game: StoredGame, ledger: Ledger, replayed: Sequence[ReplayedStep]
) -> Iterator[Violation]:
    """Checks that every pushed step is the one that the record leads to."""
    for (public_id, number), pushed in ledger.steps.items():
        if public_id != game.public_id:
            continue
        if number >= len(replayed):
            seen = f"step {number} was pushed, the last one that is stored is {len(replayed) - 1}"
            yield Violation("nothing is pushed before it is stored", public_id, seen)
            continue
        seen = step_differs(replayed[number - 1], replayed[number], pushed.step)
        if seen:
            yield Violation("pushes agree with the database", public_id, seen)


def step_differs(before: ReplayedStep, line: ReplayedStep, step: dict[str, Any]) -> str:
    """How a pushed step differs from its line of the record, for a page with the position
    ``before``; empty if it does not."""
    expected = line.as_json()
    note = line.game.note(step["events"])  # what no record tells, such as why a line stopped
    expected["events"] = line.game.with_note(expected["events"], note)
    for key in ("step", "turn", "phase", "sealed", "awaiting", "events", "outcome"):
        if text_of(expected[key]) != text_of(step[key]):
            recorded = text_of(expected[key])
            return f"step {line.step}: {key} is {text_of(step[key])}, recorded is {recorded}"
    try:
        position = changed(before.game.shown(before.state), step["changes"])
    except (LookupError, TypeError) as error:
        return f"step {line.step}: its changes cannot be made: {error}"
    if text_of(line.game.shown(line.state)) != text_of(position):
        return f"step {line.step}: its changes make another position"
    return ""


def choices_are_kept(
    game: StoredGame, ledger: Ledger, replayed: Sequence[ReplayedStep]
) -> Iterator[Violation]:
    """Checks that what was played, or is still sealed, is what each player chose last: no
    acknowledged choice is lost, and nothing is played that was not sent for that step."""
    sent: dict[tuple[int, int], list[Choice]] = defaultdict(list)
    for choice in ledger.choices:
        if choice.game == game.public_id:
            sent[choice.seat, choice.step].append(choice)
    for seat in game.seats:
        if seat.bot:
            continue
        held: set[str | None] = {None}
        for step, before, after in zip(game.steps[1:], replayed, replayed[1:], strict=False):
            held = possible(held, sent[seat.number, step.number], before)
            played, held = _after(step, seat.number, held, before, after)
            if isinstance(played, Violation):
                yield Violation(played.promise, game.public_id, played.seen)
        if game.status == "running":
            last = sent[seat.number, game.step + 1]
            held = possible(held, last, replayed[-1])
            action = game.sealed.get((game.step + 1, seat.number))
            lies = None if action is None else _as_played(replayed[-1], seat.number, action)
            if lies not in held:
                yield _lost(game.public_id, seat.number, game.step + 1, lies, held)


def possible(
    held: set[str | None], choices: Sequence[Choice], before: ReplayedStep
) -> set[str | None]:
    """What a seat may have sealed after these choices for one step, in the form in which it would
    be played; None means nothing. ``held``: what it may have had sealed before them.

    Usually the last acknowledged choice is sealed. One that was in flight at the same time may have
    arrived after it, and one without an answer may have been taken or not. But a choice never
    replaces one with a later number from the same page.
    """
    done = [choice.number or 0 for choice in choices if choice.answer == DONE]
    last_done = max(done, default=0)
    may_hold = [each for each in choices if each.number is None or each.number >= last_done]
    taken = [choice for choice in may_hold if choice.answer == DONE]
    unknown = [choice for choice in may_hold if choice.is_unsure]
    result = set(held)
    if taken:
        last = max(taken, key=lambda choice: choice.answered or 0)
        beside = [each for each in taken if (each.answered or 0) >= last.sent]
        result = {_choice_as_played(before, each) for each in beside}
    return result | {_choice_as_played(before, each) for each in unknown}


def turns_have_their_time(
    game: StoredGame, outages: Sequence[Outage], replayed: Sequence[ReplayedStep]
) -> Iterator[Violation]:
    """Checks that a turn that the timer ended had its whole time, extended by outages."""
    if game.turn_seconds is None:
        return
    for number in range(1, len(game.steps)):
        step, before = game.steps[number], game.steps[number - 1]
        if step.cause != "timer" or step.leave is not None or not _began(game, replayed, number):
            continue
        deadline = before.resolved_at + game.turn_seconds
        for outage in outages:
            if before.resolved_at < outage.ended <= step.resolved_at and deadline > outage.began:
                deadline += outage.ended - max(outage.began, before.resolved_at)
        if step.resolved_at < deadline - ROUNDING:
            short = deadline - step.resolved_at
            seen = f"step {number} was resolved {short:.2f} s early, of {game.turn_seconds} s"
            yield Violation("every turn has its whole time", game.public_id, seen)


def _record(game: StoredGame) -> Record:
    steps = [
        {"leave": step.leave}
        if step.leave is not None
        else {"actions": {str(seat): action for seat, action in (step.actions or {}).items()}}
        for step in game.steps[1:]
    ]
    engine = registry.game(game.variant)
    return Record(engine, len(game.seats), game.options, game.seed, steps)


def _after(
    step: StoredStep, seat: int, held: set[str | None], before: ReplayedStep, after: ReplayedStep
) -> tuple[Violation | None, set[str | None]]:
    """A violation by what the seat played, if any, and what it may have sealed after the step."""
    action = (step.actions or {}).get(seat)
    played = None if action is None else text_of(action)
    awaited = step.leave is None and seat in before.game.awaiting(before.state)
    if awaited and (played is not None or before.game.sealed(before.state)):
        wrong = None if played in held else _lost("", seat, step.number, played, held)
        return wrong, {None}
    if played is not None:
        seen = f"seat {seat} played in step {step.number}, where it was not awaited"
        return Violation("nothing is played twice", "", seen), {None}
    if seat in (step.leave or ()):
        return None, {None}
    return None, {_if_legal(after, seat, each) for each in held}


def _lost(game: str, seat: int, step: int, found: str | None, held: set[str | None]) -> Violation:
    chosen = " or ".join(sorted(each or "nothing" for each in held))
    seen = f"seat {seat}, step {step}: {found or 'nothing'} is there, chosen was {chosen}"
    if found is None:
        return Violation("no acknowledged choice is lost", game, seen)
    return Violation("only what was chosen is played", game, seen)


def _choice_as_played(before: ReplayedStep, choice: Choice) -> str | None:
    return None if choice.action is None else _as_played(before, choice.seat, choice.action)


def _as_played(before: ReplayedStep, seat: int, action: Any) -> str:
    try:
        before.game.check(before.state, seat, action)
        return text_of(before.game.recorded(before.state, {seat: action})[seat])
    except IllegalAction:
        return text_of(action)


def _if_legal(line: ReplayedStep, seat: int, text: str | None) -> str | None:
    if text is None:
        return None
    try:
        line.game.check(line.state, seat, json.loads(text))
    except IllegalAction:
        return None
    return text


def _began(game: StoredGame, replayed: Sequence[ReplayedStep], number: int) -> bool:
    """Whether the clock of step ``number`` certainly started when the step before it was
    resolved."""
    if number == 1:
        return True
    engine = replayed[0].game
    return (game.steps[number - 1].cause == "timer" and game.steps[number - 1].leave is None) or (
        engine.turn(replayed[number - 1].state) != engine.turn(replayed[number - 2].state)
    )


def _gaps(numbers: Sequence[int], first: int, last: int) -> str:
    missing = sorted(set(range(first, last + 1)) - set(numbers))
    double = sorted({number for number in numbers if numbers.count(number) > 1})
    return f"missing {missing[:10]}, double {double[:10]}, beyond {max(numbers, default=0)}"
