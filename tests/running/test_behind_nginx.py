"""The site as many people run it: PRODUCTION=1 behind a real nginx with deploy/nginx.conf."""

import gzip
import os
import re
import socket
from contextlib import ExitStack

import brotli
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.files.base import ContentFile
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import make_token
from config.headers import PROXY_HEADERS
from config.static_files import HashedStaticFiles
from tests.games.playing import begin
from tests.servers.nginx import Nginx
from tests.servers.raw import WAIT, Line, handshake, request
from tests.servers.site import RunningWeb

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "miai.example.org"
PASSWORD = "pebble-garden-7"
JOIN = "/account/join/"
LOGIN = "/account/login/"
ADDRESS = "/account/email/"
LOBBY = "/ws/lobby/"
LIES = {name.decode(): "evil.example" for name in PROXY_HEADERS} | {
    "X-Forwarded-For": "127.9.9.9",
    "X-Forwarded-Proto": "http",
    "X-Real-IP": "127.9.9.9",
}


@pytest.fixture(scope="module")
def web(django_db_setup, tmp_path_factory):
    production = {
        "PRODUCTION": "1",
        "SECRET_KEY": settings.SECRET_KEY,
        "ALLOWED_HOSTS": NAME,
        "SITE_URL": f"https://{NAME}",
        "REDIS_PREFIX": f"{settings.REDIS_PREFIX}-production",
    }
    with RunningWeb(tmp_path_factory.mktemp("web"), {**os.environ, **production}) as web:
        yield web


@pytest.fixture(scope="module")
def nginx(web, tmp_path_factory):
    with Nginx(tmp_path_factory.mktemp("nginx"), NAME, web.port) as nginx:
        yield nginx


MODULE = b"const seat = 1;\n" * 100


@pytest.fixture(scope="module")
def collected(nginx):
    """The addresses of files collected for nginx, by their plain names."""
    storage = HashedStaticFiles(location=nginx.folder / "static", base_url="/static/")
    names = ["seat.js", "seat.css", "seat.svg", "seat.woff2"]
    for name in names:
        storage.save(name, ContentFile(MODULE))
    list(storage.post_process({name: (storage, name) for name in names}))
    return {name: storage.url(name) for name in names}


@pytest.fixture
def ask(nginx):
    lines = []

    def send(data, client="127.0.0.2"):
        lines.append(Line(nginx.port, trust=nginx.trust(), name=NAME, client=client))
        lines[-1].send(data)
        return lines[-1].answer()

    yield send
    for line in lines:
        line.close()


class Browser:
    """Keeps cookies, and submits forms from their own pages."""

    def __init__(self, ask, **told):
        self.ask = ask
        self.told = {"Host": NAME, **told}
        self.cookies = {}

    def get(self, path):
        return self.note(self.ask(request("GET", path, self.headers())))

    def post(self, path, **fields):
        page = self.get(path).rest.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page).group(1)
        body = "&".join(f"{k}={v}" for k, v in {**fields, "csrfmiddlewaretoken": token}.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        own = {"Origin": f"https://{NAME}", "Referer": f"https://{NAME}{path}"}
        return self.note(
            self.ask(request("POST", path, {**self.headers(), **kind, **own}, body.encode()))
        )

    def headers(self):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self.told | ({"Cookie": cookies} if cookies else {})

    def note(self, answer):
        for said in answer.all("Set-Cookie"):
            name, _, value = said.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


def test_a_page_comes_with_every_header_that_closes_a_door(ask):
    answer = ask(request("GET", LOGIN, {"Host": NAME}))
    assert answer.status == 200
    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    policy = answer["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in policy
    assert f"connect-src 'self' ws://{NAME} wss://{NAME}" in policy
    assert "object-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy
    assert "base-uri 'none'" in policy
    assert not [rule for rule in policy if "unsafe" in rule or "*" in rule]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Server"] == "nginx"


def test_browsers_are_offered_http_2(nginx):
    trust = nginx.trust()
    trust.set_alpn_protocols(["h2", "http/1.1"])
    line = Line(nginx.port, trust=trust, name=NAME)
    assert line.socket.selected_alpn_protocol() == "h2"
    line.close()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("seat.js", "text/javascript; charset=utf-8"),
        ("seat.css", "text/css; charset=utf-8"),
        ("seat.svg", "image/svg+xml"),
    ],
)
@pytest.mark.parametrize(
    ("accepted", "coding", "read"),
    [
        ("gzip, deflate, br, zstd", ["br"], brotli.decompress),
        ("gzip", ["gzip"], gzip.decompress),
        ("identity", [], bytes),
    ],
)
def test_nginx_serves_files_in_the_shortest_form_that_is_accepted(
    ask, collected, name, kind, accepted, coding, read
):
    asked = {"Host": NAME, "Accept-Encoding": accepted}
    answer = ask(request("GET", collected[name], asked))
    assert (answer.status, answer["Content-Type"]) == (200, kind)
    assert answer.all("Content-Encoding") == coding
    assert read(answer.rest) == MODULE
    assert answer["Cache-Control"] == "max-age=315360000, public, immutable"
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_font_is_served_as_it_is(ask, collected):
    asked = {"Host": NAME, "Accept-Encoding": "gzip, br"}
    answer = ask(request("GET", collected["seat.woff2"], asked))
    assert (answer["Content-Type"], answer.rest) == ("font/woff2", MODULE)
    assert answer["Cache-Control"].endswith("immutable")


def test_a_file_that_nginx_has_not_is_asked_of_the_site(ask, web):
    name = "seat.abcdef012345.js"
    assert ask(request("GET", f"/static/{name}", {"Host": NAME})).status == 404
    assert ask(request("GET", "/static/../nginx.conf", {"Host": NAME})).status == 404


COMPRESSING = {"Host": NAME, "Accept-Encoding": "gzip, deflate, br"}


def test_pages_of_visitors_are_compressed(ask):
    answer = ask(request("GET", "/rules/", COMPRESSING))
    assert (answer.status, answer["Content-Encoding"]) == (200, "gzip")
    assert b"</html>" in gzip.decompress(answer.rest)


def test_no_page_of_somebody_who_is_logged_in_is_compressed(ask):
    User.objects.create_user("Ada", password=PASSWORD)
    browser = Browser(ask)
    browser.post(LOGIN, login="Ada", password=PASSWORD)
    for path in ("/", "/rules/", "/account/"):
        answer = ask(request("GET", path, {**browser.headers(), **COMPRESSING}))
        assert answer.status == 200
        assert answer.all("Content-Encoding") == []
        assert b"Ada" in answer.rest


def test_no_answer_to_a_program_with_a_token_is_compressed(ask):
    members = [User.objects.create_user(name, password=PASSWORD) for name in ("Ada", "Ben")]
    game = begin(*members, turn_seconds=3600)
    _, token = make_token(
        member=members[0], name="Own", scopes=["read", "play"], days=1, now=timezone.now()
    )
    path = f"/api/v1/games/{game.public_id}"
    assert ask(request("GET", path, COMPRESSING))["Content-Encoding"] == "gzip"
    for known in (f"Bearer {token}", f"bearer {token}"):
        answer = ask(request("GET", path, {**COMPRESSING, "Authorization": known}))
        assert answer.status == 200
        assert answer.all("Content-Encoding") == []
        assert b'"you":' in answer.rest


def test_plain_http_leads_to_https(nginx):
    line = Line(nginx.plain_port)
    line.send(request("GET", "/games/?page=2", {"Host": NAME}))
    answer = line.answer()
    line.close()
    assert (answer.status, answer["Location"]) == (301, f"https://{NAME}/games/?page=2")


def test_the_web_process_answers_no_plain_request_that_nginx_did_not_bring(web):
    line = Line(web.port)
    line.send(request("GET", LOGIN, {"Host": NAME}))
    answer = line.answer()
    line.close()
    assert (answer.status, answer["Location"]) == (301, f"https://{NAME}{LOGIN}")


def test_cookies_stay_on_https_and_with_the_site(ask):
    User.objects.create_user("Ada", password=PASSWORD)
    browser = Browser(ask)
    said = browser.get(LOGIN).all("Set-Cookie")
    answer = browser.post(LOGIN, login="Ada", password=PASSWORD)
    assert (answer.status, answer["Location"]) == (302, "/")
    said += answer.all("Set-Cookie")
    assert len({cookie.partition("=")[0] for cookie in said}) >= 2
    for cookie in said:
        flags = {flag.strip().lower() for flag in cookie.split(";")[1:]}
        assert {"secure", "samesite=lax", "path=/"} <= flags
        assert not [flag for flag in flags if flag.startswith("domain")]
    assert any("httponly" in cookie.lower() for cookie in said)


def test_nothing_that_only_a_proxy_may_say_changes_an_answer(ask):
    answer = ask(request("GET", LOGIN, {"Host": NAME, **LIES}))
    assert answer.status == 200
    assert f'action="{LOGIN}"'.encode() in answer.rest
    assert b"evil" not in answer.rest
    assert "evil" not in str(answer.headers)


def test_nginx_says_itself_who_asks_and_passes_no_lie_on(tmp_path):
    with (
        socket.create_server(("127.0.0.1", 0)) as site,
        Nginx(tmp_path, NAME, site.getsockname()[1]) as nginx,
    ):
        line = Line(nginx.port, trust=nginx.trust(), name=NAME, client="127.0.0.2")
        line.send(request("GET", "/", {"Host": NAME, **LIES}))
        site.settimeout(WAIT)
        passed, _ = site.accept()
        passed.settimeout(WAIT)
        with passed, passed.makefile("rb") as file:
            asked = [text.decode().lower() for text in iter(file.readline, b"\r\n")]
        line.close()
    said = dict(text.strip().split(": ", 1) for text in asked[1:])
    assert said == {"host": NAME, "x-forwarded-for": "127.0.0.2", "x-forwarded-proto": "https"}


def test_a_mail_leads_to_the_site_whatever_the_request_says(ask, web):
    member = User.objects.create_user("Ada", password=PASSWORD, email="ada@example.org")
    EmailAddress.objects.create(user=member, email=member.email, primary=True, verified=True)
    browser = Browser(ask, **LIES)
    browser.post(LOGIN, login="Ada", password=PASSWORD)
    assert browser.post(ADDRESS, email="new@example.org", action_add="").status == 302
    mail = web.log.read_text()
    assert f"\nhttps://{NAME}/account/confirm-email/" in mail
    assert "evil" not in mail


def test_wrong_codes_are_counted_by_the_address_that_nginx_saw(ask):
    def try_code(number, client):
        forged = {"X-Forwarded-For": f"127.9.9.{number}", "Forwarded": f"for=127.9.9.{number}"}
        browser = Browser(lambda data: ask(data, client), **forged)
        return "Too many wrong codes" in browser.post(JOIN, code=f"nothing{number}").rest.decode()

    assert any(try_code(number, "127.0.0.3") for number in range(15))
    assert not try_code(0, "127.0.0.4")


def test_a_socket_opens_for_the_sites_pages_alone(ask):
    assert ask(handshake(LOBBY, {"Host": NAME, "Origin": f"https://{NAME}", **LIES})).status == 101
    for origin in (f"http://{NAME}", f"https://{NAME}:8443", "https://evil.example", "null"):
        assert ask(handshake(LOBBY, {"Host": NAME, "Origin": origin})).status == 403


def test_a_members_socket_opens_and_without_an_origin_it_does_not(ask):
    User.objects.create_user("Ada", password=PASSWORD)
    browser = Browser(ask)
    browser.post(LOGIN, login="Ada", password=PASSWORD)
    answer = ask(handshake(LOBBY, {**browser.headers(), "Origin": f"https://{NAME}"}))
    assert answer.status == 101
    assert b"tables.changed" in answer.rest
    assert ask(handshake(LOBBY, browser.headers())).status == 403


def test_an_address_has_a_limited_number_of_connections(web, tmp_path):
    with Nginx(tmp_path, NAME, web.port, connections=3) as nginx, ExitStack() as open_lines:

        def opened(client):
            line = Line(nginx.port, trust=nginx.trust(), name=NAME, client=client)
            open_lines.callback(line.close)
            line.send(handshake(LOBBY, {"Host": NAME, "Origin": f"https://{NAME}"}))
            return line, line.answer().status

        held = []
        for _ in range(20):
            line, status = opened("127.0.0.5")
            if status != 101:
                break
            # The site closes sockets that do not answer its pings, as happens on a busy machine.
            held = [*(each for each in held if not each.has_ended()), line]
            assert len(held) <= 3
        assert status == 429
        assert opened("127.0.0.6")[1] == 101


def test_another_name_gets_nothing(ask):
    assert ask(request("GET", LOGIN, {"Host": "evil.example"})).status == 400
    evil = {"Host": "evil.example", "Origin": "https://evil.example"}
    assert ask(handshake(LOBBY, evil)).status == 403


@pytest.mark.parametrize("protocol", ["h2c", "TLS/1.0", "websocket2"])
def test_nothing_but_sockets_leaves_http(ask, protocol):
    upgrade = {"Host": NAME, "Upgrade": protocol, "Connection": "Upgrade"}
    assert ask(request("GET", LOGIN, upgrade)).status == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(ask):
    length = {"Content-Length": str(200 * 2**20)}
    assert ask(request("POST", LOGIN, {"Host": NAME, **length})).status == 413


def test_neither_nginx_nor_the_site_notes_who_asked_for_what(ask, web, nginx):
    secret = "a-game-on-no-list"
    for data in (
        request("GET", f"/games/{secret}/", {"Host": "evil.example"}),
        request("GET", f"/games/{secret}/", {"Host": NAME}),
        request("POST", f"/games/{secret}/", {"Host": NAME, "Content-Length": str(3 * 2**20)}),
        handshake(f"/ws/games/{secret}/", {"Host": NAME, "Origin": "null"}),
    ):
        ask(data)
    for log in (web.log, nginx.log):
        assert secret not in log.read_text()
        assert "127.0.0.2" not in log.read_text()
        assert "Traceback" not in log.read_text()


def test_without_a_web_process_the_page_says_in_words_that_games_are_safe(tmp_path):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        with Nginx(tmp_path, NAME, nobody.getsockname()[1]) as nginx:
            line = Line(nginx.port, trust=nginx.trust(), name=NAME)
            line.send(request("GET", "/rules/", {"Host": NAME}))
            answer = line.answer()
            line.close()
    assert answer.status == 502
    assert answer.all("Retry-After") == ["5"]
    assert "Your games are safe" in answer.rest.decode()
