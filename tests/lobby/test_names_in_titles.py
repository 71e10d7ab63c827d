"""Titles that a table got from its host's name do not keep a name that is gone."""

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import User
from accounts.services.members import delete_account
from accounts.services.names import change_own_name, give_name
from engines.registry import game as engine_for
from games.models import Game
from games.play.settings import GameSettings
from lobby.member_settings import suggested_title
from lobby.models import Table
from lobby.services.closing import close_table
from tests.lobby.tables import open_one

TERRITORY = engine_for("territory")


@pytest.fixture
def titles(host, django_capture_on_commit_callbacks):
    """Does something; returns the titles of a host's table and game, and that of a rematch which
    another member offered."""
    title = suggested_title(host, TERRITORY)
    assert title == f"{host.username}: {TERRITORY.name}"
    game = Game.objects.create(title=title, variant="territory", settings=GameSettings())
    table = open_one(host, "territory", title=title)
    rematch = Table.objects.create(
        title=title, variant="territory", seats=2, settings=GameSettings(), rematch_of=game
    )

    def after(act):
        with django_capture_on_commit_callbacks(execute=True):
            act()
        rows = (game, table, rematch)
        for row in rows:
            row.refresh_from_db()
        return {row.title for row in rows}

    return after


def test_a_member_who_takes_another_name_has_it_in_their_titles(titles, host):
    rename = lambda: change_own_name(member=host, name="Zoe", now=timezone.now())  # noqa: E731
    assert titles(rename) == {f"Zoe: {TERRITORY.name}"}


def test_a_name_that_a_moderator_replaced_is_in_no_title(titles, host, mo):
    rename = lambda: give_name(member=host, name="Zoe", by=mo, now=timezone.now())  # noqa: E731
    assert titles(rename) == {f"Zoe: {TERRITORY.name}"}


def test_the_name_of_a_deleted_account_is_in_no_title(titles, host):
    assert titles(lambda: delete_account(user=host)) == {TERRITORY.name}


def test_former_names_leave_the_titles_with_the_account(titles, host):
    old = host.username
    change_own_name(member=host, name="Zoe", now=timezone.now())
    assert titles(lambda: delete_account(user=User.objects.get(pk=host.pk))) == {TERRITORY.name}
    assert not Table.objects.filter(title__contains=old).exists()


def test_the_history_of_a_table_that_a_moderator_closed_loses_the_name(titles, host, mo):
    close_table(table_id=Table.objects.get(host=host).pk, by=mo, now=timezone.now())
    titles(lambda: delete_account(user=host))
    assert LogEntry.objects.get().object_repr == TERRITORY.name


def test_a_title_that_a_host_wrote_stays(host, django_capture_on_commit_callbacks):
    wrote = f"{host.username}: best of three"
    table = open_one(host, title=wrote)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(user=host)
    table.refresh_from_db()
    assert table.title == wrote
