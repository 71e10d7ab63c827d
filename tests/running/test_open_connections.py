"""The number of open connections from one address to the web process is limited."""

import os
import signal
import socket
from contextlib import ExitStack, closing, suppress

import pytest
from django.conf import settings

from accounts.models import User
from tests.servers.raw import Line, handshake, request
from tests.servers.session import open_session
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 5
LOGIN = "/account/login/"


def started(folder, **more):
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,
        "CONNECTIONS_PER_ADDRESS": str(MOST),
    }
    return RunningWeb(folder, {**os.environ, **shared, **more})


@pytest.fixture(scope="module")
def web(django_db_setup, tmp_path_factory):
    with started(tmp_path_factory.mktemp("web")) as web:
        yield web


@pytest.fixture
def lines(web):
    """Returns a function that opens connections, which are closed at the end."""
    with ExitStack() as stack:

        def open_one(client="127.0.0.1"):
            return stack.enter_context(closing(Line(web.port, client=client)))

        yield open_one


def asked(line, web):
    """The status of a requested page; for a refused connection, the status that it was sent
    unasked."""
    with suppress(OSError):  # already closed
        line.send(request("GET", LOGIN, {"Host": f"127.0.0.1:{web.port}"}))
    return line.answer().status


def is_answered(web, client):
    """Asks until there is room, because the server notices a little later that a connection was
    closed."""
    while True:
        with closing(Line(web.port, client=client)) as line:
            try:
                if asked(line, web) == 200:
                    return True
            except (OSError, IndexError):  # refused before it was read
                continue


def test_one_more_than_the_bound_is_turned_away_and_says_why(web, lines):
    held = [lines("127.0.0.3") for _ in range(MOST)]
    assert asked(held[0], web) == 200
    answer = lines("127.0.0.3").answer()
    assert answer.status == 429
    assert b"too many connections from your network" in answer.rest
    assert asked(held[1], web) == 200, "those that were there go on"


def test_another_address_is_not_held_up(web, lines):
    for _ in range(MOST):
        lines("127.0.0.4")
    assert lines("127.0.0.4").answer().status == 429
    assert asked(lines("127.0.0.5"), web) == 200


def test_a_connection_that_is_closed_makes_room(web, lines):
    held = [lines("127.0.0.6") for _ in range(MOST)]
    assert lines("127.0.0.6").answer().status == 429
    held[0].close()
    assert is_answered(web, "127.0.0.6")


def test_a_hundred_connections_wait_while_the_process_is_busy(web):
    place = ("127.0.0.1", web.port)
    with ExitStack() as stack:
        os.killpg(web.process.pid, signal.SIGSTOP)
        stack.callback(os.killpg, web.process.pid, signal.SIGCONT)
        for _ in range(100):
            waiting = socket.create_connection(place, timeout=60, source_address=("127.0.0.8", 0))
            stack.enter_context(closing(waiting))


def test_sockets_are_connections_as_long_as_they_are_open(web, lines):
    """A member's sockets, because the server would close a visitor's by itself."""
    session = open_session(User.objects.create_user("Ada"))
    ours = {
        "Host": f"127.0.0.1:{web.port}",
        "Origin": f"http://127.0.0.1:{web.port}",
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}",
    }
    held = [lines("127.0.0.7") for _ in range(MOST)]
    for line in held:
        line.send(handshake("/ws/lobby/", ours))
        opened = line.answer()
        assert (opened.status, b'"tables.changed"' in opened.rest) == (101, True), opened.rest
    assert lines("127.0.0.7").answer().status == 429
    held[0].close()
    assert is_answered(web, "127.0.0.7")


def test_behind_a_proxy_there_is_no_bound_for_it(django_db_setup, tmp_path):
    production = {"PRODUCTION": "1", "ALLOWED_HOSTS": "club.example", "VAR_DIR": str(tmp_path)}
    with started(tmp_path, **production) as web, ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(closing(Line(web.port)))
        with closing(Line(web.port)) as line:
            headers = {"Host": "club.example", "X-Forwarded-Proto": "https"}
            line.send(request("GET", LOGIN, headers))
            assert line.answer().status == 200
