"""A long answer is sent as fast as its reader reads it, and is never in memory as a whole."""

import asyncio
import os
from http import HTTPStatus
from unittest.mock import Mock

import pytest
from django.conf import settings
from twisted.web.http import RESPONSES

from games.archive.export import NAME
from running.web import BoundedRequest
from tests.servers.raw import Line, request
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def content():
    return os.urandom(3 * 2**20)


@pytest.fixture(scope="module")
def web(django_db_setup, tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("archive")
    (folder / NAME).write_bytes(content)
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://club.example",
        "ARCHIVE_FOLDER": str(folder),
    }
    with RunningWeb(tmp_path_factory.mktemp("web"), {**os.environ, **shared}) as web:
        yield web


def test_a_long_file_comes_whole_and_the_connection_serves_the_next_request(web, content):
    line = Line(web.port)
    for _ in range(2):
        line.send(request("GET", f"/games/{NAME}", {"Host": f"127.0.0.1:{web.port}"}))
        answer = line.answer()
        assert (answer.status, answer.rest) == (200, content)
    line.close()


async def test_the_next_part_waits_until_the_reader_has_taken_the_last():
    channel = Mock()
    one = BoundedRequest(channel, False)
    await one.drained()
    channel.registerProducer.assert_called_once_with(one, True)
    one.pauseProducing()
    waiting = asyncio.create_task(one.drained())
    await asyncio.sleep(0)
    assert not waiting.done()
    one.resumeProducing()
    await waiting


async def test_nothing_waits_for_a_reader_who_has_gone():
    one = BoundedRequest(Mock(), False)
    await one.drained()
    one.pauseProducing()
    waiting = asyncio.create_task(one.drained())
    await asyncio.sleep(0)
    one.stopProducing()
    await waiting


def test_every_status_is_sent_with_a_reason():
    assert RESPONSES[429] == b"Too Many Requests"
    assert {status.value for status in HTTPStatus} <= RESPONSES.keys()
