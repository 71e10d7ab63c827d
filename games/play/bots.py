"""How the server chooses for bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.crypto import salted_hmac

from engines.rules import Json
from games.play.game_transaction import GameTransaction
from games.play.resolve import resolve
from games.play.rows import Cause, SeatRow, Status
from games.play.seal import seal_for_bot, tell_sealed
from games.play.thinking import Question, choose_at_once
from games.play.timer import may_end, put_off_end, timer_ends


def seed_for(public_id: str, step: int, seat: int) -> int:
    """The seed of a bot's choice: always the same for the same game, step and seat.

    It is keyed with the site's secret, because bots are deterministic and nobody may work out what
    one has sealed.
    """
    digest = salted_hmac("bot", f"{public_id}/{step}/{seat}").digest()
    return int.from_bytes(digest[:8], "big") >> 1


def seal_choices(
    run: GameTransaction,
    question: Question,
    choices: Mapping[int, Json | None],
    heard_at: datetime | None = None,
) -> bool:
    """Seals what bots have chosen. Resolves the step if its time is up and no other bot of the game
    still has to choose. Returns whether it was still the step to choose for.

    Bots that owe a choice and have none in ``choices`` are due again, after all that are due now.
    ``heard_at``: when a web process was last known to take choices; if that is too long ago, no
    turn ends.
    """
    game = run.game
    if game.status != Status.RUNNING or game.bots_due is None or game.next_step != question.step:
        return False
    run.state = question.state  # the state of this very step, already read
    owing = run.bots_that_owe()
    run.bots_asked = all(seat.number in choices for seat in owing)
    sealed = _seal(run, owing, choices)
    if not run.bots_asked:
        game.bots_due = run.now
    elif _time_ends(run, heard_at) and not put_off_end(run, heard_at):
        resolve(run, Cause.TIMER)
        return True
    if not run.is_complete():
        for seat in sealed:
            tell_sealed(run, seat)
    return True


def _time_ends(run: GameTransaction, heard_at: datetime | None) -> bool:
    """Whether the timer ends the next step now, rather than everybody having chosen."""
    return not run.is_complete() and timer_ends(run) and may_end(run, heard_at)


def _seal(
    run: GameTransaction, owing: Sequence[SeatRow], choices: Mapping[int, Json | None]
) -> Sequence[SeatRow]:
    """Seals the choices of these seats, in an open step only the first; returns the seats that
    chose."""
    sealed = []
    for seat in owing:
        action = choices.get(seat.number)
        if action is not None:
            seal_for_bot(run, seat, action)
            sealed.append(seat)
            if not run.engine.sealed(run.state):
                break
    return sealed


def seal_at_once(run: GameTransaction) -> None:
    """Seals something legal for every bot that owes a choice, in an open step for one of them.

    The last resort: nothing is thought about, so it takes only milliseconds.
    """
    run.bots_asked = True
    for seat in run.bots_that_owe():
        seed = seed_for(run.game.public_id, run.game.next_step, seat.number)
        action = choose_at_once(run.engine, run.state, seat.number, seed)
        if action is not None:
            seal_for_bot(run, seat, action)
            if not run.engine.sealed(run.state):
                return
