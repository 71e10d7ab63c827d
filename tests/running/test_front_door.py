"""What the web server accepts from anyone who reaches its port, and what it reveals about them."""

import json
import os

import pytest
from django.conf import settings

from accounts.models import User
from running.processes import LARGEST_BODY
from tests.servers.raw import Line, handshake, request
from tests.servers.session import open_session
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "/ws/lobby/"
LOGIN = "/account/login/"
SECRET = "a-game-on-no-list"
MIB = 2**20


@pytest.fixture(scope="module")
def web(django_db_setup, tmp_path_factory):
    shared = {
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://club.example",
    }
    with RunningWeb(tmp_path_factory.mktemp("web"), {**os.environ, **shared}) as web:
        yield web


@pytest.fixture
def ask(web):
    lines = []

    def send(data):
        lines.append(Line(web.port))
        lines[-1].send(data)
        return lines[-1].answer()

    yield send
    for line in lines:
        line.close()


@pytest.fixture
def home(web):
    return {"Host": f"127.0.0.1:{web.port}"}


@pytest.fixture
def our_page(web, home):
    """The headers that a browser sends when a page of the site opens a socket."""
    return {**home, "Origin": f"http://127.0.0.1:{web.port}"}


@pytest.fixture
def cookie():
    member = User.objects.create_user("Ada", password="pebble-garden-7")
    return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={open_session(member)}"}


def test_a_page_of_the_site_opens_its_members_socket(ask, our_page, cookie):
    answer = ask(handshake(LOBBY, {**our_page, **cookie}))
    assert answer.status == 101
    assert json.loads(answer.rest)["type"] == "tables.changed"


REFUSED = (403, 400)  # 400: no origin at all
FOREIGN = [
    "http://127.0.0.1:1",
    "http://127.0.0.1",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}",
    "http://evil.example",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example@127.0.0.1:{port}",
    "file:///tmp/page.html",
    "null",
    "",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_opens_no_socket_even_on_the_same_machine(
    ask, web, home, cookie, origin
):
    answer = ask(handshake(LOBBY, {**home, **cookie, "Origin": origin.format(port=web.port)}))
    assert answer.status in REFUSED


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_opens_no_visitors_socket_either(ask, web, home, origin):
    answer = ask(handshake(LOBBY, {**home, "Origin": origin.format(port=web.port)}))
    assert answer.status in REFUSED


def test_a_page_at_the_address_that_the_site_goes_by_opens_a_socket(ask, home):
    assert ask(handshake(LOBBY, {**home, "Origin": "http://club.example"})).status == 101


def test_a_program_without_a_session_may_follow(ask, home):
    assert ask(handshake(LOBBY, home)).status == 101


def test_a_session_without_an_origin_opens_no_socket(ask, home, cookie):
    assert ask(handshake(LOBBY, {**home, **cookie})).status == 403


def test_a_session_in_an_old_handshake_opens_no_socket(ask, web, home, cookie):
    old = handshake(LOBBY, {**home, **cookie, "Sec-WebSocket-Origin": f"http://{home['Host']}"})
    assert ask(old.replace(b"Version: 13", b"Version: 8")).status == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example"])
def test_a_name_that_is_not_the_sites_opens_no_socket_and_no_page(ask, web, host):
    host = host.format(port=web.port)
    assert ask(handshake(LOBBY, {"Host": host, "Origin": f"http://{host}"})).status == 403
    answer = ask(request("GET", LOGIN, {"Host": host}))
    assert answer.status == 400
    assert b"ALLOWED_HOSTS" in answer.rest


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machines_own_names_are_the_sites(ask, web, name):
    host = f"{name}:{web.port}"
    assert ask(request("GET", LOGIN, {"Host": host})).status == 200
    assert ask(handshake(LOBBY, {"Host": host, "Origin": f"http://{host}"})).status == 101


@pytest.mark.parametrize("path", ["/elsewhere", "http://evil.example", b"/\xff"])
def test_nobody_says_from_outside_where_the_site_begins(ask, home, our_page, path):
    told = {"Daphne-Root-Path": path}
    assert ask(handshake(LOBBY, {**our_page, **told})).status == 101
    answer = ask(request("GET", LOGIN, {**home, **told}))
    assert answer.status == 200
    assert b"elsewhere" not in answer.rest
    assert b"evil.example" not in answer.rest
    assert f'action="{LOGIN}"'.encode() in answer.rest


def test_no_header_makes_a_plain_request_a_secure_one(ask, our_page, cookie):
    told = {"X-Forwarded-Proto": "https", "Forwarded": "proto=https"}
    assert ask(handshake(LOBBY, {**our_page, **cookie, **told})).status == 101
    secure = {**our_page, "Origin": our_page["Origin"].replace("http:", "https:")}
    assert ask(handshake(LOBBY, {**secure, **cookie, **told})).status == 403


@pytest.mark.parametrize("target", ["http://evil.example/", "*", "evil.example:443"])
def test_only_paths_are_asked_for(ask, home, target):
    assert ask(request("GET", target, home)).status == 400


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(ask, home):
    length = {"Content-Length": str(200 * MIB)}
    answer = ask(request("POST", LOGIN, {**home, **length}))
    assert answer.status == 413
    assert b"2 MiB" in answer.rest


def test_who_waits_to_be_asked_for_a_body_that_is_too_large_is_not_asked(ask, home):
    waiting = {"Content-Length": str(200 * MIB), "Expect": "100-continue"}
    assert ask(request("POST", LOGIN, {**home, **waiting})).status == 413


def test_a_body_of_no_said_length_is_refused_when_it_is_too_large(ask, home):
    chunked = request("POST", LOGIN, {**home, "Transfer-Encoding": "chunked"})
    chunk = b"%x\r\n%s\r\n" % (MIB, b"a" * MIB)
    assert ask(chunked + 3 * chunk).status == 413


def test_a_body_as_large_as_it_may_be_reaches_the_site(ask, home):
    body = b"login=" + b"a" * (LARGEST_BODY - 6)
    kind = {"Content-Type": "text/plain"}
    assert ask(request("POST", LOGIN, {**home, **kind}, body)).status == 403  # no token


KINDS = [
    "text/plain; charset*=bogus''%41",
    "multipart/form-data; boundary=x; y*=bogus''%41",
    "application/x-www-form-urlencoded; charset=utf-7",
    "multipart/form-data; boundary=x; y*=idna''%ff%41",
    b"text/plain; charset=\xff",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_of_a_kind_that_cannot_be_read_is_refused(ask, home, kind):
    answer = ask(request("POST", LOGIN, {**home, "Content-Type": kind}, b"login=Ada"))
    assert answer.status == 400


@pytest.mark.parametrize("said", ["a", b"\xff", "a, a"])
def test_a_socket_needs_no_protocol_of_its_own(ask, our_page, said):
    answer = ask(handshake(LOBBY, {**our_page, "Sec-WebSocket-Protocol": said}))
    assert answer.status == 101
    assert not answer.all("Sec-WebSocket-Protocol")


def test_a_refused_request_leaves_no_line_in_the_log(ask, web, home, our_page, cookie):
    path = f"/games/{SECRET}/"
    for data in (
        request("GET", path, {"Host": "evil.example"}),
        request("GET", path, home),
        request("GET", f"{path}?x=%00", home),
        request("POST", path, {**home, "Content-Length": str(200 * MIB)}),
        request("POST", path, {**home, "Content-Type": "text/plain; x*=bogus''%41"}, b"a"),
        request("POST", path, {**home, "Cookie": "csrftoken=a"}, b"a"),
        request("GET", f"http://evil.example{path}", home),
        handshake(f"/ws{path}", {**home, **cookie}),
        handshake(f"/ws{path}", {**our_page, "Sec-WebSocket-Protocol": b"\xff"}),
        handshake(f"/ws{path}", {**our_page, "Daphne-Root-Path": f"/{SECRET}"}),
        handshake(f"/ws{path}#here", our_page),
    ):
        ask(data)
    assert web.log.read_text() == ""
