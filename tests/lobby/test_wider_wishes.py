"""Whoever waits for a live game is shown what somebody else waits for, and can look for that,
too."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.models import Mute, User
from games.play.settings import LetsIn
from lobby.models import Wish
from lobby.wider_wishes import WiderWish
from lobby.wishes_shown import WaitingWish, WishesShown
from tests.lobby.tables import suspend
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
MINUTE = 60


def waiting(user: User) -> WaitingWish:
    """What the member's home page shows of the wish to play now."""
    [shown] = WishesShown.of(user, timezone.now()).waiting
    return shown


def wider(user: User) -> WiderWish | None:
    """What the member is offered to look for, too."""
    return waiting(user).wider


@pytest.fixture
def ada_waits(ada, clock):
    """Ada has waited for a minute for a game of Territory."""
    made = wish(ada)
    clock.go(MINUTE)
    return made


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_one_tap_adds_the_game_and_whoever_wants_it_is_asked(
    address, ada_waits, ada, bo, client_of
):
    wish(bo, games=["automatafl"])
    look()
    assert asked(bo) is None
    browser = client_of(bo)
    page = browser.get(address).text
    assert "Somebody else is looking for:" in page
    form = page.partition('id="wider"')[2].partition("</form>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="([a-z_]+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    browser.post("/wishes/new/", fields)
    assert set(Wish.objects.get(member=bo).games) == {"automatafl", "territory"}
    look()
    assert asked(bo).variant == "territory"
    assert answer(ada) is not None


def test_both_who_wait_are_offered_what_the_other_wants(ada_waits, ada, bo, clock):
    wish(bo, games=["automatafl"])
    assert wider(ada) is None
    clock.go(MINUTE)
    assert [wider(ada).games, wider(bo).games] == [["automatafl"], ["territory"]]


def test_it_says_what_the_other_wants_but_not_who_it_is(ada, bo, clock, client_of):
    User.objects.filter(pk=ada.pk).update(username="Rumpelstilz")
    wish(ada, games=["territory", "automatafl"], least=2, most=3)
    clock.go(MINUTE)
    wish(bo, games=["continuous-go"])
    assert waiting(bo).wider_words == "Territory, Automatafl, 2 to 3 players"
    assert "Rumpelstilz" not in client_of(bo).get("/").text


def test_who_fits_already_is_not_offered(ada_waits, bo):
    wish(bo, games=["territory", "automatafl"])
    assert wider(bo) is None


def test_the_wish_keeps_its_games_its_players_and_about_its_time(ada_waits, bo, clock):
    wish(bo, games=["automatafl"], least=2, most=3, lets_in=LetsIn.NOT_LATE, minutes=60)
    clock.go(20 * MINUTE)
    choice = wider(bo).choice
    assert set(choice.games) == {"automatafl", "territory"}
    assert (choice.least, choice.most) == (2, 3)
    assert (choice.lets_in, choice.minutes) == (LetsIn.NOT_LATE, 60)


def test_it_gets_the_other_number_of_players_where_the_two_do_not_meet(ada, bo, clock):
    wish(ada, least=2, most=2)
    clock.go(MINUTE)
    wish(bo, least=4, most=4)
    choice = wider(bo).choice
    assert (list(choice.games), choice.least, choice.most) == (["territory"], 2, 4)


def test_players_of_the_wanted_strength_come_first_and_others_are_named(
    ada_waits, bo, clock, monkeypatch
):
    near = wish(bo, games=["automatafl"], near_only=True)
    assert wider(bo).choice.near_only
    monkeypatch.setattr(
        "lobby.services.matching.ratings_of",
        lambda members, games, **_: {
            member: dict.fromkeys(games, 1000 if member == near.member_id else 2000)
            for member in members
        },
    )
    assert not wider(bo).choice.near_only
    assert waiting(bo).wider_is_stronger_or_weaker


def test_who_wants_players_near_their_strength_is_not_offered_to_others(
    ada, bo, clock, monkeypatch
):
    wish(ada, near_only=True)
    clock.go(MINUTE)
    wish(bo, games=["automatafl"])
    monkeypatch.setattr(
        "lobby.services.matching.ratings_of",
        lambda members, games, **_: {
            member: dict.fromkeys(games, 1000 if member == bo.pk else 2000) for member in members
        },
    )
    assert wider(bo) is None


def test_members_whom_matching_would_not_ask_are_not_offered(ada_waits, ada, bo, mo):
    wish(bo, games=["automatafl"])
    assert wider(bo) is not None
    Mute.objects.create(member=bo, muted=ada)
    assert wider(bo) is not None, "else muting would tell who looks"
    Mute.objects.create(member=ada, muted=bo)
    assert wider(bo) is None
    wish(mo, games=["automatafl"])
    suspend(ada)
    assert wider(mo) is None


def test_other_paces_are_not_offered(ada, bo, mo, clock):
    wish(ada, "evening")
    clock.go(MINUTE)
    wish(bo, games=["automatafl"])
    assert wider(bo) is None
    wish(mo, "daily", games=["automatafl"])
    assert wider(mo) is None
