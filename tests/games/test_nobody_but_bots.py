"""When the last person leaves a game with bots, the game ends at once with a result."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.services.members import delete_account
from engines.registry import game as engine_for
from games.archive.record import record_of
from games.models import Game, GameEvent
from games.store.starting import bot_member
from lobby.models import Table
from tests.games.acting import remove_seat, resign
from tests.games.playing import PASS, begin, fresh, place, seal, state_of, steps
from tests.games.sweeps import (
    look_for_players,
    play_due_bots,
    resolve_due_turns,
    take_out_former_members,
)

pytestmark = pytest.mark.django_db

VARIANTS = ("multiplayer-go", "territory", "automatafl")


@pytest.fixture
def bots():
    """Bots for a game, each with an account of its own."""

    def make(variant, count):
        found = []
        for _ in range(count):
            found.append(bot_member(engine_for(variant), [bot.pk for bot in found]))
        return found

    return make


def against_bots(bots, *people, variant="multiplayer-go", count=2, **settings) -> Game:
    seats = people + tuple(bots(variant, count))
    options = {"automatafl": {}, "territory": {}}.get(variant, {"size": 5})
    return begin(*seats, variant=variant, options=options, **settings)


def has_ended(game: Game) -> Game:
    """Checks that the game is over, with bots in front and all people behind them."""
    game = fresh(game)
    assert game.outcome is not None
    assert (game.status, game.outcome["reason"]) == ("finished", "leave")
    stayed = [seat.rank for seat in game.seats.filter(left_why="")]
    left = {seat.rank for seat in game.seats.exclude(left_why="")}
    assert 1 in stayed
    assert left == {1 + len(stayed)}
    assert (game.awaiting, game.deadline, game.bots_due) == ([], None, None)
    assert play_due_bots() == 0
    return game


@pytest.mark.parametrize("variant", VARIANTS)
def test_when_the_last_person_resigns_the_game_is_over(ada, bots, variant):
    count = 3 if variant == "automatafl" else 2
    game = against_bots(bots, ada, variant=variant, count=count)
    resign(game_id=game.pk, user=ada)
    game = has_ended(game)
    assert steps(game) == [("complete", [0])]


def test_it_goes_on_as_long_as_a_person_stays(ada, bo, bots):
    game = against_bots(bots, ada, bo)
    resign(game_id=game.pk, user=ada)
    assert fresh(game).status == "running"
    resign(game_id=game.pk, user=bo)
    has_ended(game)


def test_when_a_moderator_removes_the_last_person_the_game_is_over(ada, mo, bots):
    game = against_bots(bots, ada)
    remove_seat(game_id=game.pk, number=0, by=mo, why="Insults")
    has_ended(game)


def test_when_the_last_person_misses_too_many_turns_the_game_is_over(ada, bots, clock):
    game = against_bots(bots, ada, absences_allowed=1)
    clock.go(60)
    play_due_bots()
    resolve_due_turns(sleep=clock.sleep)
    has_ended(game)


def test_when_the_last_person_is_away_for_too_long_the_game_is_over(ada, bots, clock):
    game = against_bots(bots, ada, leaves_when_away=True, turn_seconds=600)
    for _ in range(2):
        clock.go(61)
        look_for_players()
    has_ended(game)


def test_when_the_last_person_deletes_the_account_the_game_is_over(ada, bots, clock):
    game = against_bots(bots, ada)
    delete_account(user=ada)
    take_out_former_members(now=clock.now)
    has_ended(game)


def test_what_the_bots_had_chosen_is_not_played_after_it(ada, bots, clock):
    game = against_bots(bots, ada, turn_ends="complete")
    clock.go(5)
    assert play_due_bots() == 1
    assert fresh(game).step == 0
    resign(game_id=game.pk, user=ada)
    assert fresh(game).step == 1
    has_ended(game)


def test_pages_are_told_the_step_and_then_the_result(ada, bots):
    game = against_bots(bots, ada)
    resign(game_id=game.pk, user=ada)
    kinds = list(GameEvent.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))
    assert kinds == ["step.resolved", "game.ended"]


def test_its_record_replays_to_the_position_and_has_the_result(ada, bots):
    game = against_bots(bots, ada)
    seal(game, ada, place(1, 1))
    resign(game_id=game.pk, user=ada)
    record = record_of(fresh(game))
    assert record["result"] == fresh(game).outcome
    assert record["steps"][-1]["leave"] == [0]
    assert game.engine.left(state_of(game)) == (0,)


def test_a_game_that_bots_play_for_others_to_watch_goes_on(bots):
    game = against_bots(bots, count=3)
    assert fresh(game).status == "running"


def test_the_page_offers_the_next_game(ada, bots, client_of):
    game = against_bots(bots, ada)
    resign(game_id=game.pk, user=ada)
    page = client_of(ada).get(game.get_absolute_url()).text
    assert 'id="rematch"' in page
    address = reverse("rematch", args=[game.public_id])
    assert address in page
    client = client_of(ada)
    assert "Play again" in client.get(address, headers={"miai-part": "1"}).text
    client.post(address, {"answer": "offer"})
    assert Table.objects.get(rematch_of=game).starts_at is not None


def test_people_who_pass_against_bots_play_on(ada, bots):
    game = against_bots(bots, ada)
    seal(game, ada, PASS)
    assert fresh(game).status == "running"
