"""The pages of ladders and seasons when two members are ranked, who are made once."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import Preferences, User
from tests.games.playing import START
from tests.ratings.rated import rate, won
from tests.ratings.test_pages import LADDER, SEASON, text

pytestmark = pytest.mark.django_db


def rank():
    """Two members play as many games as a place on the ladder needs; returns who won all."""
    winner, loser = (User.objects.create(username=name, password="!") for name in ("Ada", "Bo"))
    for seconds in range(10, 0, -1):
        with time_machine.travel(START - timedelta(seconds=seconds), tick=False):
            won(winner, loser)
    rate()
    return winner


@pytest.fixture(scope="module")
def _ranked(made_once):
    return made_once(rank, START)


@pytest.fixture(autouse=True)
def ada(_ranked, db):
    return User.objects.get(pk=_ranked.pk)


@pytest.mark.parametrize("who", ["visitor", "member"])
def test_everybody_reads_ladders_and_seasons(ada, client_of, who):
    client = client_of(ada if who == "member" else None)
    for path in ("/ratings/", LADDER, SEASON, "/ratings/seasons/2026-4/"):
        said = text(client, path)
        assert said.index('href="/members/Ada/"') < said.index('href="/members/Bo/"')
    assert ("You are number 1." in text(client, LADDER)) == (who == "member")


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "99999999999999"])
def test_any_page_of_a_ladder_leads_to_one(client_of, page):
    assert "/members/Ada/" in text(client_of(None), f"{LADDER}?page={page}")


def test_ladders_on_which_nobody_is_ranked_share_one_line(client_of):
    said = text(client_of(None), "/ratings/")
    assert said.count("Nobody is ranked yet") == 1
    empty = said[said.index("Nobody is ranked yet") :]
    assert 'href="/ratings/multiplayer-go/correspondence/"' in empty
    assert ">Territory</a>" in empty
    assert f'href="{LADDER}"' not in empty


def test_after_90_days_without_a_game_nobody_is_on_a_ladder(clock, client_of):
    clock.go(91 * 86_400)
    assert "/members/Ada/" not in text(client_of(None), LADDER)


def test_a_member_who_hides_is_named_to_members_only(ada, cy, client_of):
    Preferences.objects.create(user=ada, hides_profile=True)
    for path in ("/ratings/", LADDER, SEASON):
        assert "/members/Ada/" not in text(client_of(None), path)
        assert "a member" in text(client_of(None), path)
        assert "/members/Ada/" in text(client_of(cy), path)
    assert "for members of the club only" in text(client_of(None), "/members/Ada/", 403)
    assert "for members of the club only" not in text(client_of(cy), "/members/Ada/")
