"""Every member opens quick tables: a game and one of the usual ways to play it, two at a time."""

from __future__ import annotations

import pytest

from engines.registry import GAMES
from lobby.forms.presets import PRESETS
from lobby.models import Table
from tests.lobby.test_open_form import filled_in


@pytest.fixture
def quick(client_of, ada):
    """Asks for a quick table as a member who is no host."""

    def ask(variant="territory", preset="quick", user=ada):
        return client_of(user).post("/tables/quick/", {"variant": variant, "preset": preset})

    return ask


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_every_game_is_opened_in_every_usual_way_with_its_member_on_a_seat(
    engine, preset, quick, ada
):
    answer = quick(engine.slug, preset.slug)
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    assert (table.host, [place.user for place in table.places.all()]) == (ada, [ada])
    assert table.variant == engine.slug
    assert table.settings.turn_seconds == preset.turn_seconds
    assert (table.joining, table.listed) == ("anyone", True)


def test_two_at_a_time_and_the_third_is_told_what_to_do(quick):
    quick()
    quick()
    answer = quick()
    assert answer.status_code == 403
    assert "You have 2 tables open already. Start or close one" in answer.text
    assert answer.text.count("Go to ") == 2
    assert Table.objects.count() == 2


def test_a_table_that_closed_makes_room(quick):
    quick()
    quick()
    Table.objects.filter(pk=Table.objects.first().pk).delete()
    assert quick().status_code == 302


def test_the_setting_says_how_many(quick, settings):
    settings.QUICK_TABLES_PER_MEMBER = 1
    quick()
    assert "You have a table open already." in quick().text


def test_where_the_setting_is_0_only_hosts_open_tables(quick, client_of, ada, host, settings):
    settings.QUICK_TABLES_PER_MEMBER = 0
    assert quick().status_code == 403
    assert client_of(ada).get("/tables/new/").status_code == 403
    assert "Open a table" not in client_of(ada).get("/tables/").text
    assert quick(user=host).status_code == 302


@pytest.mark.parametrize(
    ("variant", "preset"), [("chess", "quick"), ("territory", "slow"), ("", ""), ("\x01", "quick")]
)
def test_what_is_no_game_or_way_to_play_is_refused_in_words(quick, variant, preset):
    answer = quick(variant, preset)
    assert answer.status_code == 400
    assert "Choose a game and a pace." in answer.text
    assert not Table.objects.exists()


def test_whoever_reloads_a_refusal_gets_to_the_tables(client_of, ada):
    answer = client_of(ada).get("/tables/quick/")
    assert (answer.status_code, answer["Location"]) == (302, "/tables/")


def test_the_full_form_stays_with_hosts(client_of, ada):
    page = client_of(ada).get("/tables/new/").text
    assert "preset-quick" in page
    assert "open-form" not in page
    assert client_of(ada).post("/tables/new/", filled_in("territory")).status_code == 403


def test_every_member_hosts_opens_the_full_form_to_all(client_of, ada, settings):
    settings.EVERY_MEMBER_HOSTS = True
    assert "open-form" in client_of(ada).get("/tables/new/").text
    assert client_of(ada).post("/tables/new/", filled_in("territory")).status_code == 302


def test_a_form_of_another_site_opens_nothing(ada):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    answer = strict.post("/tables/quick/", {"variant": "territory", "preset": "quick"})
    assert answer.status_code == 403
    assert not Table.objects.exists()


def test_members_find_the_way_in_the_lobby_and_at_home(client_of, ada):
    for page in ("/", "/tables/"):
        assert 'href="/tables/new/"' in client_of(ada).get(page).text


def test_three_tiles_stand_for_the_ways_to_play_on_both_pages(client_of, ada, host):
    for user in (ada, host):
        page = client_of(user).get("/tables/new/").text
        assert page.count('class="preset-tile"') == 3
        assert page.count('class="preset"') == len(PRESETS)
