"""An outgoing channel for tests: keeps what it gets and answers as told."""

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
    """``sent``: to whom, what, and the key of the attempt; ``answer``: what comes of the next
    ones."""

    sent: list[tuple[str, list[str], str]] = field(default_factory=list)
    answer: Callable[[], SendOutcome] = lambda: SendOutcome.SENT
    reached: set[int] | None = None

    def send(self, member: User, notices: list[Notice], key: str) -> SendOutcome:
        """Keeps it."""
        self.sent.append((member.username, [notice.what for notice in notices], key))
        return self.answer()

    def carry(self, letters: Sequence[Letter]) -> list[SendOutcome | Exception]:
        """All of them, until one says that nobody takes any."""
        results: list[SendOutcome | Exception] = [SendOutcome.UNTRIED] * len(letters)
        for number, letter in enumerate(letters):
            try:
                results[number] = self.send(*letter)
            except Exception as error:  # noqa: BLE001 as a way out does
                results[number] = error
                if isinstance(error, OutOfOrder):
                    break
        return results

    def take(self) -> list[tuple[str, list[str]]]:
        """To whom what was sent since this was asked last."""
        taken, self.sent = self.sent, []
        return [(name, what) for name, what, _ in taken]

    def channel(self, **changes: object) -> OutgoingChannel[Letter]:
        """A channel that wants everything and sends it after a minute."""
        default = {
            "channel": Channel.MAIL,
            "write": lambda *letter: letter,
            "carry": self.carry,
            "reaches": lambda members: set(members) & (self.reached or set(members)),
            "works": lambda: True,
            "usual": frozenset(Kind),
            "settles": timedelta(minutes=1),
        }
        return OutgoingChannel(**{**default, **changes})  # type: ignore[arg-type]


def sweep(out: OutgoingChannel[Any], clock: Clock) -> int:
    """What a worker does at a tick; returns to how many members it was looked at."""
    kind, now, looked_at = sending_by(out), clock.now, 0
    skipped: Skipped = set()
    while (first := kind.first(now, skipped)) is not None and first <= now:
        before = len(skipped)
        looked_at += kind.handle(now, skipped)
        assert len(skipped) > before, "a sweep would not end"
    return looked_at
