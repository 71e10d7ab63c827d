"""The browsers that show a member's notices: who adds and removes them, and when they
are dropped."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services.sessions import end_expired_sessions, end_other_sessions
from notices.models import Notice, PushDevice, PushOffer
from notices.push.devices import device_state, devices_of
from notices.push.keys import public_key
from notices.push.offering import is_offered
from tests.games.playing import begin
from tests.notices.told import DAY
from tests.servers.push_service import Browser, PushService

pytestmark = pytest.mark.django_db

HOUR = 3600
POSTED = ("push-on", "push-off", "push-others-off", "push-declined")


def browser_at(address: str = "https://push.example.org/ada") -> Browser:
    """A browser's keys, with an address where nobody answers."""
    browser = PushService(public_key).browser("ada")
    browser.endpoint = address
    return browser


def turn_on(client, browser=None, **fields):
    keys = {**(browser or browser_at()).keys, **fields}
    return client.post(reverse("push-on"), keys, content_type="application/json")


class TestWhoMay:
    @pytest.mark.parametrize("name", POSTED)
    def test_visitors_change_no_devices(self, client_of, name):
        answer = client_of().post(reverse(name), browser_at().keys)
        assert answer.status_code == 403 or "/login/" in answer["Location"]
        assert not PushDevice.objects.exists()

    @pytest.mark.parametrize("name", POSTED)
    def test_another_site_cannot_post(self, ada, client_of, name):
        turn_on(client_of(ada))
        client = Client(enforce_csrf_checks=True)
        client.force_login(ada)
        browser = browser_at("https://push.example.org/" + ("ada" if "off" in name else "eve"))
        assert client.post(reverse(name), browser.keys).status_code == 403
        assert PushDevice.objects.count() == 1

    @pytest.mark.parametrize("name", POSTED)
    def test_nothing_is_changed_by_following_a_link(self, ada, client_of, name):
        assert client_of(ada).get(reverse(name)).status_code == 405

    def test_nobody_removes_the_device_of_another(self, ada, bo, client_of):
        turn_on(client_of(ada))
        client_of(bo).post(reverse("push-off"), browser_at().keys)
        client_of(bo).post(reverse("push-others-off"))
        assert PushDevice.objects.get().member == ada

    def test_what_is_unread_is_told_to_its_member_alone(self, ada, bo, cy, client_of):
        begin(ada, bo)
        address = reverse("unread-notices")
        assert client_of().get(address).status_code == 403
        assert client_of(cy).get(address).json() == {"unread": []}
        own = Notice.objects.get(member=ada).pk
        assert client_of(ada).get(address).json() == {"unread": [own]}

    def test_a_notice_leads_its_member_to_the_game_and_nobody_else(self, ada, bo, cy, client_of):
        game = begin(ada, bo, listed=False)
        address = reverse("notice", args=[Notice.objects.get(member=ada).pk])
        assert client_of(ada).get(address)["Location"] == game.get_absolute_url()
        assert "/login/" in client_of().get(address)["Location"]
        nowhere = client_of(ada).get(reverse("notice", args=[10**9]))["Location"]
        for other in (bo, cy):
            assert client_of(other).get(address)["Location"] == nowhere == reverse("notices")


class TestAdding:
    def test_a_browser_is_added_once_and_removed(self, ada, client_of):
        client, browser = client_of(ada), browser_at()
        for _ in range(2):
            assert turn_on(client, browser).json() == {}
        device = PushDevice.objects.get()
        keys = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
        assert (device.member, keys) == (ada, browser.keys)
        client.post(reverse("push-off"), {"endpoint": browser.endpoint})
        assert not PushDevice.objects.exists()

    def test_a_browser_tells_the_member_who_turned_it_on_last(self, ada, bo, client_of):
        for member in (ada, bo):
            turn_on(client_of(member))
        assert PushDevice.objects.get().member == bo

    @pytest.mark.parametrize(
        "wrong",
        [
            {"endpoint": "https://127.0.0.1/ada"},
            {"endpoint": "http://push.example.org/ada"},
            {"endpoint": ""},
            {"p256dh": "AAAA"},
            {"p256dh": urlsafe_b64encode(b"\4" + b"\1" * 64).decode()},
            {"auth": "AAAA"},
            {"auth": "no base64!"},
            {"auth": ""},
        ],
    )
    def test_what_no_browser_says_is_refused_in_words(self, ada, client_of, wrong):
        answer = turn_on(client_of(ada), **wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-endpoint")
        assert not PushDevice.objects.exists()

    @pytest.mark.parametrize("body", [b"[]", b"no json", b'{"endpoint": 5}'])
    def test_what_is_no_form_is_refused_in_words(self, ada, client_of, body):
        answer = client_of(ada).post(reverse("push-on"), body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["type"] == "error"

    def test_the_oldest_makes_room(self, ada, client_of, clock, settings):
        settings.PUSH_DEVICES_PER_MEMBER = 2
        for name in "abc":
            turn_on(client_of(ada), browser_at(f"https://push.example.org/{name}"))
            clock.go(1)
        assert [device.endpoint[-1] for device in devices_of(ada)] == ["c", "b"]

    def test_a_club_without_a_key_offers_and_adds_nothing(self, ada, bo, client_of, settings):
        settings.VAPID_PRIVATE_KEY = ""
        begin(ada, bo, turn_seconds=DAY)
        client = client_of(ada)
        assert turn_on(client).json()["code"] == "push-off"
        assert 'id="push"' not in client.get("/").text
        assert "device-offer" not in client.get("/").text
        assert "this-device" not in client.get(reverse("notice-preferences")).text


class TestGoing:
    @pytest.fixture
    def client(self, ada, client_of):
        """The browser that was added."""
        ada.set_password("paper and stone")
        ada.save()
        client = client_of(ada)
        turn_on(client)
        return client

    def test_it_goes_with_logging_out_there(self, client):
        client.post(reverse("account_logout"))
        assert not PushDevice.objects.exists()

    def test_it_goes_when_it_is_logged_out_from_elsewhere(self, ada, client):
        end_other_sessions(user=ada, kept=None)
        assert not PushDevice.objects.exists()

    def test_logging_out_elsewhere_leaves_it(self, ada, client, client_of):
        client_of(ada).post(reverse("account_logout"))
        assert PushDevice.objects.exists()

    def test_it_stays_when_the_session_has_ended_by_itself(self, ada, client, clock):
        """A member who plays a turn a day is still notified in the second month."""
        clock.go(31 * DAY)
        assert end_expired_sessions(now=clock.now) == 1
        assert len(devices_of(ada)) == 1

    def test_a_new_password_ends_it_wherever_it_is(self, ada, client):
        ada.set_password("another one")
        ada.save()
        assert devices_of(ada) == []

    def test_nobody_who_was_shut_out_is_told(self, ada, client):
        ada.is_active = False
        assert devices_of(ada) == []

    def test_it_goes_with_the_account(self, ada, client):
        ada.delete()
        assert not PushDevice.objects.exists()

    def test_a_new_key_of_the_club_ends_none(self, ada, client, settings):
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another"
        assert len(devices_of(ada)) == 1

    def test_the_page_says_where_one_is_told_and_turns_the_others_off(self, ada, client, client_of):
        here, key = client_of(ada), client.session.session_key
        assert device_state(ada, key) == {"is_device": True, "others": 0}
        page = here.get(reverse("notice-preferences")).text
        assert "You are also notified on 1 other device." in page
        assert "data-known" not in page
        assert "data-known" in client.get(reverse("notice-preferences")).text
        here.post(reverse("push-others-off"))
        assert not PushDevice.objects.exists()


class TestOffering:
    @pytest.mark.parametrize(("seconds", "offered"), [(HOUR, True), (None, True), (600, False)])
    def test_it_is_offered_where_turns_take_an_hour(self, ada, bo, client_of, seconds, offered):
        begin(ada, bo, turn_seconds=seconds)
        assert ("device-offer" in client_of(ada).get("/").text) is offered

    def test_nobody_without_a_seat_is_asked(self, ada, bo, cy):
        begin(ada, bo, turn_seconds=DAY)
        assert (is_offered(ada), is_offered(cy)) == (True, False)

    @pytest.mark.parametrize("answer", ["push-declined", "push-on"])
    def test_it_is_offered_until_it_is_answered_and_never_again(self, ada, bo, client_of, answer):
        begin(ada, bo, turn_seconds=DAY)
        client = client_of(ada)
        client.post(reverse(answer), browser_at().keys)
        begin(ada, bo, turn_seconds=DAY)
        assert not is_offered(ada)
        assert "device-offer" not in client.get("/").text
        assert PushOffer.objects.get().member == ada


def test_what_a_page_tells_of_push_is_neither_name_nor_session(ada, client_of):
    client = client_of(ada)
    page = client.get("/").text
    assert public_key() in page
    assert client.session.session_key not in page
