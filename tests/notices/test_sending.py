"""Due notices are sent once: to whom, when, and what happens if it fails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Preferences
from accounts.services.roles import set_host
from lobby.services.inviting import invite, withdraw_invitation
from notices import channels
from notices.channels import OutOfOrder, SendOutcome
from notices.hooks.sending import BY_HOOK
from notices.mail import BY_MAIL
from notices.models import (
    Channel,
    Kind,
    Notice,
    PushDevice,
    Sending,
    Timing,
    Webhook,
    What,
)
from notices.push.sending import PUSH
from notices.services.preferences import set_preferences
from notices.services.reading import read_all
from notices.services.waiting import quiet_until
from tests.games.acting import say
from tests.games.playing import START, begin, place, seal
from tests.lobby.tables import open_one
from tests.notices.postman import Postman, sweep
from tests.notices.told import DAY

MINUTE, HOUR = 60, 3600


@pytest.fixture
def postman(monkeypatch):
    postman = Postman()
    monkeypatch.setattr(channels, "_channels", {Channel.MAIL: postman.channel()})
    return postman


@pytest.fixture
def only(monkeypatch, postman):
    """Returns a function that makes a channel with these settings the only one."""

    def register(**changes):
        out = postman.channel(**changes)
        monkeypatch.setattr(channels, "_channels", {out.channel: out})
        return out

    return register


@pytest.fixture
def work(postman, clock):
    """Returns a function that lets some seconds pass and sends what is due."""

    def after(seconds=0):
        clock.go(seconds)
        sweep(channels.all_channels()[0], clock)
        return postman.take()

    return after


@pytest.fixture
def game(ada, bo, postman):
    """Ada and Bo must choose, and were told that the game has begun."""
    return begin(ada, bo, turn_seconds=DAY, turn_ends="complete")


def plays(game, ada, bo):
    """Both choose, which begins another turn."""
    turn = game.steps.count()
    for user, row in ((ada, 0), (bo, 4)):
        seal(game, user, place(turn, row))


@pytest.mark.django_db
class TestOnce:
    def test_a_notice_is_sent_when_it_has_settled_and_never_again(self, ada, bo, game, work):
        assert work(MINUTE - 1) == []
        assert work(1) == [("Ada", ["began"]), ("Bo", ["began"])]
        assert work() == work(2 * DAY) == []

    def test_what_takes_the_place_of_one_that_was_sent_is_sent(self, ada, bo, game, work):
        work(MINUTE)
        plays(game, ada, bo)
        assert work(MINUTE) == [("Ada", ["your-turn"]), ("Bo", ["your-turn"])]

    def test_what_somebody_does_again_is_not_sent_again_until_it_was_read(
        self, ada, bo, cy, postman, work, clock
    ):
        game = begin(ada, bo)
        told = ("Cy", ["mentioned"])

        def name(by):
            say(game=game, user=by, room="table", text="@Cy")
            return [each for each in work(2 * MINUTE) if each == told]

        assert [name(ada), name(ada), name(ada)] == [[told], [], []]
        assert [name(bo), name(bo)] == [[told], []]
        read_all(member=cy, now=clock.now)
        assert [name(bo), name(bo)] == [[told], []]
        clock.go(DAY)
        assert name(bo) == [told]

    def test_who_is_invited_again_and_again_is_sent_one_invitation(
        self, ada, bo, postman, work, clock
    ):
        set_host(user=ada, hosts=True)
        table = open_one(ada)
        for sent in ([("Bo", ["invited"])], [], []):
            invited = invite(table_id=table.pk, by=ada, name="Bo", now=clock.now)
            assert work(2 * MINUTE) == sent
            withdraw_invitation(table_id=table.pk, by=ada, invitation_id=invited.pk, now=clock.now)
        assert Notice.objects.get(member=bo).at > START

    def test_what_was_read_meanwhile_is_not_sent(self, ada, game, work, clock):
        read_all(member=ada, now=clock.now)
        assert work(MINUTE) == [("Bo", ["began"])]

    def test_what_is_not_to_be_done_any_more_is_not_sent(self, ada, game, work):
        seal(game, ada, place(1, 1))
        assert work(MINUTE) == [("Bo", ["began"])]
        assert not Notice.objects.get(member=ada).mail_due_at

    def test_what_is_not_wanted_by_this_way_is_not_sent(self, ada, game, work):
        set_preferences(member=ada, by={Channel.MAIL: {"course"}})
        assert work(MINUTE) == [("Bo", ["began"])]

    def test_what_is_not_wanted_in_the_site_may_be_sent(self, ada, game, work):
        set_preferences(member=ada, by={Channel.SITE: set()})
        assert ("Ada", ["began"]) in work(MINUTE)

    def test_who_is_not_reached_or_shut_out_is_sent_nothing(self, ada, bo, cy, postman, work):
        begin(ada, bo, cy)
        postman.reached = {ada.pk, bo.pk}
        type(bo).objects.filter(pk=bo.pk).update(is_active=False)
        assert work(MINUTE) == [("Ada", ["began"])]
        postman.reached = None
        assert work(DAY) == []

    def test_where_no_way_works_nothing_is_noted(self, ada, bo, only):
        only(works=lambda: False)
        begin(ada, bo)
        assert not Notice.objects.exclude(mail_due_at=None, push_due_at=None).exists()

    def test_two_workers_send_to_one_member_once(self, ada, game, postman, work, clock):
        clock.go(MINUTE)
        others = []

        def meanwhile():
            others.append(sweep(channels.all_channels()[0], clock))
            return SendOutcome.SENT

        postman.answer = meanwhile
        sweep(channels.all_channels()[0], clock)
        assert sorted(postman.take()) == [("Ada", ["began"]), ("Bo", ["began"])]

    def test_what_is_told_while_another_is_being_sent_is_not_lost(
        self, ada, bo, game, postman, work
    ):
        def meanwhile():
            postman.answer = lambda: SendOutcome.SENT
            plays(game, ada, bo)
            return SendOutcome.SENT

        postman.answer = meanwhile
        assert ("Ada", ["began"]) in work(MINUTE)
        assert work(MINUTE) == [("Ada", ["your-turn"]), ("Bo", ["your-turn"])]

    def test_what_somebody_does_again_while_it_is_being_sent_is_sent_once(
        self, ada, bo, cy, postman, work, clock
    ):
        set_host(user=ada, hosts=True)
        game, table = begin(ada, bo), open_one(ada)
        say(game=game, user=ada, room="table", text="@Cy")
        told = {"by": ada, "table_id": table.pk}
        invited = invite(name="Cy", now=clock.now, **told)

        def meanwhile():
            postman.answer = lambda: SendOutcome.SENT
            clock.go(1)
            say(game=game, user=ada, room="table", text="Hey, @Cy")
            withdraw_invitation(invitation_id=invited.pk, now=clock.now, **told)
            invite(name="Cy", now=clock.now, **told)
            return SendOutcome.SENT

        def of_cy(sent):
            return [sorted(what) for name, what in sent if name == "Cy"]

        postman.answer = meanwhile
        assert of_cy(work(MINUTE)) == [["invited", "mentioned"]]
        assert of_cy(work(2 * MINUTE)) == []


@pytest.mark.django_db
class TestGathered:
    def test_between_two_there_is_a_rest_and_then_comes_all_at_once(self, ada, bo, only, work):
        only(rest=timedelta(hours=1))
        for _ in range(2):
            begin(ada, bo)
        assert work(MINUTE)[0] == ("Ada", ["began", "began"])
        for _ in range(3):
            begin(ada, bo)
        assert work(HOUR - 1) == []
        assert work(1)[0] == ("Ada", ["began"] * 3)

    def test_a_game_is_told_of_once_a_turn(self, ada, bo, only, work, clock):
        only(once_a_turn=True)
        game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete")
        work(MINUTE)
        warning = {"kind": Kind.TIME, "what": What.RUNS_OUT, "mail_due_at": clock.now}
        Notice.objects.update(at=clock.now, **warning)
        assert work() == work(2 * MINUTE) == []
        plays(game, ada, bo)
        assert ("Ada", ["your-turn"]) in work(MINUTE)


@pytest.mark.django_db
class TestWhereItCannotBeSent:
    def test_it_is_tried_again_after_pauses_that_grow_until_it_is_given_up(
        self, ada, game, postman, work, clock
    ):
        postman.answer = lambda: SendOutcome.LATER
        tried = []
        clock.go(MINUTE)
        while ("Ada", ["began"]) in work():
            tried.append(clock.now)
            held = Sending.objects.get(member=ada).held_until
            assert work((held - clock.now).total_seconds() - 1) == []
            clock.go(1)
        pauses = [(b - a) / timedelta(minutes=1) for a, b in pairwise(tried)]
        assert pauses[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
        assert timedelta(days=1) <= tried[-1] - tried[0] <= timedelta(hours=25)
        assert not Notice.objects.exclude(mail_due_at=None).exists()

    def test_a_server_that_is_down_is_asked_for_one_member_a_sweep_and_loses_nothing(
        self, game, postman, work
    ):
        def down():
            raise OutOfOrder("no answer")

        postman.answer = down
        assert len(work(MINUTE)) == 1
        postman.answer = lambda: SendOutcome.SENT
        assert sorted(work(MINUTE)) == [("Ada", ["began"]), ("Bo", ["began"])]

    def test_a_worker_that_is_killed_leaves_all_to_the_next_with_the_same_key(
        self, ada, bo, game, postman, work, clock
    ):
        class Killed(BaseException):
            pass

        def die():
            raise Killed

        postman.answer = die
        clock.go(MINUTE)
        with pytest.raises(Killed):
            sweep(channels.all_channels()[0], clock)
        killed = postman.sent.pop()
        assert killed[:2] == ("Ada", ["began"])
        postman.answer = lambda: SendOutcome.SENT
        clock.go(1)
        begin(ada, bo)  # told after the first one may have been sent
        assert "Ada" not in dict(work(MINUTE))
        clock.go(5 * MINUTE)
        sweep(channels.all_channels()[0], clock)
        assert postman.sent[0] == killed
        assert postman.take() == [("Ada", ["began"]), ("Bo", ["began"])], "nobody knows of Bo’s"
        assert work(MINUTE) == [("Ada", ["began"]), ("Bo", ["began"])], "what was told since"

    def test_a_fault_that_tells_nothing_is_tried_again_with_the_same_key(
        self, game, postman, work, clock
    ):
        def fails():
            raise ValueError("half sent")

        postman.answer = fails
        for _ in range(2):
            clock.go(MINUTE)
            sweep(channels.all_channels()[0], clock)
        keys = {(name, key) for name, _, key in postman.sent}
        assert (len(postman.sent), len(keys)) == (4, 2)

    def test_whoever_is_gone_is_sent_nothing_that_waits(self, game, postman, work):
        postman.answer = lambda: SendOutcome.GONE
        assert len(work(MINUTE)) == 2
        assert work(2 * DAY) == []


@pytest.mark.django_db
class TestQuietHours:
    def test_they_hold_back_until_they_end_in_the_members_zone(self, ada, bo, postman, work):
        Preferences.objects.create(user=ada, browser_zone="Europe/Berlin")
        Timing.objects.create(member=ada, quiet_from=time(21), quiet_until=time(7, 30))
        begin(ada, bo, turn_seconds=DAY)  # at 20:00 UTC, 21:00 in Berlin
        assert work(MINUTE) == [("Bo", ["began"])]
        assert work(10 * HOUR + 28 * MINUTE) == []
        assert work(MINUTE) == [("Ada", ["began"])]

    def test_a_zone_that_was_chosen_counts_more_than_the_browsers(self, ada, bo, postman, work):
        Preferences.objects.create(user=ada, time_zone="Asia/Tokyo", browser_zone="Europe/Berlin")
        Timing.objects.create(member=ada, quiet_from=time(21), quiet_until=time(7))
        begin(ada, bo)
        work(MINUTE)
        assert Sending.objects.get(member=ada).held_until.astimezone(UTC).hour == 22


BERLIN = ZoneInfo("Europe/Berlin")
NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)
NIGHT = partial(quiet_until, zone=BERLIN, begins=time(22), ends=time(7))


class TestQuietUntil:
    def test_by_day_it_is_not_quiet(self):
        assert NIGHT(datetime(2026, 6, 1, 10, tzinfo=UTC)) is None

    @pytest.mark.parametrize(
        ("night", "end"),
        [
            (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC)),
            (datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
            (datetime(2026, 11, 1, 5, tzinfo=UTC), datetime(2026, 11, 1, 6, tzinfo=UTC)),
        ],
    )
    def test_a_night_in_which_clocks_change_ends_when_clocks_say_so(self, night, end):
        assert NIGHT(night) == end

    @given(
        st.integers(0, 3 * 365 * DAY).map(lambda after: NEW_YEAR + timedelta(seconds=after)),
        st.sampled_from(["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "UTC"]),
        st.times(),
        st.times(),
    )
    def test_they_end_within_a_day_and_an_hour_and_it_is_as_late_as_they_say(
        self, now, zone, begins, ends
    ):
        end = quiet_until(now, ZoneInfo(zone), begins, ends)
        if end is not None:
            assert now < end <= now + timedelta(hours=25)
            there = end.astimezone(ZoneInfo(zone))
            shown = there.replace(tzinfo=None) - datetime.combine(there.date(), ends)
            assert timedelta() <= shown <= timedelta(hours=1)


@pytest.mark.django_db
@pytest.mark.parametrize("out", [BY_MAIL, PUSH, BY_HOOK], ids=lambda out: out.channel.value)
def test_a_notice_of_a_game_is_due_only_where_its_member_has_an_address(
    ada, bo, clock, out, monkeypatch
):
    everywhere = replace(out, works=lambda: True)
    monkeypatch.setattr(channels, "_channels", {out.channel: everywhere})
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    EmailAddress.objects.create(user=bo, email="bo@example.org", verified=False)
    PushDevice.objects.create(member=ada, endpoint="https://push.example/1", created_at=clock.now)
    Webhook.objects.create(member=ada, address="https://hooks.example/1", made_at=clock.now)
    begin(ada, bo)
    due = Notice.objects.filter(**{f"{out.due}__isnull": False})
    assert [notice.member for notice in due] == [ada]
