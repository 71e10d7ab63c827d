"""What the page shows of the stored figures, and what it withholds."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.models import Waiting, WeekOfGames
from figures.report import ALL, FEWEST, read_report, withheld_cells

PRESENT = date(2026, 11, 16)
WEEK = timedelta(days=7)
TERRITORY = ("territory", "live")
GO = ("multiplayer-go", "live")
SLOW_GO = ("multiplayer-go", "daily")


@pytest.fixture
def row(db, clock):
    """Returns a function that stores the figures of a week, some weeks ago."""

    def store(group=ALL, ago=1, **columns):
        usual = {"members": 9, "against_bots": False, "counted_at": clock.now}
        variant, pace = group
        WeekOfGames.objects.create(
            week=PRESENT - ago * WEEK, variant=variant, pace=pace, **{**usual, **columns}
        )

    return store


def test_weeks_are_shown_from_the_first_that_was_counted_to_the_present_one(row, clock):
    row(ago=2, begun=3)
    row(ago=0, begun=1)
    report = read_report(ALL, 12, clock.now)
    assert [sums.begun for sums in report.weeks.values()] == [3, 0, 1]


def test_games_are_summed_up_over_the_weeks_that_are_over(row, clock):
    for ago in (0, 1, 2):
        row(GO, ago, begun=4, finished=2, given_up=1, chosen=90, missed=10)
        row(ALL, ago)
    sums = read_report(ALL, 12, clock.now).groups[GO]
    assert (sums.begun, sums.going_on, sums.missed_share) == (8, 2, 0.1)
    assert sums.finished_share == pytest.approx(2 / 3)


def test_games_against_bots_are_not_among_the_others(row, clock):
    row(ALL)
    row(GO, against_bots=True, begun=7)
    report = read_report(ALL, 12, clock.now)
    assert report.groups == {}
    assert report.against_bots[GO].begun == 7


def test_only_weeks_whose_next_week_is_over_say_who_came_back(row, clock):
    row(ago=2, members=10, came_back=6)
    row(ago=1, members=9, came_back=None)
    weeks = read_report(ALL, 12, clock.now).weeks
    assert [sums.returned_share for sums in weeks.values()] == [0.6, None, None]


def test_a_median_and_nine_of_ten_are_told_of_waits(row, clock):
    row(ALL)
    row(TERRITORY)
    for within, count in ((30, 5), (120, 4), (900, 1)):
        Waiting.objects.create(
            week=PRESENT - WEEK, variant="territory", way="now", within=within, count=count
        )
    Waiting.objects.create(week=PRESENT - WEEK, way="now", count=10)
    report = read_report(ALL, 12, clock.now)
    assert report.groups[TERRITORY].half_waited == 30
    assert report.groups[TERRITORY].most_waited == 120
    all_games = report.weeks[PRESENT - WEEK]
    assert (all_games.half_waited, all_games.most_waited) == (900, None)
    assert all_games.soon_share == 9 / 20


def test_fewer_than_five_who_waited_are_not_told(row, clock):
    row(ALL)
    Waiting.objects.create(
        week=PRESENT - WEEK, variant="territory", way="now", within=30, count=FEWEST - 1
    )
    sums = read_report(ALL, 12, clock.now).weeks[PRESENT - WEEK]
    assert (sums.half_waited, sums.soon_share, sums.without_game) == (None, None, "–")


def test_what_fewer_than_five_members_played_is_withheld(row, clock):
    row(ALL, members=FEWEST - 1)
    row(GO, members=FEWEST - 1)
    row(GO, members=FEWEST - 1, against_bots=True)
    report = read_report(ALL, 12, clock.now)
    assert report.weeks[PRESENT - WEEK] is None
    assert report.groups[GO] is None
    assert report.against_bots[GO] is None


def test_nothing_is_withheld_that_nobody_played(row, clock):
    row(ALL, members=0)
    assert read_report(ALL, 12, clock.now).weeks[PRESENT - WEEK].begun == 0


def test_a_game_is_summed_up_over_the_weeks_that_are_shown(row, clock):
    """Or a single week would be the difference of two sums: over twelve weeks and over four, or of
    today and of a week ago."""
    for ago, members in enumerate((2, 9, 8, 20, 12, 5), start=1):
        row(ALL, ago, members=60)
        row(GO, ago, members=50)
        row(TERRITORY, ago, members=members, begun=2**ago)
        row(TERRITORY, ago, members=members, begun=2**ago, against_bots=True)
    for weeks in (4, 12):
        report = read_report(TERRITORY, weeks, clock.now)
        shown = [sums.begun for sums in report.weeks.values() if sums is not None]
        assert report.weeks[PRESENT - WEEK] is None
        assert report.groups[TERRITORY].begun == sum(shown)
        assert report.against_bots[TERRITORY].begun == sum(shown)


def test_a_game_that_is_withheld_in_every_week_has_no_sum(row, clock):
    for ago in (1, 2):
        row(ALL, ago)
        row(GO, ago, members=FEWEST)
        row(TERRITORY, ago, members=FEWEST - 1)
    assert read_report(ALL, 12, clock.now).groups == {GO: None, TERRITORY: None}


def test_what_is_withheld_cannot_be_had_by_subtraction():
    week = PRESENT - WEEK
    members = {(week, GO): 20, (week, TERRITORY): 6, (week, SLOW_GO): 2, (week, ALL): 25}
    assert withheld_cells(members) == {(week, SLOW_GO), (week, TERRITORY)}


GROUPS = (ALL, GO, SLOW_GO, TERRITORY)
CELLS = [(PRESENT - ago * WEEK, group) for ago in range(4) for group in GROUPS]


@given(st.lists(st.integers(0, 12), min_size=len(CELLS), max_size=len(CELLS)))
def test_whatever_was_played_no_sum_less_what_is_shown_leaves_fewer_than_five(counts):
    members = dict(zip(CELLS, counts, strict=True))
    withheld = withheld_cells(members)
    assert all(cell in withheld for cell, count in members.items() if 0 < count < FEWEST)
    weeks = [[cell for cell in CELLS if cell[0] == week and cell[1] != ALL] for week, _ in CELLS]
    for line in weeks:
        left = [members[cell] for cell in line if cell in withheld]
        nothing_else = all(cell in withheld or not members[cell] for cell in line)
        assert not left or max(left) >= FEWEST or nothing_else
