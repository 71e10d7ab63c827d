"""Choosing in secret: sealing an action, and taking it back.

A delayed choice must not undo a newer one of the same page. A request that got no answer may be
carried out long after it was sent, because its connection was silent or a process stood still. If
its page has chosen again meanwhile, the old request must be refused. So each page numbers what it
seals and takes back, and for the next step the game keeps each page's last number that was carried
out, even if nothing is sealed any more. Between two pages, the request that arrives last counts.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engines.rules import IllegalAction, Json
from games.play.events import EVERYONE, OutgoingEvent, seat
from games.play.game_transaction import GameTransaction
from games.play.messages import (
    ActionKept,
    ActionSealed,
    ActionWithdrawn,
    CheckAction,
    Order,
    SealAction,
    WithdrawAction,
)
from games.play.permissions import Authorised
from games.play.rows import ChoiceRow, SeatRow, Status
from transport.refusals import Refused, RefusedByRules

MOST_PAGES = 8
"""For each seat, the last numbers of this many pages are kept: those heard of most recently."""


def seal(
    run: GameTransaction,
    own: SeatRow,
    step: int,
    action: Json,
    arrived: datetime,
    order: Order | None = None,
    *,
    anew: bool = False,
) -> None:
    """Seals ``action`` of a seat for ``step``, in place of an earlier choice. If that completes the
    step, nobody is told that the seat has chosen: resolving the step tells everything.

    ``arrived``: when the choice reached the server, which decides whether it is late. ``order``:
    the page's sequence number for this choice. ``anew``: as if nothing had been sealed, for a
    player who is not shown what was. Raises Refused: ``not-running``, ``step-over``, ``late``,
    ``overtaken``, and the codes of the rules.
    """
    if comes_again(run, own, step, order):
        run.emit(kept_now(run, own))
        return
    held = None if anew else run.choices.get(own.number)
    if held is None or held.action != action or step != run.game.next_step:
        check(run, own, step, action, arrived)
        run.choices[own.number] = ChoiceRow(action, arrived)
        if run.is_complete():
            run.sealed += 1
        else:
            tell_sealed(run, own)
    # Else the page repeats its choice because the answer was lost: that is never late.
    note_order(run, own, order)
    run.emit(kept(own.number, step, action))


def check(run: GameTransaction, own: SeatRow, step: int, action: Json, arrived: datetime) -> None:
    """Refuses a choice for ``step`` that is late or that the rules forbid, judged by the public
    state alone. Changes nothing.

    Raises Refused: ``not-running``, ``step-over``, ``late``, and the codes of the rules.
    """
    refuse_late(run, step, arrived)
    try:
        run.engine.check(run.state, own.number, action)
    except IllegalAction as error:
        at = point_of(action)
        raise RefusedByRules(error.code, error.text, values=error.values, at=at) from None


def seal_action(run: GameTransaction, by: Authorised, command: SealAction) -> None:
    """Seals an action of the actor's own seat, in place of an earlier choice. Raises Refused as
    :func:`seal` does."""
    seal(
        run,
        by.own_seat,
        command.step,
        command.action,
        by.arrived,
        command.order,
        anew=by.chooses_anew,
    )


def withdraw_action(run: GameTransaction, by: Authorised, command: WithdrawAction) -> None:
    """Takes back what the actor's own seat has sealed, if anything. Raises Refused as
    :func:`withdraw` does."""
    withdraw(run, by.own_seat, command.step, by.arrived, command.order)


def check_action(run: GameTransaction, by: Authorised, command: CheckAction) -> None:
    """Refuses an action that the actor's own seat could not seal now; changes nothing. Raises
    Refused as :func:`check` does."""
    check(run, by.own_seat, command.step, command.action, by.arrived)


def seal_for_bot(run: GameTransaction, own: SeatRow, action: Json) -> None:
    """Seals what the server has chosen for a bot; the choice has been checked already. Nobody is
    told yet (:func:`tell_sealed`): if the step is resolved at once, there is nothing to tell."""
    run.choices[own.number] = ChoiceRow(action, run.now)


def tell_sealed(run: GameTransaction, own: SeatRow) -> None:
    """Tells everybody that this seat has chosen for the next step."""
    run.sealed += 1
    step = run.game.next_step
    run.emit(_told(ActionSealed(seat=own.number, step=step), own.number, step))


def withdraw(
    run: GameTransaction, own: SeatRow, step: int, arrived: datetime, order: Order | None = None
) -> None:
    """Takes back what the seat has sealed for ``step``. The seat is told that nothing is sealed,
    even if nothing was.

    Raises Refused ``not-running``, ``step-over``, ``late``, ``overtaken``.
    """
    if comes_again(run, own, step, order):
        run.emit(kept_now(run, own))
        return
    if (
        own.number in run.choices or step != run.game.next_step
    ):  # else nothing is taken back, and nothing is late
        refuse_late(run, step, arrived)
    if run.choices.pop(own.number, None) is not None:
        run.emit(_told(ActionWithdrawn(seat=own.number, step=step), own.number, step))
    note_order(run, own, order)
    run.emit(kept(own.number, step, None))


def refuse_late(run: GameTransaction, step: int, arrived: datetime) -> None:
    """Raises Refused if it is too late to choose for ``step``."""
    game = run.game
    if game.is_over:
        raise Refused("not-running", "This game is over.")
    next_step = game.next_step
    if step < next_step:  # so players read it whose connection was slow or gone
        raise Refused("step-over", "The turn was over before your choice reached the server.")
    if step > next_step:
        numbers = {"next": next_step, "step": step}
        raise Refused(
            "step-over", "Step %(next)s is being chosen for, not %(step)s.", values=numbers
        )
    if game.status == Status.RUNNING and game.deadline is not None and arrived >= game.deadline:
        raise Refused("late", "The time was up before your choice reached the server.")


def kept(number: int, step: int, action: Json | None) -> OutgoingEvent:
    """The message to one seat that says what the server holds for it."""
    return OutgoingEvent(seat(number), ActionKept(step=step, action=action))


def kept_now(run: GameTransaction, own: SeatRow) -> OutgoingEvent:
    """The message to one seat that says what the server holds for it for the next step."""
    held = run.choices.get(own.number)
    return kept(own.number, run.game.next_step, None if held is None else held.action)


def _told(message: ActionSealed | ActionWithdrawn, number: int, step: int) -> OutgoingEvent:
    return OutgoingEvent(EVERYONE, message, {"seat": number, "step": step})


def point_of(action: Json) -> list[int | float] | None:
    """Where a page should show why an action is refused: its own point, if it names one."""
    at = action.get("at") if isinstance(action, dict) else None
    if isinstance(at, list) and len(at) == 2 and all(isinstance(part, int | float) for part in at):
        return at
    return None


def comes_again(run: GameTransaction, own: SeatRow, step: int, order: Order | None) -> bool:
    """Whether this choice for ``step`` is a retry of one already carried out.

    Raises Refused ``overtaken`` if a later choice of the same page has been carried out. A choice
    without ``order``, or for another step than the next one, is not checked here.
    """
    if order is None or step != run.game.next_step:
        return False
    last = next((number for page, number in _pages(run, own) if page == order.page), -1)
    if order.number < last:
        raise Refused("overtaken", "You have chosen again since then. The later choice counts.")
    return order.number == last


def note_order(run: GameTransaction, own: SeatRow, order: Order | None) -> None:
    """Stores this choice's number as its page's last one carried out for the next step."""
    if order is None:
        return
    others = [each for each in _pages(run, own) if each[0] != order.page]
    latest = [*others, [order.page, order.number]][-MOST_PAGES:]
    run.game.given = {**(run.game.given or {}), str(own.number): latest}


def _pages(run: GameTransaction, own: SeatRow) -> list[list[Any]]:
    """The seat's open pages with the number of the last command from each, the most recent page
    last."""
    return (run.game.given or {}).get(str(own.number), [])
