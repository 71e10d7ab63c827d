"""Every address of the site is in a table that says who may use it.

The apps have tables of their own; here are the remaining addresses, and the test that compares all
tables with the addresses that exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.utils import timezone

from accounts.models import ChatBan, MemberWarning
from games.archive.export import NAME as ARCHIVE_FILE
from games.archive.export import write_archive
from games.models import ChatMessage, MemberPunctuality
from lobby.models import TableMessage
from notices.calendar import make_address
from notices.mail import token_of
from notices.models import Announcement, Channel, Notice, Webhook
from ratings.models import RatedGame
from reports.models import Report
from tests.accounts import test_rights as of_accounts
from tests.api import test_rights as of_api
from tests.games import test_rights as of_games
from tests.games.acting import resign, say
from tests.games.conftest import *  # noqa: F403
from tests.games.playing import begin, play_turns
from tests.lobby import test_rights as of_tables
from tests.lobby.tables import open_one, sit

ROLES = ("visitor", "member", "player", "moderator", "superuser")
GUEST = "guest"
"""A visitor who plays a game without an account is a visitor at every address."""
OK, WORKING, GO, REFUSED, NO, GONE, NO_READING, LOGIN = 200, 202, 302, 400, 403, 404, 405, "login"
EVERYBODY = (OK, OK, OK, OK, OK)
NOWHERE = (GONE, GONE, GONE, GONE, GONE)
POSTED = (NO_READING,) * 5
MEMBERS = (LOGIN, OK, OK, OK, OK)
LED_ON = (LOGIN, GO, GO, GO, GO)
POSTED_BY_MEMBERS = (LOGIN, NO_READING, NO_READING, NO_READING, NO_READING)
STAFF = (LOGIN, LOGIN, LOGIN, OK, OK)
SUPERUSER = (LOGIN, LOGIN, LOGIN, NO, OK)
NOT_THEIRS = (LOGIN, LOGIN, LOGIN, NO, NO)

PAGES = {
    # address: visitor, member, player, moderator, superuser
    "/admin/accounts/memberwarning/{warning}/change/": STAFF,
    "/admin/games/chatmessage/{said}/change/": STAFF,
    "/admin/games/chatmessage/{said}/history/": STAFF,
    "/admin/games/chatmessage/{said}/delete/": STAFF,
    "/admin/lobby/tablemessage/": STAFF,
    "/admin/lobby/tablemessage/add/": NOT_THEIRS,
    "/admin/lobby/tablemessage/{at_table}/change/": STAFF,
    "/admin/lobby/tablemessage/{at_table}/history/": STAFF,
    "/admin/lobby/tablemessage/{at_table}/delete/": STAFF,
    "/admin/acts/": STAFF,
    "/admin/figures/": STAFF,
    "/admin/reports/": STAFF,
    "/admin/reports/report/": STAFF,
    "/admin/reports/report/add/": NOT_THEIRS,
    "/admin/reports/report/{report}/change/": STAFF,
    "/admin/reports/report/{report}/history/": STAFF,
    "/admin/reports/report/{report}/delete/": NOT_THEIRS,
    "/admin/notices/": STAFF,
    "/admin/notices/announcement/": STAFF,
    "/admin/notices/announcement/add/": STAFF,
    "/admin/notices/announcement/{announcement}/change/": STAFF,
    "/admin/notices/announcement/{announcement}/history/": STAFF,
    "/admin/notices/announcement/{announcement}/delete/": NOT_THEIRS,
    "/admin/games/memberpunctuality/": STAFF,
    "/admin/games/memberpunctuality/add/": NOT_THEIRS,
    "/admin/games/memberpunctuality/{punctual}/change/": STAFF,
    "/admin/games/memberpunctuality/{punctual}/history/": STAFF,
    "/admin/games/memberpunctuality/{punctual}/delete/": NOT_THEIRS,
    "/admin/ratings/ratedgame/": STAFF,
    "/admin/ratings/ratedgame/pairs/": STAFF,
    "/admin/ratings/ratedgame/add/": NOT_THEIRS,
    "/admin/ratings/ratedgame/{rated}/change/": STAFF,
    "/admin/ratings/ratedgame/{rated}/history/": STAFF,
    "/admin/ratings/ratedgame/{rated}/delete/": NOT_THEIRS,
    "/admin/password_change/": (LOGIN, LOGIN, LOGIN, GO, GO),
    "/admin/password_change/done/": STAFF,
    "/admin/accounts/chatban/{ban}/history/": STAFF,
    "/admin/accounts/memberwarning/{warning}/history/": STAFF,
    "/admin/accounts/memberwarning/{warning}/delete/": NOT_THEIRS,
    "/admin/auth/group/{group}/change/": SUPERUSER,
    "/admin/auth/group/{group}/history/": SUPERUSER,
    "/admin/auth/group/{group}/delete/": SUPERUSER,
    "/admin/logout/": (GO, GO, GO, NO_READING, NO_READING),
    "/admin/login/": (LOGIN, NO, NO, GO, GO),
    "/admin/autocomplete/": NOT_THEIRS,
    "/admin/jsi18n/": STAFF,
    "/admin/r/1/1/": (LOGIN, LOGIN, LOGIN, GONE, GONE),
    "/games/miai-games.ndjson.gz": EVERYBODY,
    "/games/finished.atom": EVERYBODY,
    "/games/upload/": EVERYBODY,
    "/games/upload/x/": NOWHERE,
    "/games/upload/x/state.json": NOWHERE,
    "/games/upload/x/shown.json": NOWHERE,
    "/games/upload/x/steps/1/areas.json": NOWHERE,
    "/games/kinds/territory.svg": EVERYBODY,
    "/games/kinds/territory/0.svg": EVERYBODY,
    "/games/{game}/steps/0.svg": EVERYBODY,
    "/games/{game}/steps/0.png": EVERYBODY,
    "/games/{game}/embed/": EVERYBODY,
    "/games/{game}/animation.webp": (WORKING,) * 5,
    "/games/kinds/territory.png": EVERYBODY,
    "/oembed?url=http://testserver/games/{game}/": EVERYBODY,
    "/rules/": EVERYBODY,
    "/api/": EVERYBODY,
    "/api/bots/": EVERYBODY,
    "/api/bots/bot.py": EVERYBODY,
    "/api/v1/openapi.json": EVERYBODY,
    "/rules/territory/gray.svg": EVERYBODY,
    "/notices/": MEMBERS,
    "/notices/read/": POSTED_BY_MEMBERS,
    "/notices/opened/": POSTED,
    "/notices/state.json": EVERYBODY,
    "/notices/next/": LED_ON,
    "/notices/preferences/": MEMBERS,
    "/notices/looking/": POSTED_BY_MEMBERS,
    "/notices/{notice}/": LED_ON,
    "/notices/{notice}/read/": POSTED_BY_MEMBERS,
    "/notices/stop/{token}/": EVERYBODY,
    "/notices/calendar/": MEMBERS,
    "/notices/calendar/{calendar}.ics": EVERYBODY,
    "/notices/webhook/": MEMBERS,
    "/admin/notices/webhook/": SUPERUSER,
    "/admin/notices/webhook/add/": SUPERUSER,
    "/admin/notices/webhook/{webhook}/change/": SUPERUSER,
    "/admin/notices/webhook/{webhook}/history/": SUPERUSER,
    "/admin/notices/webhook/{webhook}/delete/": SUPERUSER,
    "/notices/unread.json": (NO, OK, OK, OK, OK),
    "/notices/devices/on/": POSTED,
    "/notices/devices/off/": POSTED,
    "/notices/devices/others-off/": POSTED_BY_MEMBERS,
    "/notices/devices/not-now/": POSTED,
    "/ratings/": EVERYBODY,
    "/ratings/bots/": EVERYBODY,
    "/ratings/seasons/": EVERYBODY,
    "/ratings/seasons/2026-4/": EVERYBODY,
    "/ratings/multiplayer-go/live/": EVERYBODY,
    "/members/Bo/": EVERYBODY,
    "/reports/waiting.json": EVERYBODY,
    "/reports/games/{game}/messages/{said}/": MEMBERS,
    "/reports/games/{game}/seats/1/": MEMBERS,
    "/reports/tables/{table}/messages/{at_table}/": MEMBERS,
    "/reports/tables/{table}/places/{place}/": MEMBERS,
    "/manifest.webmanifest": EVERYBODY,
    "/service-worker.js": EVERYBODY,
    "/.well-known/security.txt": NOWHERE,
    "/play/territory/": (GO,) * 5,
    "/play/again/{over}/": NOWHERE,
    "/rematch/{over}/": (LOGIN, GONE, GO, GONE, GONE),
    "/tables/find/?id={game}": LED_ON,
    "/tables/{table}/say/": LED_ON,
    "/tables/{table}/board.svg": MEMBERS,
}

LED_ON_BY_THE_ADMIN = re.compile(r"^admin/(\w+/\w+/<path:object_id>/|\(\?P<url>.*)$")
"""Old addresses that lead to today's, and Django's pattern for unknown addresses."""

ELSEWHERE = ("/healthz", "/metrics", "/api/v1/")
"""Addresses whose answers depend on other things; they are tested there."""

POSTS: dict[str, tuple[dict[str, object], tuple[object, ...]]] = {
    "/admin/accounts/memberwarning/{warning}/change/": ({"reason": "Tea"}, NOT_THEIRS),
    # Superusers may, but none of its fields can be changed.
    "/admin/games/chatmessage/{said}/change/": ({"text": "Hi"}, (LOGIN, LOGIN, LOGIN, NO, GO)),
    "/admin/lobby/tablemessage/add/": ({}, NOT_THEIRS),
    "/admin/reports/report/add/": ({}, NOT_THEIRS),
    "/admin/reports/report/{report}/change/": (
        {"decision": "nothing"},
        (LOGIN, LOGIN, LOGIN, GO, GO),
    ),
    "/admin/reports/report/{report}/delete/": ({"post": "yes"}, NOT_THEIRS),
    "/admin/games/memberpunctuality/add/": ({}, NOT_THEIRS),
    "/admin/games/memberpunctuality/{punctual}/change/": ({"games": "w"}, NOT_THEIRS),
    "/admin/games/memberpunctuality/{punctual}/delete/": ({"post": "yes"}, NOT_THEIRS),
    "/admin/ratings/ratedgame/add/": ({}, NOT_THEIRS),
    "/admin/ratings/ratedgame/{rated}/change/": (
        {"struck_why": "One person"},
        (LOGIN, LOGIN, LOGIN, GO, GO),
    ),
    "/admin/ratings/ratedgame/{rated}/delete/": ({"post": "yes"}, NOT_THEIRS),
    "/admin/password_change/": ({}, (LOGIN, LOGIN, LOGIN, GO, GO)),
    "/games/upload/": ({}, (REFUSED,) * 5),
    "/notices/read/": ({}, LED_ON),
    "/notices/opened/": ({}, EVERYBODY),
    "/notices/preferences/": ({}, LED_ON),
    "/notices/looking/": ({"tells": "no"}, LED_ON),
    "/notices/stop/{token}/": ({}, EVERYBODY),
    "/notices/calendar/": ({"remove": "1"}, LED_ON),
    "/notices/webhook/": ({"remove": "1"}, LED_ON),
    "/admin/notices/webhook/add/": ({}, SUPERUSER),
    "/admin/notices/webhook/{webhook}/change/": ({}, SUPERUSER),
    "/notices/devices/on/": ({"endpoint": "x"}, (NO, REFUSED, REFUSED, REFUSED, REFUSED)),
    "/notices/devices/off/": ({"endpoint": "x"}, (NO, OK, OK, OK, OK)),
    "/notices/devices/others-off/": ({}, LED_ON),
    "/notices/devices/not-now/": ({}, (NO, OK, OK, OK, OK)),
    "/reports/games/{game}/messages/{said}/": ({"why": "spam"}, MEMBERS),
    "/reports/games/{game}/seats/1/": ({"mute": "yes"}, MEMBERS),
    "/reports/tables/{table}/messages/{at_table}/": ({"why": "spam"}, MEMBERS),
    "/reports/tables/{table}/places/{place}/": ({"mute": "no"}, MEMBERS),
    "/play/territory/": ({}, (GO,) * 5),
    "/rematch/{over}/": ({"answer": "offer"}, (LOGIN, GONE, GO, GONE, GONE)),
    "/tables/{table}/say/": ({"text": "Hello"}, LED_ON),
    "/admin/games/chatmessage/{said}/delete/": ({"post": "yes"}, (LOGIN, LOGIN, LOGIN, GO, GO)),
    "/admin/lobby/tablemessage/{at_table}/delete/": (
        {"post": "yes"},
        (LOGIN, LOGIN, LOGIN, GO, GO),
    ),
}


def column_of(role: str) -> int:
    """Where the tables say what the role may do."""
    return ROLES.index("visitor" if role == GUEST else role)


def read(client: Client, path: str) -> Any:
    """The answer, read to its end: a download holds its file open until then."""
    answer = client.get(path)
    if answer.streaming:
        async_to_sync(parts_of)(answer)
    return answer


async def parts_of(answer: Any) -> list[bytes]:
    return [part async for part in answer]


def outcome(answer: Any) -> object:
    """The status, or LOGIN if the answer leads to the login page."""
    to_login = answer.status_code == GO and "/login/" in answer["Location"]
    return LOGIN if to_login else answer.status_code


@pytest.fixture
def people(ada, cy, mo, member):
    """A user in each role."""
    root = member("Root", is_superuser=True, is_staff=True)
    guest = member("Guest 4821", is_guest=True)
    return dict(zip((*ROLES, GUEST), (None, cy, ada, mo, root, guest), strict=True))


@pytest.fixture
def places(ada, bo, people):
    """Values for the names in the addresses: a game and a table of Ada and Bo, and more."""
    game, over = begin(ada, bo), begin(ada, bo, turn_ends="complete")
    play_turns(over, ada, bo)
    say(game=game, user=bo, room="table", text="@Ada, hello")
    resign(game_id=over.pk, user=bo)
    table = open_one(people["superuser"], seats=3)
    sit(table, ada)
    said = {"table": table, "author": bo, "text": "Hello", "said_at": timezone.now()}
    return {
        "game": game.public_id,
        "over": over.public_id,
        "said": ChatMessage.objects.get().pk,
        "table": table.public_id,
        "place": sit(table, bo).pk,
        "at_table": TableMessage.objects.create(**said).pk,
        "warning": MemberWarning.objects.create(user=bo, reason="Spam").pk,
        "ban": ChatBan.objects.create(user=bo, reason="Spam", until=timezone.now()).pk,
        "report": Report.objects.create(by=people["member"], about=bo, why="spam", game=game).pk,
        "rated": RatedGame.objects.get().pk,
        "punctual": MemberPunctuality.objects.order_by("pk").values_list("pk", flat=True)[0],
        "announcement": Announcement.objects.create(
            text="Tea at five", created_at=timezone.now(), until=timezone.now()
        ).pk,
        "calendar": make_address(member=ada, now=timezone.now()),
        "webhook": Webhook.objects.create(
            address="https://hooks.example.org/a", secret="", made_at=timezone.now()
        ).pk,
        "notice": Notice.objects.filter(member=ada, game=over).first().pk,
        "group": Group.objects.first().pk,
        "token": token_of(ada, Channel.MAIL),
    }


@pytest.fixture(autouse=True)
def archive(db, settings, tmp_path):
    settings.ARCHIVE_FOLDER = tmp_path
    write_archive(tmp_path / ARCHIVE_FILE)


@pytest.mark.django_db
@pytest.mark.parametrize("role", [*ROLES, GUEST])
def test_each_address_is_read_by_whom_it_is_meant_for(role, people, places, client_of):
    client, place = client_of(people[role]), column_of(role)
    found = {page: outcome(read(client, page.format(**places))) for page in PAGES}
    assert found == {page: row[place] for page, row in PAGES.items()}


@pytest.mark.django_db
def test_only_the_page_that_is_meant_for_frames_may_be_framed(people, places, client_of):
    client = client_of(people["superuser"])
    framed = set()
    for page in PAGES:
        answer = read(client, page.format(**places))
        policy = answer.get("Content-Security-Policy", "")
        if "X-Frame-Options" not in answer or "frame-ancestors 'none'" not in policy:
            framed.add(page)
    assert framed == {"/games/{game}/embed/"}


@pytest.mark.django_db
@pytest.mark.parametrize("role", [*ROLES, GUEST])
def test_each_address_is_posted_to_by_whom_it_is_meant_for(role, people, places, client_of):
    client, place = client_of(people[role]), column_of(role)
    found = {
        page: outcome(client.post(page.format(**places), fields))
        for page, (fields, _) in POSTS.items()
    }
    assert found == {page: row[place] for page, (_, row) in POSTS.items()}


def addresses(found: list[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    """Every address below this one, with its pattern."""
    for each in found:
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, f"{before}{each.pattern}")
        else:
            yield f"{before}{str(each.pattern).removeprefix('^')}", each


class _One(dict[str, str]):
    """Gives 1 for every name, so that an address of a table leads where the real pages do."""

    def __missing__(self, _name: str) -> str:
        return "1"


def listed_addresses() -> set[str]:
    """The addresses in the tables of all apps, with 1 for every name."""
    listed = {f"/games/1/{path}" for path in of_games.READ}
    listed |= {f"/games/1/{name}/" for name, *_ in of_games.DO.values()}
    listed |= {f"/admin/{path.format(1)}" for path in of_games.ADMIN}
    listed |= {page.replace("PK", "1") for page in of_tables.PAGES}
    listed |= {f"/tables/1/{name}/" for name in of_tables.COMMANDS}
    listed |= {str(page[0]) for page in (*of_accounts.PAGES, *of_accounts.POSTS)}
    listed |= {f"/api/v1{path}" for path in of_api.ADDRESSES}
    listed |= {*PAGES, *POSTS, *ELSEWHERE}
    return {page.format_map(_One()).split("?")[0] for page in listed}


def test_every_address_is_in_a_table():
    of_listed = {resolve(page).route for page in listed_addresses()}
    there = {route for route, _ in addresses(get_resolver().url_patterns, "")}
    led_on = {each for each in there if LED_ON_BY_THE_ADMIN.search(each)}
    assert there - led_on - of_listed == set()


def test_only_the_link_in_a_mail_and_the_api_are_posted_to_without_a_csrf_token():
    """A mail program posts to the link when its reader presses a button; the API reads no
    cookies."""
    exempt = {
        each.name
        for route, each in addresses(get_resolver().url_patterns, "")
        if getattr(each.callback, "csrf_exempt", False) and not route.startswith("api/v1/")
    }
    assert exempt == {"stop-notices"}
