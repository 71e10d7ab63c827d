"""Plans: choices that a seat has sealed ahead for coming steps, in order.

Shortly after a step begins, each awaited seat that has not chosen gets the first choice of its plan
that is legal then; choices before it are dropped. Each run does this for one step only: that step
is resolved and told before plans are looked at again, so that nobody finds that a hundred turns
went by in one moment. A plan is as secret as a sealed choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import UNSET

from engines.rules import IllegalAction, Json, Rules
from games.play.clock import is_live
from games.play.events import OutgoingEvent, seat
from games.play.game_transaction import GameTransaction
from games.play.messages import Order, PlanKept, SetPlan
from games.play.permissions import Authorised
from games.play.rows import ChoiceRow, SeatRow, Status
from games.play.seal import comes_again, kept, note_order, refuse_late, tell_sealed
from games.play.settings import GameSettings
from transport.refusals import Refused, RefusedByRules

MOST_PLANNED = 20
"""The most choices that a plan can hold."""

PLAN_DELAY = timedelta(seconds=1)
"""Plans are looked at this long after a step begins."""

WRONG_FORM = ("bad-action", "off-board")
"""Codes of actions that this game never allows, whatever the position is."""


def may_plan(engine: Rules[Any], settings: GameSettings) -> bool:
    """Whether players can seal ahead in such a game: not in a live one, where they are at the
    board."""
    return engine.plans and not is_live(settings)


def set_plan(
    run: GameTransaction,
    own: SeatRow,
    was: Sequence[Json],
    actions: Sequence[Json],
    step: int | None = None,
    order: Order | None = None,
    *,
    arrived: datetime | None = None,
    anew: bool = False,
) -> None:
    """Makes ``actions`` the plan of a seat, for the steps after the next one. A seat that has not
    chosen would miss the next step, and is given a choice of its plan; so a change that ``arrived``
    after the deadline is as late as a choice.

    ``was``: the plan as its player knew it, so that a choice sealed from it meanwhile is not
    planned again. ``step``: the next step as they knew it. ``order``: the page's sequence number
    for this change, so that a delayed one is not applied when the plan happens to be the same
    again. ``arrived``: when it reached the server; None: now. ``anew``: replace the plan whatever
    it was, because its player is not shown it. Raises Refused: ``no-plans``, ``not-running``,
    ``plan-changed``, ``late``, ``overtaken``, ``long-plan``, ``plan-later``, ``bad-action``,
    ``off-board``.
    """
    if not may_plan(run.engine, run.game.settings):
        raise Refused("no-plans", "You cannot plan ahead in this game.")
    if run.game.is_over:
        raise Refused("not-running", "This game is over.")
    if not comes_again(run, own, run.game.next_step, order):
        _change(run, own, was, list(actions), step, arrived or run.now, anew=anew)
        note_order(run, own, order)
    run.emit(_told(run, own.number, order))


def change_plan(run: GameTransaction, by: Authorised, command: SetPlan) -> None:
    """Changes the plan of the actor's own seat. Raises Refused as :func:`set_plan` does."""
    set_plan(
        run,
        by.own_seat,
        command.was,
        command.actions,
        command.step,
        command.order,
        arrived=by.arrived,
        anew=by.chooses_anew,
    )


def _change(
    run: GameTransaction,
    own: SeatRow,
    was: Sequence[Json],
    actions: list[Json],
    step: int | None,
    arrived: datetime,
    *,
    anew: bool,
) -> None:
    stored = list(was) if anew else run.plans.get(own.number, [])
    if actions == stored and not anew:
        return  # the page repeats it because the answer was lost
    if list(was) != stored or step not in (None, run.game.next_step):
        raise Refused(
            "plan-changed",
            "Meanwhile a turn has ended, or your plan has changed. Look at it and change it now.",
        )
    if own.number in run.awaited.seats and own.number not in run.choices:
        refuse_late(run, run.game.next_step, arrived)
    if len(actions) > MOST_PLANNED:
        most = {"most": MOST_PLANNED}
        raise Refused("long-plan", "A plan has at most %(most)s choices.", values=most)
    if actions and run.is_counting():
        _refuse_additions(run, own, actions, anew)
    else:
        for action in actions:
            _require_form(run, own, action)
    _keep(run, own.number, actions)
    if actions:
        run.plan_times[own.number] = run.now


def seal_planned(run: GameTransaction) -> list[SeatRow]:
    """Seals the planned choices of awaited seats that have not chosen, in an open step of one seat
    only. Returns the seats that have chosen this way. If the step goes on, call
    :func:`tell_planned` after."""
    run.game.plans_due = None
    sealed_by_plan: list[int] = []
    if run.is_counting():
        return []
    awaited = run.awaited
    for number in awaited.seats:
        if number in run.choices or number not in run.plans:
            continue
        action, rest = _first_legal(run, number)
        planned_at = run.plan_times.get(number)
        _keep(run, number, rest)
        run.emit(_told(run, number))
        if action is not None:
            run.choices[number] = ChoiceRow(action, run.now, planned_at)
            sealed_by_plan.append(number)
            if not awaited.sealed:
                break
    return [own for own in run.seats if own.number in sealed_by_plan]


def tell_planned(run: GameTransaction, sealed: Sequence[SeatRow]) -> None:
    """Tells everybody that these seats have chosen by their plans, and tells each of them what it
    chose. Does nothing if the step is complete: resolving it tells everything."""
    if run.is_complete():
        return
    for own in sealed:
        tell_sealed(run, own)
        run.emit(kept(own.number, run.game.next_step, run.choices[own.number].action))


def settle_plans(run: GameTransaction) -> None:
    """At the end of a run: drops the plans of seats that no longer play, and sets when plans are
    next looked at. If somebody leaves and the same seats are still awaited, nothing begins that
    anyone planned for, and that time does not change."""
    gone = {ended.seat for ended in run.tenures_ended}
    gone |= {own.number for own in run.seats if own.left_why}
    for number in list(run.plans):
        if run.game.is_over or number in gone:
            _keep(run, number, [])
            run.emit(_told(run, number))
    if run.game.is_over:
        run.game.plans_due = None
    elif run.turn_began or any(step.leave is None for step in run.steps):
        run.game.plans_due = run.now + PLAN_DELAY if _is_planned(run) else None


def seal_due_plans(run: GameTransaction) -> bool:
    """Seals planned choices if they are due; returns whether they were."""
    if not is_due(run):
        return False
    tell_planned(run, seal_planned(run))
    return True


def will_choose(run: GameTransaction, number: int) -> bool:
    """Whether this awaited seat has a plan with a legal choice, to be sealed if its player does not
    choose."""
    return (
        number in run.plans and not run.is_counting() and _first_legal(run, number)[0] is not None
    )


def is_due(run: GameTransaction) -> bool:
    """Whether it is time to look at plans in this run."""
    due = run.game.plans_due
    return run.game.status == Status.RUNNING and due is not None and due <= run.now


def _is_planned(run: GameTransaction) -> bool:
    """Whether a seat that owes a choice has a plan."""
    if not run.plans or run.is_counting():
        return False
    return any(
        number in run.plans and number not in run.choices
        for number in run.engine.awaiting(run.state)
    )


def _first_legal(run: GameTransaction, number: int) -> tuple[Json | None, list[Json]]:
    """The first planned choice that is legal now, and the rest of the plan after it."""
    plan = run.plans[number]
    for place, action in enumerate(plan):
        try:
            run.engine.check(run.state, number, action)
        except IllegalAction:
            continue
        return action, plan[place + 1 :]
    return None, []


def _keep(run: GameTransaction, number: int, plan: list[Json]) -> None:
    if plan:
        run.plans[number] = plan
    else:
        run.plans.pop(number, None)
        run.plan_times.pop(number, None)


def _told(run: GameTransaction, number: int, order: Order | None = None) -> OutgoingEvent:
    plan = run.plans.get(number, [])
    return OutgoingEvent(seat(number), PlanKept(actions=plan, order=order or UNSET))


def _refuse_additions(
    run: GameTransaction, own: SeatRow, actions: Sequence[Json], anew: bool
) -> None:
    """Raise Refused ``plan-later`` if the new plan has a choice that the stored plan has not.

    With ``anew`` the player is not shown the stored plan, so every choice is refused: the answer
    must not reveal what is stored.
    """
    planned = run.plans.get(own.number, [])
    if anew or any(action not in planned for action in actions):
        raise Refused(
            "plan-later",
            "You cannot plan while stones are counted. Answer the count as you see it.",
        )


def _require_form(run: GameTransaction, own: SeatRow, action: Json) -> None:
    """Refuses an action that this game never allows. One that is illegal now may be legal when its
    time comes."""
    try:
        run.engine.check_action(run.state, own.number, action)
    except IllegalAction as error:
        if error.code in WRONG_FORM:
            raise RefusedByRules(error.code, error.text, values=error.values) from None
