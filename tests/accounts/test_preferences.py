"""A member's preferences for the site."""

import re

import pytest

from accounts.models import Preferences, User
from tests.accounts.conftest import NOBODY
from tests.games.statements import statements_sent

PAGE = "/account/preferences/"


def chosen(**changes):
    return {
        "stone_colour": "moss",
        "mark_colour": "shell",
        "board_look": "slate",
        "theme": "dark",
        "motion": "reduced",
        "confirm_sealing": "always",
        "show_heat": "on",
        "always_signs": "on",
        "time_zone": "Europe/Paris",
        **changes,
    }


def test_who_has_chosen_nothing_has_the_defaults(member):
    assert Preferences.of(member).stone_colour == Preferences.of(NOBODY).stone_colour == "sea"
    assert not Preferences.objects.exists()


def test_what_is_chosen_is_kept(client, member):
    client.force_login(member)
    assert client.post(PAGE, chosen()).url == PAGE
    own = Preferences.objects.get()
    assert (own.stone_colour, own.mark_colour, own.board_look) == ("moss", "shell", "slate")
    assert (own.theme, own.motion, own.time_zone) == ("dark", "reduced", "Europe/Paris")
    assert (own.confirm_sealing, own.show_heat, own.sounds) == ("always", True, False)
    assert own.always_signs


def test_a_chosen_theme_is_that_of_the_browser_s_own_parts_of_the_page(client, member):
    def told(page):
        return re.findall(r'<meta name="(?:color-scheme|theme-color)" content="[^>]*', page.text)

    client.force_login(member)
    assert told(client.get(PAGE)) == [
        '<meta name="color-scheme" content="light dark"',
        '<meta name="theme-color" content="#fdfaf3" media="(prefers-color-scheme: light)"',
        '<meta name="theme-color" content="#232019" media="(prefers-color-scheme: dark)"',
    ]
    client.post(PAGE, chosen(theme="dark"))
    assert told(client.get(PAGE)) == [
        '<meta name="color-scheme" content="dark"',
        '<meta name="theme-color" content="#232019"',
    ]


def test_they_are_read_with_the_member_who_asks(client, member):
    client.force_login(member)
    with statements_sent() as sent:
        client.get(PAGE)
    asked = [sql for sql in sent if "accounts_preferences" in sql]
    assert len(asked) == 1
    assert "accounts_user" in asked[0]


def test_choosing_again_changes_the_one_row(client, member):
    client.force_login(member)
    client.post(PAGE, chosen())
    client.post(PAGE, chosen(confirm_sealing="never", stone_colour="night"))
    assert Preferences.objects.get().confirm_sealing == "never"
    assert Preferences.objects.get().stone_colour == "night"


@pytest.mark.parametrize("kept", [None, "touch", "always", "never"])
def test_the_answer_whether_to_ask_before_sealing_is_shown(client, member, kept):
    if kept:
        Preferences.objects.create(user=member, confirm_sealing=kept)
    client.force_login(member)
    page = client.get(PAGE).content.decode()
    radios = re.findall(r"<input[^>]*confirm_sealing[^>]*>", page)
    assert [re.search(r'value="(\w*)"', radio)[1] for radio in radios if "checked" in radio] == [
        kept or "touch"
    ]


def test_pages_wear_what_was_chosen(client, member):
    client.force_login(member)
    client.post(PAGE, chosen())
    page = client.get("/account/").content.decode()
    assert 'data-theme="dark" data-board="slate" data-motion="reduced"' in page
    assert 'data-time-zone="Europe/Paris"' in page
    assert "colour-moss mark-shell" in page


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"stone_colour": "shell", "mark_colour": "straw"},
            "would be hard to see on stones in Shell",
        ),
        ({"stone_colour": "sea", "mark_colour": "sea"}, "The closest that shows is"),
        ({"stone_colour": "pink"}, "Select a valid choice"),
        ({"stone_colour": ""}, "This field is required"),
        ({"board_look": "glass"}, "Select a valid choice"),
        ({"time_zone": "Mars/Base"}, "Select a valid choice"),
        ({"time_zone": "../etc/passwd"}, "Select a valid choice"),
        ({"confirm_sealing": "sometimes"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_kept(client, member, changes, words):
    client.force_login(member)
    answer = client.post(PAGE, chosen(**changes))
    assert words in answer.content.decode()
    assert not Preferences.objects.exists()


def test_what_was_typed_stays_when_something_cannot_be(client, member):
    client.force_login(member)
    page = client.post(PAGE, chosen(mark_colour="moss")).content.decode()
    assert re.search(r'value="slate"[^>]* checked', page)


def test_a_visitor_has_none(client, db):
    assert client.get(PAGE).status_code == 302


@pytest.mark.parametrize(("zone", "kept"), [("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Base", "")])
def test_the_zone_of_the_browser_is_noted_where_it_is_one(client, member, zone, kept):
    client.force_login(member)
    assert client.post("/account/zone/", {"zone": zone}).status_code == 204
    assert Preferences.of(User.objects.get()).browser_zone == kept
    client.post(PAGE, chosen())
    assert Preferences.of(User.objects.get()).browser_zone == kept
