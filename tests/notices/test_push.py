"""A notice reaches its member's devices: once, encrypted, in words, whatever fails."""

from __future__ import annotations

import threading
from datetime import time, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Preferences
from accounts.publishing import Helped, emit
from notices import channels
from notices.models import Channel, Notice, PushDevice, Timing
from notices.push import sending
from notices.push.devices import add_device
from notices.push.keys import public_key
from notices.push.sending import DEVICES_AGAIN, LOST, PUSH
from notices.push.services import Browser
from notices.services.preferences import set_preferences
from notices.services.reading import read_all
from tests.games.playing import begin, place, seal
from tests.notices.postman import sweep
from tests.notices.told import DAY
from tests.servers.push_service import PushService

pytestmark = pytest.mark.django_db

SETTLED = 10
MINUTE, HOUR = 60, 3600


@pytest.fixture(autouse=True)
def _here(settings, monkeypatch):
    """The push service of the tests is on this machine; all other channels are off."""
    settings.SEND_TO_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(channels, "_channels", {Channel.PUSH: PUSH})


@pytest.fixture
def service():
    with PushService(public_key) as running:
        yield running
        assert running.refused == []


@pytest.fixture
def device_of(service, clock):
    """Adds another device for a member, and returns it as the push service knows it."""

    def add(member, name="", language="en-gb"):
        browser = service.browser(name or member.username.lower())
        told = {"browser": Browser(**browser.keys), "session_key": name, "language": language}
        add_device(member=member, now=clock.now, **told)
        return browser

    return add


@pytest.fixture
def work(clock):
    """Lets some seconds pass, and does what is due."""

    def after(seconds=SETTLED):
        clock.go(seconds)
        sweep(PUSH, clock)
        DEVICES_AGAIN.handle(clock.now, set())

    return after


def plays(game, *users):
    """These players choose, which begins another turn."""
    turn = game.steps.count()
    for row, user in enumerate(users):
        seal(game, user, place(turn, 4 * row))


def says(browser):
    return [told["says"] for told in browser.came]


class TestWhatComes:
    def test_it_comes_once_and_only_the_browser_reads_it(self, ada, bo, device_of, work):
        phone = device_of(ada)
        game = begin(ada, bo, turn_seconds=DAY, title="Evening game")
        work()
        work(DAY // 2)
        [told] = phone.came
        assert (told["says"], told["game"]) == ("Your game has started.", "Evening game")
        assert told["until"] == game.deadline.isoformat().replace("+00:00", "Z")
        assert told["ends"] == "You have until %(time)s."
        assert (told["count"], told["unread"]) == (1, [told["id"]])
        assert told["address"] == f"/notices/{told['id']}/"
        assert Notice.objects.get(pk=told["id"]).member == ada

    def test_it_is_kept_by_the_service_until_the_turn_ends_and_wakes_a_telephone(
        self, ada, bo, device_of, work
    ):
        phone = device_of(ada)
        begin(ada, bo, turn_seconds=DAY)
        work(SETTLED)
        assert phone.headers[0]["ttl"] == str(DAY - SETTLED)
        assert phone.headers[0]["urgency"] == "high"

    def test_a_later_one_of_its_kind_and_game_takes_its_place_at_the_service(
        self, ada, bo, device_of, work
    ):
        phone = device_of(ada)
        games = [begin(ada, bo, turn_seconds=DAY, turn_ends="complete") for _ in range(2)]
        work()
        plays(games[0], ada, bo)
        work()
        assert len(phone.came) == 3
        kept = sorted(told["says"] for told in phone.kept.values())
        assert kept == ["It is your turn.", "Your game has started."]

    def test_it_is_in_the_members_language_and_names_their_zone(self, ada, bo, device_of, work):
        Preferences.objects.create(user=ada, language="de", time_zone="Asia/Tokyo")
        phones = device_of(ada), device_of(bo, language="de")
        begin(ada, bo, turn_seconds=DAY)
        work()
        for phone, zone in zip(phones, ("Asia/Tokyo", "")):
            assert says(phone) == ["Deine Partie hat begonnen."]
            assert (phone.came[0]["language"], phone.came[0]["zone"]) == ("de", zone)

    def test_neither_a_choice_nor_an_address_is_in_it(self, ada, bo, device_of, work, clock):
        """The same is sent whatever the other player has sealed."""
        phone = device_of(ada)
        start, sent = clock.now, []
        for at in ((1, 1), (3, 2)):
            clock.traveller.move_to(start)
            game = begin(ada, bo, turn_seconds=DAY, listed=False, title="Same")
            seal(game, bo, place(*at))
            work()
            told = phone.came.pop()
            assert game.public_id not in str(told)
            number = told.pop("id")
            assert (told.pop("unread"), told.pop("address")) == ([number], f"/notices/{number}/")
            sent.append(told)
            game.delete()
        assert sent[0] == sent[1]

    def test_many_at_once_are_told_as_four_and_how_many_more(self, ada, bo, device_of, work):
        phone = device_of(ada)
        for number in range(7):
            begin(ada, bo, turn_seconds=DAY, title=f"Game {number}")
        work()
        told = {each["game"]: (each["says"], each["address"]) for each in phone.came}
        assert told.pop("") == ("3 more notifications", "/notices/")
        assert sorted(told) == [f"Game {number}" for number in range(3, 7)]


class TestWhatDoesNotCome:
    def test_what_was_read_meanwhile(self, ada, bo, device_of, work, clock):
        phone = device_of(ada)
        begin(ada, bo, turn_seconds=DAY)
        read_all(member=ada, now=clock.now)
        work()
        assert phone.asked == 0

    def test_what_the_member_does_not_want_on_devices(self, ada, bo, device_of, work):
        phone = device_of(ada)
        set_preferences(member=ada, by={Channel.PUSH: {"course"}})
        begin(ada, bo, turn_seconds=DAY)
        work()
        assert phone.asked == 0

    def test_anything_in_quiet_hours_until_they_are_over(self, ada, bo, device_of, work, clock):
        phone = device_of(ada)
        now = clock.now
        ends = (now + timedelta(hours=2)).time()
        Timing.objects.create(member=ada, quiet_from=time(now.hour), quiet_until=ends)
        begin(ada, bo, turn_seconds=DAY)
        work()
        assert phone.asked == 0
        work(2 * HOUR)
        assert says(phone) == ["Your game has started."]

    def test_what_a_turn_tells_that_is_over(self, ada, bo, device_of, work):
        phone = device_of(ada)
        game = begin(ada, bo, turn_seconds=DAY)
        seal(game, ada, place(1, 1))
        work()
        assert phone.asked == 0

    def test_anything_after_logging_out_with_a_new_password_or_to_somebody_shut_out(
        self, ada, bo, cy, device_of, work
    ):
        phones = [device_of(user) for user in (ada, bo, cy)]
        ada.set_password("another")
        ada.save()
        type(bo).objects.filter(pk=bo.pk).update(is_active=False)
        begin(ada, bo, cy, turn_seconds=DAY)
        work()
        assert [phone.asked for phone in phones] == [0, 0, 1]


class TestWhereAServiceFails:
    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(self, ada, bo, device_of, work, status):
        phone, desk = device_of(ada), device_of(ada, "desk")
        phone.answers = [(status, {})]
        begin(ada, bo, turn_seconds=DAY)
        work()
        assert PushDevice.objects.get().endpoint == desk.endpoint
        assert len(desk.came) == 1

    def test_a_service_that_is_down_gets_it_when_it_is_back(
        self, ada, bo, service, device_of, work
    ):
        phone = device_of(ada)
        begin(ada, bo, turn_seconds=DAY)
        service.stop()
        work()
        work(MINUTE)
        service.start()
        work(MINUTE - 1)
        assert phone.asked == 0
        work(1)
        work(DAY // 2)
        assert says(phone) == ["Your game has started."]
        assert PushDevice.objects.get().failing_since is None

    def test_pauses_grow_and_a_service_that_asks_for_patience_gets_it(
        self, ada, bo, device_of, work, clock
    ):
        phone = device_of(ada)
        phone.answers = [(503, {})] * 4 + [(429, {"Retry-After": "7200"})]
        begin(ada, bo, turn_seconds=DAY)
        work()
        pauses = []
        while (again := PushDevice.objects.get().again_at) is not None:
            pauses.append(round((again - clock.now).total_seconds() / MINUTE))
            work((again - clock.now).total_seconds() - 1)
            asked = phone.asked
            work(1)
            assert phone.asked == asked + 1
        assert pauses == [1, 1, 2, 4, 120]
        assert len(phone.came) == 1

    def test_one_that_takes_its_time_holds_up_no_other_member(
        self, ada, bo, device_of, work, service, monkeypatch
    ):
        both, take = threading.Barrier(2, timeout=60), service.take

        def take_together(*told):
            both.wait()
            return take(*told)

        monkeypatch.setattr(service, "take", take_together)
        browsers = [device_of(user) for user in (ada, bo)]
        begin(ada, bo, turn_seconds=DAY)
        work()
        assert [says(browser) for browser in browsers] == [["Your game has started."]] * 2

    def test_one_device_keeps_no_other_waiting(self, ada, bo, device_of, work):
        phone, desk = device_of(ada), device_of(ada, "desk")
        phone.answers = [(503, {})]
        game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete")
        work()
        plays(game, ada, bo)
        work()
        assert says(desk) == ["Your game has started.", "It is your turn."]
        assert phone.asked == 1
        work(MINUTE)
        assert says(phone) == ["It is your turn."]

    def test_what_waited_is_not_sent_when_it_was_read_or_is_quiet_or_unwanted(
        self, ada, bo, device_of, work, clock
    ):
        phone = device_of(ada)

        def waits():
            phone.answers = [(503, {})]
            begin(ada, bo, turn_seconds=DAY)
            work()
            assert PushDevice.objects.get().again_at

        waits()
        read_all(member=ada, now=clock.now)
        work(MINUTE)
        assert (phone.came, PushDevice.objects.get().again_at) == ([], None)
        waits()
        set_preferences(member=ada, by={Channel.PUSH: {"course"}})
        work(MINUTE)
        assert phone.came == []
        set_preferences(member=ada, by={Channel.PUSH: {"turn"}})
        waits()
        night = timezone.localtime(clock.now)
        ends = (night + timedelta(hours=2)).time()
        Timing.objects.create(member=ada, quiet_from=time(night.hour), quiet_until=ends)
        work(MINUTE)
        assert phone.came == []
        work(2 * HOUR)
        assert len(phone.came) == 1

    def test_what_somebody_else_changed_of_logging_in_is_always_sent(
        self, ada, bo, device_of, work, clock
    ):
        set_preferences(member=ada, by={Channel.PUSH: {"turn"}})
        phone = device_of(ada)
        phone.answers = [(503, {})]
        with transaction.atomic():
            emit(Helped(ada, "factors-removed"))
        work()
        assert phone.came == []
        work(MINUTE)
        assert len(phone.came) == 1

    def test_a_device_that_takes_nothing_for_a_week_is_forgotten(
        self, ada, bo, device_of, work, clock
    ):
        phone = device_of(ada)
        phone.answers = [(403, {})] * 9
        begin(ada, bo, turn_seconds=30 * DAY)
        work()
        PushDevice.objects.update(failing_since=clock.now - LOST)
        work(HOUR)
        assert not PushDevice.objects.exists()

    def test_a_worker_that_is_killed_loses_nothing_and_is_heard_once(
        self, ada, bo, device_of, work, monkeypatch
    ):
        class Killed(BaseException):
            pass

        def die(*_):
            raise Killed

        phone = device_of(ada)
        begin(ada, bo, turn_seconds=DAY)
        for point in ("_send", "_note"):  # before sending, and before recording it
            with monkeypatch.context() as patch:
                patch.setattr(sending, point, die)
                with pytest.raises(Killed):
                    work(HOUR)
        work(HOUR)
        work(HOUR)
        first, again = phone.came
        assert (first["id"], first["at"]) == (again["id"], again["at"])
