"""A table's settings: described in a sentence, and checked."""

from __future__ import annotations

import dataclasses

import pytest

from engines.registry import GAMES
from games.play.calendar import Calendar
from games.play.settings import seconds_of
from lobby.settings_words import details, in_words, summary
from lobby.table_settings import check_table_settings
from tests.lobby.tables import table_settings
from transport.refusals import Refused


def test_a_plan_is_summed_up_in_one_plain_sentence():
    sentence = summary(table_settings(options={"size": 13}, seats=4))
    assert sentence == (
        "Parallel Multiplayer Go on 13×13 for 4 players: one minute a turn, "
        "or less once everybody has chosen."
    )


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"turn_ends": "timer"}, "one minute a turn, always in full."),
        ({"turn_seconds": 90}, "one minute 30 seconds a turn, or less once everybody has chosen."),
        ({"turn_seconds": None}, "no timer, a turn ends once everybody has chosen."),
        ({"turn_seconds": 1209600}, "14 days a turn, or less once everybody has chosen."),
    ],
)
def test_the_sentence_says_how_long_a_turn_takes_and_what_ends_it(changes, end):
    assert summary(table_settings(**changes)).endswith(f" for 2 players: {end}")


BERLIN = Calendar(times=("20:00",), zone="Europe/Berlin")
WEEKDAYS = Calendar(times=("12:00", "20:00"), weekdays=(0, 1, 2, 3, 4), zone="UTC")
TWO_DAYS = Calendar(times=("09:30",), weekdays=(1, 3), zone="America/New_York")


@pytest.mark.parametrize(
    ("calendar", "turn_ends", "end"),
    [
        (
            BERLIN,
            "complete",
            "daily at 20:00 (Berlin time), or sooner once everybody has chosen.",
        ),
        (BERLIN, "timer", "daily at 20:00 (Berlin time)."),
        (WEEKDAYS, "timer", "from Monday to Friday at 12:00 and 20:00 (UTC)."),
        (TWO_DAYS, "timer", "on Tuesday and Thursday at 09:30 (New York time)."),
    ],
)
def test_the_sentence_says_when_turns_end_by_the_calendar(calendar, turn_ends, end):
    seconds = seconds_of(calendar)
    said = summary(table_settings(calendar=calendar, turn_seconds=seconds, turn_ends=turn_ends))
    assert said.endswith(f" for 2 players: turns end {end}")


def test_where_one_seat_acts_at_a_time_the_sentence_leaves_out_what_ends_a_turn():
    assert (
        summary(table_settings("territory"))
        == "Territory on 10×6 for 2 players: one minute a turn."
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "5 seconds"), (60, "one minute"), (3600, "one hour"), (86_400, "one day")],
)
def test_durations_are_said_in_words(seconds, words):
    assert in_words(seconds) == words


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_the_details_name_every_plain_option_of_every_game(engine):
    labels = dict(details(table_settings(engine.slug)))
    for option in engine.offered_options():
        assert (option.label in labels) == (option.kind != "structure")


def test_an_option_that_a_host_has_written_is_among_the_details():
    setup = ["...", ".A.", "..."]
    assert ("Starting board", "set by the host") not in details(table_settings("automatafl"))
    said = dataclasses.replace(
        table_settings("automatafl"), options={**table_settings("automatafl").options}
    )
    said = dataclasses.replace(said, options={**said.options, "setup": setup})
    assert ("Starting board", "set by the host") in details(said)


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_every_game_can_be_planned_with_its_own_defaults(engine):
    for seats in engine.seats_allowed():
        check_table_settings(table_settings(engine.slug, seats=seats, turn_ends=engine.turn_ends))


@pytest.mark.parametrize(
    ("changes", "code", "at"),
    [
        ({"seats": 1}, "bad-seats", "seats"),
        ({"seats": 13}, "bad-seats", "seats"),
        ({"turn_seconds": 4}, "bad-timer", "timer"),
        ({"turn_seconds": 1209601}, "bad-timer", "timer"),
        ({"turn_ends": "never"}, "bad-turn-ends", "turn_ends"),
        ({"turn_seconds": None, "turn_ends": "timer"}, "bad-turn-ends", "turn_ends"),
        ({"absences_allowed": 0}, "bad-absences", "absences_allowed"),
        ({"absences_allowed": 11}, "bad-absences", "absences_allowed"),
        ({"joining": "nobody"}, "bad-joining", "joining"),
        ({"title": " "}, "bad-title", "title"),
        ({"title": "x" * 81}, "bad-title", "title"),
        ({"title": "Log in again at https://evil.example"}, "bad-title", "title"),
    ],
)
def test_a_plan_out_of_range_is_refused_with_the_field_that_is_wrong(changes, code, at):
    with pytest.raises(Refused) as refused:
        check_table_settings(table_settings(**changes))
    assert (refused.value.code, refused.value.at) == (code, at)


@pytest.mark.parametrize(
    ("options", "at"),
    [({"size": 4}, "size"), ({"size": "9"}, "size"), ({"collision": "fight"}, "collision")],
)
def test_an_option_out_of_range_is_refused_by_its_name(options, at):
    good = table_settings()
    with pytest.raises(Refused) as refused:
        check_table_settings(dataclasses.replace(good, options={**good.options, **options}))
    assert (refused.value.code, refused.value.at) == ("bad-options", at)


def test_an_option_that_is_missing_or_unknown_is_refused():
    good = table_settings()
    for options in ({}, {**good.options, "komi": 7}):
        with pytest.raises(Refused, match="bad-options"):
            check_table_settings(dataclasses.replace(good, options=options))


def test_an_unknown_game_is_refused():
    with pytest.raises(Refused, match="unknown-variant"):
        check_table_settings(dataclasses.replace(table_settings(), variant="chess"))


def test_options_that_contradict_the_seats_are_refused_at_an_option_that_the_reason_names():
    narrow = table_settings("territory", options={"rows": 4}, seats=5)
    with pytest.raises(Refused) as refused:
        check_table_settings(narrow)
    assert (refused.value.code, refused.value.at) == ("bad-options", "rows")
