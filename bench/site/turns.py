"""From a turn's deadline to the moment its opening is pushed."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

import msgspec

from bench.site.figures import Figures, figures
from games.live import groups
from games.live.layer import channel_layer
from games.models import Game

GAMES = 200
TURN_SECONDS = 10
SECONDS = 45.0


async def measure(work: str, games: list[Game]) -> Figures:
    """Listens to these games' pushes for :data:`SECONDS`."""
    public_ids = [game.public_id for game in games]
    deadlines = {groups.watchers(game.public_id): game.deadline for game in games if game.deadline}
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
    return figures(f"deadline → opened, {work}", late, 100)
