"""Measures members' turns and choices while bots of other games think."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import msgspec

from bench.site.boards import HARDEST
from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import Socket, opened
from bench.site.turns import BOTS, WHOLE, Deadlines

PAUSE = 0.25
"""The pause between two choices, in seconds."""


class StepNumber(msgspec.Struct):
    """The part of a step that is read."""

    step: int


class StepFrame(msgspec.Struct):
    """The part of a frame with a step that is read."""

    step: StepNumber


@dataclass(frozen=True)
class BesideBots:
    """Games of members, beside as many games of the bots that think longest."""

    games: int = 4
    turn_seconds: int = 5
    seconds: float = 30
    webs: int = 1

    def club(self) -> Any:
        """The games of bots first, then those of members."""
        thinking = {**HARDEST.game(), "seats": BOTS, "turn_seconds": 86_400}
        members = [
            {
                "variant": "multiplayer-go",
                "options": {"size": 9},
                "seats": [f"one{number}", f"two{number}"],
                "turn_seconds": self.turn_seconds,
                "turn_ends": "timer",
            }
            for number in range(self.games)
        ]
        return {"games": [thinking] * self.games + members}

    async def measure(self, running: Running, club: Any) -> Measured:
        """How late the members' turns are resolved, and how long sealing a choice takes, in
        milliseconds."""
        members = club["games"][self.games :]
        deadlines = Deadlines(self.games, turn_seconds=self.turn_seconds, seconds=self.seconds)
        choosing = asyncio.create_task(self._choose(running.ports[0], members[0]))
        measured = await deadlines.measure(running, {"games": members})
        return {"late": measured["late"], "sealed": await choosing}

    async def _choose(self, port: int, game: Any) -> list[float]:
        """Keeps choosing another point, even if choices are refused; returns the milliseconds until
        each answer."""
        socket = Socket(port, game["id"], game["cookies"][0], keep=WHOLE)
        answers: list[float] = []
        step = game["step"] + 1
        async with opened([socket]):
            ends = time.monotonic() + self.seconds
            while time.monotonic() < ends:
                at = list(divmod(len(answers) % 81, 9))
                action = {"type": "place", "at": at}
                began = time.perf_counter()
                socket.send({"type": "action.seal", "step": step, "action": action})
                while (frame := await socket.frames.get()).type not in ("command.done", "error"):
                    if frame.type == "step.resolved":
                        step = msgspec.json.decode(frame.text, type=StepFrame).step.step + 1
                answers.append((frame.at - began) * 1000)
                await asyncio.sleep(PAUSE)
        return answers
