"""Rated games: which are, in which order, exactly once, and again to the same numbers."""

from __future__ import annotations

import itertools
import random
from contextlib import contextmanager
from functools import partial
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services.members import delete_account
from games.archive.record import record_of
from games.models import Game
from games.play.messages import AskVote, CastVote, TakeSeat
from games.play.rating import Unrated
from lobby import demonstration
from ratings.models import LadderState, RatedGame, Result, Standing
from ratings.services import again
from ratings.services.rating import rate_waiting
from ratings.services.striking import count_again, strike_game
from ratings.skill import NEWCOMER, PROVISIONAL, after_game
from tests.games.acting import act, ask_for_vote, cancel_game, cast_vote, resign, say
from tests.games.playing import PASS, begin, fresh, place, play_turns, seal
from tests.games.sweeps import resolve_due_turns
from tests.games.test_once import at_once
from tests.ratings.rated import LIVE, drawn, rate, results, standings, won


def rate_again() -> None:
    """As whoever runs the club does."""
    call_command("rate", "--again", stdout=StringIO())


def some_games(clock, *people, count=8):
    """Games of two and three, with leavers and ties, a second apart."""
    chance = random.Random(7)
    for _ in range(count):
        players = chance.sample(people, chance.choice([2, min(3, len(people))]))
        chance.choice([won, drawn])(*players)
        clock.go(1)


@pytest.mark.django_db
def test_a_game_of_two_is_rated_when_it_has_ended(ada, bo):
    game = won(ada, bo)
    assert Standing.objects.count() == 0
    assert rate() == 1
    winner, loser = after_game([NEWCOMER, NEWCOMER], [1, 2])
    assert standings() == [
        (LIVE, ada.pk, winner.mu, winner.sigma, winner.rating, 1, fresh(game).finished_at),
        (LIVE, bo.pk, loser.mu, loser.sigma, loser.rating, 1, fresh(game).finished_at),
    ]
    assert rate() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("played", "why"),
    [
        ({"rated": False}, Unrated.CHOSEN),
        ({"listed": False}, Unrated.BY_LINK),
        ({"rated": False, "listed": False}, Unrated.CHOSEN),
    ],
)
def test_a_game_that_is_not_to_be_rated_leaves_nothing(ada, bo, played, why):
    game = won(ada, bo, **played)
    assert fresh(game).why_unrated == why
    assert RatedGame.objects.count() == Result.objects.count() == 0


@pytest.mark.django_db
def test_with_a_bot_on_a_seat_no_game_is_rated(ada, bo, bot):
    game = begin(ada, bo, bot, turn_ends="complete")
    resign(game_id=game.pk, user=ada)
    resign(game_id=game.pk, user=bo)
    assert (fresh(game).status, game.why_unrated) == ("finished", Unrated.BOTS)
    assert RatedGame.objects.count() == 0


@pytest.mark.django_db
def test_a_cancelled_game_is_not_rated(ada, bo, mo):
    cancel_game(game_id=begin(ada, bo).pk, by=mo, why="Tea")
    assert RatedGame.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seconds", "pace"),
    [(3599, "live"), (3600, "correspondence"), (None, "correspondence")],
)
def test_turns_of_an_hour_or_more_and_untimed_ones_are_by_correspondence(ada, bo, seconds, pace):
    won(ada, bo, turn_seconds=seconds)
    assert RatedGame.objects.get().ladder == f"multiplayer-go:{pace}"


@pytest.mark.django_db
def test_what_is_said_after_the_end_is_no_second_end(ada, bo):
    game = won(ada, bo)
    rate()
    say(game=game, user=ada, room="table", text="Thanks")
    assert (RatedGame.objects.filter(waits=True).count(), Result.objects.count()) == (0, 2)


@pytest.mark.django_db
def test_a_turn_costs_no_statement_more(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    with CaptureQueriesContext(connection) as queries:
        seal(game, ada, place(1, 1))
        seal(game, bo, place(3, 3))
    assert fresh(game).step == 1
    assert [query["sql"] for query in queries if "ratings_" in query["sql"]] == []


@pytest.mark.django_db
def test_games_are_rated_in_the_order_of_their_ends(ada, bo, cy, clock):
    some_games(clock, ada, bo, cy)
    rate()
    known = {}
    for game in RatedGame.objects.order_by("ended_at"):
        rows = list(game.results.order_by("seat"))
        before = [known.get(row.member_id, NEWCOMER) for row in rows]
        for row, skill in zip(rows, after_game(before, [row.place for row in rows])):
            assert row.skill == skill
            known[row.member_id] = skill
    assert {row[1]: row[2] for row in standings()} == {key: s.mu for key, s in known.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("most", [1, 3])
def test_batches_of_any_size_come_to_the_same_numbers(ada, bo, cy, clock, most):
    some_games(clock, ada, bo, cy)
    rate()
    found = results(), standings()
    Result.objects.update(mu=None, sigma=None)
    RatedGame.objects.update(waits=True)
    Standing.objects.all().delete()
    while rate_waiting(LIVE, most=most):
        pass
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_a_game_that_becomes_known_late_takes_its_place_in_the_order(ada, bo, cy, clock):
    some_games(clock, ada, bo, cy)
    rate()
    found = results(), standings()
    late = RatedGame.objects.order_by("ended_at")[2]
    late.results.update(mu=None, sigma=None)
    LadderState.objects.all().delete()
    Standing.objects.all().delete()
    # As if its transaction had committed after later games were rated without it.
    RatedGame.objects.filter(pk=late.pk).update(waits=False, struck_at=timezone.now())
    RatedGame.objects.exclude(pk=late.pk).update(waits=True)
    rate()
    assert results() != found[0]
    RatedGame.objects.filter(pk=late.pk).update(waits=True, struck_at=None)
    rate()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_all_again_from_the_archive_comes_to_exactly_the_same_numbers(ada, bo, cy, mo, clock):
    some_games(clock, ada, bo, cy, mo)
    rate()
    delete_account(user=cy)
    found = results(), standings()
    rate_again()
    assert (results(), standings()) == found
    Result.objects.filter(member__in=[ada.pk, bo.pk]).update(mu=1, sigma=1, place=1)
    Standing.objects.all().delete()
    rate_again()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_all_again_finds_games_that_nobody_noted(ada, bo, clock):
    some_games(clock, ada, bo)
    rate()
    found = results(), standings()
    RatedGame.objects.all().delete()
    Standing.objects.all().delete()
    rate_again()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_games_that_end_while_all_is_rated_again_take_their_place(ada, bo, cy, clock, monkeypatch):
    some_games(clock, ada, bo, cy, count=4)
    rate()
    let_all_wait = again.let_all_wait

    def meanwhile():
        won(bo, ada)
        clock.go(1)
        rate()
        ladders = let_all_wait()
        won(cy, ada, bo)
        rate_waiting(LIVE, most=2)
        return ladders

    monkeypatch.setattr("ratings.management.commands.rate.let_all_wait", meanwhile)
    rate_again()
    found = results(), standings()
    assert len(found[0]) == Result.objects.filter(mu__isnull=False).count()
    monkeypatch.undo()
    rate_again()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_a_struck_game_counts_for_nobody_until_it_counts_again(ada, bo, cy, mo, clock):
    some_games(clock, ada, bo, cy)
    rate()
    found = results(), standings()
    struck = RatedGame.objects.order_by("ended_at")[1]
    assert strike_game(game=struck, by=mo, why="They were one person", now=timezone.now())
    rate()
    assert {row[4] for row in results() if row[0] == struck.pk} == {None}
    without = results(), standings()
    assert without[1] != found[1]
    rate_again()
    assert (results(), standings()) == without
    assert count_again(game=struck, by=mo)
    rate()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_whoever_has_no_game_left_stands_nowhere(ada, bo, mo):
    won(ada, bo)
    rate()
    strike_game(game=RatedGame.objects.get(), by=mo, why="A test", now=timezone.now())
    rate()
    assert standings() == []


@pytest.mark.django_db
def test_while_earlier_games_are_rated_again_standings_stay_as_they_were(ada, bo, cy, mo, clock):
    some_games(clock, ada, bo, cy)
    rate()
    found = standings()
    struck = RatedGame.objects.order_by("ended_at")[0]
    strike_game(game=struck, by=mo, why="A test", now=timezone.now())
    rate_waiting(LIVE, most=3)
    assert standings() == found
    rate()
    assert standings() != found


@pytest.mark.django_db
def test_a_deleted_account_leaves_the_others_ratings_and_no_standing(ada, bo, cy):
    won(ada, bo)
    won(ada, cy)
    rate()
    found = [row for row in standings() if row[1] != bo.pk]
    delete_account(user=bo)
    assert standings() == found
    won(cy, ada)
    rate()
    assert {row[1] for row in standings()} == {ada.pk, cy.pk}


@contextmanager
def dying_at(query_number: int):
    """The process ends before the query of this number."""
    numbers = itertools.count(1)

    def wrapper(execute, sql, params, many, context):
        if next(numbers) == query_number:
            raise KilledError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


class KilledError(BaseException):
    """What ends the work, as a signal would; nothing in the site catches it."""


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_before_any_query_leaves_the_games_waiting(ada, bo, cy, clock):
    some_games(clock, ada, bo, cy, count=3)
    LadderState.objects.create(slug=LIVE)
    unrated = results()
    for number in itertools.count(1):
        try:
            with dying_at(number):
                rate_waiting(LIVE)
        except KilledError:
            assert (results(), standings()) == (unrated, [])
        else:
            break
    assert number > 5
    found = results(), standings()
    rate_again()
    assert (results(), standings()) == found


@pytest.mark.django_db(transaction=True)
def test_an_end_that_is_not_stored_is_not_rated(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo)
    seal(game, ada, PASS)
    for number in itertools.count(1):
        try:
            with dying_at(number):
                seal(game, bo, PASS)
        except KilledError:
            assert RatedGame.objects.count() == Result.objects.count() == 0
        else:
            break
    assert (RatedGame.objects.count(), Result.objects.count()) == (1, 2)


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_rate_each_game_once_and_in_order(ada, bo, cy, clock):
    some_games(clock, ada, bo, cy)

    def work():
        counts = [rate_waiting(LIVE, most=2) for _ in range(6)]
        return sum(count or 0 for count in counts)

    assert sum(at_once(work, work)) <= 8
    while rate_waiting(LIVE, most=2):
        pass
    found = results(), standings()
    assert not RatedGame.objects.filter(waits=True).exists()
    rate_again()
    assert (results(), standings()) == found


@pytest.mark.django_db
def test_the_demonstration_club_has_a_ladder():
    call_command("found_club", stdout=StringIO())
    assert rate() == demonstration.GAMES_BEFORE
    placed = [row for row in standings() if row[5] >= PROVISIONAL]
    assert len({row[2] for row in placed}) == len(placed) == len(demonstration.MEMBERS)


@pytest.mark.django_db
def test_a_ladder_that_fails_stalls_no_other(ada, bo, monkeypatch):
    won(ada, bo)
    won(ada, bo, turn_seconds=None)
    failing = partial(_fails_for, LIVE, rate_waiting)
    monkeypatch.setattr("ratings.schedule.rate_waiting", failing)
    assert rate() == 1
    assert [row[0] for row in standings()] == ["multiplayer-go:correspondence"] * 2
    assert Game.objects.filter(status="finished").count() == 2


def _fails_for(failing, rating, ladder, **how):
    if ladder == failing:
        raise ValueError("a fault")
    return rating(ladder, **how)


def test_a_game_that_its_players_agreed_to_end_is_rated(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo)
    ask_for_vote(game_id=game.pk, user=ada, about="end")
    cast_vote(game_id=game.pk, user=bo, vote=1)
    rated = RatedGame.objects.get(game=game)
    assert Result.objects.filter(rated_game=rated).count() == 2


def all_pass(game, *users):
    for user in users:
        seal(game, user, PASS)


def placed_members(game):
    rows = Result.objects.filter(rated_game=game.pk).order_by("pk")
    return [(each.seat, each.member_id, each.place, each.points) for each in rows]


def test_who_left_a_seat_ranks_as_leaving_and_who_took_it_over_has_its_place(ada, bo, cy, member):
    di = member("Di")
    game = begin(ada, bo, cy, turn_ends="complete", turn_seconds=86_400, seats_taken_over=True)
    play_turns(game, ada, bo, cy)
    resign(game_id=game.pk, user=ada)
    act(game.pk, di, TakeSeat(seat=0))
    all_pass(game, di, bo, cy)
    assert fresh(game).status == "finished"
    rate()
    places = placed_members(game)
    assert places == [
        (0, ada.pk, 4, 0),
        (0, di.pk, 1, 4),
        (1, bo.pk, 1, 4),
        (2, cy.pk, 1, 4),
    ]
    before = results(), standings()
    rate_again()
    rate()
    assert (results(), standings()) == before
    delete_account(user=ada)
    rate_again()
    rate()
    assert placed_members(game) == places


def test_a_seat_that_is_offered_when_its_game_ends_has_its_rank_and_who_left_it_is_rated_last(
    ada, bo, cy, clock
):
    """By the rules a seat that has left is ranked with the others, and so in the archive."""
    game = begin(ada, bo, cy, turn_ends="complete", turn_seconds=86_400, seats_taken_over=True)
    play_turns(game, ada, bo, cy)
    seal(game, ada, place(0, 4))
    for user in (bo, cy):
        seal(game, user, PASS)
    resign(game_id=game.pk, user=ada)
    for user in (bo, cy):
        seal(game, user, PASS)
    clock.go(86_400)
    resolve_due_turns(sleep=clock.sleep)
    ended = fresh(game)
    assert ended.outcome == record_of(ended)["result"]
    assert ended.outcome["ranks"] == [1, 2, 2]
    left = ended.seats.get(number=0)
    assert (left.user, left.rank, left.left_why, left.offered_until) == (ada, 1, "resigned", None)
    rate()
    assert placed_members(game) == [
        (0, ada.pk, 3, 0),
        (1, bo.pk, 1, 3),
        (2, cy.pk, 1, 3),
    ]


def test_a_bot_that_was_voted_in_leaves_the_game_rated_for_the_people(ada, bo, cy):
    game = begin(ada, bo, cy, turn_ends="complete", turn_seconds=86_400, seats_taken_over=True)
    play_turns(game, ada, bo, cy)
    resign(game_id=game.pk, user=ada)
    act(game.pk, bo, AskVote(about="bot", seat=0))
    act(game.pk, cy, CastVote(vote=1, yes=True))
    ask_for_vote(game_id=game.pk, user=bo, about="end")
    cast_vote(game_id=game.pk, user=cy, vote=2)
    assert fresh(game).why_unrated is None
    rate()
    assert [(member, place) for _, member, place, _ in placed_members(game)] == [
        (ada.pk, 3),
        (bo.pk, 1),
        (cy.pk, 1),
    ]
