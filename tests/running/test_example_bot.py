"""The example bot of the documents plays a whole game of each kind though it is cut off."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import BotConnection, User
from accounts.services.bots import register_bot
from engines.registry import GAMES
from games.models import Game, Step
from tests.games.playing import begin
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
    with RunningSite(tmp_path, {**os.environ, "SECRET_KEY": settings.SECRET_KEY}) as running:
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
                    "MIAI_SITE": f"http://127.0.0.1:{link.link.port}",
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
