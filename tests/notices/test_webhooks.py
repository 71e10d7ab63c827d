"""Webhooks: a member's is told of their turns, the club's of games and tables; each signed, once,
and never at an address of this network."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Preferences
from accounts.services.roles import set_host
from lobby.services.closing import close_table
from notices import channels
from notices.hooks import sending
from notices.hooks.sending import BY_HOOK, LOST, may_have_address, send_calls, signature
from notices.hooks.services import new_secret, send_test, set_webhook
from notices.models import Channel, HookCall, Kind, Notice, Webhook
from notices.services.preferences import set_preferences
from notices.services.reading import read_all
from scheduler.jobs import Skipped
from tests.at_once import together
from tests.games.acting import resign
from tests.games.playing import PASS, begin, place, seal
from tests.lobby.tables import open_one
from tests.notices.postman import sweep
from tests.notices.told import DAY
from tests.servers.hook_server import HookServer
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

PAGE = "/notices/webhook/"
PASSWORD = "another-long-password"
SETTLED = 10
MINUTE, HOUR = 60, 3600


@pytest.fixture(autouse=True)
def here(settings, monkeypatch):
    """The servers of the tests are on this machine; all other channels are off."""
    settings.SEND_TO_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(channels, "_channels", {Channel.HOOK: BY_HOOK})
    monkeypatch.setattr(sending, "_silent", sending.SilentServers())


@pytest.fixture
def server():
    with HookServer() as running:
        yield running


@pytest.fixture
def hook(ada, server, clock):
    return set_webhook(member=ada, address=server.address, now=clock.now)


@pytest.fixture
def work(server, clock):
    """Lets some seconds pass and sends what is due; returns what the server accepted then."""

    def after(seconds=0):
        clock.go(seconds)
        sweep(BY_HOOK, clock)
        skipped: Skipped = set()
        while send_calls(clock.now, skipped):
            pass
        came, server.came = server.came, []
        return came

    return after


@pytest.fixture
def club(server, clock):
    """A webhook of the club that is told of everything."""
    told = {"tells_began": True, "tells_ended": True, "tells_opened": True}
    return Webhook.objects.create(
        address=server.address, secret=new_secret(), made_at=clock.now, **told
    )


def long_game(*players):
    return begin(*players, turn_seconds=DAY, turn_ends="complete")


class TestWebhookOfMember:
    def test_it_is_told_that_it_is_the_members_turn_once_a_turn(self, ada, bo, hook, work):
        game = long_game(ada, bo)
        assert work(SETTLED - 1) == []
        (told,) = work(1)
        assert told["data"]["notices"][0]["what"] == "began"
        assert work(HOUR) == []
        for player, row in ((ada, 0), (bo, 4)):
            seal(game, player, place(1, row))
        (told,) = work(SETTLED)
        assert told["data"]["notices"][0]["what"] == "your-turn"

    def test_chat_programs_find_a_sentence_and_programs_find_facts(
        self, ada, bo, hook, work, settings
    ):
        game = long_game(ada, bo)
        (told,) = work(SETTLED)
        notice = Notice.objects.get(member=ada)
        address = f"{settings.SITE_URL}/notices/{notice.pk}/"
        assert told["content"].startswith(f"{game.title}: Your game has started. Choose by ")
        assert told["content"].endswith(address)
        assert told["text"] == told["content"]
        assert told["type"] == "notices"
        facts = told["data"]["notices"][0]
        assert (facts["title"], facts["variant"], facts["step"]) == (game.title, game.variant, 1)
        assert facts["address"] == address
        assert facts["deadline"] == f"{game.deadline:%Y-%m-%dT%H:%M:%SZ}"

    def test_after_a_new_password_it_is_told_nothing_until_its_member_turns_it_on_again(
        self, ada, bo, hook, work, client_of
    ):
        ada.set_password(PASSWORD)
        ada.save()
        long_game(ada, bo)
        assert work(SETTLED) == []
        send_test(hook=hook, now=timezone.now())
        assert work() == []
        browser = client_of(ada)
        assert "Turn on again" in browser.get(PAGE).content.decode()
        browser.post("/account/reauthenticate/", {"password": PASSWORD})
        browser.post(PAGE, {"confirm": "1"})
        assert "Turn on again" not in browser.get(PAGE).content.decode()
        long_game(ada, bo)
        assert len(work(SETTLED)) == 1

    def test_it_is_told_in_the_language_of_its_member(self, ada, bo, hook, work):
        Preferences.objects.update_or_create(user=ada, defaults={"language": "de"})
        long_game(ada, bo)
        (told,) = work(SETTLED)
        assert "Deine Partie hat begonnen" in told["content"]

    def test_it_never_learns_the_address_of_a_game(self, ada, bo, hook, work, server):
        game = long_game(ada, bo)
        assert work(SETTLED)
        assert game.public_id.encode() not in server.raw[0]

    def test_a_title_that_looks_like_a_mention_notifies_nobody(self, ada, bo, hook, work):
        begin(ada, bo, turn_seconds=DAY, turn_ends="complete", title="@everyone <!channel>")
        (told,) = work(SETTLED)
        assert "@everyone" not in told["content"]
        assert "<!" not in told["content"]
        assert told["allowed_mentions"] == {"parse": []}

    def test_what_was_read_on_the_site_is_not_sent(self, ada, bo, hook, work, clock):
        long_game(ada, bo)
        read_all(member=ada, now=clock.now)
        assert work(SETTLED) == []

    def test_it_is_told_of_other_things_only_if_the_member_wants_that(self, ada, bo, hook, work):
        game = begin(ada, bo)
        resign(game_id=game.pk, user=bo)
        assert work(SETTLED) == []
        set_preferences(member=ada, by={Channel.HOOK: [Kind.TURN, Kind.COURSE]})
        game = begin(ada, bo)
        resign(game_id=game.pk, user=bo)
        (told,) = work(MINUTE)
        assert "ended" in [each["what"] for each in told["data"]["notices"]]

    def test_only_notices_of_its_member_are_sent(self, ada, bo, cy, hook, work):
        long_game(bo, cy)
        assert work(MINUTE) == []
        assert not Notice.objects.exclude(hook_due_at=None).exists()

    def test_a_request_is_signed_with_its_secret_and_id_and_time(
        self, ada, bo, hook, work, server, clock
    ):
        long_game(ada, bo)
        work(SETTLED)
        assert server.is_signed(hook.secret)
        assert not server.is_signed(new_secret())
        assert server.headers[0]["webhook-timestamp"] == str(int(clock.now.timestamp()))
        assert server.headers[0]["content-type"] == "application/json"

    def test_what_is_not_accepted_is_sent_again_with_the_same_id_after_growing_pauses(
        self, ada, bo, hook, work, server
    ):
        server.answers = [(500, {}), (503, {}), (429, {})]
        long_game(ada, bo)
        assert work(SETTLED) == []
        assert work(MINUTE - 1) == []
        assert work(1) == []
        assert len(server.headers) == 2
        assert work(2 * MINUTE) == []
        assert len(work(4 * MINUTE)) == 1
        assert len(server.headers) == 4
        assert len({sent["webhook-id"] for sent in server.headers}) == 1

    def test_what_comes_while_one_is_tried_again_follows_with_an_id_of_its_own(
        self, ada, bo, hook, work, server, clock
    ):
        server.answers = [(500, {})]
        long_game(ada, bo)
        work(SETTLED)
        clock.go(1)
        long_game(ada, bo)
        first, second = work(MINUTE) + work(MINUTE)
        assert [len(told["data"]["notices"]) for told in (first, second)] == [1, 1]
        ids = [sent["webhook-id"] for sent in server.headers]
        assert ids[0] == ids[1] != ids[2]

    def test_a_server_says_how_long_it_wants_to_be_left_alone(self, ada, bo, hook, work, server):
        server.answers = [(429, {"Retry-After": "600"})]
        long_game(ada, bo)
        work(SETTLED)
        assert work(599) == []
        assert len(work(1)) == 1

    def test_its_owner_sees_that_it_fails_and_that_it_works_again(
        self, ada, bo, hook, work, server, client_of
    ):
        server.answers = [(500, {})]
        long_game(ada, bo)
        work(SETTLED)
        page = client_of(ada).get(PAGE).content.decode()
        assert "its last answer had the status 500" in page
        work(MINUTE)
        page = client_of(ada).get(PAGE).content.decode()
        assert "accepted nothing since" not in page
        assert "It last accepted a message on" in page

    @pytest.mark.parametrize("status", [404, 410])
    def test_one_that_the_server_does_not_know_is_stopped(
        self, ada, bo, hook, work, server, status, client_of
    ):
        server.answers = [(status, {})]
        long_game(ada, bo)
        work(SETTLED)
        assert work(2 * DAY) == []
        assert len(server.headers) == 1
        assert "does not know this webhook" in client_of(ada).get(PAGE).content.decode()

    def test_one_that_accepts_nothing_for_a_week_is_stopped(self, ada, bo, hook, server, clock):
        now, tries = clock.now, sending.FEWEST_TRIES
        silence = sending.Reply(None)
        assert sending.note_reply(hook, silence, now, tries) is sending.SendOutcome.LATER
        hook.refresh_from_db()
        sending.note_reply(hook, silence, now + LOST * 0.99, tries)
        hook.refresh_from_db()
        assert hook.stopped_at is None
        sending.note_reply(hook, silence, now + LOST * 1.01, tries)
        hook.refresh_from_db()
        assert hook.stopped_at is not None

    def test_one_that_failed_twice_with_nothing_to_tell_in_between_goes_on(
        self, ada, bo, hook, work, server, clock
    ):
        server.answers = [(503, {})]
        long_game(ada, bo)
        work(SETTLED)
        read_all(member=ada, now=clock.now)
        work(8 * DAY)
        server.answers = [(503, {})]
        long_game(ada, bo)
        assert work(SETTLED) == []
        assert len(work(MINUTE) + work(2 * MINUTE)) == 1
        hook.refresh_from_db()
        assert (hook.failing_since, hook.stopped_at) == (None, None)

    def test_nobody_is_led_elsewhere(self, ada, bo, hook, work, server):
        with HookServer() as elsewhere:
            server.answers = [(307, {"Location": elsewhere.address})]
            long_game(ada, bo)
            work(SETTLED)
            assert (len(server.headers), elsewhere.headers) == (1, [])

    def test_nothing_is_sent_to_an_address_of_this_network(
        self, ada, bo, hook, work, server, settings, monkeypatch
    ):
        settings.SEND_TO_PRIVATE_ADDRESSES = False
        monkeypatch.setattr(sending, "may_have_address", lambda _: True)
        long_game(ada, bo)
        work(SETTLED)
        hook.refresh_from_db()
        assert (server.headers, hook.status) == ([], None)
        assert hook.failing_since is not None

    def test_a_club_without_webhooks_sends_nothing(self, ada, bo, hook, work, settings, client_of):
        settings.WEBHOOKS = False
        long_game(ada, bo)
        assert work(MINUTE) == []
        assert client_of(ada).get(PAGE).status_code == 404


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        [
            "http://hooks.example.org/a",
            "https://127.0.0.1/a",
            "https://localhost/a",
            "https://169.254.169.254/latest",
            "https://user:word@hooks.example.org/a",
            "https://hooks.example.org:6379/a",
        ],
    )
    def test_an_address_that_is_not_on_the_public_internet_is_refused(self, ada, settings, address):
        settings.SEND_TO_PRIVATE_ADDRESSES = False
        with pytest.raises(Refused, match="https://"):
            set_webhook(member=ada, address=address, now=timezone.now())

    def test_developers_may_do_without_https_but_not_within_their_network(self, settings):
        settings.SEND_TO_PRIVATE_ADDRESSES = False
        assert not may_have_address("http://hooks.example.org/a")
        settings.DEBUG = True
        assert may_have_address("http://hooks.example.org/a")
        assert not may_have_address("http://localhost/a")

    def test_the_signature_is_that_of_the_standard(self):
        """The example with which libraries for Standard Webhooks are tested."""
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        of = ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
        assert signature(secret, *of) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


class TestWebhookOfClub:
    def test_it_is_told_of_public_games_that_begin_and_end(
        self, ada, bo, club, work, server, settings
    ):
        game = begin(ada, bo, turn_ends="complete")
        (began,) = work()
        assert began["type"] == "game.began"
        assert (
            f"“{game.title}” has begun: Parallel Multiplayer Go with Ada and Bo."
            in (began["content"])
        )
        assert began["data"]["game"]["address"] == f"{settings.SITE_URL}/games/{game.public_id}/"
        assert began["data"]["game"]["players"] == ["Ada", "Bo"]
        assert server.is_signed(club.secret)
        seal(game, ada, place(2, 2))
        for player in (bo, ada, bo):
            seal(game, player, PASS)
        (ended,) = work()
        assert ended["type"] == "game.ended"
        assert "Ada won" in ended["content"]
        assert ended["data"]["game"]["outcome"]["ranks"] == [1, 2]

    def test_a_game_of_many_costs_as_few_queries_as_a_game_of_two(
        self, ada, bo, cy, mo, club, clock
    ):
        def queries(*players):
            begin(*players)
            with CaptureQueriesContext(connection) as asked:
                assert send_calls(clock.now, set()) == 1
            return len(asked)

        assert queries(ada, bo, cy, mo) == queries(ada, bo)

    def test_it_never_hears_of_a_game_that_is_not_public(self, ada, bo, club, work):
        game = begin(ada, bo, listed=False)
        resign(game_id=game.pk, user=ada)
        assert work() == []

    def test_it_is_told_of_listed_tables_that_open(self, ada, club, work):
        set_host(user=ada, hosts=True)
        table = open_one(ada, title="Tuesday")
        open_one(ada, listed=False)
        (told,) = work()
        assert told["type"] == "table.opened"
        assert told["data"]["table"]["id"] == table.public_id
        assert "“Tuesday”, Parallel Multiplayer Go for 2." in told["content"]

    def test_it_is_not_told_of_a_table_that_has_closed_again(self, ada, club, work, clock):
        set_host(user=ada, hosts=True)
        table = open_one(ada)
        close_table(table_id=table.pk, by=ada, now=clock.now)
        assert work() == []
        assert not HookCall.objects.exists()

    def test_it_is_told_only_what_it_is_set_to(self, ada, bo, club, work):
        Webhook.objects.update(tells_began=False)
        game = begin(ada, bo)
        resign(game_id=game.pk, user=ada)
        assert [told["type"] for told in work()] == ["game.ended"]

    def test_a_webhook_of_a_member_is_told_nothing_of_the_club(self, ada, bo, cy, hook, work):
        begin(bo, cy)
        assert work(MINUTE) == []

    def test_a_call_that_is_not_accepted_is_made_again_and_given_up_after_a_day(
        self, ada, bo, club, work, server
    ):
        server.answers = [(500, {})] * 100
        begin(ada, bo)
        work()
        tried = [len(server.headers)]
        for pause in (MINUTE, 2 * MINUTE, 4 * MINUTE):
            work(pause - 1)
            work(1)
            tried.append(len(server.headers))
        assert tried == [1, 2, 3, 4]
        assert len({headers["webhook-id"] for headers in server.headers}) == 1
        for _ in range(30):
            work(HOUR)
        assert not HookCall.objects.exists()

    def test_one_that_works_again_is_not_told_what_is_older_than_a_day(
        self, ada, bo, club, work, clock
    ):
        begin(ada, bo)
        Webhook.objects.update(stopped_at=clock.now)
        assert work(2 * DAY) == []
        send_test(hook=club, now=clock.now)
        assert [told["type"] for told in work()] == ["test"]
        assert work() == []
        assert not HookCall.objects.exists()

    def test_a_server_says_how_long_it_wants_to_be_left_alone(self, ada, bo, club, work, server):
        server.answers = [(429, {"Retry-After": "600"})]
        begin(ada, bo)
        work()
        assert work(599) == []
        assert len(work(1)) == 1

    def test_a_game_that_cannot_be_told_keeps_nothing_from_others(
        self, ada, bo, club, work, clock, monkeypatch
    ):
        broken, going = begin(ada, bo), begin(ada, bo)
        body = sending.body_of_call

        def body_or_fail(call, now):
            if call.game == broken:
                raise ValueError("written by an older version")
            return body(call, now)

        with monkeypatch.context() as patch:
            patch.setattr(sending, "body_of_call", body_or_fail)
            assert [told["data"]["game"]["id"] for told in work()] == [going.public_id]
        (told,) = work(sending.LEASE.total_seconds())
        assert told["data"]["game"]["id"] == broken.public_id

    def test_a_pause_until_an_impossible_time_keeps_nothing_from_others(
        self, ada, bo, club, work, server, clock
    ):
        other = Webhook.objects.create(
            address=f"{server.address}/other",
            secret=new_secret(),
            tells_began=True,
            made_at=clock.now,
        )
        server.answers = [(503, {"Retry-After": "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"})]
        begin(ada, bo)
        assert len(work()) == 1
        assert len(work(MINUTE)) == 1
        assert Webhook.objects.filter(pk__in=[club.pk, other.pk], sent_at=None).count() == 0

    def test_a_call_that_a_killed_worker_was_making_is_made_again(self, ada, bo, club, work, clock):
        begin(ada, bo)
        HookCall.objects.update(due_at=clock.now + sending.LEASE)
        assert work() == []
        assert len(work(sending.LEASE.total_seconds())) == 1


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_is_set_twice_at_once_is_set_once(ada, server, clock):
    """A double click."""

    def set_it():
        set_webhook(member=ada, address=server.address, now=clock.now)

    for _ in range(5):
        assert together(set_it, set_it) == ["done", "done"]
        assert Webhook.objects.filter(member=ada).count() == 1


class TestPage:
    def test_a_webhook_is_set_with_a_secret_that_is_shown_once(self, ada, server, client_of):
        client = client_of(ada)
        page = client.post(PAGE, {"address": server.address}).content.decode()
        hook = Webhook.objects.get(member=ada)
        assert hook.secret in page
        page = client.get(PAGE).content.decode()
        assert hook.secret not in page
        assert server.address not in page

    def test_an_address_that_is_refused_stays_in_the_form(self, ada, client_of, settings):
        settings.SEND_TO_PRIVATE_ADDRESSES = False
        page = client_of(ada).post(PAGE, {"address": "http://a.example/x"}).content.decode()
        assert "begins with https://" in page
        assert 'value="http://a.example/x"' in page
        assert not Webhook.objects.exists()

    def test_another_address_replaces_the_first_and_its_secret(self, ada, hook, client_of, server):
        client_of(ada).post(PAGE, {"address": f"{server.address}/other"})
        other = Webhook.objects.get(member=ada)
        assert other.address.endswith("/other")
        assert other.secret != hook.secret

    def test_a_test_is_sent_and_starts_a_stopped_webhook_again(
        self, ada, hook, work, client_of, clock
    ):
        Webhook.objects.update(stopped_at=clock.now, failing_since=clock.now)
        client = client_of(ada)
        answer = client.post(PAGE, {"test": "1"})
        assert "A test is on its way" in str(next(iter(get_messages(answer.wsgi_request))))
        assert "A test is on its way" in client.get(PAGE).content.decode()
        (told,) = work()
        assert told["type"] == "test"
        hook.refresh_from_db()
        assert (hook.stopped_at, hook.failing_since) == (None, None)

    def test_a_test_that_fails_is_not_made_again(self, hook, work, server, clock):
        server.answers = [(500, {})]
        send_test(hook=hook, now=clock.now)
        send_test(hook=hook, now=clock.now)
        work()
        work(DAY)
        assert len(server.headers) == 1

    def test_a_removed_webhook_is_sent_nothing(self, ada, bo, hook, work, client_of):
        long_game(ada, bo)
        client_of(ada).post(PAGE, {"remove": "1"})
        assert work(SETTLED) == []
        assert not Webhook.objects.exists()

    def test_preferences_show_the_channel_only_to_members_who_have_a_webhook(
        self, ada, bo, hook, client_of
    ):
        page = "/notices/preferences/"
        assert 'name="hook"' in client_of(ada).get(page).content.decode()
        assert 'name="hook"' not in client_of(bo).get(page).content.decode()

    def test_only_the_club_webhooks_are_in_the_admin(self, hook, club, member):
        root = member("Root", is_superuser=True, is_staff=True)
        client = Client()
        client.force_login(root)
        assert client.get(f"/admin/notices/webhook/{hook.pk}/change/").status_code == 302
        assert client.get(f"/admin/notices/webhook/{club.pk}/change/").status_code == 200

    def test_a_superuser_sets_a_webhook_for_the_club(self, member, settings, server):
        client = Client()
        client.force_login(member("Root", is_superuser=True, is_staff=True))
        add = "/admin/notices/webhook/add/"
        client.post(add, {"address": server.address, "tells_ended": "on"})
        hook = Webhook.objects.get()
        assert (hook.member, hook.tells_began, hook.tells_ended) == (None, False, True)
        assert hook.secret.startswith("whsec_")
        settings.SEND_TO_PRIVATE_ADDRESSES = False
        client.post(add, {"address": "https://10.0.0.1/x"})
        assert Webhook.objects.count() == 1
