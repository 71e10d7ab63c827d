"""The simulated club, in miniature: what it prints agrees with the rows of its games."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from accounts.models import DaysOff, User
from bench.club.__main__ import duration, parts_of, print_table
from bench.club.club import Club, Switches, subscribed
from bench.club.habits import HABITS
from bench.club.moments import moments_from
from bench.club.searches import (
    NOBODY_CAME,
    NOBODY_TO_TELL,
    OTHERS_SILENT,
    OTHERWISE,
    REASONS,
    SILENT,
    Search,
)
from bench.club.simulating import (
    START,
    Wanted,
    add_members,
    late_by_reason,
    simulate,
    waits_of,
)
from figures.models import Waiting
from games.models import Game, Step, Tenure
from lobby.models import Table, Wish
from tests.games.acting import resign
from tests.games.playing import PASS, begin, seal

SMALL = Wanted(members=6, days=1, afterwards=1, busy=7.0)


@pytest.fixture(scope="module")
def lived(django_db_setup, django_db_blocker):
    """A club of six that has lived for a day, with what was found and the rows that it left."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        found = simulate(SMALL)
        people = [
            game
            for game in Game.objects.all()
            if Tenure.objects.filter(game=game, member__is_bot=False)
            .values("seat")
            .distinct()
            .count()
            > 1
        ]
        missed = sum(len(step.missed or ()) for step in Step.objects.filter(game__in=people))
        rows = {
            "begun": len(people),
            "finished": [game.status for game in people].count("finished"),
            "missed": missed,
            "met": sum(row.count for row in Waiting.objects.filter(way="now", within__gt=0)),
            "evening": sum(
                row.count for row in Waiting.objects.filter(way="evening", within__gt=0)
            ),
            "unmet": sum(row.count for row in Waiting.objects.filter(way="now", within=None)),
            "left": Wish.objects.count() + Table.objects.filter(game=None, closed_at=None).count(),
        }
        yield found, rows
        transaction.set_rollback(True)


def test_the_figures_agree_with_the_rows_of_the_games(lived):
    found, rows = lived
    total = found["total"]
    assert total["begun"] == rows["begun"] > 0
    assert total["finished"] + total["given_up"] == rows["finished"]
    assert total["missed"] == rows["missed"]


def test_no_wish_and_no_table_is_left_open_at_the_end(lived):
    assert lived[1]["left"] == 0


def test_a_seat_whose_player_has_left_is_offered_to_the_club_once(db, monkeypatch):
    offered = []
    monkeypatch.setattr(Club, "_offer", lambda _club, *seat: offered.append(seat))
    users = [User.objects.create(username=name, password="!") for name in ("Ada", "Bo", "Cy")]
    with moments_from(START) as moments:
        club = Club(moments, HABITS, Switches(), Random(1))
        with subscribed(club):
            game = begin(*users, turn_seconds=86_400, turn_ends="complete", seats_taken_over=True)
            resign(game_id=game.pk, user=users[2])
            seal(game, users[0], PASS)
            club.run(START + timedelta(minutes=1))
    assert offered == [(game.pk, 2)]


@pytest.mark.parametrize("entered", [True, False])
def test_whoever_goes_away_enters_the_days_off_or_is_just_gone(db, entered):
    habits = replace(HABITS, holidays=1.0, holiday_days=(3, 3), enters_days_off=float(entered))
    with moments_from(START) as moments:
        club = Club(moments, habits, Switches(), Random(1))
        add_members(club, replace(SMALL, members=1))
        [member] = club.members.values()
        assert member.is_away is not entered
        moments.now = START + timedelta(days=2)
        assert member.is_away
    days = [(off.first, off.last) for off in DaysOff.objects.filter(member=member.user)]
    tomorrow = START.date() + timedelta(days=1)
    assert days == ([(tomorrow, tomorrow + timedelta(days=2))] if entered else [])
    assert not club.refused


def test_wishes_to_play_now_that_were_met_agree_with_the_stored_waits(lived):
    found, rows = lived
    ways = found["day"], found["told"]
    by_another_wish = sum(way["met"] for way in ways) - rows["met"]
    assert 0 <= by_another_wish <= rows["evening"], (
        "a game of their wish for the evening counts too"
    )
    silent = sum(way["wishes"] - way["met"] for way in ways) - rows["unmet"]
    assert silent >= 0, "whoever does not answer has no wish any more, and it is not counted"


def test_the_table_has_every_club_and_its_aims(lived, capsys):
    print_table(["with everything", "again"], [lived[0], lived[0]])
    printed = capsys.readouterr().out
    assert "| turns missed | ≤ 8 % |" in printed
    assert all(line.count("|") == 5 for line in printed.split("\n\n")[0].splitlines())


def test_wishes_are_counted_by_how_long_they_waited():
    waits = waits_of([Search(START, seconds) for seconds in (20.0, 400.0, None)])
    assert waits == {"wishes": 3, "met": 2, "soon": 1, "median": 210.0}
    assert waits_of([])["median"] is None


def test_why_wishes_were_not_met_in_time_is_counted():
    late = [Search(START), Search(START, 400.0), Search(START, is_silent=True)]
    counted = late_by_reason([*late, Search(START, 20.0)])
    assert {reason: count for reason, count in counted.items() if count} == {
        SILENT: 1,
        NOBODY_TO_TELL: 2,
    }
    assert tuple(counted) == REASONS


@pytest.mark.parametrize(
    ("of", "why"),
    [
        ({"is_silent": True, "met_silence": True}, SILENT),
        ({"met_silence": True}, OTHERS_SILENT),
        ({}, NOBODY_TO_TELL),
        ({"told": 5}, NOBODY_CAME),
        ({"told": 5, "came": 1, "seconds": 301.0}, OTHERWISE),
    ],
)
def test_the_first_reason_that_holds_is_why_a_wish_was_not_met_in_time(of, why):
    search = Search(START, **of)
    assert (search.was_met_soon, search.why_not) == (False, why)


def test_a_part_that_no_club_has_is_refused():
    assert parts_of("wishes,filling") == ("wishes", "filling")
    with pytest.raises(argparse.ArgumentTypeError):
        parts_of("luck")


@pytest.mark.parametrize(
    ("seconds", "words"), [(None, "–"), (45, "45 s"), (300, "5 min"), (172_800, "2 d")]
)
def test_times_are_written_in_the_largest_unit_that_they_fill(seconds, words):
    assert duration(seconds) == words
