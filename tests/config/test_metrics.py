"""/metrics: who may read it, and that its numbers are those of the club."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config.active_beat import ActiveBeat
from config.metrics import register_gauges
from games.store.metrics import BOUNDS, LATENESS
from scheduler.jobs import Queue
from tests.games.conftest import *  # noqa: F403
from tests.games.playing import PASS, begin, place, seal
from tests.games.sweeps import resolve_due_turns
from tests.servers.sentinels import until
from transport import metrics, store
from transport.metrics import observe

pytestmark = pytest.mark.django_db

TOKEN = "pebble-garden-7"
SENT = {"Authorization": f"Bearer {TOKEN}"}
BOARD = Path(site.BASE_DIR, "deploy", "grafana", "miai.json")


@pytest.fixture(autouse=True)
def _on(settings, monkeypatch):
    """Metrics are on, and nothing has been counted yet."""
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(metrics, "_process", metrics._Process())
    store.client().delete(metrics._counters_key())


def read() -> dict[tuple[str, ...], float]:
    """Returns the numbers that the page shows, by name and the values of their labels, which are in
    the order of the labels' names."""
    metrics.flush(gauges=True)
    answer = Client().get("/metrics", headers=SENT)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


class TestAccess:
    def test_without_a_token_in_the_settings_there_is_no_page(self, settings):
        settings.METRICS_TOKEN = ""
        assert Client().get("/metrics", headers=SENT).status_code == 404

    @pytest.mark.parametrize("sent", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer ü"])
    def test_without_the_token_nothing_is_shown(self, sent):
        answer = Client().get("/metrics", headers={"Authorization": sent})
        assert answer.status_code == 401
        assert b"miai_" not in answer.content

    def test_no_cache_keeps_it(self):
        assert "no-store" in Client().get("/metrics", headers=SENT)["Cache-Control"]


class TestNumbers:
    def test_choices_and_steps_are_counted_by_game(self, ada, bo):
        game = begin(ada, bo, turn_ends="complete")
        seal(game, ada, place(2, 2))
        assert read()["miai_choices_total", "multiplayer-go"] == 1
        seal(game, bo, PASS)
        found = read()
        assert found["miai_choices_total", "multiplayer-go"] == 2
        assert found["miai_steps_total", "complete", "multiplayer-go"] == 1

    def test_turns_that_the_timer_ends_are_in_the_buckets_of_their_lateness(self, ada, bo, clock):
        begin(ada, bo, turn_seconds=60)
        clock.go(62)
        resolve_due_turns(sleep=clock.sleep)
        found = read()
        late = "miai_turn_lateness_seconds"
        assert found[f"{late}_bucket", "1.0"] == 0
        assert found[f"{late}_bucket", "2.5"] == 1
        assert found[f"{late}_bucket", "+Inf"] == 1
        assert found[f"{late}_count",] == 1
        assert found[f"{late}_sum",] == pytest.approx(2 - site.TURN_GRACE / 1000)

    def test_a_turn_later_than_all_bounds_is_in_the_last_bucket(self):
        observe(LATENESS, BOUNDS[-1] + 1, BOUNDS)
        found = read()
        assert found["miai_turn_lateness_seconds_bucket", str(BOUNDS[-1])] == 0
        assert found["miai_turn_lateness_seconds_bucket", "+Inf"] == 1

    def test_due_and_overdue_turns_are_those_of_the_database(self, ada, bo, clock):
        begin(ada, bo, turn_seconds=60)
        found = read()
        assert (found["miai_due", "turns"], found["miai_overdue", "turns"]) == (0, 0)
        clock.go(65)
        found = read()
        assert (found["miai_due", "turns"], found["miai_overdue", "turns"]) == (1, 1)
        assert found["miai_overdue_seconds", "turns"] == pytest.approx(5)
        assert found["miai_games", "running"] == 1

    def test_the_active_beat_is_named(self):
        """On a busy machine a beat may lose the lock before the page is read."""

        def is_named() -> bool:
            beat = ActiveBeat()
            try:
                with connection.cursor() as cursor:  # a transaction remembers who was connected
                    cursor.execute("SELECT pg_stat_clear_snapshot()")
                this = ("miai_beat_active", metrics._this_process())
                return beat.is_this() and read().get(this) == 1
            finally:
                beat.close()

        until(is_named, "the active beat is named")

    def test_queues_are_as_long_as_tasks_wait_in_them(self):
        key = f"{site.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}{Queue.BOTS}"
        store.client().delete(key)
        store.client().lpush(key, "a", "b")
        try:
            assert read()["miai_queue", "bots"] == 2
        finally:
            store.client().delete(key)

    def test_each_web_process_reports_its_sockets_and_pools(self):
        register_gauges()
        metrics.gauge("sockets", lambda: 7.0)
        found = read()
        process = metrics._this_process()
        assert found["miai_sockets", process] == 7
        assert ("miai_pool_free", "pages", process) in found
        assert ("miai_pool_waiting", "choices", process) in found

    def test_a_number_that_cannot_be_read_is_left_out(self):
        metrics.gauge("sockets", lambda: 1 / 0)
        assert ("miai_sockets", metrics._this_process()) not in read()

    def test_two_processes_add_up(self):
        metrics.add("choices", "territory")
        metrics.flush()
        metrics.add("choices", "territory")
        assert read()["miai_choices_total", "territory"] == 2

    def test_it_says_which_server_does_not_answer(self, monkeypatch):
        def away(*_):
            raise store.RedisUnavailable

        monkeypatch.setattr(metrics, "counters", away)
        found = read()
        assert (found["miai_up", "redis"], found["miai_up", "database"]) == (0, 1)


class TestCounting:
    def test_without_redis_sums_wait_and_nothing_is_lost(self, monkeypatch):
        def away(_):
            raise store.RedisUnavailable

        metrics.add("choices", "territory")
        with monkeypatch.context() as gone:
            gone.setattr(metrics, "ask", away)
            metrics.flush()
        assert read()["miai_choices_total", "territory"] == 1

    def test_nothing_is_counted_while_metrics_are_off(self, settings):
        settings.METRICS_TOKEN = ""
        metrics.add("choices", "territory")
        metrics.flush()
        settings.METRICS_TOKEN = TOKEN
        assert ("miai_choices_total", "territory") not in read()


def test_the_dashboard_shows_only_numbers_that_exist(ada, bo, clock):
    register_gauges()
    game = begin(ada, bo, turn_ends="complete")
    for player in (ada, bo):
        seal(game, player, PASS)
    found = {name for name, *_ in read()}
    board = json.loads(BOARD.read_text())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"miai_\w+", target["expr"])
    }
    # Until the first beat and its first tick.
    assert asked - found == {"miai_beat_active", "miai_tick_age_seconds"}


def test_the_document_lists_every_number(ada, bo):
    register_gauges()
    page = Path(site.BASE_DIR, "docs", "running.md").read_text()
    listed = set(re.findall(r"^\| `(miai_\w+)`", page, re.MULTILINE))
    endings = r"_(bucket|count|sum|total)$"
    game = begin(ada, bo, turn_ends="complete")
    for player in (ada, bo):
        seal(game, player, PASS)
    shown = {re.sub(endings, "", name) for name, *_ in read()}
    assert shown - {re.sub(endings, "", name) for name in listed} == set()
