"""Reporting messages and players: who may, what is kept, and for how long."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Mute
from accounts.services.roles import set_host
from games.models import ChatMessage
from lobby.models import TableMessage
from lobby.services import talking
from lobby.services.closing import close_table
from reports.models import Report
from reports.schedule import keep_chat_after_reports, prune_reports
from reports.services.deciding import decide
from reports.services.reporting import KEPT_OF_CHAT, LINES
from tests.games.acting import say
from tests.games.playing import begin
from tests.lobby.tables import open_one, sit

pytestmark = pytest.mark.django_db
DAY = 86_400


@pytest.fixture
def game(ada, bo):
    return begin(ada, bo, title="Tuesday")


@pytest.fixture
def table(ada, bo):
    """A table of Ada's at which Bo sits."""
    set_host(user=ada, hosts=True)
    table = open_one(ada)
    sit(table, bo)
    return table


def said(game, user, text, room="table"):
    """A message in the game's chat."""
    say(game=game, user=user, room=room, text=text)
    return ChatMessage.objects.order_by("pk").last()


def said_at(table, user, text):
    """A message at the table."""
    talking.say(table_id=table.pk, by=user, text=text, now=timezone.now())
    return TableMessage.objects.order_by("pk").last()


def address(of, at, kind="messages"):
    """Where a message or a player is reported."""
    where = "games" if of._meta.model_name == "game" else "tables"
    return f"/reports/{where}/{of.public_id}/{kind}/{at}/"


def lines(report):
    """What was kept of the chat."""
    return [line["text"] for line in report.context]


def test_a_message_is_reported_with_what_was_said_around_it(game, ada, bo, cy, client_of):
    for n in range(LINES + 2):
        say(game=game, user=bo, room="table", text=f"before {n}")
    message = said(game, ada, "You fool")
    say(game=game, user=bo, room="table", text="Please stop")
    say(game=game, user=cy, room="spectators", text="Elsewhere")
    page = client_of(bo).post(address(game, message.pk), {"why": "insult"})
    assert "Thank you" in page.text
    report = Report.objects.get()
    assert (report.by, report.about, report.text, report.game) == (bo, ada, "You fool", game)
    assert lines(report) == [f"before {n}" for n in range(2, LINES + 2)] + [
        "You fool",
        "Please stop",
    ]


def test_what_is_said_at_a_table_is_kept_when_the_table_is_gone(table, ada, bo, client_of, clock):
    message = said_at(table, ada, "You fool")
    client_of(bo).post(address(table, message.pk), {"why": "insult"})
    said_at(table, ada, "And I mean it")
    assert keep_chat_after_reports(now=timezone.now()) == 1
    close_table(table_id=table.pk, by=ada, now=timezone.now())
    clock.go(2 * DAY)
    assert talking.prune_chat(now=timezone.now()) > 0
    assert lines(Report.objects.get()) == ["You fool", "And I mean it"]


@pytest.mark.parametrize("kind", ["seats", "places"])
def test_a_player_is_reported_in_a_game_and_at_a_table(kind, game, table, ada, bo, client_of):
    of, at = (game, 1) if kind == "seats" else (table, table.places.get(user=bo).pk)
    asked = client_of(ada).get(address(of, at, kind))
    assert f"with the last {KEPT_OF_CHAT} messages of this chat" in asked.text
    client_of(ada).post(address(of, at, kind), {"why": "spoiling"})
    report = Report.objects.get()
    assert (report.about, report.game or report.table, report.text) == (bo, of, "")


def test_each_thing_is_reported_once_by_a_member(game, ada, bo, cy, client_of):
    message = said(game, ada, "You fool")
    for user in (bo, bo, cy):
        client_of(user).post(address(game, message.pk), {"why": "insult"})
        client_of(user).post(address(game, 0, "seats"), {"why": "spoiling"})
    again = client_of(bo).post(address(game, message.pk), {"why": "spam"})
    assert (again.status_code, Report.objects.count()) == (400, 4)
    assert "You have reported this already." in again.text


def test_nobody_reports_many_things_at_once(game, ada, bo, client_of):
    messages = [said(game, ada, f"Spam {n}") for n in range(6)]
    answers = [
        client_of(bo).post(address(game, message.pk), {"why": "spam"}).status_code
        for message in messages
    ]
    assert answers == [200] * 5 + [429]


def test_nothing_is_reported_that_one_may_not_read(game, ada, bo, cy, bot, client_of):
    """Nor oneself, nor a bot, nor what is not there."""
    hidden = said(game, cy, "White is lost", "spectators")
    own = said(game, ada, "Hello")
    for path in (
        address(game, hidden.pk),
        address(game, own.pk),
        address(game, own.pk + 1000),
        address(game, 10**30),
        address(game, 0, "seats"),
        address(begin(ada, bot), 1, "seats"),
    ):
        for answer in (client_of(ada).get(path), client_of(ada).post(path, {"why": "spam"})):
            assert answer.status_code == 404
    assert not Report.objects.exists()


def test_a_table_by_link_is_reported_from_by_those_who_see_it(table, ada, bo, cy, client_of):
    private = open_one(ada, joining="link", listed=False)
    message = said_at(private, ada, "You fool")
    path = address(private, message.pk)
    assert client_of(bo).post(path, {"why": "insult"}).status_code == 404
    told = client_of(bo).post(path, {"why": "insult", "key": private.join_key})
    assert told.status_code == 200


def test_visitors_and_other_sites_report_nothing(game, ada, bo, client_of):
    path = address(game, said(game, ada, "You fool").pk)
    for answer in (client_of().get(path), client_of().post(path, {"why": "insult"})):
        assert "/login/" in answer["Location"]
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.force_login(bo)
    assert elsewhere.post(path, {"why": "insult"}).status_code == 403
    assert not Report.objects.exists()


def test_a_reason_that_is_none_is_refused(game, ada, bo, client_of):
    path = address(game, said(game, ada, "You fool").pk)
    answer = client_of(bo).post(path, {"why": "nonsense"})
    assert (answer.status_code, Report.objects.count()) == (400, 0)


def test_whoever_reports_can_mute_at_once(game, ada, bo, client_of):
    path = address(game, said(game, ada, "You fool").pk)
    client_of(bo).post(path, {"mute": "yes"})
    assert Mute.objects.filter(member=bo, muted=ada).exists()
    client_of(bo).post(path, {"mute": "no"})
    assert not Mute.objects.exists()


def test_reports_are_forgotten_a_while_after_the_decision(game, ada, bo, mo, client_of, clock):
    client_of(bo).post(address(game, 0, "seats"), {"why": "spoiling"})
    clock.go(200 * DAY)
    assert prune_reports(now=timezone.now()) == 0
    report = Report.objects.get()
    decide(report_id=report.pk, by=mo, outcome="nothing", now=timezone.now())
    clock.go(91 * DAY)
    assert prune_reports(now=timezone.now()) == 1


def test_pages_offer_it_beside_what_others_say(game, table, ada, bo, client_of):
    message = said_at(table, ada, "Hello")
    own = said_at(table, bo, "Hi")
    page = client_of(bo).get(table.get_absolute_url()).text
    link = reverse("report-table-message", args=[table.public_id, message.pk])
    assert link in page
    assert reverse("report-table-message", args=[table.public_id, own.pk]) not in page
    assert "data-report-message" in client_of(bo).get(game.get_absolute_url()).text
    assert "data-report-message" not in client_of().get(game.get_absolute_url()).text
