"""``python -m chaos``: breaks a club at play for MINUTES (10 by default), at random from SEED.

With CLUSTER=1 the club is on three hosts, and whole hosts break. With FAILOVERS=50 only those with
PostgreSQL's primary do, and the run ends when it has moved that often. Ctrl-C ends any run early
and checks what has happened so far; SIGTERM ends it at once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from chaos.run import Chaos

if TYPE_CHECKING:
    from chaos.ledger import Violation


async def run(minutes: float, seed: int, make: Callable[[Path, int], Chaos]) -> int:
    """Runs once and prints the result; returns 1 if a promise was broken, else 0."""
    folder = Path(tempfile.mkdtemp(prefix="miai-chaos-"))
    try:
        chaos = make(folder, seed)
    except OSError as error:
        sys.exit(str(error))
    print(f"SEED={seed} MINUTES={minutes:g}, in {folder}", flush=True)
    here = asyncio.current_task()
    assert here
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, here.cancel)
    loop.add_signal_handler(signal.SIGINT, chaos.end_play)
    violations: list[Violation] = []
    try:
        await chaos.prepare()
        await chaos.play(minutes)
        violations = await chaos.finish()
    finally:
        await chaos.stop()
        if not violations:
            shutil.rmtree(folder, ignore_errors=True)
    print(chaos.figures())
    for game in dict.fromkeys(violation.game for violation in violations):
        print()
        for violation in violations:
            if violation.game == game:
                print(f"BROKEN: {violation}")
        for line in chaos.ledger.notes.get(game, ()):
            print(f"    {line}")
    if violations:
        print(f"\n{len(violations)} promises were broken. The logs are in {folder}.")
    return int(bool(violations))


def main() -> int:
    """Reads MINUTES, SEED, CLUSTER and FAILOVERS, and runs."""
    minutes = float(os.environ.get("MINUTES") or "10")
    seed = int(os.environ.get("SEED") or SystemRandom().randrange(10**6))
    make: Callable[[Path, int], Chaos] = Chaos
    if os.environ.get("CLUSTER", "0") not in ("", "0"):
        from chaos.cluster.run import ClusterChaos  # needs what a run on one host does not

        failovers = os.environ.get("FAILOVERS")
        make = partial(ClusterChaos, failovers=int(failovers) if failovers else None)
    return asyncio.run(run(minutes, seed, make))


if __name__ == "__main__":
    sys.exit(main())
