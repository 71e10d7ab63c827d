"""A real mail server that keeps the mails it receives."""

from __future__ import annotations

import asyncio
import socket
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Mailbox:
    """``mails``: the accepted mails. ``answer``: the server's reply if it refuses mails.
    ``waits_for``: no mail is accepted before this many have arrived at the same time."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer = ""
        self.under_way = 0
        self.waits_for(0)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.server: Controller | None = None

    def waits_for(self, mails: int) -> None:
        """Accepts no further mail until this many have arrived."""
        self.together, self.all_here = mails, asyncio.Event()

    def opens(self) -> None:
        """Starts the server."""
        self.server = Controller(self, hostname="127.0.0.1", port=self.port)
        self.server.start()

    def closes(self) -> None:
        """Stops the server."""
        if self.server is not None:
            self.server.stop()
        self.server = None

    async def handle_RCPT(  # noqa: N802 aiosmtpd's name
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Accepts mail for this address, or refuses it."""
        if self.answer:
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        """Keeps a mail."""
        self.under_way += 1
        if self.under_way >= self.together:
            self.all_here.set()
        await self.all_here.wait()
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        assert [mail["To"]] == envelope.rcpt_tos
        self.mails.append(mail)
        return "250 OK"

    def take(self) -> list[EmailMessage]:
        """The mails received since the last call."""
        taken, self.mails = self.mails, []
        return taken


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """The text of a mail."""
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())
