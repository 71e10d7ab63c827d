"""Public games on other sites: the page for frames and its socket, oEmbed, and cards of links."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.games.acting import resign
from tests.games.playing import PASS, begin, fresh, place, play_turns, seal
from tests.games.sockets import opened
from transport.sockets import NOT_FOUND
from transport.threads import in_thread

pytestmark = pytest.mark.django_db

HOST = "http://testserver"


def embedded(game, query=""):
    return f"/games/{game.public_id}/embed/{query}"


def played(*players, steps=2, **changes):
    """A game of two in which this many turns were played."""
    game = begin(*players, turn_ends="complete", **changes)
    play_turns(game, *players, turns=steps)
    return fresh(game)


def board_in(page):
    """The address of the picture on a page."""
    (found,) = re.findall(r'<img class="board-picture" src="([^"]*)"', page)
    return found


def ask_oembed(client, game, **more):
    address = f"{HOST}{game.get_absolute_url()}{more.pop('query', '')}"
    return client.get("/oembed", {"url": address, **more})


def meta_in(page):
    """The properties of the card on a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">', page)
    return {name: unescape(said) for name, said in found}


# The page for frames


def test_a_frame_shows_the_board_and_who_plays(ada, bo, client_of):
    game = played(ada, bo)
    page = client_of().get(embedded(game)).text
    assert board_in(page) == f"/games/{game.public_id}/steps/2.svg"
    assert all(words in page for words in ("Tuesday", "Ada", "Bo", "Step 2 of 2"))


def test_a_frame_shows_the_step_in_its_address(ada, bo, client_of):
    game = played(ada, bo)
    page = client_of().get(embedded(game, "?step=1")).text
    assert board_in(page) == f"/games/{game.public_id}/steps/1.svg"
    assert f'href="{embedded(game, "?step=0")}"' in page
    assert f'href="{embedded(game, "?step=2")}"' in page


@pytest.mark.parametrize("step", ["3", "999999999999", "-1", "x", ""])
def test_an_unknown_step_shows_the_present(step, ada, bo, client_of):
    game = played(ada, bo)
    page = client_of().get(embedded(game, f"?step={step}")).text
    assert board_in(page) == f"/games/{game.public_id}/steps/2.svg"


def test_it_may_be_framed_by_any_site(ada, bo, client_of):
    answer = client_of().get(embedded(begin(ada, bo)))
    assert "frame-ancestors *" in answer["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer


def test_it_is_the_same_for_its_players_and_reads_no_session(
    ada, bo, client_of, django_assert_max_num_queries
):
    game = played(ada, bo)
    visitor, player = client_of(), client_of(ada)
    with django_assert_max_num_queries(4) as asked:
        theirs = player.get(embedded(game))
    assert not [each for each in asked.captured_queries if "session" in each["sql"]]
    assert theirs.content == visitor.get(embedded(game)).content
    assert not theirs.cookies
    assert "Cookie" not in theirs["Vary"]


def test_a_frame_that_already_has_the_view_does_not_get_it_again(ada, bo, client_of):
    game, browser = played(ada, bo), client_of()
    first = browser.get(embedded(game))
    again = browser.get(embedded(game), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_games_by_link_and_of_guests_are_in_no_frame(ada, bo, member, client_of):
    guest = member("Guest 4821", is_guest=True)
    for game in (begin(ada, bo, listed=False), begin(guest, bo, guest=True, listed=False)):
        for user in (None, ada, guest):
            answer = client_of(user).get(embedded(game))
            assert answer.status_code == 404
            assert "Tuesday" not in answer.text
    assert client_of().get("/games/nobody/embed/").status_code == 404


def test_a_frame_says_who_won(ada, bo, client_of):
    game = played(ada, bo)
    resign(game_id=game.pk, user=bo)
    page = client_of().get(embedded(game)).text
    assert re.search(r"Ada</span>.*won", page)
    assert "won" not in client_of().get(embedded(game, "?step=1")).text


# Its socket


@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_frame_follows_as_a_visitor_even_for_a_player(ada, bo):
    game = await in_thread(played, ada, bo)
    async with opened(f"/ws/embedded/{game.public_id}/", ada) as frame:
        first = await frame.hear("game.snapshot")
        assert first["you"] is None
        assert "chat" not in first
        await frame.send(type="action.seal", id=1, step=3, action=PASS)
        assert (await frame.hear("error"))["code"] == "login-needed"
        await in_thread(seal, game, ada, place(3, 3))
        await in_thread(seal, game, bo, PASS)
        assert (await frame.hear("step.resolved"))["step"]["step"] == 3
        kinds = {json.loads(text)["type"] for text in frame.frames}
    assert not kinds & {"action.kept", "plan.kept", "chat.said"}


@pytest.mark.django_db(transaction=True)
async def test_a_game_by_link_has_no_socket_for_frames(ada, bo):
    game = await in_thread(lambda: begin(ada, bo, listed=False))
    async with opened(f"/ws/embedded/{game.public_id}/", ada) as frame:
        assert (await frame.hear("error"))["code"] == "not-found"
        assert await frame.closed() == NOT_FOUND


# oEmbed


def test_oembed_says_how_to_frame_a_game(ada, bo, client_of):
    game = played(ada, bo)
    answer = ask_oembed(client_of(), game)
    said = answer.json()
    assert (said["version"], said["type"], said["title"]) == ("1.0", "rich", "Tuesday")
    assert f'src="{HOST}{embedded(game)}"' in said["html"]
    assert said["thumbnail_url"] == f"{HOST}/games/{game.public_id}/steps/2.png"
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_oembed_keeps_to_the_space_of_the_site_and_to_the_step(ada, bo, client_of):
    game = played(ada, bo)
    said = ask_oembed(client_of(), game, query="?step=1", maxwidth=300, maxheight=9999).json()
    assert (said["width"], said["height"]) == (300, 640)
    assert 'width="300"' in said["html"]
    assert "embed/?step=1" in said["html"]
    assert said["thumbnail_url"].endswith("steps/1.png")


def test_oembed_knows_only_public_games_of_this_site(ada, bo, client_of):
    game, browser = begin(ada, bo), client_of(ada)
    assert ask_oembed(browser, begin(ada, bo, listed=False)).status_code == 404
    for address in (
        "",
        "/",
        f"{HOST}/rules/",
        f"{HOST}/games/nobody/",
        f"https://evil.example{game.get_absolute_url()}",
        "http://[",
        f"{HOST}/{'x' * 900}",
    ):
        answer = browser.get("/oembed", {"url": address})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), address


def test_oembed_answers_only_in_json(ada, bo, client_of):
    assert ask_oembed(client_of(), begin(ada, bo), format="xml").status_code == 501


def test_the_title_of_a_game_is_escaped_in_the_markup_for_other_sites(ada, bo, client_of):
    game = begin(ada, bo, title='"><script>')
    assert "<script>" not in ask_oembed(client_of(), game).json()["html"]


def test_an_older_title_with_an_address_is_not_shown_on_other_sites(ada, bo, client_of):
    game, browser = begin(ada, bo, title="Buy at evil.example"), client_of()
    page = browser.get(game.get_absolute_url()).text
    assert meta_in(page)["og:title"] == "Parallel Multiplayer Go"
    assert "evil" not in json.dumps(ask_oembed(browser, game).json())
    assert "evil" not in browser.get(f"{game.get_absolute_url()}embed/").text


# Cards


def test_the_page_of_a_public_game_has_a_card(ada, bo, client_of):
    game = played(ada, bo)
    page = client_of().get(game.get_absolute_url()).text
    card = meta_in(page)
    assert card["og:title"] == "Tuesday"
    assert card["og:image"] == f"{HOST}/games/{game.public_id}/steps/2.png"
    assert card["og:description"] == (
        "Parallel Multiplayer Go on 5×5, played by Ada and Bo. Watch it live."
    )
    (discovered,) = re.findall(r'application/json\+oembed" href="([^"]*)"', page)
    assert client_of().get(unescape(discovered)).json()["title"] == "Tuesday"


def test_the_card_of_a_step_shows_that_step(ada, bo, client_of):
    game = played(ada, bo)
    card = meta_in(client_of().get(f"{game.get_absolute_url()}?step=1").text)
    assert card["og:image"].endswith("steps/1.png")
    assert card["og:url"].endswith("?step=1")


def test_other_games_have_no_card(ada, bo, client_of):
    game = begin(ada, bo, listed=False)
    for user in (None, ada):
        page = client_of(user).get(game.get_absolute_url()).text
        assert "og:" not in page
        assert "oembed" not in page


# The menu of a game's page


def menu_in(page):
    """The menu on a game's page."""
    return page.split('<details class="menu share"', 1)[1].split("</details>", 1)[0]


def test_the_menu_has_the_code_of_a_frame_as_one_attribute(ada, bo, client_of):
    game = begin(ada, bo, title='Tea & "cake"')
    menu = menu_in(client_of().get(game.get_absolute_url()).text)
    (code,) = re.findall(r'data-copied-text="([^"]*)"', menu)
    assert unescape(code).startswith(f'<iframe src="{HOST}{embedded(game)}" ')
    assert 'title="Tea &amp; &quot;cake&quot;"' in unescape(code)
    assert "&lt;iframe" in code


def test_the_menu_offers_only_what_the_game_has(member, ada, bo, client_of):
    guest = member("Guest 4821", is_guest=True)
    game, by_link = begin(ada, bo), begin(ada, bo, listed=False)
    alone = begin(guest, bo, variant="territory", guest=True, listed=False)
    public, hidden, own = (
        menu_in(client_of(user).get(each.get_absolute_url()).text)
        for user, each in ((None, game), (ada, by_link), (guest, alone))
    )
    assert "Copy code" in public
    assert "record.sgf" in public
    assert "Copy code" not in hidden
    assert "Copy link" in hidden
    assert re.findall(r"(Copy|Picture|Animation|record\.sgf|record\.json)", own) == ["record.json"]


@pytest.mark.parametrize("step", [0, 1])
def test_the_menu_has_the_picture_of_the_step_in_the_address(step, ada, bo, client_of):
    menu = menu_in(client_of().get(f"{played(ada, bo).get_absolute_url()}?step={step}").text)
    assert f'/steps/{step}.png" download="miai-{step}.png"' in menu
