"""The form that opens a table, built from each game's own declaration."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.utils.translation import gettext

from engines.registry import GAMES
from engines.registry import game as engine_for
from games.play.calendar import Calendar
from games.play.settings import LetsIn, seconds_of
from lobby.forms.opening import OpenTableForm, defaults, kept_for, like
from lobby.forms.timer import timer_initial
from lobby.settings_words import details, summary
from tests.games.playing import begin


def filled_in(slug: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends for a game's defaults, with changes. Fields set to None are not sent."""
    data = {"do": "open", "shown": slug, **defaults(engine_for(slug)), **changes}
    sent = {name: _sent(value) for name, value in data.items()}
    runs = ("take_seat", "players_run", "players_seat_bots", "players_invite", "leaves_when_away")

    for name in ("listed", "rated", "bots_join", *runs):
        if not data[name]:
            del sent[name]
    return sent


def _sent(value: Any) -> Any:
    return value if isinstance(value, list) else "" if value is None else str(value)


def form_of(slug: str, host: Any, **changes: Any) -> OpenTableForm:
    """The form filled in with what a browser sends."""
    return OpenTableForm(filled_in(slug, **changes), engine=engine_for(slug), host=host)


def empty(slug: str, host: Any) -> OpenTableForm:
    """The form before anything is filled in."""
    return OpenTableForm(engine=engine_for(slug), host=host)


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_every_option_of_every_game_has_a_field_with_its_label_help_and_default(engine, host):
    form = OpenTableForm(engine=engine, host=host)
    for option in engine.offered_options():
        field = form.fields[f"option_{option.name}"]
        assert field.label == option.label
        assert field.help_text[1:20].lower() == option.help[1:20].lower()
        assert (field.initial or None) == (option.default or None)


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_the_defaults_of_every_game_are_a_plan_that_can_be_played(engine, host):
    form = form_of(engine.slug, host)
    assert form.is_valid(), form.errors
    usual = {option.name: option.default for option in engine.options}
    assert form.table_settings.options == engine.table_options(usual)
    assert form.table_settings.settings.turn_ends == engine.turn_ends
    assert form.table_settings.settings.turn_seconds == engine.turn_seconds


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_what_tables_do_not_choose_is_offered_nowhere_and_is_always_the_same(engine, host):
    for option in engine.options:
        if option.is_offered:
            continue
        sent = {f"option_{option.name}": str(option.default)}
        form = form_of(engine.slug, host, **sent)
        assert f"option_{option.name}" not in form.fields
        assert form.is_valid(), form.errors
        assert form.table_settings.options[option.name] == option.at_tables
        assert gettext(option.label) not in dict(details(form.table_settings))


def test_a_table_like_a_game_from_before_there_was_an_option(host, ada, bo):
    game = begin(ada, bo, variant="parallel-go", options={"size": 7, "agreement": "assumed"})
    for stored in ({"size": 7}, {"size": 7, "agreement": "assumed"}):
        game.options = stored
        shown = like(game)
        assert shown["option_size"] == 7
        assert "option_agreement" not in shown


def test_an_option_says_its_range(host):
    form = OpenTableForm(engine=engine_for("multiplayer-go"), host=host)
    assert form.fields["option_size"].help_text.endswith("From 5 to 25.")
    assert form.fields["option_max_turns"].help_text.endswith("From 1 to 10000, or empty for none.")


@pytest.mark.parametrize("slug", ["multiplayer-go", "parallel-go", "continuous-go"])
def test_usual_sizes_are_chosen_at_a_tap_and_any_other_is_written(slug, host):
    chosen = form_of(slug, host, option_size="13", option_size_other="7")
    written = form_of(slug, host, option_size="other", option_size_other="7")
    assert chosen.is_valid()
    assert written.is_valid()
    assert (chosen.table_settings.options["size"], written.table_settings.options["size"]) == (
        13,
        7,
    )


def test_a_written_size_is_shown_again_and_a_usual_one_at_its_radio(host):
    for size, checked in (("11", "other"), ("13", "13"), ("x", "other")):
        sent = {"option_size": "other", "option_size_other": size}
        html = str(form_of("multiplayer-go", host, **sent)["option_size"])
        (radio,) = re.findall(r'value="(\w+)"[^>]*checked', html)
        assert radio == checked


def test_a_written_size_is_kept_for_another_game(host):
    data = filled_in("multiplayer-go", option_size="other", option_size_other="11")
    assert kept_for(empty("parallel-go", host), data)["option_size"] == "11"


@pytest.mark.parametrize(
    ("slug", "changes", "field", "words"),
    [
        ("multiplayer-go", {"option_size": "4"}, "option_size", "whole number from 5 to 25"),
        ("multiplayer-go", {"option_size": "nine"}, "option_size", "whole number from 5 to 25"),
        ("multiplayer-go", {"option_size": "9" * 5000}, "option_size", "from 5 to 25"),
        ("multiplayer-go", {"option_size": "9.5"}, "option_size", "whole number"),
        ("multiplayer-go", {"option_size": ""}, "option_size", "whole number"),
        ("multiplayer-go", {"option_size": "other"}, "option_size", "whole number"),
        ("multiplayer-go", {"option_collision": "fight"}, "option_collision", "valid choice"),
        ("continuous-go", {"option_komi": "NaN"}, "option_komi", "a number from 0 to 50"),
        ("continuous-go", {"option_komi": "1e999"}, "option_komi", "a number from 0 to 50"),
        ("territory", {"option_start": "[1, 2"}, "option_start", "Not JSON"),
        ("territory", {"option_start": "[[1, 2]]"}, "option_start", "4 cells"),
        ("territory", {"option_start": "[" * 5000}, "option_start", "deeper"),
        ("territory", {"option_start": "1" * 20_001}, "option_start", "at most 20000"),
        ("automatafl", {"option_setup": '{"a": NaN}'}, "option_setup", "NaN"),
        ("territory", {"option_rows": "4", "seats": "5"}, "option_rows", "5 seats need 5 rows"),
        ("multiplayer-go", {"seats": "13"}, "seats", "players."),
        ("automatafl", {"seats": "3"}, "seats", "players."),
        ("multiplayer-go", {"timer": "7"}, "timer", "valid choice"),
        ("multiplayer-go", {"timer": "custom", "timer_number": ""}, "timer_number", "how long"),
        ("multiplayer-go", {"timer": "custom", "timer_number": "0"}, "timer_number", "5 seconds"),
        ("multiplayer-go", {"timer": "none", "turn_ends": "timer"}, "turn_ends", "Without a timer"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": ""}, "ends_at", "such as 20:00"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": "8pm"}, "ends_at", "such as 20:00"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": "20:0٣"}, "ends_at", "such as 20:00"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": "25:00"}, "ends_at", "such as 20:00"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": "20, 21"}, "ends_at", "two hours"),
        ("multiplayer-go", {"timer": "calendar", "ends_at": "23, 0:30"}, "ends_at", "two hours"),
        ("multiplayer-go", {"timer": "calendar", "ends_on": []}, "ends_on", "one day"),
        ("multiplayer-go", {"timer": "calendar", "ends_on": ["7"]}, "ends_on", "valid choice"),
        ("multiplayer-go", {"timer": "calendar", "ends_zone": ""}, "ends_zone", "a time zone"),
        ("multiplayer-go", {"timer": "calendar", "ends_zone": "Moon"}, "ends_zone", "valid choice"),
        ("multiplayer-go", {"absences_allowed": "11"}, "absences_allowed", "valid choice"),
        ("multiplayer-go", {"joining": "crowd"}, "joining", "valid choice"),
        ("multiplayer-go", {"title": "x" * 81}, "title", "at most 80"),
        ("multiplayer-go", {"title": "a\x00b"}, "title", "Null"),
        ("multiplayer-go", {"variant": "chess"}, "variant", "Choose a game"),
    ],
)
def test_what_is_wrong_is_said_at_the_field(slug, changes, field, words, host):
    form = form_of(slug, host, **changes)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]


@pytest.mark.parametrize(
    ("number", "unit", "allowed"),
    [
        ("4", "seconds", False),
        ("5", "seconds", True),
        ("90", "minutes", True),
        ("14", "days", True),
        ("15", "days", False),
        ("337", "hours", False),
    ],
)
def test_another_duration_is_from_5_seconds_to_14_days(number, unit, allowed, host):
    custom = {"timer": "custom", "timer_number": number, "timer_unit": unit}
    assert form_of("multiplayer-go", host, **custom).is_valid() == allowed


def test_a_number_and_a_unit_make_the_duration(host):
    custom = {"timer": "custom", "timer_number": "36", "timer_unit": "hours"}
    form = form_of("multiplayer-go", host, **custom)
    assert form.is_valid()
    assert form.table_settings.settings.turn_seconds == 36 * 3600


@pytest.mark.parametrize(
    "written",
    ["12:00, 20:00", "20 12", "12.00 and 20.00", "20:00,12:00,20:00", " 12; 20 ", "12 und 20 Uhr"],
)
def test_times_of_day_are_read_as_people_write_them(written, host):
    times = {"ends_at": written, "ends_on": ["0", "4"], "ends_zone": "Asia/Tokyo"}
    form = form_of("multiplayer-go", host, timer="calendar", **times)
    assert form.is_valid(), form.errors
    settings = form.table_settings.settings
    assert settings.calendar == Calendar(
        times=("12:00", "20:00"), weekdays=(0, 4), zone="Asia/Tokyo"
    )
    assert settings.turn_seconds == (3 * 24 + 16) * 3600  # from Monday evening to Friday noon


def test_times_of_day_that_are_not_asked_for_cannot_be_wrong(host):
    wrong = {"ends_at": "never", "ends_on": ["9"], "ends_zone": "Moon"}
    form = form_of("multiplayer-go", host, **wrong)
    assert form.is_valid(), form.errors


def test_a_table_like_one_by_the_calendar_shows_its_times(host):
    calendar = Calendar(times=("09:30", "21:00"), weekdays=(5, 6), zone="Europe/Berlin")
    shown = timer_initial(seconds_of(calendar), calendar)
    form = form_of("multiplayer-go", host, **shown)
    assert form.is_valid(), form.errors
    assert form.table_settings.settings.calendar == calendar


def test_no_timer_and_never_are_nothing_in_the_plan(host):
    form = form_of("parallel-go", host, timer="none", absences_allowed="never")
    assert form.is_valid()
    assert (
        form.table_settings.settings.turn_seconds,
        form.table_settings.settings.absences_allowed,
    ) == (None, None)


def test_a_table_without_a_title_is_called_after_its_host_and_game(host):
    form = form_of("automatafl", host)
    assert form.is_valid()
    assert form.table_settings.title == "Hostess: Automatafl"


def test_a_title_is_one_line(host):
    form = form_of("multiplayer-go", host, title="  Tuesday\n\u202eevening\t! ")
    assert form.is_valid()
    assert form.table_settings.title == "Tuesday evening !"


def test_a_structure_is_read_as_json_and_stored_as_the_rules_want_it(host):
    cells = [[0, 0], [3, 3]]
    form = form_of("territory", host, seats="2", option_start=json.dumps(cells))
    assert form.is_valid(), form.errors
    assert form.table_settings.options["start"] == cells


def test_where_nothing_is_sealed_it_is_not_asked_what_ends_a_turn(host):
    assert "turn_ends" not in form_of("territory", host).fields
    assert "turn_ends" in form_of("parallel-go", host).fields


def test_another_game_keeps_what_was_filled_in_and_fits(host):
    data = filled_in(
        "multiplayer-go", option_size="13", seats="2", title="Friday", timer="none", listed=False
    )
    kept = OpenTableForm(
        engine=engine_for("parallel-go"),
        host=host,
        initial=kept_for(empty("parallel-go", host), data),
    )
    shown = {name: kept.get_initial_for_field(kept.fields[name], name) for name in kept.fields}
    assert (shown["option_size"], shown["title"], shown["timer"]) == ("13", "Friday", "none")
    assert (shown["listed"], shown["shown"]) == (False, "parallel-go")


def test_another_game_has_its_own_defaults_where_nothing_was_filled_in(host):
    data = filled_in("multiplayer-go")
    initial = kept_for(empty("parallel-go", host), data)
    form = OpenTableForm(engine=engine_for("parallel-go"), host=host, initial=initial)
    assert (form.initial["option_size"], form.initial["turn_ends"]) == (19, "complete")


def test_what_does_not_fit_another_game_takes_its_default(host):
    data = filled_in("multiplayer-go", seats="7", option_size="25")
    initial = kept_for(empty("continuous-go", host), data)
    form = OpenTableForm(engine=engine_for("continuous-go"), host=host, initial=initial)
    assert (form.initial["seats"], form.initial["option_size"]) == (2, 19)


def test_the_sentence_is_made_of_what_is_filled_in(host):
    form = form_of("multiplayer-go", host, option_size="13", turn_ends="complete")
    assert form.is_valid()
    assert summary(form.table_settings) == (
        "Parallel Multiplayer Go on 13×13 for 4 players: one minute a turn, "
        "or less once everybody has chosen."
    )


def test_a_host_says_what_players_can_vote_for_and_whether_seats_are_taken_over(host):
    changes = {
        "vote_cancel": False,
        "vote_bot": False,
        "vote_remove": False,
        "votes_need": "majority",
    }
    form = form_of("multiplayer-go", host, taking_over="members", **changes)
    assert form.is_valid(), form.errors
    settings = form.table_settings.settings
    assert (settings.votes, settings.votes_need) == (("pause", "more-time", "end"), "majority")
    assert settings.seats_taken_over


@pytest.mark.parametrize(
    ("said", "members", "bots"),
    [("members", True, False), ("bots", True, True), ("neither", False, False)],
)
def test_a_seat_that_is_left_goes_to_members_then_to_a_bot_or_stays_empty(
    host, ada, bo, said, members, bots
):
    form = form_of("multiplayer-go", host, taking_over=said)
    assert form.is_valid(), form.errors
    settings = form.table_settings.settings
    assert (settings.seats_taken_over, settings.bots_take_over) == (members, bots)
    game = begin(ada, bo, seats_taken_over=members, bots_take_over=bots)
    assert like(game)["taking_over"] == said


@pytest.mark.parametrize("asked", LetsIn)
def test_a_host_says_which_members_a_table_lets_in(host, asked):
    form = form_of("multiplayer-go", host, lets_in=asked)
    assert form.is_valid(), form.errors
    assert form.table_settings.settings.lets_in == asked


def test_a_title_with_an_address_is_refused_in_words_that_say_what_to_do(host):
    form = form_of("multiplayer-go", host, title="Miai security: log in again at evil.example")
    assert not form.is_valid()
    (words,) = form.errors["title"]
    assert "“evil.example” reads like one" in words
    assert "put a space after the dot" in words


def test_a_host_whose_name_is_older_than_the_rule_opens_tables_without_a_title(host):
    host.username = "evil.example"
    form = form_of("automatafl", host)
    assert form.is_valid(), form.errors
    assert form.table_settings.title == "Automatafl"


@pytest.mark.parametrize("minutes", ["1", "5"])
def test_the_table_says_how_long_anyone_may_be_away(host, minutes):
    form = form_of("territory", host, timer="60", away_minutes=minutes)
    assert form.is_valid(), form.errors
    settings = form.table_settings.settings
    assert (settings.leaves_when_away, settings.away_minutes) == (True, int(minutes))
    said = dict(details(form.table_settings))["Out of the game if away"]
    assert said == {"1": "after one minute", "5": "after 5 minutes"}[minutes]


@pytest.mark.parametrize("minutes", ["0", "6", "x"])
def test_nobody_may_be_away_for_less_than_a_minute_or_more_than_five(host, minutes):
    form = form_of("territory", host, away_minutes=minutes)
    assert list(form.errors) == ["away_minutes"]


def test_who_says_nothing_about_it_has_two_minutes(host):
    data = filled_in("territory", timer="60")
    del data["away_minutes"]
    form = OpenTableForm(data, engine=engine_for("territory"), host=host)
    assert form.is_valid(), form.errors
    assert form.table_settings.settings.away_minutes == 2


def test_a_table_like_a_game_lets_players_be_away_for_as_long(host, ada):
    game = begin(host, ada, variant="territory", leaves_when_away=False, away_minutes=4)
    shown = like(game)
    assert (shown["leaves_when_away"], shown["away_minutes"]) == (False, 4)
