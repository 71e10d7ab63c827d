"""The forms on the home page and the tables with which members wish for a game and answer."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games.models import Game
from lobby.models import Wish
from lobby.services.wishing import LEFT_FOR, end_wishes
from tests.lobby.tables import suspend
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
PART = {"Miai-Part": "1"}

FIELDS = {
    "page": "tables", "pace": "now", "minutes": "15", "games": ["territory", "automatafl"],
    "least": "2", "most": "3", "strength": "any", "keep": "0",
}  # fmt: skip


def text_of(page) -> str:
    """The text of a page, without its elements and the data of its scripts, such as random keys."""
    text = re.sub(r"<script.*?</script>|<[^>]+>", " ", page.text, flags=re.DOTALL)
    return " ".join(text.split())


def test_the_form_stores_what_was_chosen_and_leads_back(client_of, ada):
    answered = client_of(ada).post("/wishes/new/", FIELDS)
    assert answered["Location"] == "/tables/"
    found = Wish.objects.get()
    assert (found.member, found.pace, found.games) == (ada, "now", ["territory", "automatafl"])
    assert (found.least, found.most, found.near_only, found.keep) == (2, 3, False, 0)


def test_all_games_are_stored_as_any_game(client_of, ada):
    page = client_of(ada).get("/").text
    games = re.findall(r'name="games" value="([a-z-]+)"[^>]* checked', page)
    client_of(ada).post("/wishes/new/", {**FIELDS, "games": games, "strength": "near"})
    found = Wish.objects.get()
    assert (found.games, found.near_only) == ([], True)


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_the_member_sees_the_wish_and_how_many_others_wish_the_same(address, client_of, ada, bo):
    browser = client_of(ada)
    assert "Say what you want to play" in text_of(browser.get(address))
    wish(ada, most=3)
    wish(bo, games=[])
    text = text_of(browser.get(address))
    assert "Now : Territory, 2 to 3 players" in text
    assert "1 other member is looking for this, too" in text
    assert "Bo" not in text


def test_others_see_nothing_of_a_wish_that_was_just_made(client_of, ada, bo, mo):
    before = {
        user: client_of(user).get("/tables/", headers=PART).headers["ETag"] for user in (bo, mo)
    }
    wish(ada)
    for user, tag in before.items():
        assert client_of(user).get("/tables/", headers=PART).headers["ETag"] == tag


def test_a_wrong_form_is_shown_again_with_what_was_chosen(client_of, ada):
    answered = client_of(ada).post(
        "/wishes/new/", {**FIELDS, "games": ["parallel-go"], "least": "3"}
    )
    assert answered.status_code == 400
    assert "None of these games is for so many players." in answered.text
    assert re.search(r'name="games" value="parallel-go"[^>]* checked', answered.text)
    assert not re.search(r'name="games" value="territory"[^>]* checked', answered.text)
    assert '<details class="wish-more" id="wish-more" open>' in answered.text


def test_a_form_without_a_game_says_what_is_missing(client_of, ada):
    answered = client_of(ada).post("/wishes/new/", {**FIELDS, "games": []})
    assert "Choose at least one game." in answered.text


def test_a_wish_is_withdrawn_with_its_button(client_of, ada):
    wish(ada)
    answered = client_of(ada).post("/wishes/withdraw/", {"pace": "now", "page": "home"})
    assert answered["Location"] == "/"
    assert not Wish.objects.exists()


def test_who_is_asked_sees_the_game_and_how_many_want_to_play_but_no_names(client_of, ada, bo):
    wish(ada)
    wish(bo)
    look()
    answer(bo)
    text = text_of(client_of(ada).get("/"))
    assert "2 of you: Territory, now?" in text
    assert "for 2 players: one minute a turn" in text
    assert "1 of 2 wants to play." in text
    assert "Bo" not in text
    assert "You are in." in text_of(client_of(bo).get("/tables/"))


def test_the_last_yes_leads_to_the_game(client_of, ada, bo):
    wish(ada)
    wish(bo)
    look()
    answer(bo)
    fields = {"match": asked(ada).pk, "plays": "yes", "page": "home"}
    answered = client_of(ada).post("/wishes/answer/", fields)
    assert answered["Location"] == Game.objects.get().get_absolute_url()


def test_an_open_page_is_told_where_the_game_is(client_of, ada, bo):
    wish(ada)
    wish(bo)
    look()
    answer(bo)
    fields = {"match": asked(ada).pk, "plays": "yes", "page": "home"}
    answered = client_of(ada).post("/wishes/answer/", fields, headers=PART)
    assert answered["Miai-Go-To"] == Game.objects.get().get_absolute_url()


@pytest.mark.parametrize("fields", [{}, {"plays": "maybe", "match": "1"}, {"plays": "yes"}])
def test_an_answer_that_cannot_be_read_is_refused_in_words(fields, client_of, ada):
    answered = client_of(ada).post("/wishes/answer/", fields)
    assert answered.status_code == 400
    assert 'id="wish-trouble"' in answered.text


def test_who_answers_too_late_is_told_so(client_of, ada, bo, clock):
    wish(ada)
    wish(bo)
    look()
    fields = {"match": asked(ada).pk, "plays": "yes", "page": "tables"}
    clock.go(60)
    answered = client_of(ada).post("/wishes/answer/", fields)
    assert answered.status_code == 400
    assert "It is too late to answer" in answered.text


def test_looking_at_the_page_keeps_a_wish_to_play_now(client_of, ada, clock):
    wish(ada)
    for _ in range(3):
        clock.go(LEFT_FOR.total_seconds() - 1)
        client_of(ada).get("/tables/")
        end_wishes(now=timezone.now())
    assert Wish.objects.exists()


def test_who_is_suspended_has_no_form(client_of, ada):
    suspend(ada)
    page = client_of(ada).get("/").text
    assert 'action="/wishes/new/"' not in page
    assert client_of(ada).post("/wishes/new/", FIELDS).status_code == 403
