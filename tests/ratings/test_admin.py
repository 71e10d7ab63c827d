"""Striking games in the admin: who may, and what it does."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry

from ratings.models import RatedGame
from tests.ratings.rated import rate, standings, won

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "member", "player", "moderator", "moderator who played", "superuser")
ADMIN = {
    "": {"moderator", "moderator who played", "superuser"},
    "{}/change/": {"moderator", "moderator who played", "superuser"},
    "{}/history/": {"moderator", "moderator who played", "superuser"},
    "{}/delete/": set(),
    "add/": set(),
    "pairs/": {"moderator", "moderator who played", "superuser"},
}
STRIKE = {"moderator", "superuser"}


@pytest.fixture
def people(member, mo):
    from accounts.services.roles import make_moderator

    users = {role: member(role) for role in ("member", "player", "moderator who played")}
    make_moderator(user=users["moderator who played"])
    root = member("Root", is_superuser=True, is_staff=True)
    return {**users, "visitor": None, "moderator": mo, "superuser": root}


@pytest.fixture
def game(people):
    won(people["player"], people["moderator who played"])
    rate()
    return RatedGame.objects.get()


@pytest.mark.parametrize("role", ROLES)
def test_every_page_of_the_admin_is_for_whom_it_is_meant(people, game, client_of, role):
    client = client_of(people[role])
    paths = {path: f"/admin/ratings/ratedgame/{path.format(game.pk)}" for path in ADMIN}
    found = {path for path, address in paths.items() if client.get(address).status_code == 200}
    assert found == {path for path, roles in ADMIN.items() if role in roles}


@pytest.mark.parametrize("role", ROLES)
def test_moderators_strike_games_that_they_did_not_play_in(people, game, client_of, role):
    address = f"/admin/ratings/ratedgame/{game.pk}/change/"
    client_of(people[role]).post(address, {"struck_why": "One person"})
    rate()
    game.refresh_from_db()
    assert (game.struck_at is not None) == (standings() == []) == (role in STRIKE)


def test_a_struck_game_can_count_again(people, game, client_of):
    address = f"/admin/ratings/ratedgame/{game.pk}/change/"
    before = standings()
    client = client_of(people["moderator"])
    client.post(address, {"struck_why": "One person"})
    game.refresh_from_db()
    assert (game.struck_by, game.struck_why) == (people["moderator"], "One person")
    client.post(address, {"struck_why": "", "initial-struck_why": "One person"})
    rate()
    assert standings() == before
    entries = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(entries) == ["Struck: One person", "It counts again."]


def test_a_form_from_before_a_game_was_struck_does_not_let_it_count_again(people, game, client_of):
    address = f"/admin/ratings/ratedgame/{game.pk}/change/"
    superuser = client_of(people["superuser"])
    assert 'name="initial-struck_why"' in superuser.get(address).text
    client_of(people["moderator"]).post(address, {"struck_why": "One person"})
    answer = superuser.post(address, {"struck_why": "", "initial-struck_why": ""})
    assert "Somebody else has changed this meanwhile." in answer.text
    game.refresh_from_db()
    assert (game.struck_by, game.struck_why) == (people["moderator"], "One person")


def test_a_struck_game_is_not_struck_again_for_another_reason(people, game, client_of):
    address = f"/admin/ratings/ratedgame/{game.pk}/change/"
    client_of(people["moderator"]).post(address, {"struck_why": "One person"})
    answer = client_of(people["superuser"]).post(address, {"struck_why": "Too short"})
    assert "The game has been struck already." in answer.text
    game.refresh_from_db()
    assert (game.struck_by, game.struck_why) == (people["moderator"], "One person")
    assert LogEntry.objects.count() == 1
