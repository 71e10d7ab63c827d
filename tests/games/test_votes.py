"""Votes of a game's players: their effects, what is announced, and what stays sealed."""

from datetime import timedelta

import pytest

from engines.record import from_json
from engines.replay import replay
from games.archive.record import record_of
from games.models import GameEvent, Presence
from games.play import vote as voting
from games.play.messages import AskVote, CastVote, TakeSeat
from games.schedule import votes as sweeps
from games.store.presence import note_pages
from games.store.sync import run_game
from tests.games.acting import act, cancel_game, pause_game, resign, resume_game
from tests.games.playing import PASS, begin, fresh, place, seal, sealed, seat, steps
from tests.games.sweeps import resolve_due_turns
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

HOUR, DAY = 3600, 86_400


def ask(game, user, about="pause", seconds=HOUR):
    act(game.pk, user, AskVote(about=about, seconds=seconds))


def say(game, user, *, yes=True, number=None):
    act(game.pk, user, CastVote(vote=number or fresh(game).votes["count"], yes=yes))


def log_of(game):
    """The entries of the log, with how the players voted."""
    said = game.moderator_acts.order_by("at", "pk").values_list("what", "vote")
    return [(what, vote and (vote["about"], vote["yes"], vote["no"])) for what, vote in said]


def events_of(game):
    """The events that everybody received, in order; checks that their numbers have no gap."""
    rows = GameEvent.objects.filter(game=game, audience="everyone").order_by("seq")
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    return [row.kind for row in rows]


def end_votes(clock):
    sweeps.end_votes(clock.now, set())


def test_players_pause_their_game_which_goes_on_by_itself(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY)
    seal(game, ada, place(1, 1))
    clock.go(60)
    ask(game, ada)
    assert fresh(game).status == "running"
    say(game, bo)
    paused = fresh(game)
    assert (paused.status, paused.deadline) == ("paused", None)
    assert paused.resumes_at == clock.now + timedelta(hours=1)
    assert paused.time_left == timedelta(seconds=DAY - 60)
    clock.go(HOUR - 1)
    assert sweeps.end_pauses(clock.now, set()) == 0
    clock.go(1)
    assert sweeps.first_pause(clock.now, set()) == clock.now
    assert sweeps.end_pauses(clock.now, set()) == 1
    running = fresh(game)
    assert (running.status, running.resumes_at) == ("running", None)
    assert running.deadline == clock.now + timedelta(seconds=DAY - 60)
    assert sealed(game) == {0: place(1, 1)}
    assert log_of(game) == [
        ("vote-asked", ("pause", [0], [])),
        ("vote-carried", ("pause", [0, 1], [])),
        ("pause-over", None),
    ]
    assert events_of(game) == [
        "action.sealed",
        "vote.changed",
        "log.added",
        "vote.changed",
        "vote.changed",
        "log.added",
        "game.paused",
        "game.resumed",
        "log.added",
    ]


def test_players_resume_what_they_have_paused_but_not_what_a_moderator_has(ada, bo, mo):
    game = begin(ada, bo)
    ask(game, ada)
    say(game, bo)
    ask(game, bo, "resume")
    say(game, ada)
    assert fresh(game).status == "running"
    ask(game, ada)
    say(game, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    assert (fresh(game).status, fresh(game).resumes_at) == ("paused", None)
    for about in ("resume", "end", "cancel"):
        with pytest.raises(Refused, match="waiting for a moderator"):
            ask(game, ada, about)
    resume_game(game_id=game.pk, by=mo, why="Tea")
    assert fresh(game).status == "running"


@pytest.mark.parametrize("about", ["pause", "end", "cancel"])
def test_a_moderators_pause_ends_whatever_is_voted_on(ada, bo, mo, clock, about):
    game = begin(ada, bo)
    ask(game, ada, about)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    with pytest.raises(Refused, match="over"):
        say(game, bo)
    end_votes(clock)
    assert fresh(game).votes["open"] is None
    assert log_of(game)[-1] == ("vote-overtaken", (about, [0], []))
    assert (fresh(game).status, fresh(game).resumes_at) == ("paused", None)


def test_a_pause_has_lasted_since_its_beginning_whoever_pauses_the_game_anew(ada, bo, mo, clock):
    game = begin(ada, bo, turn_seconds=DAY)
    ask(game, ada)
    say(game, bo)
    began = clock.now
    clock.go(60)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    assert (fresh(game).paused_at, fresh(game).resumes_at) == (began, None)


def test_a_turn_is_given_more_time_once(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=60)
    ends = fresh(game).deadline
    ask(game, ada, "more-time")
    say(game, bo)
    assert fresh(game).deadline == ends + timedelta(seconds=60)
    with pytest.raises(Refused, match="already"):
        ask(game, bo, "more-time")
    seal(game, ada, place(1, 1))
    clock.go(119)
    seal(game, bo, place(3, 3))
    assert fresh(game).step == 0


def test_a_vote_about_a_turn_is_over_with_the_turn(ada, bo, clock):
    game = begin(ada, bo, turn_ends="complete")
    ask(game, ada, "more-time")
    for user, x in ((ada, 1), (bo, 3)):
        seal(game, user, place(x, x))
    assert fresh(game).vote_ends_at <= clock.now
    with pytest.raises(Refused, match="over"):
        say(game, bo)
    end_votes(clock)
    assert log_of(game)[-1] == ("vote-overtaken", ("more-time", [0], []))
    ask(game, bo, "more-time")


def test_players_end_their_game_with_the_ranks_as_they_stand(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_ends="complete")
    for user, x in ((ada, 0), (bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    for user, x in ((ada, 0), (bo, 2)):
        seal(game, user, place(x, 1))
    seal(game, cy, PASS)
    seal(game, ada, place(4, 0))
    ask(game, ada, "end")
    say(game, bo)
    assert not fresh(game).is_over
    clock.go(60)
    end_votes(clock)
    over = fresh(game)
    assert (over.status, over.outcome["reason"]) == ("finished", "agreement")
    assert [seat(game, user).rank for user in (ada, bo, cy)] == [1, 1, 3]
    assert over.finished_at == clock.now
    assert sealed(game) == {}
    assert not game.tenures.filter(to_step=None).exists()
    assert {each.why for each in game.tenures.all()} == {"over"}
    record = record_of(over)
    assert record["result"] == over.outcome
    assert [line.step for line in replay(from_json(record))] == [0, 1, 2]
    assert "game.ended" in events_of(game)


def test_where_players_end_their_game_a_seat_that_is_offered_ranks_as_one_that_left(
    ada, bo, cy, member
):
    players = (ada, bo, cy, member("Di"))
    settings = {"turn_seconds": DAY, "seats_taken_over": True, "votes_need": "majority"}
    game = begin(*players, variant="automatafl", **settings)
    resign(game_id=game.pk, user=ada)
    ask(game, bo, "end")
    say(game, cy)
    assert [seat(game, user).rank for user in players] == [2, 1, 1, 1]
    assert (seat(game, ada).left_why, seat(game, ada).left_at_step) == ("resigned", 0)


def test_who_says_nothing_abstains_but_nobody_decides_alone(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_seconds=DAY)
    ask(game, ada, "cancel")
    assert sweeps.first_vote(clock.now + timedelta(days=1), set()) == clock.now + timedelta(days=1)
    clock.go(DAY)
    end_votes(clock)
    assert fresh(game).status == "running"
    assert log_of(game)[-1] == ("vote-failed", ("cancel", [0], []))


def test_one_who_is_against_it_decides_where_all_must_agree_and_none_where_most_must(ada, bo, cy):
    for need, status in (("all", "running"), ("majority", "cancelled")):
        game = begin(ada, bo, cy, votes_need=need)
        ask(game, ada, "cancel")
        say(game, bo, yes=False)
        if need == "majority":
            say(game, cy)
        assert fresh(game).status == status


def test_a_player_may_change_their_word(ada, bo, cy):
    game = begin(ada, bo, cy, votes_need="majority")
    ask(game, ada, "cancel")
    say(game, ada, yes=False)
    assert fresh(game).votes["open"]["no"] == [0]
    say(game, ada)
    say(game, bo)
    assert fresh(game).status == "cancelled"


def test_bots_have_no_vote_and_who_plays_with_them_alone_decides_alone(ada, bot):
    game = begin(ada, bot)
    ask(game, ada, "cancel")
    assert fresh(game).status == "cancelled"


def test_one_vote_goes_on_at_a_time_and_a_player_asks_for_few(ada, bo):
    game = begin(ada, bo)
    for _ in range(3):
        ask(game, ada, "end")
        with pytest.raises(Refused, match="Another vote"):
            ask(game, bo, "cancel")
        say(game, bo, yes=False)
    with pytest.raises(Refused, match="next one"):
        ask(game, ada, "end")
    ask(game, bo, "end")


def test_a_vote_is_answered_by_its_number(ada, bo):
    game = begin(ada, bo)
    ask(game, ada, "end")
    say(game, bo, yes=False)
    ask(game, ada, "cancel")
    with pytest.raises(Refused, match="over"):
        say(game, bo, number=1)
    assert not fresh(game).is_over


@pytest.mark.parametrize(
    ("about", "seconds"),
    [
        *(("tea", None), ("pause", None), ("pause", 59), ("pause", 15 * DAY), ("cancel", None)),
        *(("pause", 10**15), ("pause", -(10**30))),
    ],
)
def test_what_the_table_does_not_have_or_makes_no_sense_is_refused(ada, bo, about, seconds):
    game = begin(ada, bo, votes=["pause", "end"])
    with pytest.raises(Refused):
        ask(game, ada, about, seconds)
    assert fresh(game).votes is None
    assert log_of(game) == []


def test_a_game_that_ends_takes_its_vote_along(ada, bo, mo, clock):
    game = begin(ada, bo)
    ask(game, ada)
    cancel_game(game_id=game.pk, by=mo, why="Tea")
    end_votes(clock)
    assert (fresh(game).status, fresh(game).vote_ends_at) == ("cancelled", None)
    assert log_of(game)[-1][0] == "vote-overtaken"


def test_a_vote_that_was_being_taken_when_a_player_left_goes_on_among_the_others(ada, bo, cy):
    game = begin(ada, bo, cy)
    ask(game, ada, "cancel")
    resign(game_id=game.pk, user=cy)
    say(game, bo)
    assert fresh(game).status == "cancelled"


@pytest.mark.parametrize("about", ["end", "pause"])
def test_a_game_whose_vote_or_pause_fails_twice_is_stopped_and_looked_at_no_more(
    ada, bo, cy, clock, monkeypatch, about
):
    game = begin(ada, bo, cy, turn_seconds=HOUR)
    ask(game, ada, about)
    say(game, bo)
    if about == "pause":
        say(game, cy)
    monkeypatch.setattr(f"games.play.pause.{'end' if about == 'end' else 'resume'}", None)
    clock.go(HOUR)
    for _ in range(2):
        sweeps.end_votes(clock.now, set())
        sweeps.end_pauses(clock.now, set())
    stopped = fresh(game)
    assert (stopped.status, stopped.resumes_at, stopped.vote_ends_at) == ("paused", None, None)
    assert log_of(game)[-1][0] == "stopped"


def test_who_takes_a_seat_over_has_not_said_what_was_said_there_before(ada, bo, cy, member):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True, votes_need="majority")
    ask(game, ada, "cancel")
    resign(game_id=game.pk, user=ada)
    assert fresh(game).votes["open"]["yes"] == []
    assert events_of(game).count("vote.changed") == 2
    di = member("Di")
    act(game.pk, di, TakeSeat(seat=0))
    say(game, bo)
    assert fresh(game).status == "running"
    say(game, di)
    assert fresh(game).status == "cancelled"


@pytest.mark.parametrize(("said", "came"), [(True, "carried"), (False, "failed")])
def test_a_vote_is_decided_when_the_last_leaves_who_had_said_nothing(
    ada, bo, cy, clock, said, came
):
    game = begin(ada, bo, cy, turn_seconds=DAY, votes_need="all" if said else "majority")
    ask(game, ada, "cancel")
    say(game, bo, yes=said)
    resign(game_id=game.pk, user=cy)
    assert fresh(game).vote_ends_at == clock.now
    end_votes(clock)
    assert log_of(game)[-1][0] == f"vote-{came}"


def test_what_is_told_of_a_vote_does_not_depend_on_what_is_sealed(ada, bo):
    told = []
    for x in (1, 3):
        game = begin(ada, bo)
        seal(game, ada, place(x, x))
        with run_game(game.pk) as run:
            voting.ask(run, run.seats[1], "pause", HOUR)
            voting.cast(run, run.seats[0], 1, yes=True)
            voting.settle_vote(run)
            told.append([(each.audience, each.message) for each in run.emitted])
        assert steps(game) == []
    assert told[0] == told[1]


def vote_out(game, user, whom):
    act(game.pk, user, AskVote(about="remove", seat=seat(game, whom).number))


def put_away(game, user):
    Presence.objects.filter(seat=seat(game, user)).update(away=True)


def test_players_remove_somebody_who_is_away_but_nobody_who_is_there(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=60)
    with pytest.raises(Refused, match="not-away"):
        vote_out(game, ada, cy)
    put_away(game, cy)
    seal(game, ada, place(1, 1))
    vote_out(game, ada, cy)
    assert seat(game, cy).left_why == ""
    with pytest.raises(Refused, match="This vote is about you"):
        say(game, cy, yes=False)
    say(game, bo)
    assert seat(game, cy).left_why == "voted-out"
    assert sealed(game) == {0: place(1, 1)}
    assert fresh(game).status == "running"
    assert log_of(game)[-1] == ("vote-carried", ("remove", [0, 1], []))
    assert replay_of(game) == fresh(game).step


def replay_of(game):
    """The number of the last step that the game's record replays to."""
    return list(replay(from_json(record_of(fresh(game)))))[-1].step


def test_a_vote_to_remove_somebody_lapses_when_they_come_back_or_choose(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_seconds=60)
    put_away(game, cy)
    vote_out(game, ada, cy)
    note_pages([seat(game, cy).pk], clock.now)
    end_votes(clock)
    assert log_of(game)[-1][0] == "vote-overtaken"
    put_away(game, cy)
    vote_out(game, bo, cy)
    seal(game, cy, place(2, 2))
    end_votes(clock)
    assert log_of(game)[-1][0] == "vote-overtaken"
    assert seat(game, cy).left_why == ""
    assert sealed(game) == {2: place(2, 2)}


def test_by_correspondence_whoever_missed_the_last_turn_can_be_removed(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=False)
    put_away(game, cy)  # with turns of a day, being away is not enough
    with pytest.raises(Refused, match="not-away"):
        vote_out(game, ada, cy)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    clock.traveller.move_to(fresh(game).deadline)
    resolve_due_turns(sleep=clock.sleep)
    assert seat(game, cy).absences == 1
    vote_out(game, ada, cy)
    say(game, bo)
    assert seat(game, cy).left_why == "voted-out"


def test_in_a_game_of_two_nobody_is_voted_out(ada, bo):
    game = begin(ada, bo, turn_seconds=60)
    put_away(game, bo)
    with pytest.raises(Refused, match="two others"):
        vote_out(game, ada, bo)


def test_a_seat_that_is_voted_free_is_offered_to_others(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=60, seats_taken_over=True)
    put_away(game, cy)
    vote_out(game, ada, cy)
    say(game, bo)
    offered = fresh(game).seats.get(number=2)
    assert (offered.offered_why, offered.left_why) == ("voted-out", "")


@pytest.mark.parametrize(("about", "seconds"), [("pause", HOUR), ("cancel", 12 * HOUR)])
def test_a_vote_in_which_only_one_is_silent_ends_sooner(ada, bo, cy, clock, about, seconds):
    game = begin(ada, bo, cy, turn_seconds=DAY)
    ask(game, ada, about)
    assert fresh(game).vote_ends_at == clock.now + timedelta(days=1)
    clock.go(60)
    say(game, bo)
    assert fresh(game).vote_ends_at == clock.now + timedelta(seconds=seconds)
    clock.go(seconds)
    end_votes(clock)
    assert log_of(game)[-1][0] == "vote-carried"


def test_a_vote_that_needs_the_last_ones_yes_goes_on_in_full(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY)
    ask(game, ada)
    assert fresh(game).vote_ends_at == clock.now + timedelta(days=1)
