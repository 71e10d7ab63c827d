"""Sockets that forward hints; the page then asks the server for what has changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar
from urllib.parse import parse_qs

from django.utils import timezone

from accounts.models import User
from accounts.sockets import MemberSocket
from lobby.access import get_table_for_member, note_host
from lobby.live import LOBBY, TableChanged, TablesChanged, lobby_of, page_of, read_ask
from lobby.services.wishing import note_seen
from transport.limits import COMMANDS
from transport.messages import Event
from transport.refusals import Refused
from transport.threads import in_thread


class HintSocket(MemberSocket, ABC):
    """Joins the groups of the page's address and forwards their hints."""

    hint: ClassVar[type[Event]]

    async def connect(self) -> None:
        """Joins the groups, or sends the refusal and closes."""
        await self.accept()
        await self.begin(self.follow, counted_as=COMMANDS)

    async def follow(self) -> None:
        """Joins the groups and sends a first hint, for changes that the page may have missed."""
        await self.join_only(await in_thread(lambda: self.groups_for(self.user())))
        await self.tell(self.hint(now=timezone.now()))

    async def account_changed(self) -> None:
        """Sends a hint, so that the page asks again."""
        await self.tell(self.hint(now=timezone.now()))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers a page that checks the connection."""
        try:
            await self.count(COMMANDS)
            read_ask(text_data)
            await self.heard()
        except Refused as refused:
            await self.refuse(refused)
        except Exception as error:  # noqa: BLE001 a fault must not cost the connection
            await self.fail(error)
        else:
            await self.tell(self.hint(now=timezone.now()))

    async def heard(self) -> None:
        """Called when the page has sent something, and so is still open."""

    @abstractmethod
    def groups_for(self, user: Any) -> set[str]:
        """The groups of this address. Raises Refused if this user may not join them."""


class LobbyConsumer(HintSocket):
    """Hints about the lists of tables and games, both public and the member's own."""

    hint = TablesChanged

    def groups_for(self, user: Any) -> set[str]:
        if not isinstance(user, User) or not user.is_active:
            raise Refused("login-needed", "Please log in: tables are for members.")
        note_seen(user.pk, timezone.now())
        return {LOBBY, lobby_of(user.pk)}

    async def heard(self) -> None:
        """Stores that the member is there, so that a wish to play now goes on."""
        await in_thread(lambda: note_seen(self.scope["user"].pk, timezone.now()))


class TableConsumer(HintSocket):
    """Hints about one table, for the members who may see it (``?key=`` as on its page)."""

    hint = TableChanged

    def groups_for(self, user: Any) -> set[str]:
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        query = parse_qs(self.scope["query_string"].decode(errors="replace"))
        key = query.get("key", [""])[0]
        by_program = "token" in self.scope
        table = get_table_for_member(public_id, user, key, by_program=by_program)
        note_host(table, user, timezone.now())
        return {page_of(table.public_id)}

    async def heard(self) -> None:
        """Stores that the host is there: with the page open, a host is not away, even if the window
        is in the background."""
        await in_thread(lambda: self.groups_for(self.user()))
