"""Plans: choices that a player has sealed ahead."""

from __future__ import annotations

from games.play import plans
from games.play.messages import SetPlan
from games.play.run import Run
from games.services.authorised import Authorised


def set_plan(run: Run, by: Authorised, command: SetPlan) -> None:
    """Changes the plan of the actor's own seat. Raises Refused as :func:`games.play.plans.set_plan`
    does."""
    was, actions = command.was, command.actions
    anew = by.chooses_anew
    plans.set_plan(run, by.own_seat, was, actions, command.step, command.order, anew=anew)


def seal_due_plans(run: Run) -> bool:
    """Seals planned choices in the run's game if they are due; returns whether they were."""
    if not plans.is_due(run):
        return False
    plans.tell_planned(run, plans.seal_planned(run))
    return True
