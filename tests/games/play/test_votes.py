"""What decides a vote, whoever votes in whatever order; without a database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.ballot import (
    OpenVote,
    decision,
    last_call,
    more_time,
    removable_seats,
    vote_length,
    voters_in,
)
from games.play.rows import PresenceRow, SeatRow
from games.play.settings import GameSettings, VoteOn, VotesNeed

DAY = timedelta(days=1)


def vote(yes, no=()):
    return OpenVote(1, VoteOn.PAUSE, 0, 3600, 1, list(yes), list(no))


@pytest.mark.parametrize(
    ("need", "voters", "yes", "no", "at_once", "at_the_end"),
    [
        ("all", [0], [0], [], "carried", "carried"),
        ("all", [0, 1], [0], [], None, "failed"),
        ("all", [0, 1], [0, 1], [], "carried", "carried"),
        ("all", [0, 1, 2], [0, 1], [], None, "carried"),
        ("all", [0, 1, 2], [0], [1], "failed", "failed"),
        ("all", [0, 1, 2, 3], [0, 1], [], None, "failed"),
        ("majority", [0, 1], [0], [1], "failed", "failed"),
        ("majority", [0, 1, 2], [0], [1], None, "failed"),
        ("majority", [0, 1, 2], [0, 2], [1], "carried", "carried"),
        ("majority", [0, 1, 2], [0, 2], [], "carried", "carried"),
        ("majority", [0, 1, 2, 3], [0, 1], [2], None, "failed"),
        ("majority", [0, 1, 2, 3], [0, 1], [2, 3], "failed", "failed"),
    ],
)
def test_a_vote_is_decided_as_soon_as_nothing_can_change_it(
    need, voters, yes, no, at_once, at_the_end
):
    said = vote(yes, no)
    assert decision(said, voters, VotesNeed(need), over=False) == at_once
    assert decision(said, voters, VotesNeed(need), over=True) == at_the_end


@given(
    words=st.lists(st.sampled_from(["yes", "no", None]), min_size=1, max_size=12),
    need=st.sampled_from(VotesNeed),
    order=st.randoms(use_true_random=False),
)
def test_what_is_decided_early_would_have_been_decided_at_the_end(words, need, order):
    seats = list(range(len(words)))
    spoken = order.sample(seats, len(seats))
    yes, no = set(), set()
    early = None
    for seat in spoken:
        (yes if words[seat] == "yes" else no if words[seat] == "no" else set()).add(seat)
        early = early or decision(vote(yes, no), seats, need, over=False)
    last = decision(vote(yes, no), seats, need, over=True)
    assert last is not None
    assert early in (None, last)
    if last == "carried":
        assert len(yes) * 2 > len(seats)
        assert need == VotesNeed.MAJORITY or not no


def test_the_word_of_a_seat_that_has_left_counts_no_longer():
    assert decision(vote([0, 1], [2]), [0, 1], VotesNeed.ALL, over=False) == "carried"


@pytest.mark.parametrize(
    ("settled", "length"),
    [
        ({"turn_seconds": 20}, timedelta(minutes=1)),
        ({"turn_seconds": 3600}, timedelta(hours=1)),
        ({"turn_seconds": None, "patience_seconds": 7200}, timedelta(hours=2)),
        ({"turn_seconds": 7 * 86_400}, DAY),
    ],
)
def test_a_vote_goes_on_for_a_turn_but_neither_a_moment_nor_a_week(settled, length):
    assert vote_length(GameSettings(**settled), None) == length


def test_a_vote_about_the_turn_ends_before_the_turn_does():
    settings = GameSettings(turn_seconds=60)
    assert vote_length(settings, timedelta(seconds=40)) == timedelta(seconds=30)
    assert vote_length(settings, timedelta(hours=1)) == timedelta(minutes=1)


def test_more_time_is_a_turn_but_no_more_than_a_day():
    assert more_time(GameSettings(turn_seconds=60)) == timedelta(minutes=1)
    assert more_time(GameSettings(turn_seconds=7 * 86_400)) == DAY


AWAY = PresenceRow(away=True, due_at=None)


def person(number, **more):
    return SeatRow(
        id=number, number=number, user_id=number, name=f"P{number}", is_bot=False,
        engine_plays=False, stone="ink", mark="shell", **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("about", "voters", "yes", "need", "hours"),
    [
        (VoteOn.PAUSE, [0, 1, 2], [0, 1], "all", 1),
        (VoteOn.CANCEL, [0, 1, 2], [0, 1], "all", 12),
        (VoteOn.PAUSE, [0, 1, 2, 3], [0, 1], "all", None),  # two have not voted yet
        (VoteOn.PAUSE, [0, 1], [0], "all", None),  # it needs the other player's yes
        (VoteOn.PAUSE, [0, 1, 2], [0, 1, 2], "all", None),
    ],
)
def test_a_vote_waits_less_for_the_last_one_where_it_passes_without_them(
    about, voters, yes, need, hours
):
    said = OpenVote(1, about, 0, None, 1, yes, [])
    expected = None if hours is None else timedelta(hours=hours)
    assert last_call(said, voters, VotesNeed(need)) == expected


def test_where_turns_are_short_whoever_has_no_page_open_can_be_removed():
    seats = [person(0), person(1), person(2, presence=AWAY), person(3, absences=2)]
    live = GameSettings(turn_seconds=60)
    assert removable_seats(seats, live, ()) == [2]
    assert removable_seats(seats, live, (2,)) == []
    by_mail = GameSettings(turn_seconds=86_400)
    assert removable_seats(seats, by_mail, ()) == [3]


def test_two_others_must_be_there_to_remove_somebody():
    seats = [person(0), person(1, presence=AWAY)]
    assert removable_seats(seats, GameSettings(turn_seconds=60), ()) == []


def test_whoever_is_to_be_removed_has_no_vote():
    about = OpenVote(1, VoteOn.REMOVE, 0, None, 1, [0], [], seat=2)
    assert voters_in(about, [person(number) for number in range(3)]) == [0, 1]
