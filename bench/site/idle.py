"""What the site takes while nobody does anything."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bench.site.comparing import Measured
from bench.site.running_site import Running


@dataclass(frozen=True)
class Idle:
    """All processes, with a club in which nothing is due."""

    settle: float = 40
    """Seconds until every process has started, on a busy machine, too."""
    seconds: float = 30
    webs: int = 1

    def club(self) -> Any:
        """No games."""
        return {"games": []}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Shares of one core, and how many sessions of PostgreSQL begin in a minute."""
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
