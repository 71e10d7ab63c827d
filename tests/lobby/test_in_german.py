"""The lobby, tables and the form that opens one, in German."""

from __future__ import annotations

import pytest

from engines.registry import GAMES
from lobby.models import Table
from tests.lobby.tables import counting_down, open_one, sit, suspend
from tests.pages.in_german import german

pytestmark = pytest.mark.django_db


def test_the_page_for_visitors(client_of):
    assert "Alle ziehen gleichzeitig" in german(client_of(), "/")


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_an_empty_club(client_of, host, address):
    german(client_of(host), address)


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_a_club_with_tables_and_games(client_of, host, ada, bo, address):
    for joining in Table.Joining.values:
        sit(open_one(host, joining=joining, title="Dienstag"), host)
    for user in (host, ada, bo):
        german(client_of(user), address)


def test_numbers_have_their_plural(client_of, host, ada):
    open_one(host, title="Dienstag")
    assert "1 offener Tisch, 0 laufende Partien." in german(client_of(ada), "/tables/")
    open_one(host, title="Mittwoch")
    assert "2 offene Tische, 0 laufende Partien." in german(client_of(ada), "/tables/")


@pytest.mark.parametrize("variant", [engine.slug for engine in GAMES])
def test_a_table_of_every_game(client_of, host, ada, bo, variant):
    table = open_one(host, variant, title="Dienstag", joining="approval")
    sit(table, host)
    sit(table, ada, "sky")
    for user in (host, ada, bo):
        said = german(client_of(user), table.get_absolute_url())
    assert "Um einen Platz bitten" in said


def test_a_table_that_is_about_to_start(client_of, host, ada, bo):
    table = counting_down(host, ada, bo, title="Dienstag")
    assert "Die Partie beginnt gleich" in german(client_of(ada), table.get_absolute_url())


def test_a_table_for_somebody_who_is_suspended(client_of, host, ada):
    table = open_one(host, title="Dienstag")
    sit(table, host)
    held = suspend(ada)
    held.reason = "Grund"
    held.save()
    german(client_of(ada), table.get_absolute_url())


@pytest.mark.parametrize("variant", [engine.slug for engine in GAMES])
def test_the_form_that_opens_a_table(client_of, host, variant):
    assert "Dein Tisch" in german(client_of(host), f"/tables/new/?game={variant}")


@pytest.mark.parametrize("variant", [engine.slug for engine in GAMES])
def test_the_form_of_members(client_of, ada, variant):
    page = german(client_of(ada), f"/tables/new/?game={variant}")
    assert "Eine Minute pro Runde" in page
    assert "Mehr Einstellungen" not in page
