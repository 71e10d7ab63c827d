"""A web process that is to end sends everybody to the others, and nobody loses anything."""

import asyncio
import os
import signal
import time
from contextlib import ExitStack, closing

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import make_token
from tests.games.playing import begin, place, sealed
from tests.running.moving import Page, Site, ask, read_stream
from tests.servers.nginx import Nginx
from tests.servers.raw import Line, request
from tests.servers.session import open_session
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "miai.example.org"
GAMES, WATCHERS = 5, 40
LIMITS = ("handshakes.address", "sealing.member", "snapshots.member", "snapshots.address")


def environment(**changes: str) -> dict[str, str]:
    return {
        **os.environ,
        "PRODUCTION": "1",
        "SECRET_KEY": settings.SECRET_KEY,
        "ALLOWED_HOSTS": NAME,
        "SITE_URL": f"https://{NAME}",
        "REDIS_PREFIX": f"{settings.REDIS_PREFIX}-draining",
        "LIMITS": ",".join(f"{name}=100000/second" for name in LIMITS),
        "SOCKETS_PER_ADDRESS": "1000",
        **changes,
    }


def answer(web: RunningWeb, path: str):
    """The status, the body and whether the connection is kept."""
    with closing(Line(web.port)) as line:
        line.send(request("GET", path, {"Host": NAME, "X-Forwarded-Proto": "https"}))
        said = line.answer()
        return said.status, said.rest, said.all("Connection") != ["close"]


def test_a_process_that_is_to_end_says_so_and_goes_on_serving(tmp_path):
    with RunningWeb(tmp_path, environment(DRAIN_SECONDS="600")) as web:
        assert answer(web, "/readyz") == (200, b"ready\n", True)
        web.process.send_signal(signal.SIGTERM)
        while (said := answer(web, "/readyz"))[0] == 200:
            time.sleep(0.02)
        assert said == (503, b"draining\n", False)
        status, _, is_kept = answer(web, "/rules/")
        assert (status, is_kept) == (200, False)
        web.process.send_signal(signal.SIGTERM)
        assert web.process.wait(30) == 0


@pytest.mark.parametrize(("seconds", "number"), [("0", signal.SIGTERM), ("600", signal.SIGINT)])
def test_where_nobody_stands_in_the_process_ends_at_once(tmp_path, seconds, number):
    with RunningWeb(tmp_path, environment(DRAIN_SECONDS=seconds)) as web:
        assert answer(web, "/readyz")[0] == 200
        web.process.send_signal(number)
        assert web.process.wait(30) == 0


@pytest.fixture
def webs(tmp_path_factory):
    quick = environment(DRAIN_SECONDS="1", DRAIN_SPREAD_SECONDS="2")
    with ExitStack() as both:
        yield [
            both.enter_context(RunningWeb(tmp_path_factory.mktemp("web"), quick)) for _ in range(2)
        ]


def test_a_process_is_drained_under_choices_and_requests(webs, tmp_path):
    now = timezone.now()
    members = [User.objects.create_user(f"Player{n}") for n in range(2 * GAMES)]
    games = [begin(*members[n : n + 2], turn_seconds=3600) for n in range(0, 2 * GAMES, 2)]
    other = begin(*members[:2], turn_seconds=3600)
    _, token = make_token(member=members[0], name="Own", scopes=["read", "play"], days=1, now=now)
    cookies = [{"Cookie": f"__Host-sessionid={open_session(member)}"} for member in members]
    with Nginx(tmp_path, NAME, *(web.port for web in webs)) as nginx:
        site = Site(NAME, nginx.port, nginx.trust())
        own = [f"/ws/games/{game.public_id}/" for game in games]
        origin = {"Origin": f"https://{NAME}"}

        async def play() -> list[Page]:
            players = [
                Page(site, own[n // 2], {**origin, **cookie}, [place(1, 1), place(n % 2, 3)])
                for n, cookie in enumerate(cookies)
            ]
            watchers = [Page(site, own[n % GAMES], origin) for n in range(WATCHERS)]
            seal = f"/api/v1/games/{other.public_id}/seal"
            choice = {"step": 1, "action": place(2, 2)}
            doing = [
                *(page.follow() for page in (*players, *watchers)),
                *(ask(site, "GET", "/rules/", None) for _ in range(4)),
                *(
                    ask(site, "POST", seal, choice, Authorization=f"Bearer {token}")
                    for _ in range(2)
                ),
                *(read_stream(site, token) for _ in range(4)),
            ]
            tasks = [asyncio.ensure_future(one) for one in doing]
            everybody = [*players, *watchers]
            try:
                await asyncio.gather(*(page.is_there.wait() for page in everybody))
                webs[0].process.send_signal(signal.SIGTERM)
                await asyncio.to_thread(webs[0].process.wait, 60)
                await asyncio.gather(*(page.is_there.wait() for page in everybody))
                site.counts["before"] = site.counts["choices"]
                await asyncio.sleep(0.5)
            finally:
                site.is_over = True
            await asyncio.wait_for(asyncio.gather(*tasks), 60)
            return players

        players = asyncio.run(play())
    assert site.failures == []
    assert webs[0].process.returncode == 0
    assert site.counts["moved"] >= 5
    assert site.counts["closed: moved"] >= 1
    assert site.counts["choices"] > site.counts["before"] > 0
    for number, game in enumerate(games):
        pair = players[2 * number : 2 * number + 2]
        assert sealed(game) == {seat: page.acknowledged for seat, page in enumerate(pair)}
