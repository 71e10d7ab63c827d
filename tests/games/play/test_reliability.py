"""The word for how reliable a member is, and what follows from it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.reliability import (
    GAMES_LOOKED_AT,
    GOOD_AGAIN_AFTER,
    KNOWN_AFTER,
    LIMITS,
    WAITS,
    Part,
    Playing,
    Punctuality,
    Reliability,
    lets_in,
    part_of,
    refusal,
    with_part,
)
from games.play.rows import EndedTenure, TenureEnd
from games.play.settings import LetsIn

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
WORST_FIRST = [Reliability.OFTEN_LATE, Reliability.NEW, Reliability.RELIABLE]

some_parts = st.lists(st.sampled_from(Part), max_size=60)


def after(parts):
    games = ""
    for part in parts:
        games = with_part(games, part)
    return games


def word(games):
    return Punctuality(games).word


def ended(why=TenureEnd.OVER, chosen=20, missed=0):
    return EndedTenure(0, 20, why, 1, chosen, missed)


@given(some_parts)
def test_a_game_played_well_never_makes_the_word_worse(parts):
    before = after(parts)
    then = word(with_part(before, Part.WELL))
    assert WORST_FIRST.index(then) >= WORST_FIRST.index(word(before))


@given(some_parts)
def test_a_late_game_never_makes_somebody_reliable_who_was_late(parts):
    if word(after(parts)) == Reliability.OFTEN_LATE:
        assert word(after([*parts, Part.LATE])) == Reliability.OFTEN_LATE


@given(some_parts)
def test_it_heals_by_a_stated_number_of_games(parts):
    assert word(after([*parts, *[Part.WELL] * GOOD_AGAIN_AFTER])) == Reliability.RELIABLE


@given(some_parts)
def test_the_page_says_just_how_many_games_it_takes(parts):
    games = after(parts)
    count = Punctuality(games).games_until_reliable
    steps = [word(after([*games, *[Part.WELL] * more])) for more in range(count + 1)]
    assert steps[-1] == Reliability.RELIABLE
    assert Reliability.RELIABLE not in steps[:-1]


@given(some_parts)
def test_only_the_last_games_are_stored(parts):
    assert after(parts) == "".join(parts)[-GAMES_LOOKED_AT:]


def test_somebody_who_has_played_little_is_new():
    assert word("") == word("w" * (KNOWN_AFTER - 1)) == Reliability.NEW
    assert word("w" * KNOWN_AFTER) == Reliability.RELIABLE


def test_one_late_game_is_an_accident():
    assert word("lww") == word("wwl") == Reliability.RELIABLE


def test_two_late_games_are_too_many_at_first_and_few_among_many():
    assert word("ll") == word("wwll") == Reliability.OFTEN_LATE
    assert word("w" * 11 + "ll") == Reliability.RELIABLE


def test_after_good_games_the_old_ones_weigh_again_if_somebody_is_late_again():
    assert word("lll" + "w" * GOOD_AGAIN_AFTER) == Reliability.RELIABLE
    assert word("lll" + "w" * GOOD_AGAIN_AFTER + "l") == Reliability.OFTEN_LATE


def test_one_missed_turn_is_forgiven_and_more_are_late_where_they_are_many():
    assert part_of(ended(chosen=4, missed=1)) == Part.WELL
    assert part_of(ended(chosen=14, missed=2)) == Part.WELL
    assert part_of(ended(chosen=13, missed=2)) == Part.LATE


def test_resigning_is_fair_and_being_gone_is_late():
    assert part_of(ended(TenureEnd.RESIGNED)) == Part.WELL
    assert part_of(ended(TenureEnd.AWAY)) == Part.LATE
    assert part_of(ended(TenureEnd.ABSENT, missed=2)) == Part.LATE


def test_being_out_for_turns_missed_on_days_off_is_not_late():
    assert part_of(ended(TenureEnd.ABSENT, missed=0)) == Part.WELL


@pytest.mark.parametrize("why", [TenureEnd.REMOVED, TenureEnd.VOTED_OUT, TenureEnd.GONE])
def test_what_moderators_and_votes_do_counts_for_nothing(why):
    assert part_of(ended(why, missed=9)) is None


def test_a_game_in_which_somebody_hardly_played_does_not_make_them_reliable():
    assert part_of(ended(chosen=3)) is None
    assert part_of(ended(TenureEnd.RESIGNED, chosen=0)) is None


def test_a_table_may_ask_for_reliable_members_or_only_not_for_late_ones():
    let_in = {asked: [each for each in WORST_FIRST if lets_in(asked, each)] for asked in LetsIn}
    assert let_in == {
        LetsIn.ANYONE: WORST_FIRST,
        LetsIn.NOT_LATE: [Reliability.NEW, Reliability.RELIABLE],
        LetsIn.RELIABLE: [Reliability.RELIABLE],
    }


@pytest.mark.parametrize("before", range(5))
def test_who_abandons_live_games_again_and_again_waits_longer(before):
    times = [NOW - timedelta(minutes=90 * each) for each in reversed(range(before + 1))][-3:]
    waits = Punctuality("", times).waits_until - NOW
    assert waits == WAITS[min(before, len(WAITS) - 1)]


def test_after_a_day_it_counts_as_the_first_time():
    times = [NOW - timedelta(days=1), NOW]
    assert Punctuality("", times).waits_until == NOW + WAITS[0]


def test_who_waits_may_play_by_correspondence_but_not_live():
    waiting = Playing(Punctuality("www", [NOW]))
    assert refusal(waiting, NOW, live=True).code == "must-wait"
    assert refusal(waiting, NOW, live=False) is None
    assert refusal(waiting, NOW + WAITS[0], live=True) is None


def test_the_refusal_says_how_many_minutes_are_left():
    waiting = Playing(Punctuality("www", [NOW]))
    assert "In 5 minutes" in refusal(waiting, NOW + timedelta(seconds=1), live=True).message
    last = NOW + WAITS[0] - timedelta(seconds=1)
    assert "In one minute" in refusal(waiting, last, live=True).message


@pytest.mark.parametrize("games", ["", "ll"])
def test_the_new_and_the_late_have_a_limit_of_running_games(games):
    limit = LIMITS[word(games)]
    for name, most in (("live", limit.live), ("correspondence", limit.correspondence)):
        fewer = Playing(Punctuality(games), **{name: most - 1})
        assert refusal(fewer, NOW, live=name == "live") is None
        full = Playing(Punctuality(games), **{name: most})
        assert refusal(full, NOW, live=name == "live").code == "enough-games"


def test_reliable_members_have_no_limit():
    assert refusal(Playing(Punctuality("www"), live=40, correspondence=40), NOW, live=True) is None


def test_a_table_for_reliable_members_says_how_to_become_one():
    late = Playing(Punctuality("ll"))
    refused = refusal(late, NOW, live=True, asked=LetsIn.RELIABLE)
    assert refused.code == "reliable-only"
    assert f"{GOOD_AGAIN_AFTER} more games" in refused.message


def test_a_club_may_do_without(settings):
    settings.RELIABILITY = False
    assert refusal(Playing(Punctuality("ll", [NOW]), live=9), NOW, live=True) is None
