"""A game against bots: any member can begin one at once, and it stays out of the public lists."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import User
from engines.bots import Level
from engines.multiplayer_go import GAME
from games.models import ArchivedGame, ArchivedPlayer, Game
from games.pages.opponents import beaten_levels, suggested_level
from games.schedule.bots import choose_for_bots
from games.store.rows import state_at
from lobby.offered import offered_games
from lobby.services.places import put_bot
from lobby.services.practising import MOST_AT_ONCE, practice_games, start_practice
from tests.games.acting import resign, seal_action
from tests.lobby.tables import open_one, refused, suspend

SLUGS = [engine.slug for engine in offered_games()]
PASS = {"type": "pass"}


def practise(user: User, variant: str = "multiplayer-go", level: Level = Level.MEDIUM) -> Game:
    """Begins a game of the member against bots."""
    return start_practice(user=user, variant=variant, level=level, now=timezone.now())


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


@pytest.fixture
def easy(monkeypatch):
    """Gives Parallel Multiplayer Go an easy bot and no stronger one than the medium bot."""
    usual = GAME.bot()
    weak = replace(usual, level=Level.EASY, name="Crumb")
    monkeypatch.setattr(type(GAME), "bots", (weak, usual))


def levels_of(game: Game) -> set[int | None]:
    """The levels of the bots in a game."""
    bots = User.objects.filter(is_bot=True, seats__game=game)
    return set(bots.values_list("bot_level", flat=True))


def win(game: Game, user: User) -> None:
    """Ends a game as if its member had won."""
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    ArchivedGame.objects.create(
        game=game,
        variant=game.variant,
        public=False,
        finished_at=timezone.now(),
        result="won",
        by_leaving=False,
    )
    ArchivedPlayer.objects.create(
        game=game,
        member=user,
        variant=game.variant,
        public=False,
        finished_at=timezone.now(),
        result="won",
        by_leaving=False,
        first=True,
        place=1,
    )


@pytest.mark.usefixtures("easy")
class TestTheLevelOfTheBots:
    def test_a_newcomer_meets_the_weakest_and_after_a_win_the_next(self, ada, client_of):
        client_of(ada).post("/practice/multiplayer-go/")
        game = practice_games(ada).get()
        assert levels_of(game) == {Level.EASY}
        win(game, ada)
        client_of(ada).post("/practice/multiplayer-go/")
        assert levels_of(practice_games(ada).get()) == {Level.MEDIUM}

    def test_whoever_has_beaten_the_strongest_is_offered_it_again(self, ada):
        win(practise(ada, level=Level.MEDIUM), ada)
        assert beaten_levels(ada) == {"multiplayer-go": Level.MEDIUM}
        assert suggested_level(GAME, Level.MEDIUM) == Level.MEDIUM

    def test_the_member_chooses_another(self, ada, client_of):
        client_of(ada).post("/practice/multiplayer-go/", {"level": "3"})
        assert levels_of(practice_games(ada).get()) == {Level.MEDIUM}

    def test_another_level_is_another_game(self, ada):
        assert practise(ada, level=Level.EASY) != practise(ada, level=Level.MEDIUM)

    @pytest.mark.parametrize("level", ["0", "4", "6", "x", "", "99999999999"])
    def test_a_level_that_the_game_does_not_have_is_refused(self, ada, client_of, level):
        answer = client_of(ada).post("/practice/multiplayer-go/", {"level": level})
        assert answer.status_code == 400
        assert "There is no such bot." in answer.text
        assert not practice_games(ada)

    def test_the_cards_offer_them_in_order_with_the_suggested_one_chosen(self, ada, client_of):
        page = client_of(ada).get("/").text
        first, second = page.index("Crumb – easy"), page.index(f"{GAME.bot().name} – medium")
        assert first < second
        assert '<option value="1" selected>Crumb' in page

    def test_the_rules_say_who_they_are(self, ada, client_of):
        page = client_of(ada).get("/rules/multiplayer-go/").text
        assert GAME.bot().mark in page
        assert GAME.bot().about in page

    def test_at_a_table_the_chosen_bot_sits_down(self, host, client_of):
        table = open_one(host)
        client_of(host).post(f"/tables/{table.public_id}/bot/", {"number": "1", "level": "1"})
        place = table.places.get(engine_plays=True)
        assert (place.name, place.user.bot_level) == ("Crumb", Level.EASY)
        assert "bot, easy" in client_of(host).get(f"/tables/{table.public_id}/").text

    def test_at_a_table_a_level_that_the_game_does_not_have_is_refused(self, host):
        table = open_one(host)
        with refused("unknown-level"):
            put_bot(table_id=table.pk, by=host, level=Level.STRONG, now=timezone.now())
