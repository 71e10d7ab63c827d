"""Rows of lists are kept in the process that made them; each viewer still sees their own page."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.utils import timezone

from accounts.models import Preferences, User
from lobby.models import Table
from lobby.services.starting import start_table
from tests.lobby.tables import counting_down, open_one, sit, suspend

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["template_fragments"].clear()


def row(client, title="Tuesday"):
    """The row of a table or game on the page of tables, from its title on."""
    _, _, after = client.get("/tables/").text.partition(f">{title}<")
    return after.partition("</li>")[0]


@pytest.mark.parametrize("first_the_host", [True, False])
def test_a_table_is_marked_as_own_for_its_host_alone(client_of, host, ada, first_the_host):
    open_one(host, title="Tuesday")
    viewers = [host, ada] if first_the_host else [ada, host]
    rows = {user: row(client_of(user)) for user in viewers}
    assert ["yours" in rows[user] for user in (host, ada)] == [True, False]
    assert [">Join<" in rows[user] for user in (host, ada)] == [False, True]


def test_somebody_suspended_is_not_offered_the_seat_that_others_are(client_of, host, ada, bo):
    open_one(host, title="Tuesday")
    assert ">Join<" in row(client_of(ada))
    suspend(bo)
    assert ">Join<" not in row(client_of(bo))
    assert ">Join<" in row(client_of(ada))


def test_every_viewer_has_rows_in_their_own_language_and_look(client_of, host, ada, bo):
    open_one(host, title="Tuesday", seats=2)
    Preferences.objects.update_or_create(
        user=bo, defaults={"language": "de", "board_look": "slate"}
    )
    pages = [client_of(user).get("/tables/").text for user in (ada, bo, ada)]
    assert ["of 2 seats taken" in page for page in pages] == [True, False, True]
    assert ["board=slate" in page for page in pages] == [False, True, False]


def test_what_changes_shows_at_once(client_of, host, ada, bo):
    table = open_one(host, title="Tuesday", seats=3)
    assert "0 of 3" in row(client_of(ada))
    sit(table, bo)
    assert "1 of 3" in row(client_of(ada))
    User.objects.filter(pk=host.pk).update(username="Newname")
    assert "Newname" in row(client_of(ada))
    Table.objects.filter(pk=table.pk).update(title="Wednesday")
    assert "1 of 3" in row(client_of(ada), "Wednesday")


def test_a_player_s_new_name_shows_in_the_rows_of_games(client_of, host, ada, bo, clock):
    table = counting_down(host, ada, bo, title="Tuesday")
    clock.go(5)
    start_table(table_id=table.pk, now=timezone.now())
    assert ">Ada<" in row(client_of(host))
    User.objects.filter(pk=ada.pk).update(username="Augusta")
    assert ">Augusta<" in row(client_of(host))


def test_the_form_for_a_wish_shows_only_its_sender_what_they_entered(client_of, host, ada):
    posted = {"page": "tables", "pace": "now", "minutes": "60", "least": "4", "most": "2"}
    assert 'value="4" selected' in client_of(ada).post("/wishes/new/", posted).text
    assert 'value="2" selected' in client_of(host).get("/tables/").text
