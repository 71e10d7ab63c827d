"""From a turn's deadline to the moment its opening is pushed: 200 running games of 4 bots."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

import msgspec

from bench.site.figures import Figures, figures
from games.live import groups
from games.live.layer import channel_layer

GAMES = 200
TURN_SECONDS = 10
SECONDS = 45.0


async def measure(public_ids: list[str], deadlines: dict[str, datetime]) -> Figures:
    """Listens to the games' pushes for :data:`SECONDS`; ``deadlines`` are the first ones."""
    layer = channel_layer()
    channel = await layer.new_channel("bench")
    for public_id in public_ids:
        await layer.group_add(groups.watchers(public_id), channel)
    late: list[float] = []
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        try:
            message = await asyncio.wait_for(layer.receive(channel), ends - time.monotonic())
        except TimeoutError:
            break
        arrived = time.time()
        event = msgspec.json.decode(message["frame"])
        if event["type"] != "step.resolved":
            continue
        due = deadlines.get(message["group"])
        if due is not None and event["step"]["cause"] == "timer":
            late.append(arrived - due.timestamp())
        deadline = event["clock"]["deadline"]
        if deadline is None:
            deadlines.pop(message["group"], None)
        else:
            deadlines[message["group"]] = datetime.fromisoformat(deadline)
    return figures(f"deadline → opened, {GAMES} games of 4 bots, {TURN_SECONDS} s", late, 100)
