"""A real mail server, which keeps what it is given."""

from __future__ import annotations

import asyncio
import socket
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Mailbox:
    """``mails``: what was taken. ``answer``: what the server says instead of taking any more.
    ``waits_for``: it takes none before so many have come at the same time."""

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
        """From now on it takes none before so many have come."""
        self.together, self.all_here = mails, asyncio.Event()

    def opens(self) -> None:
        """From now on the server takes mail."""
        self.server = Controller(self, hostname="127.0.0.1", port=self.port)
        self.server.start()

    def closes(self) -> None:
        """It does not answer any more."""
        if self.server is not None:
            self.server.stop()
        self.server = None

    async def handle_RCPT(  # noqa: N802 aiosmtpd's name
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Whether mail for this address is taken."""
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
        """What was taken since this was asked last."""
        taken, self.mails = self.mails, []
        return taken


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """The words of a mail."""
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())
