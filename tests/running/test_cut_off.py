"""A web process that alone gets no answer from the database sends everybody to the others."""

import os
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
import redis
from django.conf import settings
from django.db import connection

from accounts.models import User
from config import cut_off
from config.cut_off import BEHIND, Lookout
from games.store import aio
from tests.servers.link import LinkInThread
from tests.servers.raw import Line, handshake, request
from tests.servers.session import open_session
from tests.servers.site import RunningWeb
from transport.store import breaker

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/account/"
LOBBY = "/ws/lobby/"
TRY_AGAIN = (4503).to_bytes(2)
CLOSE = 0x88  # the first byte of a WebSocket's last frame


@pytest.fixture
def link(tmp_path_factory):
    """The connection to the database, which can be held and mended."""
    known = connection.get_connection_params()
    host, port = known.get("host", "localhost"), int(known.get("port", 5432))
    own = f".s.PGSQL.{port}"
    target = Path(host, own) if host.startswith("/") else (host, port)
    with LinkInThread(tmp_path_factory.mktemp("link") / own, target) as link:
        yield link


@contextmanager
def redis_client():
    with closing(redis.Redis.from_url(settings.REDIS_URL)) as client:
        yield client


@pytest.fixture
async def lookout(link, monkeypatch):
    """A lookout that reaches the database by the link."""
    with redis_client() as client:
        client.flushdb()
    here = {**aio.connection_parameters(), "host": str(link.link.path.parent)}
    monkeypatch.setattr(cut_off, "connection_parameters", lambda: here)
    monkeypatch.setattr(cut_off, "PATIENCE", 60)
    made = Lookout()
    yield made
    if made.database is not None:
        await made.database.close()


def note_of_another(answered, prefix=settings.REDIS_PREFIX):
    """Notes when the database answered another web process."""
    with redis_client() as client:
        client.set(f"{prefix}:database-answered", answered)


@pytest.mark.parametrize("how", ["hold", "refuse"])
async def test_a_process_is_cut_off_while_the_database_answers_only_others(
    lookout, link, monkeypatch, how
):
    await lookout.look()
    link.do(how)
    monkeypatch.setattr(cut_off, "PATIENCE", 0.05)
    await lookout.look()
    assert not lookout.is_cut_off, "no other process has had an answer since"
    note_of_another(lookout.answered + BEHIND - 0.1)
    await lookout.look()
    assert not lookout.is_cut_off, "its own answer may be as young"
    note_of_another(lookout.answered + BEHIND + 0.1)
    await lookout.look()
    assert lookout.is_cut_off
    link.do("mend")
    monkeypatch.setattr(cut_off, "PATIENCE", 60)
    await lookout.look()
    assert not lookout.is_cut_off


async def test_a_process_that_never_had_an_answer_is_cut_off_once_another_has_two(
    lookout, link, monkeypatch
):
    link.do("hold")
    monkeypatch.setattr(cut_off, "PATIENCE", 0.05)
    note_of_another(1000.0)
    await lookout.look()
    assert not lookout.is_cut_off
    note_of_another(1000.0 + BEHIND)
    await lookout.look()
    assert lookout.is_cut_off


async def test_without_redis_nobody_is_sent_away(lookout, link, monkeypatch):
    await lookout.look()
    note_of_another(lookout.answered + BEHIND)
    link.do("refuse")
    monkeypatch.setattr(breaker, "paused_until", time.monotonic() + 600)
    await lookout.look()
    assert not lookout.is_cut_off


@contextmanager
def asking(web, data):
    """A connection over which this was sent."""
    with closing(Line(web.port)) as line:
        line.send(data)
        yield line


def status(web, data):
    with asking(web, data) as line:
        return line.answer().status


def test_a_process_that_is_cut_off_lets_nobody_wait(link, tmp_path):
    prefix = f"{settings.REDIS_PREFIX}-cut-off"
    known = connection.settings_dict
    name, user = known["NAME"], known["USER"]
    folder, port = link.link.path.parent, link.link.path.suffix[1:]
    if known["PASSWORD"]:
        user = f"{user}:{quote(known['PASSWORD'], safe='')}"
    environment = {
        **os.environ,
        "SECRET_KEY": settings.SECRET_KEY,
        "REDIS_PREFIX": prefix,
        "DATABASE_URL": f"postgresql://{user}@/{name}?host={folder}&port={port}",
    }
    with RunningWeb(tmp_path, environment) as web:
        host = f"127.0.0.1:{web.port}"
        session = open_session(User.objects.create_user("Ada", password="pebble-garden-7"))
        own = {"Host": host, "Origin": f"http://{host}", "Cookie": f"sessionid={session}"}
        page, socket = request("GET", PAGE, own), handshake(LOBBY, own)
        with asking(web, socket) as there:
            assert there.answer().status == 101
            link.do("hold")
            with asking(web, page) as waiting, asking(web, socket) as opening:
                note_of_another(time.time() + 60, prefix)
                assert there.file.read(1)[0] == CLOSE
                assert there.file.read(3)[1:] == TRY_AGAIN
                assert waiting.answer().status == 504
                told = opening.answer()
                assert (told.status, told.rest) == (101, TRY_AGAIN)
        assert status(web, page) == 504
        assert status(web, socket) == 504
        link.do("mend")
        while status(web, page) != 200:
            time.sleep(0.05)
        assert status(web, socket) == 101
