"""What is stored of how punctual members were, in the run in which their part in a game ends."""

from datetime import timedelta

import pytest

from accounts.models import DaysOff
from games.models import Game, MemberPunctuality
from games.play.messages import TakeSeat
from games.play.rating import FEWEST_TURNS
from games.play.reliability import Reliability
from games.store.presence import note_pages
from games.store.punctuality import playing, words_of
from tests.games.acting import act, cancel_game, remove_seat, resign
from tests.games.both_drivers import by_event_loop
from tests.games.playing import PASS, START, begin, fresh, place, play_turns, seal
from tests.games.sockets import closing_connections
from tests.games.sweeps import look_for_players, resolve_due_turns
from transport.threads import in_thread

pytestmark = pytest.mark.django_db

DAY = 86_400


def games_of(user):
    row = MemberPunctuality.objects.filter(member=user).first()
    return "" if row is None else row.games


def waits(user):
    row = MemberPunctuality.objects.filter(member=user).first()
    return row is not None and row.leaves_tables


@pytest.fixture
def table(ada, bo, cy):
    return begin(ada, bo, cy, turn_ends="complete", absences_allowed=2)


def test_who_plays_to_the_end_has_played_well(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo)
    resign(game_id=game.pk, user=bo)
    assert games_of(ada) == games_of(bo) == "w"


def test_who_misses_turns_until_the_game_goes_on_without_them_is_late(table, ada, bo, cy, run_out):
    play_turns(table, ada, bo, cy)
    run_out(2)
    assert games_of(ada) == "l"


def test_who_abandons_a_live_game_waits_and_who_resigns_does_not(table, ada, bo, cy, run_out):
    play_turns(table, ada, bo, cy)
    resign(game_id=table.pk, user=cy)
    for row in (0, 1):
        seal(table, bo, place(4, row))
        run_out()
    assert (waits(ada), waits(bo), waits(cy)) == (True, False, False)


def test_who_is_away_until_the_seat_leaves_has_abandoned_the_game(ada, bo, cy, clock):
    game = begin(ada, bo, cy, leaves_when_away=True, turn_seconds=300)
    for _ in range(4):
        clock.go(45)
        note_pages([game.seats.get(user=user).pk for user in (bo, cy)], clock.now)
        look_for_players()
    assert games_of(ada) == "l"
    assert waits(ada)


def test_a_game_by_correspondence_makes_nobody_wait(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_seconds=DAY, absences_allowed=1)
    seal(game, bo, place(0, 0))
    seal(game, cy, place(1, 1))
    clock.go(DAY)
    resolve_due_turns(sleep=clock.sleep)
    assert games_of(ada) == "l"
    assert not waits(ada)


def test_games_against_bots_alone_say_nothing(ada, bot, run_out):
    begin(ada, bot, absences_allowed=1)
    run_out()
    assert games_of(ada) == ""


def test_a_cancelled_game_says_nothing(table, ada, bo, cy, mo, run_out):
    play_turns(table, ada, bo, cy)
    run_out()
    cancel_game(game_id=table.pk, by=mo, why="A fault")
    assert [games_of(user) for user in (ada, bo, cy)] == ["", "", ""]


def test_being_removed_by_a_moderator_says_nothing(table, ada, bo, cy, mo, run_out):
    play_turns(table, ada, bo, cy)
    run_out()
    remove_seat(game_id=table.pk, by=mo, number=0, why="A fault")
    assert games_of(ada) == ""


def test_who_takes_a_seat_over_is_not_blamed_for_turns_missed_before(ada, bo, cy, member, run_out):
    di = member("Di")
    settings = {"turn_ends": "complete", "absences_allowed": 3, "seats_taken_over": True}
    game = begin(ada, bo, cy, options={"size": 7}, **settings)
    play_turns(game, ada, bo, cy, turns=2)
    for turn in (2, 3, 4):
        seal(game, bo, place(turn, 1))
        seal(game, cy, place(turn, 2))
        run_out()
    assert games_of(ada) == "l"
    act(game.pk, di, TakeSeat(seat=0))
    for turn in range(FEWEST_TURNS):
        seal(game, di, place(turn, 3))
        seal(game, bo, place(turn, 4))
        seal(game, cy, place(turn, 5))
    resign(game_id=game.pk, user=di)
    assert games_of(di) == "w"


@pytest.mark.django_db(transaction=True)
async def test_it_is_stored_whichever_driver_ends_the_game(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    await in_thread(play_turns, game, ada, bo)
    step = (await in_thread(fresh, game)).next_step
    for user in (ada, bo):
        async with closing_connections():
            await by_event_loop(game, user, "seal", step=step, action=PASS)
    assert await in_thread(games_of, ada) == "w"


def test_only_games_with_other_people_count_as_running(ada, bo, cy, bot):
    begin(ada, bot)
    begin(ada, bo)
    begin(ada, cy, turn_seconds=DAY)
    begin(ada, cy, turn_seconds=None, turn_ends="complete")
    found = playing([ada.pk, bo.pk])
    assert (found[ada.pk].live, found[ada.pk].correspondence) == (1, 2)
    assert (found[bo.pk].live, found[bo.pk].correspondence) == (1, 0)


def test_nobody_has_a_word_in_a_club_that_does_without(ada, bo, settings):
    settings.RELIABILITY = False
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo)
    resign(game_id=game.pk, user=bo)
    assert games_of(ada) == ""
    assert words_of([ada.pk]) == {}


def test_who_has_not_played_is_new(ada):
    assert words_of([ada.pk]) == {ada.pk: Reliability.NEW}


def test_turns_missed_on_days_off_do_not_count(ada, bo, cy, clock):
    day = timedelta(days=1)
    off = {"begins_at": START, "ends_at": START + 3 * day}
    DaysOff.objects.create(member=ada, first=START.date(), last=START.date() + 2 * day, **off)
    game = begin(ada, bo, cy, turn_seconds=DAY, turn_ends="complete", absences_allowed=2)
    for turn in range(2):
        seal(game, bo, place(turn, 1))
        seal(game, cy, place(turn, 2))
        clock.go(DAY)
        resolve_due_turns(sleep=clock.sleep)
    assert game.seats.get(user=ada).left_why == "absent"
    assert games_of(ada) == ""


def test_turns_missed_in_an_outage_do_not_count(table, ada, bo, cy, run_out):
    run_out()
    assert fresh(table).turns_missed == {"0": [1, 0], "1": [1, 0], "2": [1, 0]}
    Game.objects.update(excused=True)
    run_out()
    assert fresh(table).turns_missed == {"0": [1, 0], "1": [1, 0], "2": [1, 0]}


@pytest.mark.parametrize("has_sealed", [False, True])
def test_leaving_tells_nothing_about_what_was_sealed(table, ada, bo, cy, has_sealed):
    play_turns(table, ada, bo, cy)
    if has_sealed:
        seal(table, ada, place(4, 4))
    resign(game_id=table.pk, user=ada)
    row = MemberPunctuality.objects.get(member=ada)
    assert (row.games, row.abandoned, row.leaves_tables) == ("w", [], False)
    assert fresh(table).turns_missed is None
