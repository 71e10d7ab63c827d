"""A member's deadlines as a calendar: what is in it, and who can read it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from icalendar import Calendar

from accounts.models import Preferences
from accounts.services.measures import suspend
from notices.calendar import make_address
from notices.models import CalendarFeed
from tests.games.acting import pause_game, resign
from tests.games.playing import begin, place, seal
from tests.notices.told import DAY

pytestmark = pytest.mark.django_db

PAGE = "/notices/calendar/"
DAYS = timedelta(days=3)
PASSWORD = "another-long-password"


@pytest.fixture
def address(ada, clock):
    return f"{PAGE}{make_address(member=ada, now=clock.now)}.ics"


@pytest.fixture
def read(client_of, address):
    """Returns a function that reads the calendar as a program does, without logging in."""

    def get():
        answer = client_of().get(address)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        return Calendar.from_ical(answer.content).walk("VEVENT")

    return get


def long_game(*players, **changes):
    return begin(*players, turn_seconds=DAY, turn_ends="complete", **changes)


class TestEvents:
    def test_each_game_in_which_a_choice_is_owed_has_its_deadline(self, ada, bo, read, settings):
        game = long_game(ada, bo, title="Tuesday")
        (event,) = read()
        assert event.decoded("dtstart") == game.deadline.replace(microsecond=0)
        assert event.get("summary") == "Deadline: Tuesday"
        assert event.get("url") == f"{settings.SITE_URL}/games/{game.public_id}/"

    def test_a_game_in_which_the_member_has_chosen_is_not_in_it(self, ada, bo, read):
        game = long_game(ada, bo)
        seal(game, ada, place(1, 1))
        assert read() == []
        seal(game, bo, place(4, 4))
        assert len(read()) == 1

    def test_each_turn_has_an_event_of_its_own_that_keeps_its_id(self, ada, bo, read):
        game = long_game(ada, bo)
        (first,), (again,) = read(), read()
        assert first.get("uid") == again.get("uid")
        for player, row in ((ada, 1), (bo, 4)):
            seal(game, player, place(row, row))
        (next_one,) = read()
        assert next_one.get("uid") != first.get("uid")

    def test_games_of_others_paused_games_and_games_that_were_left_are_not_in_it(
        self, ada, bo, cy, mo, read
    ):
        long_game(bo, cy)
        paused = long_game(ada, bo)
        pause_game(game_id=paused.pk, by=mo, why="Tea")
        left = long_game(ada, bo, cy)
        resign(game_id=left.pk, user=ada)
        assert read() == []

    def test_live_games_are_not_in_it(self, ada, bo, read):
        begin(ada, bo, turn_seconds=60)
        assert read() == []

    def test_the_address_of_a_game_that_is_not_public_is_not_in_it(
        self, ada, bo, address, client_of
    ):
        game = long_game(ada, bo, listed=False)
        answer = client_of().get(address)
        assert b"BEGIN:VEVENT" in answer.content
        assert game.public_id.encode() not in answer.content

    def test_no_choice_and_no_opponent_is_in_it(self, ada, bo, address, client_of):
        game = long_game(ada, bo, listed=False)
        before = client_of().get(address).content
        assert b"VEVENT" in before
        assert b"Bo" not in before
        seal(game, bo, place(4, 4))
        after = client_of().get(address).content
        assert re.sub(rb"DTSTAMP.*", b"", after) == re.sub(rb"DTSTAMP.*", b"", before)

    def test_it_speaks_the_language_of_its_member(self, ada, bo, read):
        Preferences.objects.update_or_create(user=ada, defaults={"language": "de"})
        long_game(ada, bo, title="Tuesday")
        (event,) = read()
        assert event.get("summary") == "Frist: Tuesday"


class TestAddress:
    def test_the_page_makes_an_address_that_works_and_shows_it_once(self, ada, client_of):
        client = client_of(ada)
        page = client.post(PAGE).content.decode()
        (path,) = set(re.findall(r"/notices/calendar/[\w-]+\.ics", page))
        assert client_of().get(path).status_code == 200
        assert ".ics" not in client.get(PAGE).content.decode()

    def test_a_new_address_ends_the_old_one(self, ada, client_of, address):
        client_of(ada).post(PAGE)
        assert client_of().get(address).status_code == 404

    def test_a_removed_address_no_longer_works(self, ada, client_of, address):
        assert client_of().get(address).status_code == 200
        client_of(ada).post(PAGE, {"remove": "1"})
        assert client_of().get(address).status_code == 404
        assert not CalendarFeed.objects.exists()

    def test_only_a_digest_is_stored(self, ada, address):
        token = address.rsplit("/", 1)[1].removesuffix(".ics")
        assert token not in CalendarFeed.objects.get().digest

    def test_the_address_of_a_closed_account_does_not_work(self, ada, client_of, address):
        ada.is_active = False
        ada.save()
        assert client_of().get(address).status_code == 404

    def test_the_address_ends_with_the_password_and_the_page_says_so(self, ada, client_of, address):
        assert "has changed" not in client_of(ada).get(PAGE).content.decode()
        ada.set_password(PASSWORD)
        ada.save()
        assert client_of().get(address).status_code == 404
        browser = client_of(ada)
        assert "it no longer works" in browser.get(PAGE).content.decode()
        browser.post("/account/reauthenticate/", {"password": PASSWORD})
        browser.post(PAGE)
        assert CalendarFeed.objects.get().works

    def test_the_address_works_during_a_suspension_as_reading_does(
        self, ada, mo, client_of, address, clock
    ):
        suspend(user=ada, reason="?", until=clock.now + DAYS, by=mo, now=clock.now)
        assert client_of().get(address).status_code == 200

    def test_no_cache_that_others_share_keeps_it(self, client_of, address):
        assert "private" in client_of().get(address)["Cache-Control"]
