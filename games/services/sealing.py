"""Choosing in secret: sealing an action, and taking it back."""

from __future__ import annotations

from games.core import choosing
from games.core.messages import SealAction, WithdrawAction
from games.core.run import Run
from games.services.authorised import Authorised


def seal(run: Run, by: Authorised, command: SealAction) -> None:
    """Seals an action of the own seat, in place of an earlier choice.

    Raises Refused: ``step-over``, ``late``, and the codes of the rules.
    """
    choosing.seal(run, by.own_seat, command.step, command.action, by.arrived)


def withdraw(run: Run, by: Authorised, command: WithdrawAction) -> None:
    """Takes what the own seat has sealed back; without one, nothing.

    Raises Refused: ``step-over``, ``late``.
    """
    choosing.withdraw(run, by.own_seat, command.step, by.arrived)
