"""Choosing in secret: sealing an action, and taking it back."""

from __future__ import annotations

from engines.rules import IllegalAction, Json, Rules
from games.models import Step, Tenure
from games.play import choosing
from games.play.messages import CheckAction, SealAction, WithdrawAction
from games.play.run import Run
from games.services.authorised import Authorised
from games.states import state_at
from transport.messages import Command
from transport.refusals import Refused

COMES_TOO_LATE = ("step-over", "not-running")


def seal(run: Run, by: Authorised, command: SealAction) -> None:
    """Seals an action of the actor's own seat, in place of an earlier choice.

    Raises Refused: ``step-over``, ``late``, ``overtaken``, and the codes of the rules.
    """
    choosing.seal(
        run,
        by.own_seat,
        command.step,
        command.action,
        by.arrived,
        command.order,
        anew=by.chooses_anew,
    )


def withdraw(run: Run, by: Authorised, command: WithdrawAction) -> None:
    """Takes back what the actor's own seat has sealed, if anything.

    Raises Refused: ``step-over``, ``late``, ``overtaken``.
    """
    choosing.withdraw(run, by.own_seat, command.step, by.arrived, command.order)


def check(run: Run, by: Authorised, command: CheckAction) -> None:
    """Refuses an action that the actor's own seat could not seal now; changes nothing.

    Raises Refused: ``step-over``, ``late``, and the codes of the rules.
    """
    choosing.check(run, by.own_seat, command.step, command.action, by.arrived)


def was_done_before(command: Command, game_id: int, user_id: int, refused: Refused) -> bool:
    """Whether a choice was refused only because its step has been resolved meanwhile, while the
    member's own seat played exactly this in that step. A page asks again like this if its
    connection broke before it got an answer."""
    if refused.code not in COMES_TOO_LATE or not isinstance(command, SealAction | WithdrawAction):
        return False
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
