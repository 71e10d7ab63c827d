"""Bytes that the database takes for a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bench.site.boards import Board
from bench.site.comparing import Measured
from bench.site.running_site import Running


@dataclass(frozen=True)
class Stored:
    """A game played from its beginning; nothing has to run."""

    board: Board
    webs: int = 0

    def club(self) -> Any:
        """Nothing yet: the game is played while it is measured."""
        return {"games": []}

    async def measure(self, running: Running, club: Any) -> Measured:
        """What every step has added on average, with its indexes."""
        before = running.servers.size(running.database)
        made = running.prepare("club", {"games": [self.board.game()]})
        after = running.servers.size(running.database)
        return {"bytes": [(after - before) / made["games"][0]["step"]]}
