"""Tells a member's open pages that their notices have changed, by hints without content."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.sockets import sockets_of
from games.play.game_transaction import GameTransaction
from lobby.consumers import HintSocket
from lobby.services.wishing import note_seen
from notices.events import members_to_refresh
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


def hints_of_choices(run: GameTransaction) -> list[tuple[str, Event]]:
    """The hints of a run in which only choices were sealed or taken back. Such a run notifies
    nobody, but changes whether those who chose see that it is their turn."""
    if run.game.settings.guest:
        return []
    return [hint(member) for member in members_to_refresh(run)]


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
