"""Notices are sent whatever was sent before if ignoring them costs a seat or a game."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from games.models import Seat
from notices import channels, words
from notices.models import Channel, Kind, Notice, Timing, What
from notices.push.messages import _message
from notices.schedule import PLANS, WARNINGS
from notices.services.preferences import save_quiet_hours, set_preferences
from notices.services.reading import read_all
from notices.stakes import AT_STAKE, LAST_CALLS, at_stake, is_at_stake
from tests.games.acting import ask_for_vote, pause_game, resign, resume_game
from tests.games.playing import begin, place, seal
from tests.games.sweeps import resolve_due_turns
from tests.notices.postman import Postman, sweep
from tests.notices.told import DAY

pytestmark = pytest.mark.django_db

MINUTE, HOUR = 60, 3600
ONE_MORE = "Miss one more turn and you are out of the game."


@pytest.fixture
def postman(monkeypatch):
    """Rests for an hour, and writes about a game once a turn, as mail does."""
    postman = Postman()
    mail = postman.channel(
        settles=timedelta(minutes=5),
        rest=timedelta(hours=1),
        once_a_turn=True,
        insists=timedelta(minutes=1),
    )
    monkeypatch.setattr(channels, "_channels", {Channel.MAIL: mail})
    return postman


@pytest.fixture
def work(postman, clock):
    """Returns a function that lets some seconds pass, warns, sends what is due, and returns what
    Ada received."""

    def after(seconds=0):
        clock.go(seconds)
        while PLANS.first(clock.now, set()) is not None:
            PLANS.handle(clock.now, set())
        WARNINGS.handle(clock.now, set())
        sweep(channels.all_channels()[0], clock)
        return [what for name, what in postman.take() if name == "Ada"]

    return after


@pytest.fixture
def start(ada, bo, postman):
    """Returns a function that begins a game with turns of a day, for Ada and Bo."""

    def begin_one(*others, **settings):
        return begin(ada, bo, *others, **{"turn_seconds": DAY, "turn_ends": "complete", **settings})

    return begin_one


def test_whoever_was_mailed_of_the_turn_is_mailed_that_it_is_the_last_they_may_miss(start, work):
    start(absences_allowed=1)
    assert work(5 * MINUTE) == [["began"]]
    assert work(DAY - 5 * MINUTE - HOUR) == []
    assert work(MINUTE) == [["runs-out"]]


def test_a_turn_that_may_be_missed_is_mailed_of_once(start, work):
    start(absences_allowed=2)
    assert work(5 * MINUTE) == [["began"]]
    assert work(DAY - 5 * MINUTE - HOUR) == work(10 * MINUTE) == []


def test_a_warning_of_the_last_chance_does_not_wait_for_the_rest_after_another_mail(start, work):
    start(absences_allowed=1)
    work(5 * MINUTE)
    work(DAY - HOUR - 15 * MINUTE)
    start(absences_allowed=None)
    assert work(5 * MINUTE) == [["began"]]
    assert work(5 * MINUTE) == []
    assert work(MINUTE) == [["runs-out"]]


def test_what_waits_for_the_rest_goes_along(start, work):
    start(absences_allowed=1)
    work(5 * MINUTE)
    work(DAY - HOUR - 15 * MINUTE)
    start(absences_allowed=None)
    work(5 * MINUTE)
    start(absences_allowed=None)
    assert work(5 * MINUTE) == []
    assert work(MINUTE) == [["began", "runs-out"]]


def test_it_is_sent_once(start, work):
    start(absences_allowed=1)
    work(5 * MINUTE)
    work(DAY - HOUR - 5 * MINUTE)
    assert work(MINUTE) == [["runs-out"]]
    assert work(MINUTE) == work(30 * MINUTE) == []


class TestLastChance:
    """If the player misses one more turn, they are out of the game."""

    @pytest.fixture
    def chance(self, ada, start, work):
        """Returns a function: whether Ada's warning says so, by the number of turns missed and
        allowed."""

        def of(*, missed, allowed, extensions=0):
            game = start(absences_allowed=allowed, extensions=extensions)
            Seat.objects.filter(game=game).update(absences=missed)
            work(DAY - HOUR)
            return Notice.objects.get(member=ada, game=game, what=What.RUNS_OUT).last_chance

        return of

    @pytest.mark.parametrize(
        ("missed", "allowed", "is_last"), [(2, 3, True), (1, 3, False), (0, 1, True)]
    )
    def test_it_is_when_all_others_that_may_be_missed_were(self, chance, missed, allowed, is_last):
        assert chance(missed=missed, allowed=allowed) is is_last

    def test_at_a_table_where_nobody_leaves_there_is_none(self, chance):
        assert chance(missed=5, allowed=None) is False

    def test_whoever_has_an_extension_has_another_chance(self, chance):
        assert chance(missed=2, allowed=3, extensions=1) is False

    def test_notices_say_so(self, ada, chance):
        chance(missed=2, allowed=3)
        notice = Notice.objects.select_related("game").get(member=ada, what=What.RUNS_OUT)
        for said in (
            words.sentence(notice),
            str(words.sentence_on_page(notice)),
            _message(notice)["says"],
        ):
            assert said.endswith(ONE_MORE)

    def test_the_next_turn_says_so_as_well(self, ada, start, work, clock):
        start(absences_allowed=2)
        clock.go(DAY)
        resolve_due_turns(sleep=clock.sleep)
        notice = Notice.objects.get(member=ada, what=What.YOUR_TURN)
        assert words.sentence(notice) == f"It is your turn. {ONE_MORE}"

    def test_whoever_has_chosen_again_is_not_told_so(self, ada, bo, start, clock):
        game = start(absences_allowed=2)
        clock.go(DAY)
        resolve_due_turns(sleep=clock.sleep)
        for user, at in ((ada, (1, 1)), (bo, (3, 3))):
            seal(game, user, place(*at))
        assert not Notice.objects.get(member=ada, what=What.YOUR_TURN).last_chance


def test_the_last_extension_is_mailed_and_says_that_it_is_the_last(ada, start, work, clock):
    start(extensions=2, absences_allowed=None)
    work(5 * MINUTE)
    for what in ([], [["last-extend"]]):
        clock.go(2 * DAY)
        resolve_due_turns(sleep=clock.sleep)
        assert [each for each in work(5 * MINUTE) if "extend" in str(each)] == what
        clock.go(2 * DAY)
        resolve_due_turns(sleep=clock.sleep)
        work(2 * HOUR)
    assert "your last extension" in str(words.SAID[What.LAST_EXTENSION])


def test_a_vote_and_a_pause_and_its_end_are_mailed_in_a_turn_that_was(bo, mo, start, work):
    game = start()
    work(5 * MINUTE)
    ask_for_vote(game_id=game.pk, user=bo, about="cancel")
    assert work(MINUTE) == [["vote"]]
    pause_game(game_id=game.pk, by=mo, why="Tea")
    assert work(MINUTE) == [["paused"]]
    resume_game(game_id=game.pk, by=mo, why="Tea")
    assert work(MINUTE) == [["resumed"]]


def test_who_lost_the_seat_is_mailed_at_once(ada, bo, cy, start, work, clock):
    game = start(cy, absences_allowed=1)
    work(5 * MINUTE)
    work(DAY - HOUR - 5 * MINUTE)
    assert work(MINUTE) == [["runs-out"]]
    for user, at in ((bo, (1, 1)), (cy, (3, 3))):
        seal(game, user, place(*at))
    clock.go(HOUR - MINUTE)
    resolve_due_turns(sleep=clock.sleep)
    assert work(MINUTE) == [["absent"]]


class TestWhatMembersWant:
    @pytest.mark.parametrize("kinds", [[], ["turn", "course"]])
    def test_whoever_wants_no_mail_or_none_of_this_kind_gets_none(self, ada, start, work, kinds):
        set_preferences(member=ada, by={Channel.MAIL: kinds})
        start(absences_allowed=1)
        work(DAY - HOUR)
        assert "runs-out" not in str(work(MINUTE))

    def test_what_was_read_within_a_minute_is_not_mailed(self, ada, start, work, clock):
        start(absences_allowed=1)
        work(5 * MINUTE)
        assert work(DAY - HOUR - 5 * MINUTE) == []
        read_all(member=ada, now=clock.now)
        assert work(MINUTE) == []


class TestQuietHours:
    @pytest.fixture(autouse=True)
    def _night(self, ada):
        Timing.objects.create(member=ada, quiet_from=time(22), quiet_until=time(7))

    def test_a_last_chance_that_ends_in_them_is_mailed_in_them_alone(self, bo, start, work, clock):
        clock.traveller.move_to(datetime(2026, 11, 21, 5, tzinfo=UTC), tick=False)
        start(absences_allowed=1)  # until five in the next night
        assert work(5 * MINUTE) == []
        assert work(3 * HOUR) == [["began"]]
        work(15 * HOUR)
        start(absences_allowed=None)
        assert work(5 * HOUR - 5 * MINUTE - 1) == []
        assert work(1) == []
        assert work(MINUTE) == [["runs-out"]]
        assert work(3 * HOUR) == [["began"]]

    def test_what_can_wait_until_the_morning_does(self, bo, mo, start, work, clock):
        clock.traveller.move_to(datetime(2026, 11, 21, 20, tzinfo=UTC), tick=False)
        game = start()
        work(5 * MINUTE)
        work(2 * HOUR)
        pause_game(game_id=game.pk, by=mo, why="Tea")
        assert work(MINUTE) == work(8 * HOUR) == []
        assert work(HOUR) == [["paused"]]

    def test_whoever_ends_them_is_mailed_at_once(self, ada, mo, start, work, clock):
        clock.traveller.move_to(datetime(2026, 11, 21, 22, tzinfo=UTC), tick=False)
        game = start()
        pause_game(game_id=game.pk, by=mo, why="Tea")
        assert work(MINUTE) == work(5 * MINUTE) == []
        save_quiet_hours(member=ada, hours=None, now=clock.now)
        ada.refresh_from_db()
        assert "paused" in str(work())


def test_a_server_that_is_down_is_not_asked_more_often_for_it(start, postman, work):
    start(absences_allowed=1)
    work(5 * MINUTE)
    work(DAY - HOUR - 5 * MINUTE)
    postman.answer = lambda: channels.SendOutcome.LATER
    assert work(MINUTE) == [["runs-out"]]
    assert work(MINUTE - 1) == []
    postman.answer = lambda: channels.SendOutcome.SENT
    assert work(1) == [["runs-out"]]


def test_nobody_is_mailed_of_a_last_chance_in_a_game_that_they_have_left(ada, cy, start, work):
    game = start(cy, absences_allowed=1)
    work(DAY - HOUR)
    resign(game_id=game.pk, user=ada)
    assert "runs-out" not in str(work(MINUTE))


def test_the_database_knows_them_as_the_code_does(ada, start, clock):
    game = start()
    Notice.objects.all().delete()
    for number, what in enumerate(What):
        for last_chance in (False, True):
            Notice.objects.create(
                member=ada, kind=f"{number} {last_chance}", what=what, game=game,
                last_chance=last_chance, at=clock.now,
            )  # fmt: skip
    found = {(each.what, each.last_chance) for each in Notice.objects.filter(at_stake())}
    told = {
        (what.value, last_chance)
        for what in What
        for last_chance in (False, True)
        if is_at_stake(what, last_chance=last_chance)
    }
    assert found == told
    assert len(told) == 2 * len(AT_STAKE) + len(LAST_CALLS)


def test_they_are_of_kinds_that_are_mailed_unless_somebody_says_no():
    from notices.mail import USUAL

    assert {Kind.TIME, Kind.VOTE, Kind.COURSE, Kind.MODERATION} <= USUAL
