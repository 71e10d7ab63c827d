"""Which handshakes open a socket. tests/running/test_front_door.py sends real ones."""

from urllib.parse import quote

import pytest
from django.test import override_settings

from config.handshakes import may_open, only_watches

SESSION = (b"cookie", b"theme=dark; sessionid=abc")


@pytest.fixture(autouse=True)
def _club():
    with override_settings(
        ALLOWED_HOSTS=["club.example", ".wide.example"],
        SESSION_COOKIE_NAME="sessionid",
        CSRF_TRUSTED_ORIGINS=["https://front.example", "https://*.many.example:8443"],
    ):
        yield


def opens(host, origin=None, *more):
    headers = [(b"host", host.encode()), *more]
    return may_open([*headers, (b"origin", origin.encode())] if origin is not None else headers)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("club.example", "http://club.example"),
        ("club.example", "http://club.example:80"),
        ("club.example:80", "http://club.example"),
        ("Club.Example", "http://club.example"),
        ("club.example:8000", "http://club.example:8000"),
        ("a.wide.example", "http://a.wide.example"),
        ("club.example", "https://front.example"),
        ("club.example", "https://a.many.example:8443"),
    ],
)
def test_the_same_origin_and_named_ones_open(host, origin):
    assert opens(host, origin)
    assert opens(host, origin, SESSION)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("club.example", "https://club.example"),
        ("club.example", "http://club.example:8000"),
        ("club.example:8000", "http://club.example"),
        ("a.wide.example", "http://b.wide.example"),
        ("club.example", "http://front.example"),
        ("club.example", "https://front.example:8443"),
        ("club.example", "https://a.front.example"),
        ("club.example", "https://a.many.example"),
        ("club.example", "https://many.example.evil.example:8443"),
        ("club.example", "http://club.example/"),
        ("club.example", "http://club.example."),
        ("club.example", "http://[club.example"),
        ("club.example", "http://club.example:x"),
        ("club.example", "ws://club.example"),
        ("club.example", "null"),
        ("club.example", ""),
        ("evil.example", "http://evil.example"),
        ("evil.example", None),
        ("", None),
        ("club.example@evil.example", "http://club.example"),
    ],
)
def test_no_other_opens(host, origin):
    assert not opens(host, origin)
    assert not opens(host, origin, SESSION)


def test_without_an_origin_only_those_without_a_session_open():
    assert opens("club.example")
    assert opens("club.example", None, (b"cookie", b"theme=dark"))
    assert not opens("club.example", None, SESSION)
    assert not opens("club.example", None, (b"cookie", b"theme=dark"), SESSION)


def test_two_hosts_or_two_origins_open_nothing():
    twice = (b"host", b"club.example")
    assert not opens("club.example", "http://club.example", twice)
    assert not opens("club.example", "http://club.example", (b"origin", b"http://club.example"))


@pytest.mark.parametrize(("said", "origin"), [("https", "https"), ("http", "http")])
@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_behind_a_proxy_its_word_on_the_scheme_counts(said, origin):
    proxy = (b"x-forwarded-proto", said.encode())
    assert opens("club.example", f"{origin}://club.example", proxy)
    other = {"http": "https", "https": "http"}[origin]
    assert not opens("club.example", f"{other}://club.example", proxy)


TOKEN = (b"authorization", b"Bearer miai_")
READS_AS_A_PLAYER, READS_AS_A_WATCHER = (
    b"after=" + quote(f'{{"everyone":3,"members":1{more}}}').encode()
    for more in ("", ',"spectators":0')
)


@pytest.mark.parametrize(
    ("path", "headers", "query", "watches"),
    [
        ("/ws/games/abc/", [], b"", True),
        ("/ws/embedded/abc/", [], b"", True),
        ("/ws/games/abc/", [SESSION], b"", False),
        ("/ws/games/abc/", [TOKEN], b"", False),
        ("/ws/games/abc/", [SESSION], READS_AS_A_PLAYER, False),
        ("/ws/games/abc/", [SESSION], READS_AS_A_WATCHER, True),
        ("/ws/games/abc/", [SESSION], b"after=nonsense", False),
        ("/ws/lobby/", [SESSION], READS_AS_A_WATCHER, False),
        ("/ws/lobby/", [], b"", False),
    ],
)
def test_only_pages_without_a_choice_to_make_may_wait_for_longer(path, headers, query, watches):
    scope = {"path": path, "headers": headers, "query_string": query}
    assert only_watches(scope) is watches
