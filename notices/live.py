"""Tells a member's open pages that their notices have changed, by hints without content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.sockets import sockets_of
from games.play.clock import is_quick
from games.play.game_transaction import GameTransaction
from games.play.messages import ActionSealed, ActionWithdrawn
from lobby.consumers import HintSocket
from lobby.services.wishing import note_seen
from notices.models import StepIn
from transport.messages import Event
from transport.refusals import Refused
from transport.sending import send_on_commit
from transport.threads import in_thread


class NoticesChanged(Event, tag="notices.changed"):
    """Something in this member's notices changed."""


def hint(member: int) -> tuple[str, Event]:
    """The group of all open pages of a member, and the hint for it."""
    return sockets_of(member), NoticesChanged()


def hint_on_commit(member: int) -> None:
    """Sends the hint when the transaction commits."""
    group, message = hint(member)
    message.now = timezone.now()
    send_on_commit((group, message))


def hints_of_choices(run: GameTransaction) -> Iterator[tuple[str, Event]]:
    """The hints of a run in which only choices were sealed or taken back, to those who did: the
    notice that it is their turn is shown to them until they choose. With short turns only members
    without an open page of the game have one."""
    if run.game.settings.guest:
        return
    chose = (ActionSealed, ActionWithdrawn)
    moved = {each.message.seat for each in run.emitted if isinstance(each.message, chose)}
    is_long = not is_quick(run.game.settings)
    for seat in run.seats:
        if seat.number in moved and (is_long or seat.away) and seat.is_person:
            assert seat.user_id is not None
            yield hint(seat.user_id)


class NoticesConsumer(HintSocket):
    """Gets what all sockets of a member get (:mod:`accounts.sockets`), and nothing else."""

    hint = NoticesChanged

    def groups_for(self, user: Any) -> set[str]:
        if not isinstance(user, User) or not user.is_active:
            raise Refused("login-needed", "Please log in: notifications are for members.")
        StepIn.objects.note_seen(user.pk, timezone.now())
        return set()

    async def heard(self) -> None:
        """Stores that the member is there: a wish to play now goes on, whichever page they have
        open, and a seat that becomes free in a live game is offered to them first."""
        member, now = self.scope["user"].pk, timezone.now()
        await in_thread(lambda: note_seen(member, now))
        await in_thread(lambda: StepIn.objects.note_seen(member, now))
