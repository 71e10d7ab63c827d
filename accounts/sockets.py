"""A member's sockets: they close when the session that they were opened with ends.

A socket outlives the request that opened it. Members who log out, get a new password, are
deactivated or delete their account leave pages open, in this browser and in others. Those pages
must no longer receive what is meant for a seat, so their sockets are asked to check whether the
member is still logged in. When a suspension of the member begins or ends, the sockets tell the
page.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.http import parse_cookie
from django.utils import timezone

from accounts.models import ApiToken, Scope, Session, User
from accounts.open_logins import LoginKey, open_logins
from accounts.services.tokens import find_token, token_that_works
from accounts.sessions import SessionStore, hidden_before, member_of, read_session
from accounts.standing import Login, login_of, with_token
from transport.fanout import fanout
from transport.limits import RateKey, member_rate_key
from transport.refusals import fault_of
from transport.sending import send_now
from transport.sockets import TRY_AGAIN, Application, GroupSocket
from transport.threads import in_thread

ENDING = {"password", "is_active"}
"""The columns of a member whose change ends sessions."""

logger = logging.getLogger(__name__)


def sockets_of(user_id: int) -> str:
    """The group of all open sockets of a member. An empty frame asks them to check whether the
    member is still logged in; any other frame is for the member's pages, whichever they are."""
    return f"account.{user_id}"


class SessionWatch:
    """Joins the member's group in place of a socket. Calls ``look`` when the socket should check
    its member, and ``show`` with frames for the page."""

    def __init__(
        self, look: Callable[[], Awaitable[None]], show: Callable[[str], Awaitable[None]]
    ) -> None:
        self.look, self.show = look, show
        self.looking: set[asyncio.Future[None]] = set()

    async def write(self, frame: str) -> None:
        """Passes a frame on, or starts a check in a task of its own, so that frames for other
        sockets need not wait for it."""
        if frame:
            await self.show(frame)
            return
        looking = asyncio.ensure_future(self.look())
        self.looking.add(looking)  # the event loop holds no strong reference
        looking.add_done_callback(self.looking.discard)


class MemberSocket(GroupSocket):
    """A socket that belongs to a member for as long as they are logged in with the same session.
    Visitors have such sockets, too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account: str | None = None
        self.session_watch = SessionWatch(self.look_at_account, self.write)

    def user(self) -> User | None:
        """The member whose socket this is, as long as the session that opened it lasts. If a
        program opened it: the member of its token, as long as the token works and may read."""
        if "token" in self.scope:
            token = self.token()
            return token.member if token is not None and Scope.READ in token.scopes else None
        return member_of(self.scope["session"].session_key)

    def token(self) -> ApiToken | None:
        """The token with which a program opened the socket, if it still works."""
        return token_that_works(self.scope["token"], timezone.now())

    def hidden_before(self) -> datetime | None:
        """Choices sealed before this time are hidden from this socket
        (:func:`accounts.sessions.hidden_before`). None for tokens, which cannot be made in a
        session that has to hide anything."""
        return None if "token" in self.scope else hidden_before(self.scope["session"])

    def login_for(self, user: User | None) -> Login | None:
        """The login with which the socket's user gives commands; None for visitors, and for
        programs that may not play. ``user``: the result of :meth:`user`."""
        if "token" in self.scope:
            token = self.token()
            return with_token(token) if token is not None and Scope.PLAY in token.scopes else None
        return None if user is None else login_of(user, self.scope["session"])

    def rate_key(self) -> RateKey:
        """The key under which limits count the socket's messages: the member's, or the address's
        for visitors."""
        user = self.scope["user"]
        return member_rate_key(user) if user.is_authenticated else super().rate_key()

    async def prepare(self) -> None:
        """Joins the member's group, so that the socket hears when their sessions end. Only after
        that may :meth:`user` be called."""
        if self.scope["user"].is_authenticated:
            self.account = sockets_of(self.scope["user"].pk)
            await fanout().join(self.account, self.session_watch)
            open_logins().come(self, self._login_key())

    async def look_at_account(self) -> None:
        """Closes the socket if its session no longer logs the member in; otherwise tells the page
        what has changed.

        The page of a closed socket connects again, as the visitor or member of its current cookie.
        """
        try:
            ended = await in_thread(self._has_ended)
        except Exception as error:  # noqa: BLE001 if in doubt, they are logged out
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

    def _login_key(self) -> LoginKey:
        key: LoginKey = self.scope.get("token") or self.scope["session"].session_key
        return key

    def _has_ended(self) -> bool:
        return (self.token() if "token" in self.scope else self.user()) is None

    async def account_changed(self) -> None:
        """Tells the page that something about the member has changed, such as what they may do."""

    async def leave_all(self) -> None:
        """Leaves all groups, the member's included."""
        account, self.account = self.account, None
        open_logins().go(self)
        await super().leave_all()
        if account is not None:
            fanout().leave(account, self.session_watch)


class MembersOnSockets:
    """ASGI middleware: ``scope["session"]`` is the session of the handshake's cookie, and
    ``scope["user"]`` is whoever is logged in with it."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Reads the session, if a cookie names one, and runs the application."""
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
        key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
        session, user = await in_thread(read_session, key) if key else (SessionStore(), None)
        known = {**scope, "session": session, "user": user or AnonymousUser()}
        await self.application(known, receive, send)


class TokensOnSockets:
    """ASGI middleware that logs programs in: they open a socket with ``Authorization: Bearer
    TOKEN`` instead of a session. If the token does not work, the answer is 403."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Puts the token's key and its member into the scope."""
        sent = [value for name, value in scope["headers"] if name == b"authorization"]
        if sent:
            kind, _, text = sent[0].decode("latin-1").partition(" ")
            token = await in_thread(find_token, text.strip(), timezone.now())
            if kind.lower() != "bearer" or token is None:
                await receive()  # websocket.connect
                await send({"type": "websocket.close"})
                return
            scope = {**scope, "user": token.member, "token": token.pk}
        await self.application(scope, receive, send)


def connect_signals() -> None:
    """Connects the signals by which open sockets hear of sessions that end."""
    post_delete.connect(_session_deleted, sender=Session, dispatch_uid="accounts.session_deleted")
    post_delete.connect(_member_deleted, sender=User, dispatch_uid="accounts.member_deleted")
    post_delete.connect(_token_deleted, sender=ApiToken, dispatch_uid="accounts.token_deleted")
    post_save.connect(_member_saved, sender=User, dispatch_uid="accounts.member_saved")


def tell_sockets(user_id: int) -> None:
    """Asks every open socket of a member to check again, once the transaction has committed."""

    def send() -> None:
        send_now([(sockets_of(user_id), "")])

    transaction.on_commit(send, robust=True)


def _session_deleted(instance: Session, **_signal: Any) -> None:
    if instance.user_id is not None:
        tell_sockets(instance.user_id)


def _token_deleted(instance: ApiToken, **_signal: Any) -> None:
    tell_sockets(instance.member_id)


def _member_deleted(instance: User, **_signal: Any) -> None:
    tell_sockets(instance.pk)


def _member_saved(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_signal: Any
) -> None:
    if not created and (update_fields is None or ENDING & update_fields):
        tell_sockets(instance.pk)
        for bot_id in instance.bots.values_list("pk", flat=True):
            tell_sockets(bot_id)
