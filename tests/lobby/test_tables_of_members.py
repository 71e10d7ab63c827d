"""Every member may open tables, two at a time, with a game, the board size, the players and the
time."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from engines.registry import GAMES
from engines.registry import game as engine_for
from engines.rules import Rules
from games.play.calendar import Calendar
from games.play.settings import OFFERED_VOTES, GameSettings, LetsIn, seconds_of
from lobby.forms.members import MembersTableForm
from lobby.forms.opening import OpenTableForm, defaults
from lobby.forms.presets import PRESETS
from lobby.member_settings import are_member_settings, member_settings
from lobby.models import Table
from lobby.services.closing import close_table
from lobby.services.opening import open_table
from tests.games.playing import begin
from tests.lobby.tables import refused, table_settings
from tests.lobby.test_open_form import filled_in

PAGE = "/tables/new/"
each_game = pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)

FOR_HOSTS = {
    "title": "My own evening",
    "joining": "link",
    "starts": "full",
    "absences_allowed": "never",
    "extensions": "5",
    "away_minutes": "5",
    "taking_over": "neither",
    "votes_need": "majority",
    "option_collision": "ko",
    "option_max_turns": "3",
    "option_komi": "0",
    "option_lower": "77",
    "option_start": "[[0, 0], [3, 3]]",
    "option_tie": "row",
    "listed": False,
    "rated": False,
    "take_seat": False,
    "days_off": False,
    "players_run": False,
    "players_seat_bots": False,
    "bots_join": True,
    "players_invite": False,
}
"""Settings for hosts only, which a member's browser might send anyway."""


@pytest.fixture
def page_of(client_of, ada):
    """A browser of a member who is not a host."""
    return client_of(ada)


@pytest.fixture
def opens(page_of):
    """Returns a function that requests a table as a member, with the form's first values and
    changes."""

    def ask(variant: str = "territory", browser: Client | None = None, **changes: Any) -> Any:
        return (browser or page_of).post(PAGE, filled_in(variant, **changes))

    return ask


def sizes(engine: Rules[Any], number: int) -> dict[str, str]:
    """All fields for the size of the board, as a form sends them."""
    return {f"option_{option.name}": str(number) for option in engine.size_options()}


@each_game
def test_a_member_opens_each_game_with_a_size_players_and_a_time_of_their_own(engine, opens, ada):
    seats = max(engine.seats_allowed())
    time = {"timer": "custom", "timer_number": "7", "timer_unit": "minutes"}
    answer = opens(engine.slug, seats=str(seats), **time, **sizes(engine, 11))
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    assert (table.host, [place.user for place in table.places.all()]) == (ada, [ada])
    assert (table.variant, table.seats, table.settings.turn_seconds) == (engine.slug, seats, 420)
    chosen = {option.name: table.options[option.name] for option in engine.size_options()}
    assert set(chosen.values()) <= {11}
    assert table.options == engine.usual_options(chosen)


def test_the_size_of_the_board_is_chosen_in_every_game_that_has_some():
    named = {engine.slug: [o.name for o in engine.size_options()] for engine in GAMES}
    assert named == {
        "multiplayer-go": ["size"],
        "parallel-go": ["size"],
        "continuous-go": ["size"],
        "territory": ["rows", "columns"],
        "automatafl": [],
    }


def test_limits_that_follow_the_board_are_those_of_the_size_that_was_chosen(opens):
    opens("continuous-go", option_size="other", option_size_other="11", option_lower="77")
    options = Table.objects.get().options
    usual = engine_for("continuous-go").usual_options({"size": 11})
    assert options == usual
    assert options["lower"] != engine_for("continuous-go").usual_options()["lower"]


@pytest.mark.parametrize(
    ("chosen", "settings"),
    [
        ({"timer": "none", "patience_seconds": "3600"}, {"turn_seconds": None}),
        ({"timer": "259200"}, {"turn_seconds": 259200, "extensions": 2, "days_off": True}),
        ({"timer": "20"}, {"turn_seconds": 20, "extensions": 0, "leaves_when_away": True}),
    ],
)
def test_what_follows_from_the_time_is_as_is_usual_for_it(chosen, settings, opens):
    opens("territory", **chosen)
    stored = msgspec.to_builtins(Table.objects.get().settings)
    assert settings.items() <= stored.items()
    assert stored["seats_taken_over"]
    assert stored["bots_take_over"]


def test_turns_end_at_times_of_day_where_a_member_chooses_some(opens):
    times = {"ends_at": "12, 20", "ends_on": ["0", "4"], "ends_zone": "Asia/Tokyo"}
    opens("parallel-go", timer="calendar", **times)
    calendar = Calendar(times=("12:00", "20:00"), weekdays=(0, 4), zone="Asia/Tokyo")
    assert Table.objects.get().settings.calendar == calendar


@pytest.mark.parametrize("ends", ["timer", "complete"])
def test_a_member_chooses_whether_a_turn_waits_for_its_time(ends, opens):
    opens("multiplayer-go", turn_ends=ends)
    assert Table.objects.get().settings.turn_ends == ends


@pytest.mark.parametrize("ends", ["timer", "complete"])
def test_without_a_timer_a_turn_ends_once_everybody_has_chosen(ends, opens):
    assert opens("multiplayer-go", timer="none", turn_ends=ends).status_code == 302
    settings = Table.objects.get().settings
    assert (settings.turn_seconds, settings.turn_ends) == (None, "complete")


def test_another_duration_is_asked_for_where_it_is_chosen(opens):
    page = opens("territory", timer="custom", timer_number="")
    assert page.status_code == 400
    assert page.text.count("Enter how long a turn takes.") == 2
    assert "(optional)" not in page.text


@each_game
def test_what_is_for_hosts_changes_nothing_when_a_member_sends_it(engine, opens):
    said = {name: value for name, value in FOR_HOSTS.items() if not isinstance(value, bool)}
    off = {name: value for name, value in FOR_HOSTS.items() if isinstance(value, bool)}
    no_votes = {f"vote_{name}": False for name in ("pause", "end", "cancel", "bot", "remove")}
    opens(engine.slug, **said, **off, **no_votes)
    opens(engine.slug)
    other, usual = Table.objects.order_by("-created_at", "-pk")
    same = ("options", "settings", "joining", "title", "starts", "players_run")
    assert all(getattr(other, name) == getattr(usual, name) for name in same)
    assert usual.title == f"Ada: {engine.name}"
    assert (usual.joining, usual.starts, usual.listed) == ("anyone", "ready", True)
    assert usual.settings.votes == OFFERED_VOTES
    assert not usual.bots_join
    assert (usual.players_run, usual.players_seat_bots, usual.players_invite) == (True,) * 3
    assert [place.user.username for place in other.places.all()] == ["Ada"]


@each_game
def test_the_page_asks_members_for_nothing_that_is_for_hosts(engine, page_of, client_of, host):
    fields = set(page_of.get(PAGE, {"game": engine.slug}).context["form"].fields)
    for name in fields & {"turn_ends"}:
        fields.discard(name)
    time = {"timer", "timer_number", "timer_unit", "ends_at", "ends_on", "ends_zone"}
    time |= {"patience_seconds"}
    usual = {"variant", "shown", "filled", "seats", "lets_in", "bots_after"}
    assert fields == {*usual, *time, *sizes(engine, 9)}
    page = page_of.get(PAGE, {"game": engine.slug}).text
    assert "More options" not in page
    assert "More options" in client_of(host).get(PAGE, {"game": engine.slug}).text


PLANS_OF_HOSTS: list[dict[str, Any]] = [
    {"title": "Friday"},
    {"joining": "link"},
    {"joining": "approval"},
    {"options": {"size": 13, "collision": "ko"}},
    {"options": {"max_turns": 20}},
    {"listed": False},
    {"rated": False},
    {"absences_allowed": None},
    {"extensions": 5},
    {"leaves_when_away": True},
    {"votes": ()},
    {"seats_taken_over": False},
    {"players_run": False},
    {"players_seat_bots": False},
    {"bots_join": True},
    {"players_invite": False},
]


@pytest.mark.parametrize("changes", PLANS_OF_HOSTS, ids=lambda changes: next(iter(changes)))
def test_a_plan_with_what_is_for_hosts_opens_no_table_of_a_member(changes, ada, host):
    wanted = table_settings(**{"title": "Ada: Parallel Multiplayer Go", **changes})
    with refused("not-allowed", "Members choose the board size"):
        open_table(host=ada, table_settings=wanted, now=timezone.now())
    assert open_table(host=host, table_settings=wanted, now=timezone.now()).is_open


def test_a_plan_that_members_may_choose_opens_a_table_of_a_member(ada):
    usual = {"seats_taken_over": True, "bots_take_over": True, "lets_in": LetsIn.RELIABLE}
    title = "Ada: Parallel Multiplayer Go"
    wanted = table_settings(title=title, options={"size": 13}, seats=5, **usual)
    assert are_member_settings(wanted, ada)
    assert open_table(host=ada, table_settings=wanted, now=timezone.now()).seats == 5


def test_a_plan_of_a_host_as_a_member_would_have_it_keeps_what_members_choose(ada):
    calendar = Calendar(times=("20:00",), zone="UTC")
    time: dict[str, Any] = {"calendar": calendar, "turn_seconds": seconds_of(calendar)}
    wanted = table_settings(options={"size": 13, "collision": "ko"}, seats=7, rated=False, **time)
    kept = member_settings(wanted, ada)
    assert (kept.options["size"], kept.options["collision"], kept.seats) == (13, "heat", 7)
    assert (kept.settings.calendar, kept.settings.rated) == (calendar, True)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
@each_game
def test_a_preset_fills_in_the_form_and_one_press_opens_the_table(engine, preset, page_of, ada):
    data = {**filled_in(engine.slug, title=None), "preset": preset.slug}
    page = page_of.post(PAGE, data)
    assert page.status_code == 200
    assert re.findall(r'value="([\w-]+)" aria-pressed="true"', page.text) == [preset.slug]
    assert not Table.objects.exists()
    answer = page_of.post(PAGE, {**sent_by(page), "do": "open"})
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    filled = OpenTableForm(filled_in(engine.slug, **preset.fields(engine)), engine=engine, host=ada)
    assert filled.is_valid(), filled.errors
    same = ("options", "settings", "joining", "title", "starts")
    assert all(getattr(table, name) == getattr(filled.table_settings, name) for name in same)
    assert are_member_settings(filled.table_settings, ada)


def sent_by(page: Any) -> dict[str, Any]:
    """What a browser sends from the form on a page."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items()}


def test_what_is_changed_after_a_preset_is_kept_with_the_rest_of_the_preset(page_of):
    page = page_of.post(PAGE, {**filled_in("parallel-go"), "preset": "quick"})
    page_of.post(PAGE, {**sent_by(page), "option_size": "13", "timer": "600", "do": "open"})
    table = Table.objects.get()
    assert (table.options["size"], table.settings.turn_seconds) == (13, 600)
    assert (table.starts, table.settings.absences_allowed) == ("full", 2)


@pytest.mark.parametrize("who", ["ada", "host"])
def test_a_preset_stays_filled_in_when_another_game_is_chosen(who, client_of, request):
    browser = client_of(request.getfixturevalue(who))
    page = browser.post(PAGE, {**filled_in("territory"), "preset": "quick"})
    data = {**sent_by(page), "variant": "continuous-go"}
    page = browser.post(PAGE, data)
    assert re.findall(r'value="([\w-]+)" aria-pressed="true"', page.text) == ["quick"]
    assert "Continuous Go on 9×9 for 2 players: one minute a turn" in page.text
    assert page.context["form"]["shown"].value() == "continuous-go"


def test_a_preset_that_was_changed_by_hand_goes_on_to_another_game_with_the_change(page_of):
    page = page_of.post(PAGE, {**filled_in("territory"), "preset": "quick"})
    page = page_of.post(PAGE, {**sent_by(page), "timer": "600", "variant": "parallel-go"})
    assert 'aria-pressed="true"' not in page.text
    assert "Parallel Go on 19×19 for 2 players: 10 minutes a turn" in page.text
    page_of.post(PAGE, {**sent_by(page), "do": "open"})
    assert Table.objects.get().starts == "full"


@pytest.mark.parametrize("filled", ["slow", "\x00", "[]", "x" * 5000])
def test_a_preset_that_there_is_none_of_changes_nothing(filled, opens):
    assert opens("territory", filled=filled).status_code == 302
    table = Table.objects.get()
    assert (table.starts, table.settings.absences_allowed) == ("ready", 3)


def test_a_mistake_says_what_to_do_and_keeps_what_was_entered(opens):
    page = opens("territory", option_rows="99", option_columns="12", seats="3", timer="600")
    assert page.status_code == 400
    assert "Enter a whole number from 4 to 20." in page.text
    for kept in ('value="99"', 'value="12"', '<option value="3" selected>'):
        assert kept in page.text
    assert '<option value="600" selected>' in page.text
    assert not Table.objects.exists()


def test_players_that_do_not_fit_the_board_are_refused_at_a_field_that_members_have(opens):
    page = opens("territory", option_rows="4", seats="5")
    assert page.status_code == 400
    assert "5 seats need 5 rows" in page.text
    assert list(page.context["form"].errors) == ["option_rows"]


@pytest.mark.parametrize("who", ["ada", "host"])
def test_a_duration_that_is_not_asked_for_any_more_cannot_be_wrong(who, client_of, request, opens):
    browser = client_of(request.getfixturevalue(who))
    wrong = {"timer_number": "x", "timer_unit": "years", "patience_seconds": "7"}
    assert opens("territory", browser, timer="60", **wrong).status_code == 302


def test_a_table_like_that_of_a_host_gives_a_member_what_members_choose(
    page_of, host, ada, client_of
):
    options = {"size": 13, "collision": "ko", "max_turns": 30}
    game = begin(
        host, ada, options=options, turn_seconds=600, rated=False, extensions=4, listed=True
    )
    page = page_of.get(PAGE, {"like": game.public_id})
    assert "Parallel Multiplayer Go on 13×13 for 2 players: 10 minutes a turn" in page.text
    assert not {"rated", "extensions", "option_collision"} & set(page.context["form"].fields)
    page_of.post(PAGE, {**sent_by(page), "do": "open"})
    table = Table.objects.get()
    assert (table.options["size"], table.seats, table.settings.turn_seconds) == (13, 2, 600)
    assert (table.options["collision"], table.options["max_turns"]) == ("heat", None)
    assert (table.settings.rated, table.settings.extensions) == (True, 0)
    assert 'value="4" selected' in client_of(host).get(PAGE, {"like": game.public_id}).text


def test_two_at_a_time_and_the_third_is_told_what_to_do(opens, page_of):
    opens()
    opens()
    answer = opens("territory", option_rows="7")
    assert answer.status_code == 400
    assert "You have 2 tables open already. Start or close one" in answer.text
    assert 'value="7"' in answer.text
    assert Table.objects.count() == 2
    answer = page_of.get(PAGE)
    assert answer.status_code == 403
    _, of_page = answer.text.split("<main")
    assert of_page.count("Go to ") == 2


def test_a_table_that_closed_makes_room(opens):
    opens()
    opens()
    Table.objects.filter(pk=Table.objects.first().pk).delete()
    assert opens().status_code == 302


def test_the_setting_says_how_many(opens, settings):
    settings.QUICK_TABLES_PER_MEMBER = 1
    opens()
    assert "You have a table open already." in opens().text


def test_where_the_setting_is_0_only_hosts_open_tables(opens, client_of, ada, host, settings):
    settings.QUICK_TABLES_PER_MEMBER = 0
    for answer in (opens(), client_of(ada).get(PAGE)):
        assert answer.status_code == 403
        assert "Ask a moderator to make you a host" in answer.text
    assert "Open a table" not in client_of(ada).get("/tables/").text
    assert opens(browser=client_of(host)).status_code == 302


def test_every_member_hosts_opens_the_full_form_to_all(page_of, opens, settings):
    settings.EVERY_MEMBER_HOSTS = True
    assert "More options" in page_of.get(PAGE).text
    opens(title="Friday")
    assert Table.objects.get().title == "Friday"


def test_who_is_a_host_no_longer_opens_a_table_as_members_do(opens, page_of):
    opens("multiplayer-go", title="Friday", rated=False)
    table = Table.objects.get()
    assert (table.title, table.settings.rated) == ("Ada: Parallel Multiplayer Go", True)


def test_a_form_of_another_site_opens_nothing(ada):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post(PAGE, filled_in("territory")).status_code == 403
    assert not Table.objects.exists()


def test_the_page_of_quick_tables_is_gone(page_of):
    assert page_of.get("/tables/quick/").status_code == 404
    page_of.post("/tables/quick/", {"variant": "territory", "preset": "quick"})
    assert not Table.objects.exists()


def test_members_find_the_way_in_the_lobby_and_at_home(page_of):
    for page in ("/", "/tables/"):
        assert 'href="/tables/new/"' in page_of.get(page).text


def test_three_tiles_stand_for_the_ways_to_play_for_members_and_hosts(client_of, ada, host):
    for user in (ada, host):
        page = client_of(user).get(PAGE).text
        assert page.count('class="preset-tile"') == 3
        assert page.count('class="preset"') == len(PRESETS)


@each_game
def test_the_defaults_of_every_game_are_a_plan_that_members_may_choose(engine, ada):
    form = MembersTableForm(filled_in(engine.slug), engine=engine, host=ada)
    assert form.is_valid(), form.errors
    assert are_member_settings(form.table_settings, ada)
    assert form.table_settings.settings.turn_seconds == GameSettings(turn_seconds=60).turn_seconds
    assert defaults(engine)["seats"] == form.table_settings.seats


def test_who_opens_and_closes_tables_without_end_is_slowed_down(ada, client_of, settings):
    settings.LIMITS = {"tables.member": "2/hour"}
    browser = client_of(ada)

    def opened():
        answer = browser.post(PAGE, filled_in("multiplayer-go", do="open-anyway"))
        for table in Table.objects.filter(closed_at=None):
            close_table(table_id=table.pk, by=ada, now=timezone.now())
        return answer.status_code

    assert [opened() for _ in range(3)] == [302, 302, 429]
    assert Table.objects.count() == 2
