"""Whichever way a run is stored, the end of a rated game is noted alike."""

import asyncio
from functools import partial

import pytest

from games.models import Game
from games.play.game_transaction import Need
from games.play.rating import FEWEST_TURNS
from games.play.turn_end import resolve_due_step
from games.store import aio, sync
from ratings.models import RatedGame, Result
from tests.games.both_drivers import by_event_loop, by_request
from tests.games.playing import PASS, begin, fresh, place, play_turns, seal
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _connections_are_closed():
    yield
    await aio.close()


def noted(game):
    """What was noted of a game, but for keys."""
    rated = RatedGame.objects.filter(pk=game.pk)
    results = Result.objects.filter(rated_game=game.pk).order_by("seat")
    return [
        *rated.values_list("ladder", "ended_at", "waits", "struck_at", "struck_why"),
        *results.values_list("seat", "member", "place", "points", "ladder", "ended_at", "mu"),
    ]


def counted(game):
    """In how many turns people chose, and why it is not rated."""
    stored = fresh(game)
    return stored.turns_chosen, stored.unrated


async def test_the_short_way_notes_what_the_service_notes(ada, bo):
    found = []
    for way in (by_request, by_event_loop):
        game = await in_thread(partial(begin, ada, bo, turn_ends="complete"))
        for turn in range(FEWEST_TURNS):
            for row, user in enumerate((ada, bo)):
                await way(game, user, "seal", step=turn + 1, action=place(turn, row))
        for user in (ada, bo):
            await way(game, user, "seal", step=FEWEST_TURNS + 1, action=PASS)
        found.append((await in_thread(noted, game), await in_thread(counted, game)))
    assert found[0] == found[1]
    assert len(found[0][0]) == 3
    assert found[0][1] == ({"0": [5, 5], "1": [5, 5]}, "")


async def test_the_short_way_leaves_a_short_game_unrated(ada, bo):
    game = await in_thread(partial(begin, ada, bo, turn_ends="complete"))
    for user in (ada, bo):
        await by_event_loop(game, user, "seal", step=1, action=PASS)
    assert await in_thread(noted, game) == []
    assert await in_thread(counted, game) == ({"0": [1, 1], "1": [1, 1]}, "short")


async def test_who_chooses_last_at_once_ends_the_game_once(ada, bo):
    game = await in_thread(partial(begin, ada, bo, turn_ends="complete"))
    await in_thread(partial(play_turns, game, ada, bo))
    last = FEWEST_TURNS + 1
    ways = (by_event_loop(game, user, "seal", step=last, action=PASS) for user in (ada, bo))
    await asyncio.gather(*ways)
    assert len(await in_thread(noted, game)) == 3


def test_many_games_that_end_at_once_are_noted_as_each_alone(ada, bo, clock):
    start, found = clock.now, []
    for together in (True, False):
        clock.traveller.move_to(start)
        games = [begin(ada, bo, absences_allowed=None) for _ in range(2)]
        for game in games:
            Game.objects.filter(pk=game.pk).update(turns_chosen={"0": [9, 9], "1": [9, 9]})
            seal(game, ada, PASS)
            seal(game, bo, PASS)
        clock.go(60)
        keys = [game.pk for game in games]
        act = partial(resolve_due_step, heard_at=clock.now)
        if together:
            sync.run_games(
                Game.objects.filter(pk__in=keys).order_by("pk"), act, most=2, needs=[Need.DAYS_OFF]
            )
        else:
            sync._one_by_one(keys, act, [Need.DAYS_OFF])
        assert {fresh(game).status for game in games} == {"finished"}
        found.append([noted(game) for game in games])
    assert found[0] == found[1]
    assert len(found[0][0]) == 3
