"""The example bot of the documents plays a whole game of each kind though it is cut off."""

from __future__ import annotations

import os
import random
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import BotConnection, User
from accounts.services.bots import register_bot
from engines.registry import GAMES
from games.models import Game, Step
from tests.games.playing import begin
from tests.servers.image import static_files
from tests.servers.link import LinkInThread
from tests.servers.site import RunningSite

BOT = Path(settings.BASE_DIR, "docs", "examples", "bot.py")
MOST_SECONDS = 400.0
FEWEST_CUTS = 20
SOON = {"MIAI_PASS_AFTER": "8", "MIAI_GIVE_UP_AFTER": "20"}
"""When the bot ends its games: on a busy machine they would last too long otherwise."""


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """The address of a whole site on the database of this test. It ends with the test: else its
    workers would go on in the tests that follow."""
    shared = {"SECRET_KEY": settings.SECRET_KEY, "STATIC_ROOT": str(static_files())}
    with RunningSite(tmp_path, {**os.environ, **shared}) as running:
        yield running.address


@pytest.fixture
def bots(site: str) -> dict[str, str]:
    """The names and tokens of two bots."""
    owner = User.objects.create(username="Ada", password="!")
    made = [register_bot(owner=owner, name=name, now=timezone.now()) for name in ("One", "Two")]
    return {bot.username: token for bot, token in made}


@pytest.fixture
def link(site: str) -> Iterator[LinkInThread]:
    """The bots' connection to the site, which can be cut."""
    at = urlsplit(site)
    with LinkInThread(None, (str(at.hostname), int(at.port or 80))) as between:
        yield between


@pytest.fixture
def said(bots: dict[str, str], link: LinkInThread, tmp_path: Path) -> Iterator[Path]:
    """Starts the example twice, each with the token of one bot; the file with what they print."""
    file = tmp_path / "said"
    with file.open("w") as log:
        running = [
            subprocess.Popen(
                [sys.executable, "-u", str(BOT)],
                env={
                    **os.environ,
                    **SOON,
                    "MIAI_SITE": f"http://127.0.0.1:{link.link.port}/",
                    "MIAI_TOKEN": token,
                },
                stdout=log,
                stderr=log,
            )
            for token in bots.values()
        ]
        yield file
        for each in running:
            each.kill()
            each.wait()


def until(holds: Callable[[], bool], said: Path) -> None:
    """Waits; fails with what the bots have printed if it takes too long."""
    ends = time.monotonic() + MOST_SECONDS
    while not holds():
        assert time.monotonic() < ends, said.read_text()[-3000:]
        time.sleep(0.3)


def test_it_plays_every_game_to_its_end_though_it_is_cut_off(bots, said, link):
    until(lambda: BotConnection.objects.filter(seen_at__isnull=False).count() == 2, said)
    players = [User.objects.get(username=name) for name in bots]
    games = [
        begin(*players, variant=engine.slug, turn_ends="complete", turn_seconds=3_000)
        for engine in GAMES
    ]
    keys = [game.pk for game in games]
    cuts: list[int] = []

    def are_over() -> bool:
        cuts.append(link.do("cut"))
        time.sleep(1.2)
        return not Game.objects.filter(pk__in=keys).exclude(status="finished").exists()

    until(are_over, said)
    assert sum(cuts) >= FEWEST_CUTS
    for game in games:
        acted = Step.objects.filter(game=game).exclude(cause="timer").count()
        assert acted > 5, game.variant


@pytest.mark.parametrize(
    ("step", "kinds", "chosen"),
    [
        (8, ["pass", "place"], "place"),
        (8, ["pass"], "pass"),
        (9, ["place", "pass", "place"], "pass"),
        (8, ["mark", "accept"], "accept"),
        (9, ["move", "move"], "move"),
    ],
)
def test_it_passes_late_only_so_that_no_game_ends_by_chance(monkeypatch, step, kinds, chosen):
    monkeypatch.setenv("MIAI_PASS_AFTER", "8")
    choose = runpy.run_path(str(BOT))["choose"]
    for _ in range(20):
        assert (
            choose({"step": step, "choices": [{"type": kind} for kind in kinds]})["type"] == chosen
        )


class Refusing(BaseHTTPRequestHandler):
    """Answers as the API does to a token that has ended; elsewhere, as a page that is not there."""

    def do_GET(self) -> None:
        if not self.path.startswith("/api/v1/events"):
            self.send_error(404)
            return
        body = b'{"detail": "This token does not work."}'
        self.send_response(401)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def answering(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a site that answers in this way."""
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


@pytest.fixture
def refusing() -> Iterator[str]:
    """The address of a site that refuses everything."""
    with answering(Refusing) as address:
        yield address


def started(site: str, token: str) -> subprocess.Popen[str]:
    """The example, started with these settings; empty ones are left out."""
    chosen = {"MIAI_SITE": site, "MIAI_TOKEN": token}
    others = {name: value for name, value in os.environ.items() if name not in chosen}
    given = {name: value for name, value in chosen.items() if value}
    return subprocess.Popen(
        [sys.executable, str(BOT)],
        env={**others, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("site", "token", "words"),
    [
        ("", "", "Set MIAI_SITE"),
        ("", "miai_x", "Set MIAI_SITE"),
        ("https://club.example", "", "MIAI_TOKEN"),
        ("https://club.example", "miai_ä", "MIAI_TOKEN"),
        ("club.example", "miai_x", "https://"),
        ("{refusing}", "miai_x", "This token does not work."),
        ("{refusing}/", "miai_x", "This token does not work."),
        ("{refusing}/elsewhere", "miai_x", "Check MIAI_SITE"),
    ],
)
def test_what_cannot_work_ends_it_with_a_sentence(refusing, site, token, words):
    bot = started(site.format(refusing=refusing), token)
    _, errors = bot.communicate(timeout=MOST_SECONDS)
    assert bot.returncode == 1
    assert words in errors
    assert len(errors.splitlines()) == 1


def test_it_says_at_once_what_happens_and_stops_at_ctrl_c_without_a_word():
    bot = started("http://127.0.0.1:9", "miai_x")
    assert bot.stdout is not None
    assert bot.stdout.readline().startswith("Connecting again after:")
    bot.send_signal(signal.SIGINT)
    assert bot.communicate(timeout=MOST_SECONDS)[1] == ""


def test_it_waits_as_long_as_the_site_says_and_twice_as_long_after_each_failure(monkeypatch):
    answers = iter([(429, "7"), *[(500, None)] * 5, (200, None), (503, "3"), (500, None)])

    class Busy(Refusing):
        """Answers with one status after another; with 200, the stream ends at once."""

        def do_GET(self) -> None:
            status, seconds = next(answers)
            self.send_response(status)
            if seconds is not None:
                self.send_header("Retry-After", seconds)
            self.send_header("Content-Length", "0")
            self.end_headers()

    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len([each for each in slept if each]) == 11:
            raise KeyboardInterrupt

    # Of the bot alone: other threads of this process sleep, too.
    main = runpy.run_path(str(BOT))["main"]
    main.__globals__["time"] = SimpleNamespace(sleep=sleep)
    monkeypatch.setattr(random, "uniform", lambda _least, most: most)
    with answering(Busy) as address:
        monkeypatch.setenv("MIAI_SITE", address)
        monkeypatch.setenv("MIAI_TOKEN", "miai_x")
        with pytest.raises(KeyboardInterrupt):
            main()
    waited = [each for each in slept if each]
    assert waited == [7, 1, 2, 4, 8, 15, 15, 1, 3, 2, 4]


def test_the_example_has_fewer_than_a_hundred_lines():
    assert len(BOT.read_text().splitlines()) < 100
