"""Whether a choice that was refused had been carried out before."""

from __future__ import annotations

from accounts.standing import Login
from database.postgresql.commits import wait_for_standby
from engines.rules import IllegalAction, Json, Rules
from games.models import Step, Tenure
from games.play.messages import SealAction, WithdrawAction
from games.store.rows import state_at
from transport.messages import Command
from transport.refusals import Refused

COMES_TOO_LATE = ("step-over", "not-running")


def may_have_been_done(command: Command, refused: Refused) -> bool:
    """Whether the command and its refusal are such that it can be a retry of one already carried
    out; asks no database."""
    return refused.code in COMES_TOO_LATE and isinstance(command, SealAction | WithdrawAction)


def was_done_before(command: Command, game_id: int, login: Login, refused: Refused) -> bool:
    """True if the command is a retry of one already carried out: it was refused only because its
    step has been resolved meanwhile, while the member's own seat played exactly this in that step.
    A page asks again like this if its connection broke before it got an answer.

    Raises DatabaseError if it is not certain that this step will survive the database's primary.
    """
    if not (may_have_been_done(command, refused) and _was_played(command, game_id, login)):
        return False
    wait_for_standby()
    return True


def _was_played(command: Command, game_id: int, login: Login) -> bool:
    assert isinstance(command, SealAction | WithdrawAction)
    if login.hidden_before is not None:
        return False  # the answer would tell what was sealed
    user_id = login.user_id
    steps = Step.objects.select_related("game").filter(game=game_id, game__seats__user=user_id)
    step = steps.filter(number=command.step).first() if _is_number(command.step) else None
    if step is None or step.leave is not None or not _sat_there(step, user_id):
        return False
    number = step.game.seats.get(user=user_id).number
    played = (step.actions or {}).get(str(number))
    if isinstance(command, WithdrawAction):
        return played is None
    if played is None or played == command.action:
        return played is not None
    before = state_at(step.game, command.step - 1)
    return _recorded(step.game.engine, before, number, command.action) == played


def _sat_there(step: Step, user_id: int) -> bool:
    """Whether the member already had a seat when choices were made for this step. If not, what was
    sealed there was somebody else's."""
    tenures = Tenure.objects.filter(game=step.game_id, member=user_id)
    return tenures.filter(from_step__lt=step.number).exists()


def _is_number(step: int) -> bool:
    """Whether a step can have this number: databases cannot hold larger ones."""
    return 0 < step < 2**31


def _recorded(engine: Rules[object], state: object, seat: int, action: Json) -> Json | None:
    """An action as a step holds it, such as a line cut where it stopped; None if it is not
    allowed."""
    try:
        engine.check(state, seat, action)
    except IllegalAction:
        return None
    return engine.recorded(state, {seat: action})[seat]
