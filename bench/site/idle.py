"""Measures what the site uses while nobody does anything."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bench.site.comparing import Measured
from bench.site.running_site import Running


@dataclass(frozen=True)
class Idle:
    """All processes run, and nothing is due in the club."""

    settle: float = 40
    """Seconds after which every process has started, even on a busy machine."""
    seconds: float = 30
    webs: int = 1

    def club(self) -> Any:
        """Nothing to make: the club has no games."""
        return {"games": []}

    async def measure(self, running: Running, club: Any) -> Measured:
        """The percentage of one core that each kind of process uses, and how many PostgreSQL
        sessions are opened per minute."""
        await asyncio.sleep(self.settle)
        before, sessions = running.processor_time(), running.sessions()
        await asyncio.sleep(self.seconds)
        used, fresh = running.processor_time().since(before), running.sessions() - sessions
        shares = {kind: [100 * seconds / self.seconds] for kind, seconds in used.items()}
        kinds = ("web", "worker", "beat", "PostgreSQL", "Redis")
        everything = sum(used.get(kind, 0.0) for kind in kinds)
        return {
            "all": [100 * everything / self.seconds],
            "sessions": [60 * fresh / self.seconds],
            **shares,
        }
