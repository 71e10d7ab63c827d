"""Players do not lose time when choices could not be made, or turns could not be resolved."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Event

import pytest
from django.db import connections
from django.utils import timezone

from engines.registry import game as engine_for
from games.models import Heartbeat, ModeratorAct, Outage
from games.play.game_transaction import Need
from games.play.messages import AskVote
from games.play.timer import CLUB_AWAY_AFTER, can_choose
from games.play.turn_end import resolve_due_step
from games.schedule import outages, seats, votes
from games.schedule.outages import beat, heard_at_for_bots, last_heard, report_choices
from games.store import aio
from games.store.starting import bot_member
from games.store.sync import run_game
from tests.games.acting import act, pause_game, resign, resume_game
from tests.games.playing import START, begin, fresh, place, seal, seat
from tests.games.sweeps import resolve_due_turns
from transport.opening import Entrance

pytestmark = pytest.mark.django_db

CHOICES, TURNS = Heartbeat.Of.CHOICES, Heartbeat.Of.TURNS
LONG = CLUB_AWAY_AFTER.total_seconds() + 1
LENGTH, MINUTE = timedelta(seconds=LONG), timedelta(minutes=1)
WAITS = 0.5  # seconds: long enough for a thread to reach a lock


@pytest.fixture
def club(clock):
    """Lets both halves of the club work for some seconds."""

    def work(seconds=0):
        beat(CHOICES)
        sweep(clock)
        for _ in range(seconds):
            clock.go(1)
            beat(CHOICES)
            sweep(clock)

    work()
    return work


def sweep(clock):
    """Does what a worker does at each tick."""
    beat(TURNS)
    resolve_due_turns(sleep=clock.sleep)


def test_a_club_that_is_never_away_gives_nothing_back(ada, bo, club):
    game = begin(ada, bo)
    club(59)
    assert fresh(game).deadline == START + timedelta(seconds=60)
    assert not Outage.objects.exists()


def test_an_outage_is_found_after_the_clock_was_set_back(ada, bo, club, clock):
    game = begin(ada, bo)
    Heartbeat.objects.update(at=clock.now + 60 * MINUTE)
    Outage.objects.create(began=clock.now + 50 * MINUTE, ended=clock.now + 51 * MINUTE)
    club(5)
    clock.go(20)
    club(1)
    assert fresh(game).deadline == START + MINUTE + timedelta(seconds=20)


@pytest.mark.parametrize("silent", [CHOICES, TURNS])
def test_clocks_get_the_time_back_in_which_half_of_the_club_was_away(ada, bo, club, clock, silent):
    game = begin(ada, bo)
    club(10)
    other = TURNS if silent == CHOICES else CHOICES
    for _ in range(20):
        clock.go(1)
        beat(other)
    club()
    assert fresh(game).deadline == START + timedelta(seconds=80)


def test_a_sweep_that_stood_still_gives_the_time_back_before_it_ends_turns(ada, bo, club, clock):
    game = begin(ada, bo)
    club(58)
    for _ in range(20):  # the sweep has reported already, and is stuck
        clock.go(1)
        beat(CHOICES)
    resolve_due_turns(sleep=clock.sleep)
    assert (fresh(game).step, fresh(game).deadline) == (0, START + timedelta(seconds=80))


def test_no_turn_ends_by_bots_while_nobody_resolves_turns(club, clock):
    club()
    clock.go(5)
    beat(CHOICES)
    assert heard_at_for_bots() == timezone.now(), "turns were resolved a moment ago"
    clock.go(5)
    beat(CHOICES)
    assert not can_choose(heard_at_for_bots(), timezone.now())
    sweep(clock)
    assert can_choose(heard_at_for_bots(), timezone.now())


def test_a_time_in_which_both_were_away_is_given_back_once(ada, bo, club, clock):
    game = begin(ada, bo)
    club(10)
    clock.go(100)
    club(2)
    assert fresh(game).deadline == START + timedelta(seconds=160)
    assert Outage.objects.count() == 1


@pytest.mark.parametrize("turn", [3, 20])
def test_an_outage_in_which_the_other_half_was_away_for_a_while_is_given_back_whole(
    ada, bo, club, clock, turn
):
    """The turn of three minutes is over when the other half goes away, but cannot end."""
    game = begin(ada, bo, turn_seconds=turn * 60, absences_allowed=1)
    for away in range(1, 600):
        clock.go(1)
        if not 300 <= away < 310:  # the workers are away, too
            beat(TURNS)
    club()
    assert (fresh(game).step, seat(game, ada).absences) == (0, 0)
    assert fresh(game).deadline == clock.now + turn * MINUTE
    lengths = (outage.ended - outage.began for outage in Outage.objects.all())
    assert sum(lengths, timedelta()) == clock.now - START


def test_a_turn_that_began_in_an_outage_gets_back_what_came_after(ada, bo, club, clock):
    """If turns end as soon as all have chosen, the game goes on meanwhile, and the timer loses
    less."""
    game = begin(ada, bo, turn_ends="complete")
    club(10)
    for second in range(20):
        clock.go(1)
        beat(CHOICES)
        if second == 9:
            seal(game, ada, place(0, 0))
            seal(game, bo, place(4, 4))
    club()
    assert fresh(game).deadline == START + timedelta(seconds=20 + 60 + 10)
    assert list(acts(game)) == ["away"]


def test_a_game_that_began_at_the_end_of_an_outage_is_not_told_of_it(ada, bo, club, clock):
    """A web process comes back some seconds before the first worker for turns."""
    clock.go(100)
    beat(CHOICES)
    clock.go(1)
    game = begin(ada, bo)
    clock.go(3)
    sweep(clock)
    assert fresh(game).deadline == START + timedelta(seconds=101 + 60 + 3)
    assert not list(acts(game))


def test_a_game_that_went_on_in_an_outage_gets_back_what_came_after(ada, bo, mo, club, clock):
    game = begin(ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    for second in range(20):
        clock.go(1)
        beat(CHOICES)
        if second == 9:
            resume_game(game_id=game.pk, by=mo, why="Done")
    club()
    assert fresh(game).deadline == START + timedelta(seconds=10 + 60 + 10)


def acts(game):
    """What the log says about outages."""
    return ModeratorAct.objects.filter(game=game).values_list("what", flat=True)


def test_a_seat_is_offered_for_longer_after_an_outage(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, seats_taken_over=True)
    club(10)
    resign(game_id=game.pk, user=ada)
    clock.go(100)
    club(2)
    assert game.seats.get(number=0).offered_until == START + timedelta(seconds=10 + 120 + 100)


def test_a_seat_of_a_paused_game_has_an_outage_back_once(ada, bo, cy, mo, club, clock):
    game = begin(ada, bo, cy, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(100)
    club()
    resume_game(game_id=game.pk, by=mo, why="Done")
    assert game.seats.get(number=0).offered_until == START + timedelta(seconds=120 + 100)


def test_a_game_that_is_stored_after_an_outage_begins_after_it(ada, bo, club, clock):
    club(5)
    asked = timezone.now()
    clock.go(LONG)
    club()
    game = begin(ada, bo, now=asked)
    assert (game.started_at, game.deadline) == (asked + LENGTH, asked + LENGTH + MINUTE)


def test_a_game_that_was_just_to_begin_when_an_outage_began_begins_after_it(ada, bo, club, clock):
    """A worker has taken the time, and stands still before it stores the game."""
    club(5)
    asked = timezone.now() - timedelta(seconds=0.5)
    clock.go(LONG)
    club()
    game = begin(ada, bo, turn_seconds=5, now=asked)
    assert (game.started_at, game.deadline) == (clock.now, clock.now + timedelta(seconds=5))


@pytest.mark.django_db(transaction=True)
def test_an_outage_that_ends_while_a_game_is_being_stored_is_given_back_to_it(
    ada, bo, club, clock, monkeypatch
):
    club(5)
    asked = timezone.now()
    clock.go(LONG)
    given = Event()

    def begin_meanwhile(*_):
        # Until the outage has been given back, or the thread that does it waits for this game.
        given.wait(WAITS)

    monkeypatch.setattr("games.store.starting.begin_presence", begin_meanwhile)
    with ThreadPoolExecutor() as threads:
        starting = threads.submit(in_a_thread, partial(begin, ada, bo, now=asked))
        beating = threads.submit(in_a_thread, partial(beat, CHOICES))
        beating.add_done_callback(lambda _: given.set())
    assert fresh(starting.result()).deadline >= asked + LENGTH + MINUTE


def in_a_thread(work):
    """Runs work in a thread and closes its connections."""
    try:
        return work()
    finally:
        connections.close_all()


def test_a_turn_found_due_in_time_does_not_end_once_the_silence_is_an_outage(ada, bo, clock):
    game = begin(ada, bo)
    clock.go(61)
    silent = CLUB_AWAY_AFTER + timedelta(seconds=0.1)
    with run_game(game.pk, needs=[Need.DAYS_OFF]) as run:
        assert not resolve_due_step(run, run.now - silent)
        assert resolve_due_step(run, run.now - CLUB_AWAY_AFTER)


@pytest.fixture
def web_away(clock, club):
    """Lets workers alone work for three minutes."""

    def work_alone():
        club()
        for _ in range(180):
            clock.go(1)
            beat(TURNS)
            votes.end_votes(clock.now, set())
            seats.end_due_offers(clock.now, set())

    return work_alone


def test_no_vote_ends_while_nobody_can_vote(ada, bo, clock, club, web_away):
    game = begin(ada, bo)
    act(game.pk, ada, AskVote(about="end"))
    web_away()
    club()
    assert fresh(game).vote_ends_at == clock.now + MINUTE
    assert votes.end_votes(clock.now, set()) == 0
    club(60)
    assert votes.end_votes(clock.now, set()) == 1


def test_after_a_full_outage_a_vote_has_its_time_back_before_it_is_looked_at(ada, bo, clock, club):
    game = begin(ada, bo)
    act(game.pk, ada, AskVote(about="end"))
    club()
    clock.go(180)
    assert votes.end_votes(clock.now, set()) == 0, "no web process is back"
    club()
    assert votes.end_votes(clock.now, set()) == 0
    assert fresh(game).vote_ends_at == clock.now + MINUTE


def test_no_offer_of_a_seat_ends_while_nobody_can_take_it(ada, bo, cy, clock, club, web_away):
    game = begin(ada, bo, cy, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    web_away()
    club()
    assert seats.end_due_offers(clock.now, set()) == 0
    assert game.seats.get(number=0).offered_until == clock.now + 2 * MINUTE


def test_a_vote_that_began_in_an_outage_lasts_as_long_as_any_once_it_is_over(ada, bo, clock, club):
    game = begin(ada, bo)
    club()
    for second in range(100):  # no worker is there
        clock.go(1)
        beat(CHOICES)
        if second == 80:
            act(game.pk, ada, AskVote(about="end"))
    club()
    assert fresh(game).vote_ends_at == clock.now + MINUTE


def test_a_vote_for_more_time_that_began_in_an_outage_ends_before_its_turn(ada, bo, clock, club):
    game = begin(ada, bo)
    club(40)
    for second in range(20):  # no worker is there
        clock.go(1)
        beat(CHOICES)
        if second == 9:
            act(game.pk, ada, AskVote(about="more-time"))
    club()
    assert fresh(game).vote_ends_at == clock.now + timedelta(seconds=7.5)
    assert fresh(game).deadline == clock.now + timedelta(seconds=20)


def test_a_seat_that_was_left_in_an_outage_is_offered_as_long_as_any_once_it_is_over(
    ada, bo, cy, clock, club
):
    game = begin(ada, bo, cy, seats_taken_over=True)
    club()
    for second in range(100):  # no worker is there
        clock.go(1)
        beat(CHOICES)
        if second == 80:
            resign(game_id=game.pk, user=ada)
    club()
    assert game.seats.get(number=0).offered_until == clock.now + 2 * MINUTE


def test_no_turn_ends_while_nobody_can_choose(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=20)
    club(5)
    for _ in range(20):
        clock.go(1)
        sweep(clock)
    assert fresh(game).step == 0


def test_no_turn_ends_on_a_heartbeat_from_before_the_clock_was_set_back(ada, bo, club, clock):
    club()
    clock.go(-3600)
    game = begin(ada, bo, turn_seconds=20)
    for _ in range(30):  # no web process is there
        clock.go(1)
        sweep(clock)
    assert fresh(game).step == 0
    club()
    assert fresh(game).step == 1


def test_a_game_starts_now_whatever_outage_there_was_before_the_clock_was_set_back(ada, bo, clock):
    Outage.objects.create(began=clock.now + 50 * MINUTE, ended=clock.now + 51 * MINUTE)
    assert fresh(begin(ada, bo, turn_seconds=20)).started_at == clock.now


def test_turns_of_bots_alone_go_on_while_nobody_can_choose(ada, club, clock):
    engine = engine_for("multiplayer-go")
    bot = bot_member(engine, [])
    alone = begin(bot, bot_member(engine, [bot.pk]), turn_seconds=20)
    with_somebody = begin(ada, bot, turn_seconds=20)
    club(5)
    for _ in range(20):
        clock.go(1)
        sweep(clock)
    assert fresh(alone).step > 0
    assert fresh(with_somebody).step == 0


def test_an_outage_makes_nobody_absent_however_short_the_turns(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=5, absences_allowed=1)
    club(2)
    for _ in range(20):
        clock.go(1)
        sweep(clock)
    club(3)
    assert fresh(game).status == "running"
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 0]


@pytest.mark.parametrize("seconds", [3, 5, 7])
def test_a_turn_that_ends_in_a_short_silence_makes_nobody_absent(ada, bo, club, clock, seconds):
    game = begin(ada, bo, turn_seconds=5, absences_allowed=1)
    club(4 - seconds // 2)
    clock.go(seconds)  # the database was away; a web process comes back before a worker
    club(3)
    assert (fresh(game).status, fresh(game).step) == ("running", 1)
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 0]


def test_a_turn_in_which_choices_took_long_makes_nobody_absent(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=10, absences_allowed=1)
    club(2)
    for _ in range(10):  # several processes report in turn, each of them late
        clock.go(1)
        beat(CHOICES, asked=clock.now - timedelta(seconds=4))
        sweep(clock)
    assert (fresh(game).status, fresh(game).step) == ("running", 1)
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 0]


def test_the_turn_after_a_short_silence_counts_again(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=10)
    club(6)
    clock.go(5)
    club(9)
    assert (fresh(game).step, seat(game, ada).absences) == (1, 0)
    club(2)
    assert (fresh(game).step, seat(game, ada).absences) == (2, 1)


def test_the_turn_after_an_outage_counts_again(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=20)
    clock.go(LONG)
    club(20)
    seal(game, bo, place(0, 0))
    assert (fresh(game).step, seat(game, ada).absences) == (1, 0)
    club(20)
    assert (fresh(game).step, seat(game, ada).absences) == (2, 1)


@pytest.fixture
def busy_loop():
    """An event loop that can do nothing until the event is set, and the event."""
    loop, idle = asyncio.new_event_loop(), Event()
    with ThreadPoolExecutor(1) as pool:
        loop.call_soon(idle.wait)
        pool.submit(loop.run_forever)
        yield loop, idle
        idle.set()
        asyncio.run_coroutine_threadsafe(aio.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
    loop.close()


@pytest.mark.django_db(transaction=True)
def test_a_process_whose_event_loop_is_busy_does_not_say_that_it_takes_choices(busy_loop):
    loop, idle = busy_loop
    with ThreadPoolExecutor(1) as pool:
        reported = pool.submit(in_a_thread, partial(report_choices, loop))
        with pytest.raises(TimeoutError):
            reported.result(WAITS)
        assert last_heard(CHOICES) is None
        idle.set()
        assert reported.result()
    assert last_heard(CHOICES) is not None


@pytest.mark.django_db(transaction=True)
def test_choices_are_not_taken_from_those_who_wait_for_a_socket(busy_loop, monkeypatch, clock):
    loop, idle = busy_loop
    idle.set()
    monkeypatch.setattr(outages, "entrance", Entrance())
    outages.entrance.come("a page")
    came = clock.now
    clock.go(4)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(in_a_thread, partial(report_choices, loop)).result()
    assert last_heard(CHOICES) == came


@pytest.mark.parametrize("silent", [CHOICES, TURNS])
def test_the_time_in_which_games_are_told_of_an_outage_is_none(
    ada, bo, club, clock, monkeypatch, silent
):
    games = [begin(ada, bo) for _ in range(5)]
    club()
    for _ in range(20):
        clock.go(1)
        beat(TURNS if silent == CHOICES else CHOICES)
    monkeypatch.setattr(outages, "_tell", lambda *_: clock.go(3))
    beat(silent)
    assert last_heard(silent) >= clock.now - timedelta(seconds=3)
    beat(silent)
    assert Outage.objects.count() == 1
    assert {fresh(game).deadline for game in games} == {START + MINUTE + timedelta(seconds=20)}


@pytest.mark.django_db(transaction=True)
def test_choices_are_tried_again_while_games_are_told_of_an_outage(
    ada, bo, busy_loop, clock, monkeypatch
):
    loop, idle = busy_loop
    idle.set()
    for _ in range(5):
        begin(ada, bo)
    Heartbeat.objects.create(of=CHOICES, at=clock.now)
    clock.go(LONG)
    tried = []
    answers = aio.answers

    async def try_it():
        tried.append(clock.now)
        await answers()

    monkeypatch.setattr(aio, "answers", try_it)
    monkeypatch.setattr(outages, "_tell", lambda *_: clock.go(3))
    began = clock.now
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(in_a_thread, partial(report_choices, loop)).result()
    assert tried == [began + timedelta(seconds=3 * told) for told in range(6)]


def test_games_that_were_paused_get_nothing(ada, bo, mo, club, clock):
    paused = begin(ada, bo)
    pause_game(game_id=paused.pk, by=mo, why="Tea")
    clock.go(LONG)
    club()
    assert fresh(paused).time_left == timedelta(seconds=60)
    assert not ModeratorAct.objects.filter(game=paused, what="away").exists()


def test_the_log_says_so(ada, bo, club, clock):
    game = begin(ada, bo)
    clock.go(LONG)
    club()
    act = ModeratorAct.objects.get(game=game)
    assert (act.what, act.by) == ("away", None)


def test_pages_are_told_the_new_deadline(ada, bo, club, clock):
    game = begin(ada, bo)
    clock.go(LONG)
    club()
    kinds = list(game.game_events.values_list("kind", flat=True))
    assert kinds == ["clock.changed", "log.added"]
