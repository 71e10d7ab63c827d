"""Hosts that are network namespaces, and what is measured when one of them breaks."""

import asyncio
import sys
from random import Random
from types import SimpleNamespace

import pytest

from chaos.cluster.faults import HostBreaker, HostFault, host_fault
from chaos.cluster.hosts import Network, may_make_networks, pids
from chaos.cluster.run import CHOICES_AGAIN, PLAYERS_BACK, PUSHES_AGAIN, ClusterChaos
from chaos.cluster.site import too_old
from chaos.ledger import Ledger
from chaos.observed import Observed

needs_root = pytest.mark.skipif(not may_make_networks(), reason="network namespaces need root")


def run(happened, *, taken=(), pushed=(), lost=(), late=None):
    """A run of which nothing is left but what was observed."""
    chaos = object.__new__(ClusterChaos)
    turns = late or [(each.ended + 1, 0.0, each.ended + 1) for each in happened]
    chaos.observed = Observed(taken=[list(taken)], late=turns)
    chaos.pushed = list(pushed)
    chaos.ledger = Ledger()
    chaos.followers = [SimpleNamespace(without_connection=list(lost))]
    chaos.breaker = SimpleNamespace(happened=list(happened), moved=0)
    return chaos


def fault(**values):
    return HostFault("kind", "words", 100.0, 200.0, **{"how": "killed", **values})


def often(*, until, again, ends=201.0):
    """Twice a second from 99 on, except between these times."""
    times = [99 + number / 2 for number in range(int((ends - 99) * 2))]
    return [time for time in times if time <= until or time >= again]


def seen(chaos):
    return [violation.seen for violation in chaos.recoveries()]


def test_choices_that_are_soon_taken_again_break_no_promise():
    chaos = run(
        [fault(postgres=True)],
        taken=often(until=101, again=120),
        pushed=often(until=200, again=200),
    )
    assert seen(chaos) == []
    assert chaos.away() == [(101.0, 120.0)]


def test_a_failover_that_takes_too_long_is_found():
    again = 102 + CHOICES_AGAIN
    (said,) = seen(run([fault(postgres=True)], taken=often(until=101, again=again)))
    assert "choices are taken after 31.0 s" in said


def test_pushes_that_come_too_late_are_found_only_where_choices_could_be_taken():
    pushed = often(until=101, again=102 + PUSHES_AGAIN)
    taken = often(until=200, again=200)
    (said,) = seen(run([fault(redis=True)], taken=taken, pushed=pushed))
    assert "pushes come after 16.0 s" in said
    assert seen(run([fault(redis=True, postgres=True)], taken=taken, pushed=pushed)) == []


def test_players_who_are_back_too_late_are_found_if_their_connection_was_lost_by_the_kill():
    taken = often(until=200, again=200)
    lost = [(100.5, 101.5 + PLAYERS_BACK), (150.0, 190.0)]
    (said,) = seen(run([fault(web=True)], taken=taken, lost=lost))
    assert "players are back after 11.0 s" in said


def test_a_choice_that_is_acknowledged_without_a_majority_is_found():
    two = fault(majority=True, postgres=True, gone=100.0, repaired=190.0)
    taken = often(until=100.5, again=195)
    assert seen(run([two], taken=taken)) == []
    (said,) = seen(run([two], taken=sorted([*taken, 150.0])))
    assert "choices were acknowledged after 50.0 s" in said


def test_the_table_has_a_line_for_what_was_away():
    taken = often(until=101, again=120)
    table = run([fault(postgres=True)], taken=taken, pushed=taken).table()
    expected = "| PostgreSQL's primary: killed | 1 | 19.0 s, 19.0 s | 19.0 s | 0.0 s | 1.0 s | 0 |"
    assert table[-1] == expected


def test_a_failover_counts_only_if_the_primary_moved():
    breaker = HostBreaker(None, [], Random(1), [host_fault("a web host", "killed")], 2)
    breaker.happened = [fault(moved=True), fault(), fault(moved=True)]
    assert breaker.moved == 2
    assert breaker.has_done_all


@needs_root
async def test_a_killed_host_ends_with_all_its_processes_and_comes_back(tmp_path):
    network = Network()
    try:
        first, second = network.add(), network.add()
        for host in (first, second):
            host.run("sleep", ["sh", "-c", "setsid sleep 600 & sleep 600"], {}, tmp_path / "log")
        await until(lambda: count(first) == count(second) == 3)
        first.kill()
        assert (count(first), count(second)) == (0, 3)
        first.let()
        await until(lambda: count(first) == 3)
    finally:
        for host in network.hosts:
            await host.stop()
        network.remove()


@needs_root
async def test_a_host_that_is_cut_off_is_silent_and_another_is_not(tmp_path):
    network = Network()
    server = [sys.executable, "-m", "http.server", "8000", "--bind"]
    try:
        first, second = network.add(), network.add()
        for host in (first, second):
            host.run("web", [*server, host.address], {}, tmp_path / "log")
            await until_answers(host)
        first.cut_off()
        assert await answers(second)
        assert not await answers(first)
        first.connect()
        await until_answers(first)
    finally:
        for host in network.hosts:
            await host.stop()
        network.remove()


def count(host):
    return len(list(pids(host.namespace)))


async def until(holds):
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def until_answers(host):
    while not await answers(host):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def answers(host):
    try:
        async with asyncio.timeout(1):
            _, writer = await asyncio.open_connection(host.address, 8000)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


@pytest.mark.parametrize(
    ("version", "old"),
    [
        *[("3.3.27", True), ("3.4.23", True), ("3.4.31", False)],
        *[("3.5.12", True), ("3.5.13", False), ("3.6.6", False), ("4.0.0", False)],
    ],
)
def test_an_etcd_that_ends_the_locks_of_others_is_too_old(version, old):
    assert too_old(version) == old
