"""A game against bots: any member can begin one at once, and it stays out of the public lists."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.schedule.bots import choose_for_bots
from games.store.rows import state_at
from lobby.offered import offered_games
from lobby.services.practising import MOST_AT_ONCE, practice_games, start_practice
from tests.games.acting import resign, seal_action
from tests.lobby.tables import refused, suspend

SLUGS = [engine.slug for engine in offered_games()]
PASS = {"type": "pass"}


def practise(user: User, variant: str = "multiplayer-go") -> Game:
    """Begins a game of the member against bots."""
    return start_practice(user=user, variant=variant, now=timezone.now())


def choose(game: Game, user: User) -> None:
    """The member passes."""
    seal_action(game_id=game.pk, user=user, step=1, action=PASS, arrived=timezone.now())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_begins_with_the_member_on_the_first_seat_and_bots_on_the_others(slug, ada):
    game = practise(ada, slug)
    first, *others = game.seats.order_by("number")
    assert first.user == ada
    assert others
    assert all(seat.is_bot for seat in others)
    assert (game.status, game.listed, game.settings.turn_ends) == ("running", False, "complete")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_bots_play_and_nobody_else_has_to(slug, ada, clock):
    game = practise(ada, slug)
    engine = game.engine
    for _ in range(6):
        game.refresh_from_db()
        state = state_at(game, game.step)
        if 0 in engine.awaiting(state) and not game.sealed_actions.filter(seat__number=0):
            action = engine.bot().think(state, 0, game.step)
            now = timezone.now()
            seal_action(game_id=game.pk, user=ada, step=game.next_step, action=action, arrived=now)
        clock.go(1)
        choose_for_bots(game_id=game.pk)
    game.refresh_from_db()
    assert game.step >= 3


def test_silence_ends_no_game_against_bots(ada):
    assert practise(ada, "parallel-go").options == {"size": 9, "agreement": "needed"}


def test_all_stones_can_be_told_apart_and_the_member_has_the_preferred_ones(ada):
    stones = [seat.stone_colour for seat in practise(ada).seats.order_by("number")]
    assert len(set(stones)) == 4


def test_limits_are_those_of_the_board(ada):
    options = practise(ada, "continuous-go").options
    assert (options["size"], options["lower"], options["upper"]) == (9, 2, 2)


def test_a_button_that_is_pressed_twice_starts_one_game(ada):
    assert practise(ada) == practise(ada)
    assert Game.objects.count() == 1


def test_another_one_begins_once_something_was_chosen(ada):
    game = practise(ada)
    choose(game, ada)
    assert practise(ada) != game


def test_games_of_other_kinds_and_of_other_members_are_others(ada, bo):
    games = {practise(ada), practise(ada, "territory"), practise(bo)}
    assert len(games) == 3


def play_many(user):
    """Begins as many games as a member may have."""
    for _ in range(MOST_AT_ONCE):
        choose(practise(user), user)


def test_there_is_a_limit_to_games_that_run_at_once(ada, bo):
    play_many(ada)
    with refused("too-many"):
        practise(ada)
    practise(bo)


def test_what_is_over_or_was_left_does_not_count(ada):
    play_many(ada)
    resign(game_id=practice_games(ada)[0].pk, user=ada)
    practise(ada)


def test_the_refusal_leads_to_the_games_that_run(ada, client_of):
    play_many(ada)
    answer = client_of(ada).post("/practice/territory/")
    assert answer.status_code == 400
    for game in practice_games(ada):
        assert game.get_absolute_url() in answer.text


def test_a_suspended_member_is_told_why(ada, client_of):
    suspend(ada)
    answer = client_of(ada).post("/practice/territory/")
    assert answer.status_code == 403
    assert "Rudeness" in answer.text
    assert "Play against bots" not in client_of(ada).get("/").text


def test_nobody_else_finds_it_in_a_list(ada, bo, client_of):
    practise(ada)
    for user in (bo, None):
        for address in ("/", "/games/"):
            assert "against bots</a>" not in client_of(user).get(address).text


def test_the_member_finds_it_on_the_home_page_and_in_the_own_archive(ada, bo, client_of):
    game = practise(ada)
    assert game.get_absolute_url() in client_of(ada).get("/").text
    resign(game_id=game.pk, user=ada)
    Game.objects.filter(pk=game.pk).update(
        status="finished", finished_at=timezone.now(), outcome={"reason": "leave"}
    )
    for user, found in ((ada, True), (bo, False)):
        page = client_of(user).get("/games/", {"whose": "mine"}).text
        assert (game.get_absolute_url() in page) == found
        assert game.get_absolute_url() not in client_of(user).get("/games/").text


def test_one_tap_leads_into_the_running_game(ada, client_of):
    answer = client_of(ada).post("/practice/territory/", follow=True)
    game = Game.objects.get()
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]


def test_a_refusal_that_is_loaded_again_is_the_rules(ada, client_of):
    answer = client_of(ada).get("/practice/territory/")
    assert answer["Location"] == "/rules/territory/"


def test_a_visitor_is_asked_to_log_in_and_comes_back_to_the_rules(client_of):
    answer = client_of().post("/practice/territory/")
    assert answer["Location"] == "/account/login/?next=/rules/territory/"


def test_a_game_that_nobody_can_play_is_not_found(ada, client_of, monkeypatch):
    assert client_of(ada).post("/practice/chess/").status_code == 404
    with refused("unknown-variant"):
        practise(ada, "chess")


def test_who_taps_like_mad_is_slowed_down(ada, client_of):
    browser = client_of(ada)
    answers = [browser.post("/practice/territory/").status_code for _ in range(41)]
    assert answers[-1] == 429
    assert Game.objects.count() == 1
