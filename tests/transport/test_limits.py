"""What is counted, for whom, over all processes."""

from __future__ import annotations

import asyncio
import shutil
import socket
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from transport import limits, store
from transport.limits import (
    Limit,
    RateKey,
    acount,
    address_rate_key,
    check_settings,
    count,
    forget,
    give_back,
    rate_key_of,
)
from transport.refusals import RateLimited, in_words

THREE = Limit("three", member="3/10 seconds", address="2/10 seconds")
ADA = RateKey("member", "1")
BO = RateKey("member", "2")


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(datetime(2026, 11, 22, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
async def in_loop():
    """The connections of this test's loop, which ends with it."""
    yield store.loop_store()
    await store.loop_store().client.aclose()


def another_process():
    """What this process remembers of refusals, another does not."""
    limits._refusals.clear()
    limits._local_burst.waiting.clear()


def used_up(rate_key=ADA, times=3, about=""):
    for _ in range(times):
        count(THREE, rate_key, about)


def test_one_more_than_the_limit_is_refused_and_says_how_long_to_wait(clock):
    used_up()
    clock.shift(3)
    with pytest.raises(RateLimited) as refused:
        count(THREE, ADA)
    assert (refused.value.code, refused.value.retry_after) == ("too-fast", 7)
    assert refused.value.message == "That was too fast. Wait 7 seconds and try again."


def test_the_window_moves(clock):
    count(THREE, ADA)
    clock.shift(6)
    used_up(times=2)
    clock.shift(5)
    count(THREE, ADA)
    with pytest.raises(RateLimited):
        count(THREE, ADA)


def test_what_is_refused_is_not_counted(clock):
    used_up()
    for _ in range(20):
        with pytest.raises(RateLimited):
            count(THREE, ADA)
        clock.shift(0.3)
    clock.shift(4.1)
    used_up()


def test_members_are_counted_apart():
    used_up(ADA)
    used_up(BO)


def test_an_address_has_a_rate_of_its_own():
    used_up(address_rate_key("192.0.2.1"), times=2)
    with pytest.raises(RateLimited):
        count(THREE, address_rate_key("192.0.2.1"))
    count(THREE, address_rate_key("192.0.2.2"))


def test_what_names_no_rate_for_an_asker_does_not_limit_them():
    only_members = Limit("members", member="1/minute")
    for _ in range(5):
        count(only_members, address_rate_key("192.0.2.1"))


def test_what_is_about_different_things_is_counted_apart():
    used_up(about="ada")
    with pytest.raises(RateLimited):
        count(THREE, ADA, about="ada")
    count(THREE, ADA, about="bo")


def test_a_limit_of_several_rates_holds_each(clock):
    both = Limit("both", member="2/second; 3/minute")
    count(both, ADA)
    count(both, ADA)
    with pytest.raises(RateLimited):
        count(both, ADA)
    clock.shift(2)
    count(both, ADA)
    clock.shift(2)
    with pytest.raises(RateLimited) as refused:
        count(both, ADA)
    assert refused.value.retry_after > 50


@pytest.mark.parametrize("redis", ["with Redis", "without Redis"])
def test_what_is_given_back_counts_no_more(redis, count_at):
    guarded = Limit("given-back", member="3/10 seconds;4/minute", guards=True)
    if redis == "without Redis":
        count_at(NOWHERE)
    give_back(guarded, ADA)  # nothing was counted
    for _ in range(3):
        count(guarded, ADA)
    give_back(guarded, ADA)
    count(guarded, ADA)
    with pytest.raises(RateLimited):
        count(guarded, ADA)


def test_what_is_forgotten_counts_no_more():
    used_up()
    with pytest.raises(RateLimited):
        count(THREE, ADA)
    forget(THREE, ADA)
    used_up()


async def test_threads_and_loops_and_processes_count_together(in_loop):
    await acount(THREE, ADA)
    await asyncio.to_thread(used_up, times=2)
    another_process()
    with pytest.raises(RateLimited) as refused:
        await acount(THREE, ADA)
    assert refused.value.retry_after == 10


async def test_the_first_tenth_in_a_loop_asks_nobody_and_counts_when_more_follow(
    in_loop, monkeypatch, clock
):
    twenty = Limit("twenty", member="20/10 seconds")

    async def never(_question):
        raise AssertionError("Redis was asked")

    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(in_loop, "ask", never)
            await acount(twenty, ADA)
            await acount(twenty, ADA)
        for _ in range(18):
            await acount(twenty, ADA)
        with pytest.raises(RateLimited):
            await acount(twenty, ADA)
        clock.shift(10.1)


def test_the_first_tenth_in_a_thread_asks_nobody_and_counts_when_more_follow(monkeypatch, clock):
    twenty = Limit("twenty", member="20/10 seconds")

    def never(_question):
        raise AssertionError("Redis was asked")

    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(limits, "ask", never)
            count(twenty, ADA)
            count(twenty, ADA)
        for _ in range(18):
            count(twenty, ADA)
        with pytest.raises(RateLimited):
            count(twenty, ADA)
        clock.shift(10.1)


def test_of_a_limit_that_guards_a_secret_every_attempt_is_counted_over_all_processes():
    guarded = Limit("guarded", member="20/10 seconds", guards=True)
    for _ in range(20):
        another_process()
        count(guarded, ADA)
    with pytest.raises(RateLimited):
        count(guarded, ADA)


async def test_each_further_process_lets_a_tenth_more_pass_at_most(in_loop):
    twenty = Limit("twenty", member="20/10 seconds")
    for _ in range(20):
        await acount(twenty, ADA)
    another_process()
    for _ in range(2):
        await acount(twenty, ADA)
    with pytest.raises(RateLimited):
        await acount(twenty, ADA)


async def test_a_refusal_stands_a_moment_without_asking_redis_again(in_loop, monkeypatch, clock):
    used_up()
    with pytest.raises(RateLimited):
        await acount(THREE, ADA)

    async def never(_question):
        raise AssertionError("Redis was asked")

    with monkeypatch.context() as patch:
        patch.setattr(in_loop, "ask", never)
        with pytest.raises(RateLimited):
            await acount(THREE, ADA)
    clock.shift(10.1)
    await acount(THREE, ADA)


def test_refusals_that_are_remembered_take_a_bounded_place(monkeypatch):
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 3)
    for number in range(10):
        rate_key = RateKey("member", str(number))
        used_up(rate_key)
        with pytest.raises(RateLimited):
            count(THREE, rate_key)
    assert len(limits._refusals) <= 3


NOWHERE = "unix:///nowhere/redis.sock"


def test_without_redis_nobody_is_refused(count_at, caplog):
    used_up()
    count_at(NOWHERE)
    used_up(times=20)
    assert len(caplog.messages) == 1  # after a failure it is not asked again for a while


def test_without_redis_guessing_at_a_secret_is_still_counted(count_at, clock):
    guarded = Limit("three", member="3/10 seconds", guards=True)
    count_at(NOWHERE)
    for _ in range(3):
        count(guarded, ADA)
    with pytest.raises(RateLimited):
        count(guarded, ADA)
    forget(guarded, ADA)
    count(guarded, ADA)


async def test_without_redis_no_socket_is_refused(count_at, caplog):
    count_at(NOWHERE)
    for _ in range(20):
        await acount(THREE, ADA)
    await store.loop_store().client.aclose()
    assert len(caplog.messages) == 1


def test_redis_is_asked_again_when_it_is_back(count_at, caplog):
    here = settings.REDIS_URL
    count_at(NOWHERE)
    used_up()
    count_at(here)
    store.breaker.paused_until = 0.0
    used_up()
    with pytest.raises(RateLimited):
        count(THREE, ADA)


@pytest.fixture
def hung(settings, count_at):
    """A Redis that takes connections and never answers: how many came."""
    settings.COUNTING_TIMEOUT = 20
    path = Path(tempfile.mkdtemp()) / "s"  # short, as a socket's address has to be
    came = []
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(100)
        server.setblocking(False)

        def connections():
            with suppress(BlockingIOError):
                while True:
                    came.append(server.accept())
            return len(came)

        count_at(f"unix://{path}")
        yield connections
    for connection, _ in came:
        connection.close()
    shutil.rmtree(path.parent)


def test_a_redis_that_hangs_is_waited_for_once_and_no_longer_than_agreed(hung):
    used_up(times=20)
    assert hung() <= 2


async def test_a_redis_that_hangs_holds_no_socket_up(hung):
    await asyncio.gather(*(acount(THREE, ADA) for _ in range(50)))
    assert hung() <= store.AT_ONCE
    await store.loop_store().client.aclose()


async def test_a_busy_loop_is_not_taken_for_a_redis_that_hangs(in_loop, settings):
    """What came while the loop was busy is read before the time that passed is held against it."""
    settings.COUNTING_TIMEOUT = 500
    loop = asyncio.get_running_loop()
    asking = [asyncio.ensure_future(acount(THREE, ADA)) for _ in range(3)]

    def be_busy():
        time.sleep(1.2)

    loop.call_soon(be_busy)
    await asyncio.sleep(0)
    loop.call_soon(be_busy)
    await asyncio.gather(*asking)
    assert store.breaker.paused_until == 0.0


def test_a_request_counts_for_the_member_or_for_the_address():
    request = RequestFactory().get("/", REMOTE_ADDR="2001:db8::7")
    request.user = AnonymousUser()
    assert rate_key_of(request) == RateKey("address", "2001:db8::/64")


def test_rates_come_from_the_settings(settings):
    settings.LIMITS = {"three.member": "1/minute"}
    count(THREE, ADA)
    with pytest.raises(RateLimited) as refused:
        count(THREE, ADA)
    assert refused.value.retry_after == 60


@pytest.mark.parametrize("wrong", [{"chats.member": "1/minute"}, {"chat.member": "often"}])
def test_a_setting_that_is_no_limit_stops_the_start(settings, wrong):
    settings.LIMITS = wrong
    with pytest.raises(ImproperlyConfigured, match=r"LIMITS: chat"):
        check_settings()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "a second"), (59, "59 seconds"), (60, "60 seconds"), (61, "2 minutes"), (7300, "3 hours")],
)
def test_a_time_to_wait_is_said_in_words(seconds, words):
    assert in_words(seconds) == words
