"""One log has all that moderators did, and is filtered by who, what, when and about whom."""

from __future__ import annotations

import importlib
from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Suspension, User
from accounts.services.invitations import invite, register_member
from accounts.services.measures import ban_from_chat, lift, note_act, suspend, warn
from accounts.services.members import delete_account
from accounts.services.names import give_name
from accounts.services.roles import make_moderator, set_host
from games.models import ChatMessage
from ratings.models import RatedGame
from reports.services.deciding import decide
from reports.services.reporting import report
from reports.subjects import player_of_game
from tests.games.acting import end_turn, pause_game, resign, resume_game, say
from tests.games.playing import begin
from tests.lobby.tables import open_one

pytestmark = pytest.mark.django_db
ACTS = "/admin/acts/"
DAY = timedelta(days=1)


@pytest.fixture
def desk(client_of, mo):
    """The moderator's client."""
    return client_of(mo)


def acts(client, **asked):
    """What was done, and about what, as the log's first page has it."""
    return [(act.what, act.about) for act in client.get(ACTS, asked).context["page"]]


def reported(game, by, seat=0):
    subject = player_of_game(game.public_id, seat, by)
    return report(by=by, subject=subject, why="spoiling", now=timezone.now())


def test_the_log_has_what_moderators_did_wherever_they_did_it(
    ada, bo, cy, mo, desk, client_of, clock
):
    now = timezone.now()
    warn(user=ada, reason="Stay polite", by=mo, now=now)
    ban = ban_from_chat(user=bo, reason="Spam", until=now + DAY, by=mo, now=now)
    game = begin(ada, bo, title="Tuesday", turn_seconds=86_400)
    clock.go(60)
    lift(restriction=ban, by=mo, now=timezone.now())
    clock.go(60)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(60)
    resume_game(game_id=game.pk, by=mo, why="Over")
    clock.go(60)
    decide(report_id=reported(game, cy).pk, by=mo, outcome="nothing", now=timezone.now())
    clock.go(60)
    say(game=game, user=ada, room="table", text="You fool")
    message = ChatMessage.objects.get()
    desk.post(f"/admin/games/chatmessage/{message.pk}/delete/", {"post": "yes"})
    clock.go(60)
    set_host(user=cy, hosts=True)
    table = open_one(cy, title="Friday")
    desk.post(f"/tables/{table.public_id}/close/")
    clock.go(60)
    desk.post(f"/admin/accounts/user/{bo.pk}/change/", {"username": "Beau"})
    assert acts(desk) == [
        ("Changed a member", "Beau"),
        ("Closed a table", "Friday"),
        ("Deleted a message", "Ada in table"),
        ("Decided about a report", "report about Ada"),
        ("Resumed a game", "Tuesday"),
        ("Paused a game", "Tuesday"),
        ("Lifted a chat ban", "Beau"),
        ("Banned from chats", "Beau"),
        ("Warned", "Ada"),
    ]
    page = desk.get(ACTS).text
    assert "Stay polite" in page
    assert "Tea" in page


def test_votes_and_the_server_are_no_moderators(ada, bo, cy, desk):
    game = begin(ada, bo, cy)
    resign(game_id=game.pk, user=ada)
    assert acts(desk) == []


class TestFilters:
    @pytest.fixture(autouse=True)
    def _done(self, ada, bo, mo, member, clock):
        """Two moderators do this and that on three days."""
        zoe = member("Zoe")
        make_moderator(user=zoe)
        warn(user=ada, reason="One", by=mo, now=timezone.now())
        clock.go(86_400)
        held = suspend(
            user=bo, reason="Two", until=timezone.now() + 2 * DAY, by=zoe, now=timezone.now()
        )
        clock.go(86_400)
        lift(restriction=held, by=mo, now=timezone.now())

    def test_by_moderator(self, client_of, mo):
        assert acts(client_of(mo), by="zoe") == [("Suspended", "Bo")]

    def test_by_kind(self, client_of, mo):
        assert acts(client_of(mo), kind="warned") == [("Warned", "Ada")]
        assert acts(client_of(mo), kind="game-paused") == []

    def test_by_member(self, client_of, mo):
        found = [("Lifted a suspension", "Bo"), ("Suspended", "Bo")]
        assert acts(client_of(mo), member="bo") == found

    def test_by_days_both_included(self, client_of, mo):
        day = timezone.now().date()
        before = {"first": f"{day - DAY}", "last": f"{day - DAY}"}
        assert acts(client_of(mo), **before) == [("Suspended", "Bo")]
        assert len(acts(client_of(mo), first=f"{day - DAY}")) == 2
        assert len(acts(client_of(mo), last=f"{day - 2 * DAY}")) == 1

    def test_by_all_of_it_at_once(self, client_of, mo):
        asked = {"by": "Zoe", "kind": "suspended", "member": "Bo"}
        assert acts(client_of(mo), **asked) == [("Suspended", "Bo")]
        assert acts(client_of(mo), **asked, last="2020-01-01") == []
        assert (
            "Moderators did nothing of that kind."
            in client_of(mo).get(ACTS, {**asked, "last": "2020-01-01"}).text
        )

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"by": "Nobody"}, "No member has this name"),
            ({"member": "%' OR 1=1"}, "No member has this name"),
            ({"kind": "nonsense"}, "Select a valid choice"),
            ({"first": "soon"}, "Enter a valid date"),
            ({"last": "0001-01-01"}, "greater than or equal to"),
            ({"first": "9999-12-31"}, "less than or equal to"),
            ({"first": "2026-11-22", "last": "2026-11-21"}, "before the first one"),
        ],
    )
    def test_what_cannot_be_is_said(self, client_of, mo, asked, words):
        answer = client_of(mo).get(ACTS, asked)
        assert (answer.status_code, words in answer.text) == (200, True)

    def test_pages_that_are_none_lead_to_one_that_is(self, client_of, mo):
        for page in ("0", "9999999999999999999999", "x"):
            assert len(acts(client_of(mo), page=page)) == 3


def test_games_of_a_member_are_acts_about_them(ada, bo, cy, mo, desk):
    game = begin(ada, bo, title="Tuesday")
    end_turn(game_id=game.pk, by=mo, why="Late")
    assert acts(desk, member="Ada") == [("Ended a turn", "Tuesday")]
    assert acts(desk, member="Cy") == []


def test_deleted_messages_are_found_by_their_author(ada, bo, mo, desk):
    game = begin(ada, bo)
    for user in (ada, bo):
        say(game=game, user=user, room="table", text="You fool")
    for message in ChatMessage.objects.all():
        desk.post(f"/admin/games/chatmessage/{message.pk}/delete/", {"post": "yes"})
    assert acts(desk, member="Ada") == [("Deleted a message", "Ada in table")]


def test_decisions_that_concern_a_moderator_are_not_in_their_log(ada, bo, cy, mo, client_of):
    make_moderator(user=bo)
    made = reported(begin(ada, bo), cy)
    decide(report_id=made.pk, by=mo, outcome="nothing", now=timezone.now())
    assert acts(client_of(bo)) == []
    assert acts(client_of(mo)) == [("Decided about a report", "report about Ada")]


def test_a_game_that_was_struck_is_in_it(ada, bo, mo, desk):
    game = begin(ada, bo, title="Tuesday")
    RatedGame.objects.get_or_create(
        pk=game.pk, defaults={"ladder": "multiplayer-go/live", "ended_at": timezone.now()}
    )
    desk.post(f"/admin/ratings/ratedgame/{game.pk}/change/", {"struck_why": "One person"})
    assert [what for what, _ in acts(desk)] == ["Struck a game or let it count"]


def test_a_long_log_has_pages_and_asks_the_database_the_same(ada, bo, mo, desk, clock):
    def much(number):
        for each in range(number):
            warn(user=ada, reason=f"{each}", by=mo, now=timezone.now())
            now = timezone.now()
            suspend(user=bo, reason="x", until=now + DAY, by=mo, now=now)

    much(1)
    game = begin(ada, bo, turn_seconds=86_400)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    desk.get(ACTS)
    with CaptureQueriesContext(connection) as few:
        desk.get(ACTS)
    much(40)
    with CaptureQueriesContext(connection) as many:
        desk.get(ACTS)
    assert len(many) == len(few)
    first, second = (desk.get(ACTS, {"page": page}).context["page"] for page in (1, 2))
    assert (len(first), len(second), first.paginator.count) == (50, 33, 83)
    ends = [act.at for act in (*first, *second)]
    assert ends == sorted(ends, reverse=True)


def test_only_moderators_read_it(ada, mo, client_of, member):
    root = member("Root", is_superuser=True, is_staff=True)
    found = [client_of(user).get(ACTS).status_code for user in (None, ada, mo, root)]
    assert found == [302, 302, 200, 200]
    assert client_of(mo).post(ACTS).status_code == 405


def test_who_lifted_what_before_is_taken_from_the_history(ada, mo, desk):
    now = timezone.now()
    held = suspend(user=ada, reason="Spam", until=now + DAY, by=mo, now=now)
    chosen = {"action": "lift", "_selected_action": [held.pk]}
    desk.post("/admin/accounts/suspension/", chosen)
    assert Suspension.objects.get().lifted_by == mo
    Suspension.objects.update(lifted_by=None)
    assert LogEntry.objects.exists()
    module = importlib.import_module(
        "accounts.migrations.0012_squashed_0025_names_with_invisible_letters"
    )
    module.fill_in_who_lifted(apps, SimpleNamespace(connection=connection))
    assert Suspension.objects.get().lifted_by == mo


class TestAMembersPage:
    def page(self, client, user):
        return client.get(f"/admin/accounts/user/{user.pk}/change/")

    def section(self, client, user, title):
        found = {each.title: each for each in self.page(client, user).context["sections"]}
        return found[title]

    def test_it_says_who_invited_them(self, mo, ada, desk):
        made = invite(
            creator=ada, note="for Newt", expires_at=timezone.now() + DAY, now=timezone.now()
        )
        newt = register_member(
            code=made.code, name="Newt", password="pebble-garden-7", email="", now=timezone.now()
        )
        page = self.page(desk, newt).text
        assert f'<a href="/admin/accounts/user/{ada.pk}/change/">Ada</a>' in page
        assert "for Newt" in page
        assert "did not join by an invitation" in self.page(desk, ada).text

    def test_it_has_their_games_the_newest_first(self, ada, bo, cy, desk, clock):
        first = begin(ada, bo, title="First")
        clock.go(60)
        begin(ada, cy, title="Second")
        begin(bo, cy, title="Of others")
        rows = self.section(desk, ada, "Games").rows
        assert [row.name for row in rows] == ["Second", "First"]
        assert rows[1].address == f"/admin/games/game/{first.pk}/change/"

    def test_it_has_the_measures_with_their_reasons(self, ada, mo, desk, clock):
        now = timezone.now()
        warn(user=ada, reason="Stay polite", by=mo, now=now)
        clock.go(60)
        suspend(user=ada, reason="Again", until=now + DAY, by=mo, now=timezone.now())
        found = self.section(desk, ada, "Measures")
        assert ([row.name for row in found.rows], found.count) == (["Suspension", "Warning"], 2)
        assert "“Stay polite”" in found.rows[1].note
        assert len(acts(desk, member="Ada")) == 2
        assert found.more == "/admin/acts/?member=Ada"

    def test_it_has_reports_about_and_by_them_but_for_those_that_concern_who_looks(
        self, ada, bo, cy, mo, desk, client_of
    ):
        make_moderator(user=bo)
        made = reported(begin(ada, bo), cy)
        about = self.section(desk, ada, "Reports about them")
        address = f"/admin/reports/report/{made.pk}/change/"
        assert [row.address for row in about.rows] == [address]
        assert [row.address for row in self.section(desk, cy, "Reports by them").rows] == [address]
        for user in (ada, cy):
            for title in ("Reports about them", "Reports by them"):
                assert self.section(client_of(bo), user, title).rows == []

    def test_a_bot_has_none_of_it(self, bot, desk):
        assert "sections" not in self.page(desk, bot).context

    def test_somebody_who_is_none_is_none(self, desk):
        assert desk.get("/admin/accounts/user/999999/change/").status_code == 302

    def test_it_asks_the_database_the_same_however_much_there_is(
        self, ada, bo, cy, mo, member, desk
    ):
        def more(count):
            for _ in range(count):
                game = begin(ada, bo)
                reported(game, cy)
                warn(user=ada, reason="x", by=mo, now=timezone.now())

        more(1)
        self.page(desk, ada)
        with CaptureQueriesContext(connection) as few:
            self.page(desk, ada)
        more(4)
        with CaptureQueriesContext(connection) as many:
            self.page(desk, ada)
        assert len(many) == len(few)


class TestSearchingMembers:
    def found(self, client, text):
        return [
            user.username
            for user in client.get("/admin/accounts/user/", {"q": text}).context["cl"].result_list
        ]

    def test_a_whole_address_finds_its_member(self, ada, bo, desk):
        EmailAddress.objects.create(user=ada, email="a.l@example.org", verified=False)
        EmailAddress.objects.create(user=bo, email="bo@example.org", verified=True)
        assert self.found(desk, " A.L@example.org ") == ["Ada"]
        assert self.found(desk, "bo@example.org") == ["Bo"]

    def test_part_of_one_finds_nobody(self, ada, desk):
        EmailAddress.objects.create(user=ada, email="a.l@example.org", verified=True)
        for part in ("l@example.org", "@example.org", "a.l@example.or", "a.l@", "%@%"):
            assert self.found(desk, part) == []

    def test_the_list_shows_no_address(self, ada, desk):
        EmailAddress.objects.create(user=ada, email="a.l@example.org", verified=True)
        page = desk.get("/admin/accounts/user/", {"q": "Ada"}).text
        assert "example.org" not in page
        assert User.objects.filter(username="Ada").exists()


def test_the_name_of_a_deleted_member_is_in_no_act_and_in_no_entry_of_the_history(
    ada, bo, mo, desk, clock
):
    now = timezone.now()
    say(game=begin(ada, bo, turn_seconds=86_400), user=ada, room="table", text="Hello")
    old, line = ada.username, ChatMessage.objects.get(author=ada)
    note_act(by=mo, of=ada, what="Renamed.")
    note_act(by=mo, of=line, what="Deleted.")
    note_act(by=mo, of=warn(user=ada, reason="?", by=mo, now=now), what="Warned.")
    note_act(by=mo, of=bo, what="Renamed.")
    give_name(member=ada, name="Zoe", by=mo, now=now)
    note_act(by=mo, of=User.objects.get(pk=ada.pk), what="Changed.")
    delete_account(user=User.objects.get(pk=ada.pk))
    described = set(LogEntry.objects.values_list("object_repr", flat=True))
    assert described == {"", bo.username}
    shown = {about for _, about in acts(desk)}
    assert {"former member", bo.username} <= shown
    assert not {about for about in shown if old in about or "Zoe" in about}
