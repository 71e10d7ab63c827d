"""Keeps etcd's leader and PostgreSQL's primary on different machines. Runs on each of them.

If one machine has both and dies, etcd first elects another leader, and only then begins to count
the twenty seconds after which the primary is replaced. If that machine freezes and goes on later,
its etcd may end the new primary's lock (docs/reliability.md, "With three machines"). Moving etcd's
leader costs nothing, so this program asks etcd to move it.
"""

import json
import os
import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

EVERY = 5.0
"""Seconds between two checks."""
ANSWER = 4.0
"""How many seconds an answer may take: etcd needs some to find that a member is away."""


def main() -> None:
    """Checks every few seconds, without end."""
    machine = os.environ["MACHINE"]
    etcd, patroni = f"http://{machine}:2379", f"http://{machine}:8008"
    while True:
        try:
            if is_primary(patroni) and move(etcd):
                print("etcd's leader has left PostgreSQL's primary", file=sys.stderr, flush=True)
        except (OSError, ValueError, LookupError):
            pass  # one of the two does not answer
        time.sleep(EVERY)


def is_primary(patroni: str) -> bool:
    """Whether the PostgreSQL of the Patroni at this address is the primary. Raises OSError."""
    try:
        with urlopen(f"{patroni}/primary", timeout=ANSWER):  # noqa: S310 an address of ours
            return True
    except HTTPError:
        return False


def move(etcd: str) -> bool:
    """Moves etcd's leader away from the member at this address; returns whether it was there.
    Raises OSError, ValueError and LookupError if etcd cannot say or do it."""
    status = _ask(etcd, "maintenance/status")
    here = status["header"]["member_id"]
    if status["leader"] != here:
        return False
    others = [each["ID"] for each in _ask(etcd, "cluster/member/list")["members"]]
    others.remove(here)
    for number, other in enumerate(others, 1):
        try:
            _ask(etcd, "maintenance/transfer-leadership", targetID=other)
            break
        except OSError:  # this one is away
            if number == len(others):
                raise
    return True


def _ask(etcd: str, what: str, **asked: str) -> Mapping[str, Any]:
    """The answer of etcd's JSON gateway."""
    request = Request(f"{etcd}/v3/{what}", json.dumps(asked).encode())  # noqa: S310
    with urlopen(request, timeout=ANSWER) as answer:  # noqa: S310
        found: Mapping[str, Any] = json.load(answer)
    return found


if __name__ == "__main__":
    main()
