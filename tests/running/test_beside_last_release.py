"""Processes of the last release and of this one serve the same games.

The test in the suite runs two web processes. ``make upgrade-test`` (UPGRADE=1) also runs the
workers and beat of one release and then those of the other, for all five games.
"""

import asyncio
import json
import os
import random
import subprocess
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from django.conf import settings
from django.utils import timezone
from websockets.asyncio.client import connect

from accounts.models import User
from accounts.services.tokens import make_token
from bench.site.checkouts import older
from engines.registry import GAMES
from games.models import Game, Step
from running import processes
from running.child import ends_with_parent
from tests.database.last_release import COMMIT
from tests.games.playing import begin, fresh
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = 120.0
"""Seconds to wait for what must come; only a failing test waits that long."""
TURN_SECONDS = 8
TURNS = 2
"""How many turns of each game are played with the workers of each release."""
ONLY_ON_DEMAND = pytest.mark.skipif(
    os.environ.get("UPGRADE") != "1", reason="takes minutes: make upgrade-test"
)


@pytest.fixture(scope="module")
def last_release():
    """The files of the last release."""
    try:
        with older(COMMIT) as checkout:
            yield checkout
    except RuntimeError as error:
        pytest.skip(f"the last release is not here ({error})")


@pytest.fixture
def environment():
    return {
        **os.environ,
        "SECRET_KEY": settings.SECRET_KEY,
        "REDIS_PREFIX": f"{settings.REDIS_PREFIX}-upgrade",
        "WORKER_CONCURRENCY": "1",
    }


@pytest.fixture
def webs(last_release, environment, tmp_path_factory):
    """A web process of the last release, and one of this."""
    with ExitStack() as both:
        yield [
            both.enter_context(RunningWeb(tmp_path_factory.mktemp("web"), environment, root))
            for root in (last_release.root, None)
        ]


class Player:
    """A program that plays and follows a game by one of the web processes."""

    def __init__(self, member: User, port: int) -> None:
        _, self.token = make_token(
            member=member, name="Own", scopes=["read", "play"], days=1, now=timezone.now()
        )
        self.port = port
        self.chance = random.Random(member.username)
        self.played: dict[tuple[str, int], object] = {}
        """The choices that were acknowledged, by game and step."""
        self.heard: list[tuple[str, int]] = []

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    async def choose(self, game: Game, step: int) -> None:
        """Seals any choice for this step."""
        address = f"http://127.0.0.1:{self.port}/api/v1/games/{game.public_id}"
        async with httpx.AsyncClient(headers=self.headers, timeout=WAIT) as client:
            asked = (await client.get(f"{address}/choices?most=20")).raise_for_status().json()
            if not asked["awaited"] or asked["step"] != step:
                return
            active = [each for each in asked["choices"] if each["type"] == "place"]
            action = self.chance.choice(active or asked["choices"])
            choice = {"step": step, "action": action}
            answer = await client.post(f"{address}/seal", json=choice)
        if answer.status_code != 200:
            assert answer.json().get("code") in {"late", "step-over", "not-running"}, answer.text
        else:
            self.played[game.public_id, step] = action

    async def follow(self, game: Game, until: int) -> None:
        """Follows until a step has come, and checks that none is left out."""
        path = f"ws://127.0.0.1:{self.port}/ws/games/{game.public_id}/"
        async with connect(path, additional_headers=self.headers, proxy=None) as socket:
            step = json.loads(await asyncio.wait_for(socket.recv(), WAIT))["step"]["step"]
            choosing = asyncio.ensure_future(self.choose(game, step + 1))
            while step < until:
                event = json.loads(await asyncio.wait_for(socket.recv(), WAIT))
                if event["type"] == "step.resolved":
                    assert event["step"]["step"] == step + 1, "a push was lost"
                    step += 1
                    self.heard.append((game.public_id, step))
                    await choosing
                    if event["status"] != "running":
                        return
                    choosing = asyncio.ensure_future(self.choose(game, step + 1))
            choosing.cancel()


def play(games: list[Game], players: list[Player], turns: int) -> None:
    """Plays some steps of each game, one player by each release, and compares what was
    acknowledged with what was stored."""
    until = {game: fresh(game).step + turns for game in games}

    async def both() -> None:
        await asyncio.gather(
            *(player.follow(game, until[game]) for game in games for player in players)
        )

    asyncio.run(both())
    for game in games:
        steps = Step.objects.filter(game=game, number__gt=until[game] - turns)
        assert fresh(game).is_over or steps.count() >= turns
        for step in steps.filter(number__lte=until[game]):
            for seat, player in enumerate(players):
                assert (game.public_id, step.number) in player.heard
                if (game.public_id, step.number) in player.played:
                    assert (step.actions or {})[str(seat)] is not None


def still_running(games: list[Game], members: list[User]) -> list[Game]:
    """These games, with a fresh one in the place of each that is over."""
    found = [fresh(game) for game in games]
    return [begin_one(game.variant, members) if game.is_over else game for game in found]


def begin_one(variant: str, members: list[User]) -> Game:
    return begin(*members, variant=variant, turn_ends="timer", turn_seconds=TURN_SECONDS)


def test_two_people_play_by_web_processes_of_both_releases(webs):
    members = [User.objects.create_user(name) for name in ("Ada", "Bo")]
    players = [Player(member, web.port) for member, web in zip(members, webs)]
    game = begin(*members, variant="parallel-go", turn_ends="complete", turn_seconds=3600)
    play([game], players, 3)
    for number in range(1, 4):
        step = Step.objects.get(game=game, number=number)
        own = {str(seat): one.played[game.public_id, number] for seat, one in enumerate(players)}
        assert step.actions == own


@contextmanager
def workers(root, environment, folder):
    """The workers and beat of the release in this folder of code."""
    started = []
    with (folder / "workers.log").open("ab") as log:
        for service in (*processes.workers(), processes.beat()):
            command = ends_with_parent(service.command)
            started.append(
                subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log)
            )
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)
        assert "Traceback" not in (folder / "workers.log").read_text()


@ONLY_ON_DEMAND
def test_all_games_go_on_while_one_release_takes_the_place_of_another(
    webs, last_release, environment, tmp_path
):
    members = [User.objects.create_user(name) for name in ("Ada", "Bo")]
    players = [Player(member, web.port) for member, web in zip(members, webs)]
    games = [begin_one(each.slug, members) for each in GAMES]
    for root in (last_release.root, None):
        began = time.monotonic()
        with workers(root, environment, tmp_path):
            games = still_running(games, members)
            play(games, players, TURNS)
        name = "the last release" if root else "this release"
        print(f"{TURNS} turns of five games, workers of {name}: {time.monotonic() - began:.0f} s")
    with workers(None, environment, tmp_path), workers(last_release.root, environment, tmp_path):
        games = still_running(games, members)
        play(games, players, TURNS)
