"""The page that opens a table."""

from __future__ import annotations

import json
import re

import pytest

from engines.registry import GAMES
from engines.registry import game as engine_for
from lobby.forms.presets import PRESETS, QUICK
from lobby.models import Table
from tests.games.acting import resign
from tests.games.playing import begin
from tests.lobby.tables import open_one, seated, suspend
from tests.lobby.test_open_form import filled_in
from transport.refusals import Refused

PAGE = "/tables/new/"


@pytest.fixture
def hostess(client_of, host):
    return client_of(host)


def test_the_page_shows_the_sentence_before_anything_is_filled_in(hostess):
    page = hostess.get(PAGE)
    assert page.status_code == 200
    assert "Parallel Multiplayer Go on 9×9 for 4 players: one minute a turn" in page.text


def test_the_page_begins_with_the_game_of_its_address(hostess):
    assert "Territory on 10×6" in hostess.get(PAGE, {"game": "territory"}).text


def test_the_page_begins_with_a_table_like_that_of_a_game(hostess, host, ada):
    options = {"size": 13, "collision": "ko"}
    game = begin(host, ada, options=options, turn_seconds=600)
    page = hostess.get(PAGE, {"like": game.public_id}).text
    assert "Parallel Multiplayer Go on 13×13 for 2 players: 10 minutes a turn" in page


def test_structures_of_a_game_are_those_of_a_table_like_it(hostess, host, ada):
    setup = ["W...B", ".....", "..A..", ".....", "B...W"]
    game = begin(host, ada, variant="automatafl", options={"setup": setup})
    form = hostess.get(PAGE, {"like": game.public_id}).context["form"]
    assert json.loads(form["option_setup"].value()) == setup
    assert form["option_goals"].value() == ""


def test_a_finished_game_offers_a_table_like_it_to_those_who_may_open_one(
    hostess, host, ada, bo, client_of, settings
):
    game = begin(ada, bo)
    resign(game_id=game.pk, user=ada)
    settings.QUICK_TABLES_PER_MEMBER = 0
    address, link = game.get_absolute_url(), f"{PAGE}?like={game.public_id}"
    for client, is_offered in ((hostess, True), (client_of(ada), False), (client_of(), False)):
        assert (link in client.get(address).text) == is_offered
    settings.QUICK_TABLES_PER_MEMBER = 1
    assert link in client_of(ada).get(address).text
    suspend(host)
    assert link not in hostess.get(address).text


@pytest.mark.parametrize("like", ["0" * 16, "not an id", ""])
def test_an_unknown_game_to_be_like_shows_the_usual_form(hostess, like):
    page = hostess.get(PAGE, {"like": like, "game": "territory"})
    assert page.status_code == 200
    assert "Territory on 10×6" in page.text


@pytest.mark.parametrize("game", ["chess", "", "a" * 5000])
def test_an_unknown_game_in_the_address_shows_the_first_one(hostess, game):
    assert hostess.get(PAGE, {"game": game}).status_code == 200


def test_checking_says_what_it_means_and_opens_nothing(hostess):
    data = filled_in("multiplayer-go", do="check", option_size="13")
    page = hostess.post(PAGE, data)
    assert page.status_code == 200
    assert "on 13×13 for 4" in page.text
    assert not Table.objects.exists()


def test_checking_with_a_mistake_says_what_is_wrong(hostess):
    page = hostess.post(PAGE, filled_in("multiplayer-go", do="check", option_size="99"))
    assert "Enter a whole number from 5 to 25." in page.text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_link_of_the_summary_of_errors_leads_to_its_field(hostess, game):
    good = filled_in(game.slug)
    wrong = {name: "?" for name in good if name not in ("variant", "shown", "filled")}
    page = hostess.post(PAGE, {**good, **wrong, "do": "check"}).text
    errors = re.search(r'<ul class="summary-errors.*?</ul>', page, re.DOTALL)
    linked = re.findall(r'href="#([^"]*)"', errors[0])
    assert len(linked) > 10
    assert [each for each in linked if page.count(f'id="{each}"') != 1] == []


def test_opening_leads_to_the_new_table_where_the_host_sits(hostess, host):
    answer = hostess.post(PAGE, filled_in("multiplayer-go", title="Friday"))
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    assert (table.title, seated(table)) == ("Friday", ["Hostess"])


def test_a_host_who_cannot_sit_down_has_opened_no_table(hostess, monkeypatch):
    def refuse(**_):
        raise Refused("suspended", "You are suspended.")

    monkeypatch.setattr("lobby.views.opening.join_table", refuse)
    page = hostess.post(PAGE, filled_in("multiplayer-go", title="Friday"))
    assert page.status_code == 403
    assert "You are suspended." in page.text
    assert 'value="Friday"' in page.text
    assert not Table.objects.exists()


def test_a_host_of_three_open_tables_is_led_to_them(hostess, host):
    tables = [open_one(host, title=title) for title in ("One", "Two", "Three")]
    answer = hostess.get(PAGE)
    assert answer.status_code == 403
    assert "You have 3 tables open already" in answer.text
    assert all(
        f'href="{table.get_absolute_url()}">Go to {table}' in answer.text for table in tables
    )


def test_a_host_whose_third_table_opened_meanwhile_loses_nothing_of_the_form(hostess, host):
    for _ in range(3):
        open_one(host)
    answer = hostess.post(PAGE, filled_in("multiplayer-go", title="Friday"))
    assert answer.status_code == 400
    assert "You have 3 tables open already" in answer.text
    assert 'value="Friday"' in answer.text


def test_a_host_need_not_play(hostess):
    hostess.post(PAGE, filled_in("multiplayer-go", take_seat=False))
    assert seated(Table.objects.get()) == []


def test_a_mistake_opens_nothing_and_nothing_typed_is_lost(hostess):
    data = filled_in("multiplayer-go", option_size="99", title="My <b>evening</b>", seats="7")
    page = hostess.post(PAGE, data)
    assert page.status_code == 400
    assert "Enter a whole number from 5 to 25." in page.text
    assert 'value="99"' in page.text
    assert 'value="My &lt;b&gt;evening&lt;/b&gt;"' in page.text
    assert '<option value="7" selected>' in page.text
    assert not Table.objects.exists()


def test_choosing_another_game_shows_its_options_and_keeps_what_fits(hostess):
    data = filled_in("multiplayer-go", variant="territory", seats="3", title="Friday")
    page = hostess.post(PAGE, data)
    assert page.status_code == 200
    assert "Territory on 10×6 for 3" in page.text
    assert 'value="Friday"' in page.text
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("quick", "Continuous Go on 9×9 for 2 players: one minute a turn"),
        ("evening", "Continuous Go on 19×19 for 2 players: 3 minutes a turn"),
        ("daily", "Continuous Go on 19×19 for 2 players: one day a turn"),
    ],
)
def test_a_usual_way_to_play_fills_the_form_and_keeps_the_rest(hostess, slug, words):
    data = filled_in("continuous-go", title="Friday", listed=False, preset=slug)
    page = hostess.post(PAGE, data)
    assert page.status_code == 200
    assert words in page.text
    assert 'value="Friday"' in page.text
    assert "checked" not in re.search(r"<input[^>]*name=.listed.[^>]*>", page.text)[0]
    assert re.findall(r'value="(\w+)" aria-pressed="true"', page.text) == [slug]
    assert not Table.objects.exists()


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
def test_every_usual_way_to_play_every_game_opens_a_table(hostess, engine, preset):
    data = filled_in(engine.slug, **preset.fields(engine))
    assert hostess.post(PAGE, data).status_code == 302
    assert Table.objects.get().settings.turn_seconds == preset.turn_seconds


def test_limits_that_follow_the_board_follow_the_one_of_a_usual_way_to_play(hostess):
    hostess.post(PAGE, filled_in("continuous-go", **QUICK.fields(engine_for("continuous-go"))))
    usual = {
        o.name: o for o in engine_for("continuous-go").options if getattr(o, "usual_for", None)
    }
    options = Table.objects.get().options
    assert usual
    assert all(options[name] == option.usual_for[1](9) for name, option in usual.items())


def test_what_is_wrong_among_more_options_opens_them(hostess):
    for data, is_open in (({"title": "x" * 81}, True), ({"option_size": "99"}, False)):
        page = hostess.post(PAGE, filled_in("multiplayer-go", **data))
        assert page.status_code == 400
        assert ('id="more-options" open' in page.text) == is_open


def test_a_script_is_sent_the_form_alone(hostess):
    page = hostess.post(PAGE, filled_in("territory", do="check"), headers={"Miai-Part": "1"})
    assert page.text.lstrip().startswith("<form")


def test_nothing_filled_in_at_all_is_answered_with_the_form(hostess):
    for data in ({}, {"do": "open"}, {"variant": "chess", "do": "open"}, {"shown": "\x00"}):
        page = hostess.post(PAGE, data)
        assert page.status_code in (200, 400)
        assert "Open table" in page.text
    assert not Table.objects.exists()


def test_a_member_who_is_no_host_is_told_how_to_become_one(client_of, ada, host):
    assert "A moderator can make you one" in client_of(ada).get(PAGE).text
    assert "A moderator can make you one" not in client_of(host).get(PAGE).text


def test_a_suspended_host_is_told_why(hostess, host):
    suspend(host)
    answer = hostess.post(PAGE, filled_in("territory"))
    assert answer.status_code == 403
    assert "Rudeness" in answer.text
    assert not Table.objects.exists()
