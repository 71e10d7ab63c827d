"""A connection is closed if its request does not arrive in time, however steadily it drips."""

import os
import socket
import threading

import pytest
from django.conf import settings

from tests.servers.raw import Line, request
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

UNFINISHED = {
    "nothing": b"",
    "a first line": b"GET / HTTP/1.1\r\n",
    "headers": b"GET / HTTP/1.1\r\nHost: club.example\r\nX-Slow: ",
    "a body": b"POST / HTTP/1.1\r\nHost: club.example\r\nContent-Length: 1000000\r\n\r\n",
}


@pytest.fixture(scope="module")
def web(django_db_setup, tmp_path_factory):
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://club.example",
        "HEADER_SECONDS": "2",
        "BODY_SECONDS": "2",
    }
    with RunningWeb(tmp_path_factory.mktemp("web"), {**os.environ, **shared}) as web:
        yield web


def is_closed(line):
    """Waits until the server closes the connection."""
    try:
        return line.socket.recv(1) == b""
    except ConnectionError:
        return True


def drip(line, closed):
    """Sends a byte again and again, so that the connection is never silent."""
    while not closed.wait(0.2):
        try:
            line.send(b"x")
        except OSError:
            return


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_a_connection_that_drips_a_request_is_closed(web, sent):
    line, closed = Line(web.port), threading.Event()
    line.send(sent)
    dripping = threading.Thread(target=drip, args=(line, closed))
    dripping.start()
    try:
        assert is_closed(line)
    finally:
        closed.set()
        dripping.join()
        line.close()


def test_a_connection_serves_one_whole_request_after_another_and_is_closed_when_one_drips(web):
    line = Line(web.port)
    for _ in range(3):
        line.send(request("GET", "/account/login/", {"Host": f"127.0.0.1:{web.port}"}))
        assert line.answer().status == 200
    line.send(b"GET / HTTP/1.1\r\nX-Slow: ")
    line.socket.settimeout(socket.getdefaulttimeout() or 60)
    assert is_closed(line)
    line.close()
