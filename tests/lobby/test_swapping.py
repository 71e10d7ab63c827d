"""Two players at a table swap seats, in games whose seats differ."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.services.places import put_bot, swap_seats
from tests.lobby.tables import open_one, refused, seated, sit


@pytest.fixture
def table(host, ada, bo):
    """A full table whose seats have colours."""
    table = open_one(host, "parallel-go")
    sit(table, ada, number=0)
    sit(table, bo, number=1)
    return table


def swap(table, user, other):
    """This user asks another to swap seats."""
    place = table.places.get(user=other)
    swap_seats(table_id=table.pk, user=user, place_id=place.pk, now=timezone.now())


def test_nothing_moves_before_both_have_asked(table, ada, bo):
    swap(table, ada, bo)
    assert seated(table) == ["Ada", "Bo"]
    swap(table, bo, ada)
    assert seated(table) == ["Bo", "Ada"]
    assert table.places.get(user=bo).stone_colour == "ink"
    assert table.places.get(user=ada).stone_colour == "shell"
    assert not table.places.filter(swap_with__isnull=False).exists()


def test_who_asks_no_longer_is_not_moved(table, ada, bo):
    swap(table, ada, bo)
    swap(table, ada, ada)
    swap(table, bo, ada)
    assert seated(table) == ["Ada", "Bo"]


def test_a_bot_moves_at_once(host, ada):
    table = open_one(host, "parallel-go")
    sit(table, ada, number=0)
    bot = put_bot(table_id=table.pk, by=host, now=timezone.now())
    swap(table, ada, bot.user)
    assert seated(table) == [str(bot.user), "Ada"]


def test_who_gets_up_takes_the_question_along(table, ada, bo, client_of):
    swap(table, ada, bo)
    client_of(bo).post(f"/tables/{table.public_id}/leave/")
    assert table.places.get(user=ada).swap_with is None


def test_the_page_of_the_one_who_is_asked_says_so(table, ada, bo, client_of):
    swap(table, ada, bo)
    assert "Accept swap" in client_of(bo).get(table.get_absolute_url()).text
    assert "you asked to swap" in client_of(ada).get(table.get_absolute_url()).text


def test_only_the_seated_swap_and_only_where_seats_differ(table, host, ada, bo, mo):
    with refused("not-here"):
        swap(table, mo, ada)
    plain = open_one(host, seats=2)
    sit(plain, ada)
    sit(plain, bo)
    with refused("bad-seat"):
        swap(plain, ada, bo)
