"""Who uploads, and how many records of one person may be under way: members more than visitors."""

from __future__ import annotations

from dataclasses import dataclass

from transport.limits import RateKey

AT_ONCE = {"member": 4, "address": 2}
"""Records that wait or are being replayed."""


@dataclass(frozen=True)
class Sender:
    """Whoever uploads; ``token`` opens again what was sent."""

    rate_key: RateKey
    token: str

    @property
    def name(self) -> str:
        """What their records are counted under."""
        return f"{self.rate_key.kind}:{self.rate_key.key}"

    @property
    def member(self) -> bool:
        """Whether it is a member."""
        return self.rate_key.kind == "member"

    @property
    def at_once(self) -> int:
        """How many of their records may be under way."""
        return AT_ONCE[self.rate_key.kind]
