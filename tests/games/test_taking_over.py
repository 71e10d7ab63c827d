"""An abandoned seat is offered to others for a while: who gets it, and what they see."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.archive.record import record_of
from games.archive.tenures import tenures_of
from games.models import Plan, Tenure
from games.pages.access import get_viewer
from games.play.messages import AskVote, CastVote, Resign, TakeSeat
from games.play.permissions import Act
from games.schedule import seats, votes
from games.schedule.seats import end_offers_of
from games.store.rows import state_at
from games.store.sync import run_game
from tests.games.acting import (
    act,
    cancel_game,
    pause_game,
    remove_seat,
    resign,
    resume_game,
    set_plan,
)
from tests.games.playing import PASS, START, begin, fresh, place, seal, sealed, seat, steps
from tests.games.sockets import page
from tests.games.sweeps import play_due_bots, resolve_if_due, take_out_former_members
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def di(member):
    return member("Di")


@pytest.fixture
def game(ada, bo, cy):
    return begin(ada, bo, cy, turn_seconds=DAY, turn_ends="complete", seats_taken_over=True)


def take(game, user, number=0):
    act(game.pk, user, TakeSeat(seat=number))


def numbered(game, number=0):
    return game.seats.get(number=number)


def log_of(game):
    return list(game.moderator_acts.order_by("at", "pk").values_list("what", flat=True))


def may_seal(game, user):
    try:
        seal(game, user, PASS)
    except Refused as refused:
        return refused.code
    return "sealed"


def test_a_seat_that_was_left_is_offered_and_nothing_is_played(game, ada, clock):
    seal(game, ada, place(1, 1))
    resign(game_id=game.pk, user=ada)
    offered = numbered(game)
    assert (offered.user, offered.former, offered.left_why) == (None, ada, "")
    assert offered.offered_until == clock.now + timedelta(days=2)
    assert (steps(game), sealed(game)) == ([], {})
    assert offered.name == "Ada"
    assert may_seal(game, ada) == "not-your-seat"
    assert log_of(game) == ["seat-offered"]


def test_who_takes_it_over_plays_on_and_sees_nothing_that_was_sealed(game, ada, bo, cy, di):
    seal(game, ada, place(1, 1))
    resign(game_id=game.pk, user=ada)
    take(game, di)
    assert sealed(game) == {}
    assert numbered(game).user == di
    for user, x in ((di, 0), (bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    assert [actions["0"]["at"] for _, actions in steps(game)] == [[0, 0]]
    assert may_seal(game, ada) == "not-your-seat"
    rows = Tenure.objects.filter(seat=numbered(game)).order_by("pk")
    assert [(row.member, row.from_step, row.to_step, row.why) for row in rows] == [
        (ada, 0, 0, "resigned"),
        (di, 0, None, ""),
    ]
    assert log_of(game) == ["seat-offered", "seat-taken"]


def test_a_seat_that_nobody_takes_leaves_and_was_last_that_of_who_left_it(game, ada, clock):
    resign(game_id=game.pk, user=ada)
    clock.go(2 * DAY - 1)
    assert seats.end_due_offers(clock.now, set()) == 0
    clock.go(1)
    assert seats.first_offer(clock.now, set()) == clock.now
    assert seats.end_due_offers(clock.now, set()) == 1
    left = numbered(game)
    assert (left.user, left.former, left.left_why) == (ada, None, "resigned")
    assert (left.offered_until, left.offered_why) == (None, "")
    assert steps(game) == [("timer", [0])]
    assert may_seal(game, ada) == "not-awaited"


def test_where_the_table_says_so_a_bot_takes_the_seat_that_nobody_took(ada, bo, cy, clock):
    settings = {"seats_taken_over": True, "bots_take_over": True, "turn_ends": "complete"}
    game = begin(ada, bo, cy, turn_seconds=DAY, absences_allowed=None, **settings)
    resign(game_id=game.pk, user=ada)
    clock.go(2 * DAY)
    assert seats.end_due_offers(clock.now, set()) == 1
    taken = numbered(game)
    assert (taken.engine_plays, taken.user.is_bot, taken.left_why) == (True, True, "")
    assert log_of(game)[-1] == "seat-taken"
    clock.go(1)
    assert play_due_bots() == 1
    assert "0" in steps(game)[-1][1]
    assert fresh(game).why_unrated is None


def test_bots_that_take_seats_are_each_another_and_none_plays_already(ada, bo, cy, di, clock):
    settings = {"seats_taken_over": True, "bots_take_over": True, "absences_allowed": None}
    game = begin(ada, bo, cy, di, turn_seconds=DAY, **settings)
    resign(game_id=game.pk, user=ada)
    resign(game_id=game.pk, user=bo)
    clock.go(2 * DAY)
    assert seats.end_due_offers(clock.now, set()) == 1
    assert numbered(game, 0).user != numbered(game, 1).user


def test_who_resigns_in_a_game_of_two_gives_it_up(ada, bo):
    game = begin(ada, bo, turn_seconds=DAY, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    assert fresh(game).status == "finished"
    assert seat(game, bo).rank == 1


@pytest.fixture
def alone(ada, bo, clock):
    """A game of Ada and Bo, in which Ada has missed a turn and is gone. Bo has chosen meanwhile."""
    settings = {"seats_taken_over": True, "bots_take_over": True, "turn_ends": "complete"}
    game = begin(ada, bo, turn_seconds=DAY, absences_allowed=1, **settings)
    seal(game, bo, place(2, 2))
    clock.go(DAY)
    assert resolve_if_due(game)
    assert numbered(game).offered_why == "absent"
    return game


def test_who_is_left_alone_waits_for_somebody_and_plays_no_turn_meanwhile(alone, bo, di, clock):
    assert fresh(alone).status == "running"
    seal(alone, bo, place(3, 3))
    clock.go(2 * DAY - 1)
    assert not resolve_if_due(alone)
    assert steps(alone)[1:] == []
    take(alone, di)
    assert fresh(alone).deadline == clock.now + timedelta(days=1)
    seal(alone, di, place(0, 0))
    assert [sorted(actions) for _, actions in steps(alone)] == [["1"], ["0", "1"]]
    assert fresh(alone).deadline == clock.now + timedelta(days=1)


def test_a_bot_plays_on_with_whoever_was_left_alone(alone, bo, clock):
    seal(alone, bo, place(3, 3))
    clock.go(2 * DAY)
    assert seats.end_due_offers(clock.now, set()) == 1
    assert numbered(alone).engine_plays
    clock.go(1)
    assert play_due_bots() == 1
    assert [sorted(actions) for _, actions in steps(alone)] == [["1"], ["0", "1"]]


def test_who_is_left_alone_may_end_the_game_and_has_won(alone, ada, bo):
    resign(game_id=alone.pk, user=bo)
    assert fresh(alone).status == "finished"
    assert [(seat(alone, user).rank, seat(alone, user).left_why) for user in (ada, bo)] == [
        (2, "absent"),
        (1, ""),
    ]
    assert [tenure.left for tenure in tenures_of(fresh(alone))] == [True, False]


def test_who_wants_to_end_the_game_does_not_give_it_up_if_somebody_has_just_come(alone, bo, di):
    take(alone, di)
    with pytest.raises(Refused) as refused:
        act(alone.pk, bo, Resign(alone=True))
    assert refused.value.code == "not-alone"
    assert fresh(alone).status == "running"
    assert seat(alone, bo).left_why == ""


def test_who_is_left_alone_wins_if_nobody_takes_the_seat(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY, absences_allowed=1, seats_taken_over=True)
    seal(game, bo, place(2, 2))
    clock.go(DAY)
    assert resolve_if_due(game)
    clock.go(2 * DAY)
    assert seats.end_due_offers(clock.now, set()) == 1
    assert fresh(game).status == "finished"
    assert seat(game, bo).rank == 1


def test_where_both_are_gone_nobody_waits(alone, bo, clock):
    bo.delete()
    take_out_former_members(now=clock.now)
    assert fresh(alone).status == "finished"


def test_a_turn_that_an_extension_prolongs_is_not_cut_when_the_seat_is_taken(ada, bo, di, clock):
    settings = {"seats_taken_over": True, "extensions": 1, "absences_allowed": 1}
    game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete", **settings)
    seal(game, ada, place(1, 1))
    clock.go(DAY)
    assert resolve_if_due(game)
    assert fresh(game).extended
    ada.delete()
    take_out_former_members(now=clock.now)
    until = clock.now + timedelta(days=3)
    assert fresh(game).deadline == until
    take(game, di)
    assert fresh(game).deadline == until


def test_players_who_take_turns_wait_for_a_second_one_too(ada, bo, clock):
    settings = {"seats_taken_over": True, "absences_allowed": 1}
    game = begin(ada, bo, variant="territory", turn_seconds=DAY, **settings)
    (first,) = fresh(game).awaiting
    user = [ada, bo][1 - first]
    clock.go(DAY)
    assert resolve_if_due(game)
    assert numbered(game, first).offered_why == "absent"
    state = state_at(game, fresh(game).step)
    seal(game, user, next(iter(fresh(game).engine.legal(state, 1 - first))))
    assert fresh(game).awaiting == [first]
    assert fresh(game).deadline == clock.now + timedelta(days=3)


def test_where_hardly_anybody_stays_the_offered_seats_leave_too(game, ada, bo, cy):
    resign(game_id=game.pk, user=ada)
    resign(game_id=game.pk, user=bo)
    assert steps(game) == [("complete", [0, 1])]
    assert fresh(game).status == "finished"
    assert [seat(game, user).rank for user in (ada, bo, cy)] == [2, 2, 1]
    assert [seat(game, user).left_why for user in (ada, bo)] == ["resigned", "resigned"]


def test_where_the_table_has_it_not_a_seat_leaves_at_once(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=DAY)
    resign(game_id=game.pk, user=ada)
    assert steps(game) == [("complete", [0])]


def test_who_is_absent_removed_or_gone_leaves_a_seat_to_others_too(ada, bo, cy, di, mo, run_out):
    game = begin(ada, bo, cy, absences_allowed=1, seats_taken_over=True)
    for user, x in ((bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    run_out()
    assert numbered(game).offered_why == "absent"
    others = begin(ada, bo, cy, di, seats_taken_over=True)
    remove_seat(game_id=others.pk, number=1, by=mo, why="Spam")
    ada.delete()
    take_out_former_members(now=fresh(others).started_at)
    assert [numbered(others, n).offered_why for n in (0, 1, 2)] == ["gone", "removed", ""]
    assert take_out_former_members(now=fresh(others).started_at) == 0


def test_a_seat_that_nobody_has_is_never_absent_and_the_others_play_on(game, ada, bo, cy, run_out):
    resign(game_id=game.pk, user=ada)
    for user, x in ((bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    assert steps(game) == []
    type(game).objects.filter(pk=game.pk).update(deadline=fresh(game).started_at)
    assert resolve_if_due(game)
    assert set(steps(game)[0][1]) == {"1", "2"}
    assert numbered(game).absences == 0


@pytest.mark.parametrize("who", ["ada", "bo", "bot"])
def test_who_plays_played_or_is_no_person_takes_no_seat(game, ada, bo, bot, who):
    resign(game_id=game.pk, user=ada)
    with pytest.raises(Refused) as refused:
        take(game, {"ada": ada, "bo": bo, "bot": bot}[who])
    assert refused.value.code == "not-allowed"


def test_pages_offer_it_to_all_but_who_left(game, ada, di, clock):
    resign(game_id=game.pk, user=ada)
    offered = {u: get_viewer(fresh(game), u, clock.now).may(fresh(game)) for u in (ada, di)}
    assert [Act.TAKE_SEAT in offered[user] for user in (ada, di)] == [False, True]


def test_a_seat_is_taken_once_and_only_while_it_is_offered(game, ada, di, member, clock):
    with pytest.raises(Refused, match="no longer"):
        take(game, di)
    resign(game_id=game.pk, user=ada)
    take(game, di)
    with pytest.raises(Refused, match="no longer"):
        take(game, member("Ed"))
    assert numbered(game).user == di


def test_the_players_let_a_bot_take_it_over(game, ada, bo, cy, clock):
    resign(game_id=game.pk, user=ada)
    act(game.pk, bo, AskVote(about="bot", seat=0))
    act(game.pk, cy, CastVote(vote=1, yes=True))
    taken = numbered(game)
    assert (taken.engine_plays, taken.user.is_bot, taken.offered_until) == (True, True, None)
    for user, x in ((bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    clock.go(1)
    play_due_bots()
    assert fresh(game).step == 1
    assert log_of(game) == ["seat-offered", "vote-asked", "vote-carried", "seat-taken"]


def test_a_vote_for_a_bot_waits_for_the_sweep_if_the_club_has_none_left(game, ada, bo, cy, clock):
    User.objects.filter(is_bot=True).delete()
    resign(game_id=game.pk, user=ada)
    act(game.pk, bo, AskVote(about="bot", seat=0))
    act(game.pk, cy, CastVote(vote=1, yes=True))
    assert not numbered(game).engine_plays
    assert votes.end_votes(clock.now, set()) == 1
    taken = numbered(game)
    assert (taken.engine_plays, taken.user.is_bot) == (True, True)
    assert log_of(game) == ["seat-offered", "vote-asked", "vote-carried", "seat-taken"]


def test_a_plan_goes_with_who_made_it_and_extensions_stay_with_the_seat(ada, bo, cy, di, clock):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True, extensions=2)
    clock.go(DAY)
    assert resolve_if_due(game)
    assert numbered(game).extensions == 1
    set_plan(game_id=game.pk, user=ada, was=[], actions=[place(1, 1)])
    resign(game_id=game.pk, user=ada)
    assert not Plan.objects.exists()
    clock.go(DAY)
    assert resolve_if_due(game)
    assert len(steps(game)) == 1
    assert numbered(game).extensions == 1
    take(game, di)
    assert (numbered(game).user, numbered(game).extensions) == (di, 1)


def test_a_bot_that_takes_a_seat_over_has_no_extensions(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True, extensions=2)
    resign(game_id=game.pk, user=ada)
    act(game.pk, bo, AskVote(about="bot", seat=0))
    act(game.pk, cy, CastVote(vote=1, yes=True))
    assert (numbered(game).engine_plays, numbered(game).extensions) == (True, 0)


@pytest.mark.parametrize("last", ["leaves", "chooses"])
def test_time_is_put_off_for_nobody_who_has_left(ada, bo, cy, clock, last):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True, extensions=1)
    seal(game, bo, place(2, 2))
    clock.go(DAY)
    assert resolve_if_due(game)
    assert (fresh(game).extended, steps(game)) == (True, [])
    if last == "leaves":
        seal(game, cy, place(4, 4))
        resign(game_id=game.pk, user=ada)
    else:
        resign(game_id=game.pk, user=ada)
        assert not resolve_if_due(game)
        seal(game, cy, place(4, 4))
    assert resolve_if_due(game)
    assert [sorted(actions) for _, actions in steps(game)] == [["1", "2"]]
    assert not resolve_if_due(game)


def test_no_bot_is_voted_for_where_no_seat_is_offered(game, ada, bo, di, clock):
    with pytest.raises(Refused):
        act(game.pk, bo, AskVote(about="bot", seat=0))
    resign(game_id=game.pk, user=ada)
    act(game.pk, bo, AskVote(about="bot", seat=0))
    take(game, di)
    assert fresh(game).vote_ends_at <= clock.now


def test_a_game_that_is_over_offers_no_seat(game, ada, mo):
    resign(game_id=game.pk, user=ada)
    cancel_game(game_id=game.pk, by=mo, why="Tea")
    assert (numbered(game).user, numbered(game).offered_until) == (ada, None)
    assert numbered(game).left_why == "resigned"


def test_record_and_results_tell_who_had_the_seat_when_and_who_left(game, ada, bo, cy, di):
    resign(game_id=game.pk, user=ada)
    take(game, di)
    for user in (di, bo, cy):
        seal(game, user, PASS)
    assert fresh(game).status == "finished"
    told = [
        (tenure.member_id, tenure.seat, tenure.from_step, tenure.to_step, tenure.left, tenure.rank)
        for tenure in tenures_of(fresh(game))
    ]
    assert told == [
        (ada.pk, 0, 0, 0, True, None),
        (di.pk, 0, 0, 1, False, 1),
        (bo.pk, 1, 0, 1, False, 1),
        (cy.pk, 2, 0, 1, False, 1),
    ]
    assert record_of(fresh(game))["players"][0]["tenures"] == [
        {"name": "Ada", "from": 0, "to": 0, "why": "resigned"},
        {"name": "Di", "from": 0, "to": 1, "why": "over"},
    ]
    assert "tenures" not in record_of(fresh(game))["players"][1]


@pytest.mark.django_db(transaction=True)
async def test_open_pages_lose_and_get_the_seat_at_once(game, ada, di):
    async with page(game, ada) as former, page(game, di) as coming:
        assert former.first["you"]["seat"] == 0
        await in_thread(resign, game_id=game.pk, user=ada)
        you = (await former.hear("game.snapshot"))["you"]
        assert (you["seat"], you["left"]) == (None, True)
        await in_thread(take, game, di)
        you = (await coming.hear("game.snapshot"))["you"]
        assert (you["seat"], you["action"], you["rooms"]) == (0, None, ["table"])
        await in_thread(seal, game, di, place(1, 1))
        assert (await coming.hear("action.kept"))["action"] == place(1, 1)
        assert (await former.snapshot())["you"]["action"] is None
        assert not any("action.kept" in frame for frame in former.frames)


@pytest.mark.django_db(transaction=True)
async def test_who_left_reads_no_more_of_the_spectators_room_once_the_seat_has_left(game, ada):
    async with page(game, ada) as former:
        await in_thread(resign, game_id=game.pk, user=ada)
        you = (await former.hear("game.snapshot"))["you"]
        assert (you["seat"], you["rooms"]) == (None, ["table", "spectators"])
        await in_thread(game.seats.filter(number=0).update, offered_until=START)
        assert await in_thread(end_offers_of, game.pk)
        you = (await former.hear("game.snapshot"))["you"]
        assert (you["seat"], you["rooms"]) == (0, ["table"])


def test_a_seat_is_offered_for_as_long_again_as_its_game_was_paused(game, ada, di, mo, clock):
    resign(game_id=game.pk, user=ada)
    clock.go(DAY)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(5 * DAY)
    resume_game(game_id=game.pk, by=mo, why="Tea")
    assert numbered(game).offered_until == clock.now + timedelta(days=1)
    assert seats.end_due_offers(clock.now, set()) == 0
    take(game, di)
    assert numbered(game).user == di


def test_a_seat_on_offer_is_taken_over_however_long_its_game_is_paused(game, ada, di, mo, clock):
    resign(game_id=game.pk, user=ada)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(5 * DAY)
    take(game, di)
    assert numbered(game).user == di


def test_a_step_in_a_pause_takes_nothing_of_it_from_a_seat_on_offer(ada, bo, bot, mo, clock):
    settings = {"turn_seconds": DAY, "seats_taken_over": True}
    game = begin(bot, ada, bo, variant="territory", **settings)
    assert fresh(game).awaiting == [0]
    resign(game_id=game.pk, user=ada)
    clock.go(60)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(5 * DAY)
    remove_seat(game_id=game.pk, number=0, by=mo, why="Tea")
    assert steps(game) == [("moderator", [0])]
    assert fresh(game).paused_at == clock.now, "a turn began"
    clock.go(DAY)
    resume_game(game_id=game.pk, by=mo, why="Tea")
    assert numbered(game, 1).offered_until == clock.now + timedelta(days=2, minutes=-1)
    assert fresh(game).last_person_at == clock.now - timedelta(minutes=1)


def test_a_run_gives_no_seat_to_an_account_that_is_deleted_meanwhile(game, ada):
    with run_game(game.pk) as run:
        run.seats[0].absences = 1
        User.objects.get(pk=ada.pk).delete()
    assert (numbered(game).user, numbered(game).absences) == (None, 1)
