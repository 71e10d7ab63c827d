"""A member's sockets: they close when the session that they were opened with ends.

A socket outlives the request that it was opened with. Anyone who logs out, gets a new password, is
shut out or deletes the account leaves pages open, here and elsewhere: what is meant for a seat
must not reach them any longer. They are told to look whether their member is still logged in; and
when a member is suspended, or no longer, they tell the page.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save

from accounts.models import Session, User
from accounts.sessions import member_of
from transport.fanout import fanout
from transport.limits import Asker, member_asker
from transport.refusals import fault_of
from transport.sending import send_now
from transport.sockets import TRY_AGAIN, GroupSocket
from transport.threads import in_thread

ENDING = {"password", "is_active"}
"""The columns of a member with which sessions end."""

logger = logging.getLogger(__name__)


def sockets_of(user_id: int) -> str:
    """The group of the sockets that a member has opened. An empty frame asks them to look whether
    their member is still logged in; any other is for the member's pages, whichever they are."""
    return f"account.{user_id}"


class SessionWatch:
    """Stands in its member's group in a socket's place: ``look`` is called where the socket is
    asked to look, ``show`` with what is for the page."""

    def __init__(
        self, look: Callable[[], Awaitable[None]], show: Callable[[str], Awaitable[None]]
    ) -> None:
        self.look, self.show = look, show
        self.looking: set[asyncio.Future[None]] = set()

    async def write(self, frame: str) -> None:
        """Lets the socket look; frames for others do not wait until it has."""
        if frame:
            await self.show(frame)
            return
        looking = asyncio.ensure_future(self.look())
        self.looking.add(looking)  # the loop alone would not keep it
        looking.add_done_callback(self.looking.discard)


class MemberSocket(GroupSocket):
    """A socket that is its member's for as long as they are logged in with the same session;
    visitors have such sockets, too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account: str | None = None
        self.session_watch = SessionWatch(self.look_at_account, self.write)

    def user(self) -> User | None:
        """The member whose socket this is, if they are still logged in with the same session."""
        return member_of(self.scope["session"].session_key)

    def asker(self) -> Asker:
        """Who the socket's messages count for: its member, or its address."""
        user = self.scope["user"]
        return member_asker(user) if user.is_authenticated else super().asker()

    async def prepare(self) -> None:
        """From now on the socket hears of its member's sessions that end: only then may it be
        asked who its member is."""
        if self.scope["user"].is_authenticated:
            self.account = sockets_of(self.scope["user"].pk)
            await fanout().join(self.account, self.session_watch)

    async def look_at_account(self) -> None:
        """Closes, unless its member is still logged in with the session it was opened with; else
        tells the page what has changed.

        A page whose socket is closed tries again, and is what its cookie then says: a
        visitor's, or a member's.
        """
        try:
            ended = await in_thread(self.user) is None
        except Exception as error:  # noqa: BLE001 anyone who cannot be known is nobody
            logger.error("a session could not be looked up: %s", fault_of(error))
            ended = True
        if self.account is None:  # it is being closed already
            return
        if ended:
            await self.send_away(TRY_AGAIN)
            return
        try:
            await self.account_changed()
        except Exception as error:  # noqa: BLE001 a fault must not cost the connection
            logger.error("a page could not be told of its member: %s", fault_of(error))

    async def account_changed(self) -> None:
        """Something about the member has changed, such as what they may do: tells the page."""

    async def leave_all(self) -> None:
        """Belongs to no group any more, its member's neither."""
        account, self.account = self.account, None
        await super().leave_all()
        if account is not None:
            await fanout().leave(account, self.session_watch)


def connect_signals() -> None:
    """From now on open sockets are told of sessions that end."""
    post_delete.connect(_session_deleted, sender=Session, dispatch_uid="accounts.session_deleted")
    post_delete.connect(_member_deleted, sender=User, dispatch_uid="accounts.member_deleted")
    post_save.connect(_member_saved, sender=User, dispatch_uid="accounts.member_saved")


def tell_sockets(user_id: int) -> None:
    """Lets every open socket of a member look again, once the transaction has committed."""

    def send() -> None:
        send_now([(sockets_of(user_id), "")])

    transaction.on_commit(send, robust=True)


def _session_deleted(instance: Session, **_signal: Any) -> None:
    if instance.user_id is not None:
        tell_sockets(instance.user_id)


def _member_deleted(instance: User, **_signal: Any) -> None:
    tell_sockets(instance.pk)


def _member_saved(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_signal: Any
) -> None:
    if not created and (update_fields is None or ENDING & update_fields):
        tell_sockets(instance.pk)
