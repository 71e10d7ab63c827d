"""Founding a club: its first moderator, an invitation, and a demonstration."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import call_command
from django.db.transaction import atomic, set_rollback
from django.utils import timezone

from accounts.models import Invitation, User
from accounts.roles import is_host, is_moderator
from games.models import Game, Plan, Seat, Step
from lobby import demonstration
from lobby.models import Table
from notices import lists
from tests.lobby.conftest import START
from tests.lobby.tables import seated

pytestmark = pytest.mark.django_db

OF_DAYS = ("One turn a day", "Whenever there is time", "A seat is free")
"""Games by correspondence that are already under way."""


def found(*arguments):
    """Runs the command; returns its output."""
    out = io.StringIO()
    call_command("found_club", *arguments, stdout=out)
    return out.getvalue()


def test_the_first_moderator_can_log_in_with_the_password_that_is_printed(client):
    words = found("--no-demo", "--address", "https://club.example/")
    name, password = re.findall(r"(?:name|password)\s+(\S+)", words)
    user = User.objects.get(username=name)
    assert user.check_password(password)
    assert (user.is_superuser, user.is_staff, is_moderator(user), is_host(user)) == (True,) * 4
    assert "https://club.example/account/login/" in words


def test_the_invitation_that_is_printed_leads_to_registering(client):
    words = found("--no-demo", "--address", "https://club.example")
    link = re.search(r"https://club\.example(/account/join/\S+)", words)
    assert client.get(link[1]).status_code == 200
    assert Invitation.objects.get().creator.is_superuser


def test_without_a_demonstration_there_is_nothing_else():
    found("--no-demo")
    assert not Table.objects.exists()
    assert not Game.objects.exists()


def test_a_founding_that_was_interrupted_leaves_nothing_and_is_done_again(monkeypatch):
    def fail(**_):
        raise RuntimeError("the light went out")

    with monkeypatch.context() as broken:
        broken.setattr(demonstration, "start_game", fail)
        with pytest.raises(RuntimeError):
            found()
    assert not User.objects.exists()
    assert "password" in found()


def test_a_club_with_members_and_no_superuser_gets_its_first_moderator():
    User.objects.create(username="Ada", password="!")
    assert "password" in found("--no-demo")


def test_games_of_days_are_set_up_at_any_time_of_day():
    with time_machine.travel(datetime(2026, 11, 21, 20, 30, tzinfo=UTC), tick=False):
        found()
        assert Game.objects.get(title="One turn a day").extended


@pytest.fixture(scope="class")
def founded(django_db_setup, django_db_blocker):
    """One club with a demonstration for all tests of a class, because founding takes seconds."""
    with django_db_blocker.unblock(), time_machine.travel(START, tick=False), atomic():
        found()
        yield
        set_rollback(True)


@pytest.mark.usefixtures("founded")
class TestTheDemonstration:
    def test_a_table_waits_for_players_with_bots_on_its_seats(self):
        table = Table.objects.get(title="Come and play")
        assert table.is_open
        assert table.starts_at is None
        assert len(seated(table)) == 2
        assert all(place.user.is_bot for place in table.places.all())

    def test_a_game_of_bots_is_running_with_twenty_second_turns(self):
        game = Game.objects.get(status=Game.Status.RUNNING, bots_alone=True)
        assert (game.variant, game.settings.turn_seconds, game.listed) == (
            "multiplayer-go",
            20,
            True,
        )
        assert game.bots_due is not None
        assert game.deadline is not None
        assert all(seat.user.is_bot for seat in game.seats.all())

    def test_a_game_of_bots_is_finished_and_was_really_played(self):
        game = Game.objects.get(status=Game.Status.FINISHED, title="An evening of bots")
        steps = Step.objects.filter(game=game)
        assert steps.count() == game.step + 1 > 20
        assert game.outcome["reason"] == "score"
        assert min(seat.rank for seat in game.seats.all()) == 1

    def test_a_club_is_founded_once(self):
        counts = [model.objects.count() for model in (User, Invitation, Table, Game)]
        assert found() == ""
        assert [model.objects.count() for model in (User, Invitation, Table, Game)] == counts

    def test_what_was_closed_or_deleted_since_is_not_set_up_again(self):
        Table.objects.all().delete()
        assert found() == ""
        assert not Table.objects.exists()

    def test_the_demonstration_can_be_looked_at_by_everybody(self, client):
        page = client.get("/").text
        assert (
            Game.objects.get(status=Game.Status.RUNNING, bots_alone=True).get_absolute_url() in page
        )
        assert timezone.now() == Table.objects.get(title="Come and play").created_at

    def test_the_running_game_of_bots_ends_with_a_result_before_the_server_would_cancel_it(
        self, settings
    ):
        game = Game.objects.get(status=Game.Status.RUNNING, bots_alone=True)
        assert game.bots_alone
        assert game.options["max_turns"] <= settings.BOTS_ALONE_STEPS

    def test_members_have_played_rated_games_and_nobody_can_log_in_as_one_of_them(self, client):
        members = User.objects.filter(username__in=demonstration.MEMBERS)
        assert [member.has_usable_password() for member in members] == [False] * 4
        games = Game.objects.filter(title="A quick one").prefetch_related("seats__user")
        assert len(games) == demonstration.GAMES_BEFORE
        for game in games:
            assert (game.status, game.why_unrated) == (Game.Status.FINISHED, None)
            assert {seat.user for seat in game.seats.all()} == set(members)

    def test_the_first_moderator_finds_games_of_days_and_learns_of_them_at_the_bell(self, client):
        host = User.objects.get(is_superuser=True)
        game = Game.objects.get(title="One turn a day")
        own, chose, slept = game.seats.order_by("number")
        assert game.extended
        assert game.deadline > timezone.now()
        assert [seat.extensions for seat in (own, chose, slept)] == [1, 2, 1]
        assert len(Plan.objects.get(seat=own).actions) == 3
        assert game.votes["open"]["about"] == "pause"
        assert Game.objects.get(title="Whenever there is time").waited
        assert all(Game.objects.get(title=title).step >= 4 for title in OF_DAYS)
        assert Seat.objects.get(offered_until__isnull=False).game.title == "A seat is free"
        whats = {(notice.kind, notice.what) for notice in lists.shown(host)}
        assert whats >= {("time", "extended"), ("vote", "vote"), ("table", "invited")}
        client.force_login(host)
        assert "1 seat to take over" in client.get("/").text
        assert "A seat is free" in client.get("/tables/").text
