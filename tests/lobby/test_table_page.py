"""A table's page uses ordinary forms for everything, and shows refusals where they belong."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.models import Preferences
from lobby.access import refuse_floods
from lobby.models import Table
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from pages.palette import distance
from tests.lobby.tables import counting_down, fresh, open_one, say_ready, seated, sit, suspend

SEA = {"stone": "sea", "mark": "straw"}
AS_SCRIPT = {"Miai-Part": "1"}


@pytest.fixture
def post(client_of):
    """Sends a command to a table as this user."""

    def send(user, table, command, data=None, **more):
        return client_of(user).post(f"/tables/{table.public_id}/{command}/", data or {}, **more)

    return send


def test_seats_are_named_by_their_numbers_and_so_are_their_buttons(client_of, host, ada):
    table = open_one(host, variant="automatafl", seats=4)
    sit(table, host)
    sit(table, ada)
    page = client_of(host).get(table.get_absolute_url()).text
    assert re.findall(r'"visually-hidden">(Seat \d): <', page) == [f"Seat {n}" for n in range(1, 5)]
    for words in ("Move here", "Add a bot"):
        told = re.findall(rf'{words}<span class="visually-hidden"> (.*?)</span></button>', page)
        assert told == ["(seat 3)", "(seat 4)"]


def test_ones_preferred_colours_are_chosen_before_one_sits_down(client_of, host, ada):
    Preferences.objects.create(user=ada, stone_colour="moss", mark_colour="ink")
    page = client_of(ada).get(open_one(host).get_absolute_url()).text
    assert re.search(r'name="stone" value="moss" checked', page)
    assert re.search(r'name="mark" value="ink" checked', page)


def test_where_ones_preferred_colour_is_taken_one_far_from_all_others_is_chosen(
    client_of, post, host, ada, bo, mo
):
    Preferences.objects.create(user=ada, stone_colour="ember", mark_colour="shell")
    table = open_one(host, seats=3)
    sit(table, bo, "ember")
    sit(table, mo, "sea")
    page = client_of(ada).get(table.get_absolute_url()).text
    stone = re.search(r'name="stone" value="([a-z]+)" checked', page)[1]
    assert min(distance(stone, "ember"), distance(stone, "sea")) > 0.2
    assert "colour-trouble" not in page
    assert post(ada, table, "join", {"stone": stone, "mark": "ink"}).status_code == 302
    assert seated(table)[2] == "Ada"


def test_a_refused_colour_stays_chosen_and_the_offer_is_one_click_away(post, host, ada, bo):
    table = open_one(host)
    sit(table, bo, "sea")
    answer = post(ada, table, "join", SEA)
    assert answer.status_code == 400
    assert "Sea looks too much like Bo’s stones" in answer.text
    assert 'name="stone" value="sea" checked' in answer.text
    offer = re.search(r'name="offer" value="([a-z ]+)"', answer.text)
    assert post(ada, table, "join", {**SEA, "offer": offer[1]}).status_code == 302


def test_everything_before_the_start_can_be_done_with_ordinary_forms(post, host, ada, bo):
    table = open_one(host, seats=3)
    for user, stone in ((ada, "sea"), (bo, "ember")):
        assert post(user, table, "join", {"stone": stone, "mark": "shell"}).status_code == 302
    assert post(ada, table, "colours", {"stone": "sky", "mark": "ink"}).status_code == 302
    assert post(ada, table, "ready", {"ready": "yes"}).status_code == 302
    assert post(ada, table, "ready", {"ready": "no"}).status_code == 302
    assert post(bo, table, "leave").status_code == 302
    assert post(host, table, "bot").status_code == 302
    assert post(host, table, "remove", {"place": table.places.get(user=ada).pk}).status_code == 302
    assert seated(table) == ["Pebble"]
    assert post(host, table, "close").status_code == 302
    assert not fresh(table).is_open


def test_the_host_agrees_and_declines_with_ordinary_forms(post, client_of, host, ada, bo):
    table = open_one(host, joining="approval")
    first, second = sit(table, ada), sit(table, bo)
    assert "Requests to join" in client_of(host).get(table.get_absolute_url()).text
    assert post(host, table, "agree", {"place": first.pk}).status_code == 302
    assert post(host, table, "decline", {"place": second.pk}).status_code == 302
    assert list(table.places.values_list("user__username", "number")) == [("Ada", 0)]


def test_seats_with_colours_are_picked_with_ordinary_forms(post, host, ada):
    table = open_one(host, "parallel-go")
    assert post(ada, table, "join", {"number": "1", **SEA}).status_code == 302
    assert post(ada, table, "seat", {"number": "0"}).status_code == 302
    assert post(host, table, "bot", {"number": "1"}).status_code == 302
    assert [place.number for place in table.places.order_by("number")] == [0, 1]


def test_the_host_starts_with_fewer_with_an_ordinary_form(post, client_of, host, ada, bo):
    table = open_one(host, seats=4)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, ada, bo)
    assert "Start without waiting" in client_of(host).get(table.get_absolute_url()).text
    assert post(host, table, "start").status_code == 302
    assert "about to start" in client_of(ada).get(table.get_absolute_url()).text


@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("join", {"stone": "gold", "mark": "ink"}),
        ("join", {"stone": "\x00", "mark": "x" * 100_000}),
        ("join", {"number": "one", **SEA}),
        ("colours", {}),
        ("colours", SEA),
        ("seat", {}),
        ("seat", {"number": "9" * 400}),
        ("ready", {}),
        ("ready", {"ready": "maybe"}),
        ("leave", {}),
        ("agree", {"place": "1"}),
        ("agree", {"place": "-1"}),
        ("decline", {"place": "{}"}),
        ("remove", {}),
        ("remove", {"place": "1e9"}),
        ("bot", {"number": "x"}),
        ("start", {}),
    ],
)
def test_bad_input_is_answered_with_a_message_and_changes_nothing(post, host, command, data):
    table = open_one(host)
    answer = post(host, table, command, data)
    assert answer.status_code == 400
    assert re.search(r'class="message message--(error|warning)', answer.text)
    assert not table.places.exists()


def test_the_table_of_another_host_obeys_its_own_host_alone(post, host, ada, mo):
    table = open_one(host)
    place = sit(table, ada)
    for user in (ada, mo):
        answer = post(user, table, "remove", {"place": place.pk})
        assert (answer.status_code, seated(table)) == (403, ["Ada"])
        assert "Only the host of this table can do that." in answer.text


def test_a_table_that_does_not_exist_is_not_found(client_of, post, ada):
    nowhere = Table(public_id="0" * 24)
    assert client_of(ada).get("/tables/nowhere/").status_code == 404
    assert post(ada, nowhere, "join", SEA).status_code == 404


def test_loading_the_page_of_a_refusal_again_shows_the_table(client_of, host, ada):
    table = open_one(host)
    answer = client_of(ada).get(f"{table.get_absolute_url()}join/", {"key": "k&y"})
    assert answer["Location"] == f"{table.get_absolute_url()}?key=k%26y"


def test_a_table_by_link_shows_its_link_to_the_host_and_is_joined_by_it(client_of, post, host, ada):
    table = open_one(host, joining="link")
    link = f"http://testserver{table.get_absolute_url()}?key={table.join_key}"
    assert link in client_of(host).get(table.get_absolute_url()).text
    refused = client_of(ada).get(table.get_absolute_url())
    assert "Ask Hostess for it" in refused.text
    assert table.join_key not in refused.text
    assert post(ada, table, "join", SEA).status_code == 400
    assert post(ada, table, "join", {**SEA, "key": table.join_key}).status_code == 302


def test_an_unlisted_table_by_link_is_not_there_for_who_has_no_link(
    client_of, post, host, ada, bo, mo
):
    table = open_one(host, joining="link", listed=False)
    address = table.get_absolute_url()
    assert client_of(ada).get(address).status_code == 404
    assert client_of(ada).get(address, {"key": table.join_key}).status_code == 200
    assert client_of(mo).get(address).status_code == 200
    assert post(bo, table, "join", SEA).status_code == 404
    sit(table, ada, key=table.join_key)
    assert client_of(ada).get(address).status_code == 200


def test_who_leaves_a_table_that_they_cannot_see_any_more_is_led_to_the_tables(post, host, ada):
    table = open_one(host, joining="link", listed=False)
    sit(table, ada, key=table.join_key)
    assert post(ada, table, "leave")["Location"] == "/tables/"


def test_a_link_in_the_address_is_carried_on_by_the_forms(client_of, post, host, ada):
    table = open_one(host, joining="link")
    page = client_of(ada).get(table.get_absolute_url(), {"key": table.join_key}).text
    assert f'name="key" value="{table.join_key}"' in page
    answer = post(ada, table, "join", {**SEA, "key": table.join_key})
    assert answer["Location"].endswith(f"?key={table.join_key}")


def test_after_the_start_the_table_s_address_leads_to_the_game(client_of, host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    game = start_table(table_id=table.pk, now=timezone.now())
    answer = client_of(ada).get(table.get_absolute_url())
    assert answer["Location"] == game.get_absolute_url()
    told = client_of(ada).get(table.get_absolute_url(), headers=AS_SCRIPT)
    assert told["Miai-Go-To"] == game.get_absolute_url()


def test_a_command_that_comes_after_the_start_leads_to_the_game(post, host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    game = start_table(table_id=table.pk, now=timezone.now())
    answer = post(ada, table, "ready", {"ready": "no"})
    assert answer["Location"] == game.get_absolute_url()


def test_a_script_is_sent_what_changes_and_not_the_whole_page(client_of, post, host, ada):
    table = open_one(host)
    part = client_of(ada).get(table.get_absolute_url(), headers=AS_SCRIPT)
    assert "<html" not in part.text
    assert 'id="table"' in part.text
    refused = post(ada, table, "leave", headers=AS_SCRIPT)
    assert refused.status_code == 400
    assert "<html" not in refused.text


def test_a_closed_table_says_so(client_of, host, ada):
    table = open_one(host)
    close_table(table_id=table.pk, by=host, now=timezone.now())
    page = client_of(ada).get(table.get_absolute_url())
    assert "This table has closed" in page.text
    assert "Take a seat" not in page.text


def test_the_countdown_carries_the_server_s_time_and_its_end(client_of, host, ada, bo):
    table = counting_down(host, ada, bo)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert 'data-now="2026-11-21T20:00:00+00:00"' in page
    assert 'data-starts-at="2026-11-21T20:00:05+00:00"' in page


def test_names_and_titles_are_text_and_never_markup(client_of, host, ada):
    table = open_one(host, title="<script>alert(1)</script>")
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "<script>alert" not in page


def test_commands_come_at_a_human_pace(post, host, ada):
    table = open_one(host)
    for _ in range(40):
        refuse_floods(ada)
    answer = post(ada, table, "join", SEA)
    assert (answer.status_code, seated(table)) == (429, [])
    assert "Wait 10 seconds" in answer.text


def test_without_a_token_of_the_site_s_own_forms_nothing_is_done(host, ada):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    table = open_one(host)
    answer = client.post(f"/tables/{table.public_id}/join/", SEA)
    assert (answer.status_code, seated(table)) == (403, [])


def test_a_suspended_host_is_offered_to_leave_and_nothing_else(client_of, host, ada):
    table = open_one(host)
    sit(table, host)
    sit(table, ada)
    suspend(host)
    page = client_of(host).get(table.get_absolute_url()).text
    offered = re.findall(rf'action="/tables/{table.public_id}/([a-z]+)/', page)
    assert offered == ["leave"]
    assert "You are suspended" in page


def test_a_suspended_member_is_offered_no_seat_and_no_table(client_of, host, ada):
    table = open_one(host)
    suspend(ada)
    suspend(host)
    assert "Take a seat" not in client_of(ada).get(table.get_absolute_url()).text
    for page in ("/", "/tables/"):
        assert "/tables/new/" not in client_of(host).get(page).text
