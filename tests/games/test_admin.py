"""Games in the admin: moderators can look at them, nobody can change them, and no filter reveals
secrets."""

from collections import deque
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from accounts.models import Preferences
from games.models import ChatMessage, Game, SealedAction, Step
from tests.games.acting import resign, say
from tests.games.playing import begin, place, seal, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(1, 2))
    say(game=game, user=ada, room="table", text="Hello", now=clock.now)
    return game


@pytest.fixture
def root(member):
    return member("Root", is_superuser=True, is_staff=True)


def pages(game):
    message = ChatMessage.objects.get()
    return [
        "/admin/games/",
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/history/",
        "/admin/games/chatmessage/",
        f"/admin/games/chatmessage/{message.pk}/change/",
        f"/admin/games/chatmessage/{message.pk}/delete/",
    ]


def test_moderators_see_games_and_what_was_said(game, mo, client_of):
    for path in pages(game):
        assert client_of(mo).get(path).status_code == 200, path


def test_neither_members_nor_visitors_come_in(game, ada, client_of):
    for path in pages(game):
        for client in (client_of(ada), client_of()):
            assert client.get(path).status_code == 302, path
            assert "/login" in client.get(path)["Location"]


def test_the_admin_says_that_a_seat_has_chosen(game, ada, mo, client_of):
    def ticks():
        shown = client_of(mo).get(f"/admin/games/game/{game.pk}/change/").content.decode()
        return shown.count('alt="True"')

    before = ticks()
    withdraw(game, ada)
    assert ticks() == before - 1


def test_a_game_is_found_by_its_title_address_and_players(game, mo, client_of):
    for asked in ("Tuesday", game.public_id, "Ada"):
        shown = client_of(mo).get(f"/admin/games/game/?q={asked}")
        assert shown.context["cl"].result_count == 1
    assert client_of(mo).get("/admin/games/game/?q=Nobody").context["cl"].result_count == 0


@pytest.mark.parametrize(
    "path", ["game/add/", "chatmessage/add/", "sealedaction/", "step/", "seat/"]
)
def test_nobody_adds_anything_and_sealed_actions_are_not_there(root, mo, client_of, path):
    for user in (root, mo):
        assert client_of(user).get(f"/admin/games/{path}").status_code in (403, 404)


def test_nobody_changes_or_deletes_a_game_not_even_a_superuser(game, root, mo, client_of):
    for user in (root, mo):
        for path in ("change", "delete"):
            answer = client_of(user).post(
                f"/admin/games/game/{game.pk}/{path}/", {"title": "Mine", "post": "yes"}
            )
            assert answer.status_code == 403
    assert Game.objects.get().title == "Tuesday"


def test_moderators_delete_what_was_said(game, mo, client_of):
    path = f"/admin/games/chatmessage/{ChatMessage.objects.get().pk}/delete/"
    assert client_of(mo).post(path, {"post": "yes"}).status_code == 302
    assert not ChatMessage.objects.exists()


def test_what_was_said_is_not_rewritten(game, mo, client_of):
    path = f"/admin/games/chatmessage/{ChatMessage.objects.get().pk}/change/"
    client_of(mo).post(path, {"text": "I cheat"})
    assert ChatMessage.objects.get().text == "Hello"


def test_a_moderator_who_plays_reads_what_spectators_said_only_after_the_end(
    ada, bo, mo, clock, client_of
):
    game = begin(ada, mo)
    say(game=game, user=ada, room="table", text="Hello", now=clock.now)
    say(game=game, user=bo, room="spectators", text="White is lost", now=clock.now)
    other = begin(ada, bo)
    say(game=other, user=mo, room="spectators", text="A fine shape", now=clock.now)
    hidden = f"/admin/games/chatmessage/{game.chat.get(room='spectators').pk}/change/"

    def read():
        return client_of(mo).get("/admin/games/chatmessage/").content

    assert b"Hello" in read()
    assert b"A fine shape" in read()
    assert b"White is lost" not in read()
    assert client_of(mo).get(hidden).status_code == 302

    resign(game_id=game.pk, user=ada)
    assert b"White is lost" in read()


def ways_to(target: type[Model], start: type[Model], longest: int = 4) -> list[str]:
    """Every chain of relations from one model to another, as a lookup."""
    found: list[str] = []
    queue: deque[tuple[type[Model], tuple[str, ...]]] = deque([(start, ())])
    while queue:
        model, way = queue.popleft()
        if model is target and way:
            found.append("__".join(way))
        if len(way) < longest:
            queue.extend(
                (field.related_model, (*way, field.name))
                for field in model._meta.get_fields()
                if field.is_relation and field.related_model
            )
    return found


@pytest.mark.parametrize("secret", [(SealedAction, "action"), (Step, "actions"), (Step, "state")])
def test_no_list_of_the_admin_can_be_filtered_by_what_is_sealed(secret, rf, root):
    """Used in an address, such a filter would reveal a secret bit by bit."""
    target, field = secret
    request = rf.get("/")
    request.user = root
    for model, model_admin in admin.site._registry.items():
        ways = ways_to(target, model) + ([""] if model is target else [])
        for way in ways:
            for lookup in (field, f"{field}__at__0", f"{field}__icontains", f"{field}__isnull"):
                asked = f"{way}__{lookup}".removeprefix("__")
                assert not model_admin.lookup_allowed(asked, "1", request), (model, asked)


@pytest.mark.parametrize(
    "asked",
    [
        "sealed_actions__action__at__0=1",
        "sealed_actions__action__icontains=2",
        "seats__sealed_actions__action__type=pass",
        "steps__state=1",
        "steps__actions__0__type=pass",
        "title=%00",
        "seed__gt=4",
    ],
)
def test_an_address_that_asks_for_it_is_refused(game, mo, client_of, asked):
    assert client_of(mo).get(f"/admin/games/game/?{asked}").status_code == 400


ODD = ["\x00", "'", "\ud7ff", "9" * 40, "-1", "%", "a" * 3000, "é\u202e"]


@pytest.mark.parametrize("odd", ODD, ids=[f"odd {number}" for number in range(len(ODD))])
def test_odd_questions_are_answered_without_a_fault(game, mo, client_of, odd):
    client, odd = client_of(mo), quote(odd, safe="")
    for path in (
        f"game/?q={odd}",
        f"game/?status__exact={odd}",
        f"game/?variant={odd}",
        f"game/?listed__exact={odd}",
        f"game/?variant__regex={odd}",
        f"game/?p={odd}",
        f"game/?o={odd}",
        f"game/{odd}/change/",
        f"chatmessage/?q={odd}",
        f"chatmessage/?room__exact={odd}",
        f"chatmessage/{odd}/delete/",
    ):
        assert client.get(f"/admin/games/{path}").status_code < 500, path


@pytest.mark.parametrize("listing", ["game", "chatmessage"])
@pytest.mark.parametrize("chosen", [["x"], ["9" * 40], ["\x00"], []])
def test_a_strange_choice_of_rows_is_answered(game, root, client_of, listing, chosen):
    for action in ("delete_selected", "nonsense", ""):
        data = {"action": action, "_selected_action": chosen}
        answer = client_of(root).post(f"/admin/games/{listing}/", data, follow=True)
        assert answer.status_code < 500, action
    assert ChatMessage.objects.exists()


@pytest.mark.parametrize("asked", ["variant__regex=(", "status__in=x", "listed__gt=x"])
def test_filters_are_those_that_are_offered(game, mo, client_of, asked):
    assert client_of(mo).get(f"/admin/games/game/?{asked}").status_code == 400


def test_the_reason_of_a_leave_is_shown(ada, bo, cy, mo, clock, client_of):
    game = begin(ada, bo, cy)
    resign(game_id=game.pk, user=cy)
    assert b"resigned" in client_of(mo).get(f"/admin/games/game/{game.pk}/change/").content


@pytest.mark.parametrize("asked", ["jörg", "JÖRG"])
def test_the_lists_find_a_member_whatever_the_case_of_the_name(asked, member, ada, mo, client_of):
    jorg = member("Jörg")
    game = begin(ada, jorg)
    say(game=game, user=jorg, room="table", text="Hello", now=game.started_at)
    for path in ("games/game", "games/chatmessage", "accounts/user"):
        shown = client_of(mo).get(f"/admin/{path}/?q={asked}").context["cl"]
        assert shown.result_count == 1, path


def test_no_list_loads_states(game, mo, client_of):
    with CaptureQueriesContext(connection) as queries:
        for path in ("games/game", "games/chatmessage", "lobby/table"):
            client_of(mo).get(f"/admin/{path}/")
    assert not [query["sql"] for query in queries if '"state"' in query["sql"]]


def test_moderators_read_times_in_their_own_zone_by_24_hours(game, mo, client_of):
    path = f"/admin/games/game/{game.pk}/change/"
    started = game.started_at
    assert f"{started:%H:%M}" in client_of(mo).get(path).text
    Preferences.objects.create(user=mo, time_zone="Asia/Tokyo")
    page = client_of(mo).get(path).text
    there = started.astimezone(ZoneInfo("Asia/Tokyo"))
    assert f"{there.day} {there:%b %Y, %H:%M}" in page
    assert "Times are in Asia/Tokyo" in page
    assert "p.m." not in page


def test_a_zone_that_is_not_known_any_more_costs_no_page(game, mo, client_of):
    Preferences.objects.create(user=mo, time_zone="Mars/Olympus_Mons")
    page = client_of(mo).get(f"/admin/games/game/{game.pk}/change/")
    assert (page.status_code, "Times are in UTC" in page.text) == (200, True)
