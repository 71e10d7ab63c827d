"""An outgoing channel for tests, which keeps what it is given and answers as told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from accounts.models import User
from notices.channels import OutgoingChannel, OutOfOrder, SendOutcome
from notices.models import Channel, Kind, Notice
from notices.schedule import sending_by
from scheduler.jobs import Skipped
from tests.games.conftest import Clock

Letter = tuple[User, list[Notice], str]


@dataclass
class Postman:
    """``sent``: the recipient, the notices and the key of each attempt. ``answer``: makes the
    result of the next attempts."""

    sent: list[tuple[str, list[str], str]] = field(default_factory=list)
    answer: Callable[[], SendOutcome] = lambda: SendOutcome.SENT
    reached: set[int] | None = None

    def send(self, member: User, notices: list[Notice], key: str) -> SendOutcome:
        """Keeps a letter."""
        self.sent.append((member.username, [notice.what for notice in notices], key))
        return self.answer()

    def carry(self, letters: Sequence[Letter]) -> list[SendOutcome | Exception]:
        """Sends the letters until one reports that the channel is out of order."""
        results: list[SendOutcome | Exception] = [SendOutcome.UNTRIED] * len(letters)
        for number, letter in enumerate(letters):
            try:
                results[number] = self.send(*letter)
            except Exception as error:  # noqa: BLE001 a channel may fail in any way
                results[number] = error
                if isinstance(error, OutOfOrder):
                    break
        return results

    def take(self) -> list[tuple[str, list[str]]]:
        """The recipients and their notices since the last call."""
        taken, self.sent = self.sent, []
        return [(name, what) for name, what, _ in taken]

    def channel(self, **changes: object) -> OutgoingChannel[Letter]:
        """A channel that every member uses for all notices, a minute after each."""
        default = {
            "channel": Channel.MAIL,
            "write": lambda *letter: letter,
            "carry": self.carry,
            "reaches": lambda members: set(members) & (self.reached or set(members)),
            "addresses": "SELECT",
            "works": lambda: True,
            "usual": frozenset(Kind),
            "settles": timedelta(minutes=1),
        }
        return OutgoingChannel(**{**default, **changes})  # type: ignore[arg-type]


def sweep(out: OutgoingChannel[Any], clock: Clock) -> int:
    """Does what a worker does at a tick; returns how many members it checked."""
    kind, now, looked_at = sending_by(out), clock.now, 0
    skipped: Skipped = set()
    while (first := kind.first(now, skipped)) is not None and first <= now:
        before = len(skipped)
        looked_at += kind.handle(now, skipped)
        assert len(skipped) > before, "a sweep would not end"
    return looked_at
