"""Handing a message to a push service: what it is told, what it cannot read, and where the site
never sends anything."""

from __future__ import annotations

import socket
from contextlib import closing
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from notices import outgoing
from notices.endpoints import is_endpoint, is_public
from notices.outgoing import Reply
from notices.push import services
from notices.push.keys import check_key, public_key
from notices.push.services import Outcome, Push, ServiceAnswer, answer, push_all
from tests.servers.push_service import PushService

TEXT = b'{"says":"It is your turn."}'


@pytest.fixture
def service():
    with PushService(public_key) as running:
        yield running


@pytest.fixture
def _here(settings):
    """The push service of the tests is on this machine."""
    settings.SEND_TO_PRIVATE_ADDRESSES = True


def push_to(browser, **fields):
    to = services.Browser(**browser.keys)
    return Push(**{"to": to, "text": TEXT, "ttl": 60, "urgency": "high", "topic": "abc", **fields})


@pytest.mark.usefixtures("_here")
class TestSending:
    def test_only_the_browser_reads_it_and_the_service_learns_how_long_it_matters(
        self, service, clock
    ):
        ada = service.browser("ada")
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.TAKEN)]
        assert (service.refused, ada.came) == ([], [{"says": "It is your turn."}])
        told = ada.headers[0]
        assert (told["ttl"], told["urgency"], told["topic"]) == ("60", "high", "abc")

    def test_a_message_signed_with_another_key_is_not_taken(self, service, clock):
        service.key = lambda: "another"
        ada = service.browser("ada")
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.NOT_NOW)]
        assert ada.came == []

    def test_each_learns_what_became_of_its_own(self, service, clock):
        browsers = [service.browser(name) for name in ("a", "b", "c")]
        browsers[1].answers = [(410, {})]
        del service.browsers["c"]
        found = push_all([push_to(each) for each in browsers], now=clock.now)
        assert [each.outcome for each in found] == [Outcome.TAKEN, Outcome.GONE, Outcome.GONE]

    def test_a_service_that_is_down_says_nothing_of_its_browsers(self, service, clock):
        ada = service.browser("ada")
        service.stop()
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.NOT_NOW)]
        service.start()

    def test_one_that_is_silent_is_asked_again_after_a_while_and_holds_up_nobody(
        self, service, clock
    ):
        ada = service.browser("ada")
        service.stop()
        push_all([push_to(ada)] * outgoing.SILENT_AFTER, now=clock.now)
        service.start()
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.NOT_NOW)]
        assert ada.asked == 0
        clock.go(outgoing.SILENCE.total_seconds())
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.TAKEN)]

    def test_nobody_is_led_elsewhere(self, service, clock):
        ada, elsewhere = service.browser("ada"), service.browser("elsewhere")
        ada.answers = [(307, {"Location": elsewhere.endpoint})]
        assert push_all([push_to(ada)], now=clock.now) == [ServiceAnswer(Outcome.NOT_NOW)]
        assert elsewhere.asked == 0

    def test_keys_that_are_none_are_no_browser(self, service, clock):
        ada = service.browser("ada")
        broken = push_to(ada, to=services.Browser(ada.endpoint, "AAAA", "AAAA"))
        assert push_all([broken], now=clock.now) == [ServiceAnswer(Outcome.GONE)]
        assert ada.asked == 0


def test_a_service_that_never_answers_is_not_waited_for(settings, monkeypatch):
    settings.SEND_TO_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(outgoing, "PATIENCE", 0.05)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        browser = PushService(public_key).browser("ada")
        browser.endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}/ada"
        found = push_all([push_to(browser)], now=timezone.now())
    assert found == [ServiceAnswer(Outcome.NOT_NOW)]


class TestAnswers:
    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone(self, status):
        assert answer(Reply(status)) == ServiceAnswer(Outcome.GONE)

    @pytest.mark.parametrize("status", [301, 400, 401, 403, 413, 429, 500, 503])
    def test_any_other_failure_may_be_temporary(self, status):
        assert answer(Reply(status)) == ServiceAnswer(Outcome.NOT_NOW)

    def test_a_service_says_how_long_it_wants_to_be_left_alone(self, clock):
        date = (clock.now + timedelta(minutes=2)).strftime("%a, %d %b %Y %H:%M:%S GMT")
        for said, wait in (("120", 120), (date, 120), ("999999999", 6 * 3600), ("soon", None)):
            wanted = None if wait is None else timedelta(seconds=wait)
            assert outgoing._wait(said, clock.now) == wanted


class TestAddresses:
    """Addresses come from browsers, so any logged-in member can name one."""

    @pytest.mark.parametrize(
        "address",
        [
            "https://fcm.googleapis.com/fcm/send/abc:def-_",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://web.push.apple.com/QGuQyavXutnMH",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYA%2b",
        ],
    )
    def test_services_of_browsers_are_sent_to(self, address):
        assert is_endpoint(address)

    @pytest.mark.parametrize(
        "address",
        [
            "",
            "http://push.example.org/a",
            "https://push.example.org:8443/a",
            "https://user:word@push.example.org/a",
            "https://push.example.org@10.0.0.1/a",
            "https://127.0.0.1/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://localhost/a",
            "https://postgres/a",
            "https://example.org\\@10.0.0.1/a",
            "https://push.example.org/a b",
            "https://push.example.org/\r\nHost: x",
            "https://пуш.example/a",
            "ftp://push.example.org/a",
            "file:///etc/passwd",
            "https://push.example.org/" + "a" * 1000,
        ],
    )
    def test_other_addresses_are_none(self, address):
        assert not is_endpoint(address)

    @pytest.mark.parametrize(
        "address",
        [
            "0.0.0.0",  # noqa: S104 - nobody listens there
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.1.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:4136:e378:8000:63bf:80ff:fffe",
            "fe80::1%eth0",
            "fd00::1",
            "fec0::1",
            "ff02::1",
        ],
    )
    def test_addresses_of_this_network_are_not_public(self, address):
        assert not is_public(address)

    @pytest.mark.parametrize("address", ["142.250.185.74", "::ffff:142.250.185.74", "2a00:1450::1"])
    def test_addresses_that_everybody_reaches_are(self, address):
        assert is_public(address)

    @given(st.ip_addresses(v=4))
    def test_an_address_is_public_in_every_form_or_in_none(self, address):
        assert is_public(str(address)) == is_public(f"::ffff:{address}")

    def test_a_name_that_stands_for_this_machine_is_not_connected_to(
        self, settings, monkeypatch, service, clock
    ):
        """Only the address of the actual connection counts, whatever the name resolved
        to before."""
        ada = service.browser("ada")
        monkeypatch.setattr(services, "is_endpoint", lambda _: True)
        for host in ("127.0.0.1", "localhost"):
            ada.endpoint, ada.asked = f"http://{host}:{service.port}/ada", 0
            for allowed in (True, False):
                settings.SEND_TO_PRIVATE_ADDRESSES = allowed
                found = push_all([push_to(ada)], now=clock.now)
            assert (ada.asked, found) == (1, [ServiceAnswer(Outcome.NOT_NOW)])


def test_a_key_that_is_none_is_told_at_the_start(settings):
    assert check_key() == []
    settings.VAPID_PRIVATE_KEY = "short"
    assert [error.id for error in check_key()] == ["notices.E001"]
    settings.VAPID_PRIVATE_KEY = ""
    assert check_key() == []
