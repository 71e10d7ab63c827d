"""The panels beside the board in a real browser: chat, news, replay and moderators' actions."""

import json
import re

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Route, WebSocketRoute, expect

from accounts.models import User
from accounts.services.roles import make_moderator
from games.models import Game, SealedAction
from tests.browser.games import WAIT, choose, game_of, opens, play_three_turns
from tests.browser.people import Person, member, somebody
from tests.browser.records import REPLAYED
from tests.games.acting import pause_game, resign
from tests.games.playing import begin, place, seal
from tests.games.uploading import nobody_acts
from transport.sockets import NOT_FOUND


@pytest.fixture
def _players(db: None) -> None:
    """Ada and Ben, without browsers."""
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)


@pytest.fixture
def visitor(browser: Browser, site: str, _players: None) -> Person:
    """A visitor who is not a member."""
    return somebody(browser, site, "")


@pytest.fixture
def game(site: str, _players: None) -> Game:
    """A game in which Ada and Ben have placed three stones each: A5 B5 C5 and A2 B2 C2."""
    game = game_of("Ada", "Ben")
    play_three_turns(game)
    return game


def count(person: Person, words: str) -> None:
    """Waits until the replay is at this step, such as ``2 / 3``."""
    expect(person.page.locator(".replay-count")).to_have_text(words)


def test_each_opening_is_announced(visitor: Person, game: Game) -> None:
    opens(visitor, game)
    told = visitor.page.get_by_role("status")
    choose(game, "Ada", 3, 3)
    choose(game, "Ben", 3, 3)
    expect(told).to_contain_text(
        "Ada and Ben met at D2: Ada was less active nearby and placed the stone."
    )
    choose(game, "Ada", 4, 4)
    choose(game, "Ben")
    expect(told).to_contain_text("Ada E1. Ben passed.")
    assert visitor.troubles == []


def test_what_a_page_learns_only_from_the_state_is_in_its_log_too(
    visitor: Person, game: Game
) -> None:
    """Every numbered event is lost. The page hears that there was one, and asks for everything."""
    came: list[str] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            event = json.loads(message)
            if "seq" in event:
                event = {"type": "events.newest", "newest": {event["to"]: event["seq"]}}
            came.append(event["type"])
            socket.send(json.dumps(event))

        server.on_message(pass_on)
        socket.on_message(lambda said: server.send(json.dumps(json.loads(said) | {"after": {}})))

    visitor.page.route_web_socket(re.compile("/ws/games/"), line)
    opens(visitor, game)
    while not came:
        visitor.page.wait_for_timeout(20)
    mona = User.objects.create_user("Mona")
    make_moderator(user=mona)
    pause_game(game_id=game.pk, by=mona, why="It is late.")
    expect(visitor.page.locator("#clock")).to_contain_text("Paused")
    assert "game.snapshot" in came
    expect(visitor.page.locator("#log")).to_contain_text("Mona paused the game.")
    assert visitor.troubles == []


def test_a_game_is_walked_through_by_keyboard(visitor: Person, game: Game) -> None:
    opens(visitor, game)
    count(visitor, "3 / 3")
    for key, there in (("ArrowLeft", 2), ("Home", 0), ("ArrowRight", 1), ("End", 3)):
        visitor.page.keyboard.press(key)
        count(visitor, f"{there} / 3")
    visitor.sees("C5", "Ada")
    assert visitor.troubles == []


def test_a_moment_is_shared_by_its_address(visitor: Person, game: Game) -> None:
    opens(visitor, game)
    visitor.page.get_by_label("Step", exact=True).fill("1")
    count(visitor, "1 / 3")
    expect(visitor.page).to_have_url(re.compile(r"\?step=1$"))
    visitor.page.reload()
    count(visitor, "1 / 3")
    expect(visitor.page.get_by_text("You are looking at step 1 of 3.")).to_be_visible()
    visitor.sees("A5", "Ada")
    visitor.sees("B5", "empty")
    choose(game, "Ada", 4, 4)
    choose(game, "Ben", 4, 0)
    count(visitor, "1 / 4")
    visitor.page.get_by_role("button", name="Back to the current turn").click()
    count(visitor, "4 / 4")
    visitor.sees("E1", "Ada")
    assert visitor.troubles == []


def test_the_step_of_an_address_is_shown_first_and_the_present_never(
    visitor: Person, game: Game
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/steps/1.json", hold)
    visitor.goes_to(f"{game.get_absolute_url()}?step=1")
    while not held:
        visitor.page.wait_for_timeout(20)
    assert visitor.page.locator(".board-stones > *").count() == 0
    held[0].continue_()
    count(visitor, "1 / 3")
    visitor.sees("B5", "empty")
    assert visitor.troubles == []


def test_dragging_the_slider_asks_once_for_the_step_where_it_is_let_go(
    visitor: Person, game: Game
) -> None:
    for turn in range(3):
        choose(game, "Ada", turn, 1)
        choose(game, "Ben", turn, 4)
    opens(visitor, game)
    count(visitor, "6 / 6")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    box = visitor.page.get_by_label("Step", exact=True).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    visitor.page.mouse.move(box["x"] + box["width"] - 8, middle)
    visitor.page.mouse.down()
    for share in (0.9, 0.75, 0.6, 0.45, 0.35):
        visitor.page.mouse.move(box["x"] + box["width"] * share, middle)
    count(visitor, "2 / 6")
    assert asked == []
    visitor.page.mouse.up()
    expect(visitor.page).to_have_url(re.compile(r"\?step=2$"))
    steps = {found[1] for url in asked if (found := re.search(r"/steps/(\d+)\.json", url))}
    assert steps <= {"2", "3"}  # the next step is loaded ahead


def test_a_slider_that_is_dragged_there_and_back_follows_the_game_again(
    visitor: Person, game: Game
) -> None:
    """The browser does not say that it was let go: its value is what it was."""
    opens(visitor, game)
    count(visitor, "3 / 3")
    slider = visitor.page.get_by_label("Step", exact=True)
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    end = box["x"] + box["width"] - 8
    visitor.page.mouse.move(end, middle)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + 8, middle)
    count(visitor, "0 / 3")
    visitor.page.mouse.move(end, middle)
    count(visitor, "3 / 3")
    visitor.page.mouse.up()
    choose(game, "Ada", 3, 1)
    choose(game, "Ben", 3, 4)
    count(visitor, "4 / 4")
    expect(slider).to_have_value("4")
    assert visitor.troubles == []


def test_keys_on_the_board_belong_to_the_board(visitor: Person, game: Game) -> None:
    opens(visitor, game)
    count(visitor, "3 / 3")
    visitor.page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("Home", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        visitor.page.keyboard.press(key)
    count(visitor, "3 / 3")
    visitor.page.get_by_label("Step", exact=True).focus()
    visitor.page.keyboard.press("Home")
    count(visitor, "0 / 3")
    assert visitor.troubles == []


def test_a_game_plays_itself_to_its_last_step(visitor: Person, game: Game) -> None:
    opens(visitor, game, "?step=2")
    count(visitor, "2 / 3")
    visitor.page.get_by_role("button", name="Play").click()
    expect(visitor.page.get_by_role("button", name="Stop")).to_be_visible()
    count(visitor, "3 / 3")
    expect(visitor.page.get_by_role("button", name="Play")).to_be_visible()
    assert visitor.troubles == []


def uploads(visitor: Person, record: bytes) -> None:
    """Uploads a record."""
    visitor.goes_to("/games/upload/")
    kept: FilePayload = {"name": "kept.json", "mimeType": "application/json", "buffer": record}
    visitor.page.locator("input[type=file]").set_input_files(kept)
    visitor.page.get_by_role("button", name="Show it").click()


def test_a_record_that_is_shown_is_walked_through(visitor: Person, game: Game) -> None:
    record = visitor.page.request.get(f"{visitor.site}{game.get_absolute_url()}record.json")
    uploads(visitor, record.body())
    count(visitor, "3 / 3")
    visitor.sees("C2", "Ben")
    visitor.page.keyboard.press("Home")
    count(visitor, "0 / 3")
    visitor.sees("C2", "empty")
    visitor.page.reload()
    count(visitor, "3 / 3")
    assert visitor.troubles == []


def test_a_file_of_a_game_that_was_not_over_is_no_game_that_goes_on(
    browser: Browser, site: str, game: Game
) -> None:
    cleo = member(browser, site, "Cleo")
    record = cleo.page.request.get(f"{cleo.site}{game.get_absolute_url()}record.json")
    uploads(cleo, record.body())
    count(cleo, "3 / 3")
    page = cleo.page.locator("#game")
    expect(page.locator("#clock")).to_contain_text("The game was not over when this file was made.")
    for step in ("3 / 3", "2 / 3"):
        count(cleo, step)
        for words in ("Log in", "to play", "You are watching", "the past", "Back to", "choosing"):
            expect(page.get_by_text(words).filter(visible=True)).to_have_count(0)
        cleo.page.keyboard.press("ArrowLeft")
    assert cleo.troubles == []


NOTED = """
new MutationObserver(() => {
  const ids = ["upload-status", "upload-count"];
  const said = ids.map((id) => document.getElementById(id)?.textContent);
  const { max } = document.getElementById("upload-progress") ?? {};
  const noted = JSON.parse(sessionStorage.noted ?? "[]");
  sessionStorage.noted = JSON.stringify([...noted, [...said, max]]);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Records every progress message about an upload, as each is shown only for a moment."""


def test_it_is_seen_how_far_a_long_record_is(visitor: Person) -> None:
    visitor.page.add_init_script(f'if (location.pathname === "/games/upload/") {{{NOTED}}}')
    uploads(visitor, nobody_acts(4_000, options={"size": 25}))
    expect(visitor.page.locator(".replay-count")).to_have_text("4000 / 4000", timeout=REPLAYED)
    noted = visitor.page.evaluate("JSON.parse(sessionStorage.noted)")
    played = [each for each in noted if re.fullmatch(r"Step \d+ of 4000", each[1] or "")]
    assert played
    assert all(status.startswith("Replaying it") and most == 4_000 for status, _, most in played)
    assert visitor.troubles == []


def test_whoever_comes_back_from_a_record_can_send_another(visitor: Person) -> None:
    """A browser that goes back may show the page as it was left, while it was sending."""
    visitor.page.route(
        "**/games/upload/", lambda route: route.request.method == "GET" and route.continue_()
    )
    uploads(visitor, nobody_acts(1))
    send = visitor.page.locator("#upload button")
    expect(send).to_be_disabled()
    visitor.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(send).to_be_enabled()
    expect(visitor.page.locator("#upload-progress")).to_be_hidden()
    assert visitor.troubles == []


def test_what_is_wrong_with_a_record_is_told_beside_the_file(visitor: Person) -> None:
    uploads(visitor, nobody_acts(1, variant="chess"))
    expect(visitor.page.get_by_role("alert")).to_contain_text("This game file cannot be replayed")
    chosen = visitor.page.locator("input[type=file]").input_value()
    assert chosen.endswith("kept.json")
    assert visitor.troubles == []


def test_a_record_is_shown_without_javascript(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/games/upload/")
    record: FilePayload = {
        "name": "kept.json",
        "mimeType": "application/json",
        "buffer": nobody_acts(4_000, options={"size": 25}),
    }
    page.locator("input[type=file]").set_input_files(record)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    shown = page.get_by_role("heading", name="A game from a file")
    expect(shown).to_be_visible(timeout=REPLAYED)


def test_an_open_page_says_so_when_a_rated_game_turns_out_to_be_unrated(visitor: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(visitor, game)
    rated = visitor.page.locator("#rated")
    expect(rated).to_have_text("Rated")
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))
    expect(rated).to_have_text("Unrated: too few turns")


def test_what_each_had_is_seen_while_a_game_that_is_over_is_walked_through(
    visitor: Person,
) -> None:
    players = [User.objects.get(username=name) for name in ("Ada", "Ben")]
    start = {"rows": 4, "columns": 4, "start": [[0, 0], [3, 3]]}
    game = begin(*players, variant="territory", options=start, **WAIT)
    seal(game, players[0], place(1, 1))
    resign(game_id=game.pk, user=players[1])
    opens(visitor, game)
    result, seats = visitor.page.locator("#result"), visitor.page.locator("#seats")
    log = visitor.page.locator("#log")
    expect(result).to_contain_text("Ada wins")
    expect(seats).to_be_hidden()
    before = log.bounding_box()
    visitor.page.keyboard.press("Home")
    count(visitor, "0 / 2")
    expect(seats.get_by_role("listitem")).to_contain_text(["1 tile", "1 tile"])
    expect(seats).not_to_contain_text("left")
    expect(result).to_be_hidden()
    assert log.bounding_box() == before
    visitor.page.keyboard.press("ArrowRight")
    count(visitor, "1 / 2")
    expect(seats.get_by_role("listitem")).to_contain_text(["2 tiles", "1 tile"])
    visitor.page.keyboard.press("End")
    expect(result).to_contain_text("Ada wins")
    expect(seats).to_be_hidden()
    assert visitor.troubles == []


def says(person: Person, text: str) -> None:
    """Sends a message in the open room."""
    person.page.get_by_label("Your message").fill(text)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_label("Your message")).to_have_value("")


def test_what_is_written_on_a_page_that_cannot_follow_its_game_stays(
    browser: Browser, site: str
) -> None:
    ada = member(browser, site, "Ada")
    User.objects.create_user("Ben")
    ada.page.route_web_socket(re.compile("/ws/games/"), lambda socket: socket.close(code=NOT_FOUND))
    opens(ada, game_of("Ada", "Ben"))
    expect(ada.page.locator("#connection")).to_contain_text("This game can no longer be watched.")
    ada.page.get_by_role("tab", name="Chat").click()
    words = ada.page.get_by_label("Your message")
    words.fill("Good evening")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_text("What you wrote is kept.").first).to_be_visible()
    expect(words).to_have_value("Good evening")


def test_the_spectators_room_opens_to_players_after_the_end(browser: Browser, site: str) -> None:
    ada, cleo = (member(browser, site, name) for name in ("Ada", "Cleo"))
    User.objects.create_user("Ben")
    game = game_of("Ada", "Ben")
    for person in (ada, cleo):
        opens(person, game)
        person.page.get_by_role("tab", name="Chat").click()
    says(ada, "Good evening")
    expect(talk(cleo)).to_contain_text("Ada Good evening")
    for person in (ada, cleo):
        person.page.get_by_role("button", name="Spectators").click()
    says(cleo, "<b>Ben</b> is cold")
    expect(talk(cleo)).to_contain_text("<b>Ben</b> is cold")
    closed = ada.page.get_by_text("You can read along once the game is over.")
    expect(closed).to_be_visible()
    expect(ada.page.get_by_label("Your message")).to_be_hidden()
    for name in ("Ada", "Ben"):
        choose(game, name)
    expect(talk(ada)).to_contain_text("Cleo <b>Ben</b> is cold")
    expect(closed).to_be_hidden()
    assert (ada.troubles, cleo.troubles) == ([], [])


def talk(person: Person) -> Locator:
    """The list of messages in the open room."""
    return person.page.get_by_role("list", name="Messages")


def test_a_visitor_is_offered_to_log_in_and_reads_no_talk(visitor: Person, game: Game) -> None:
    opens(visitor, game)
    visitor.page.get_by_role("tab", name="Chat").click()
    expect(visitor.page.locator("#chat").get_by_role("link", name="Log in")).to_be_visible()
    expect(visitor.page.get_by_label("Your message")).to_be_hidden()
    assert visitor.troubles == []


@pytest.fixture
def mona(browser: Browser, site: str, game: Game) -> Person:
    """A moderator on the game's page."""
    person = member(browser, site, "Mona")
    make_moderator(user=User.objects.get(username="Mona"))
    opens(person, game)
    person.page.get_by_role("tab", name="Moderate").click()
    return person


def confirms(mona: Person, words: str) -> None:
    """Gives a reason in the dialog and confirms; without a reason the dialog stays open."""
    dialog = mona.page.get_by_role("dialog")
    dialog.get_by_role("button", name=words).click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("textbox").fill("It is late.")
    dialog.get_by_role("button", name=words).click()
    expect(dialog).to_be_hidden()


def test_a_moderator_ends_a_turn_and_never_sees_what_is_sealed(mona: Person, game: Game) -> None:
    choose(game, "Ada", 4, 4)
    expect(mona.page.locator("#seats")).to_contain_text("sealed")
    mona.sees("E1", "empty")
    mona.page.get_by_role("button", name="End the turn now").click()
    confirms(mona, "End the turn now")
    mona.sees("E1", "Ada")
    expect(mona.page.locator("#log")).to_contain_text(re.compile("Mona .*“It is late.”"))
    assert mona.troubles == []


def test_a_moderator_removes_a_seat(mona: Person, game: Game) -> None:
    mona.page.get_by_label("Seat", exact=True).select_option("Ben")
    mona.page.get_by_role("button", name="Remove player").click()
    confirms(mona, "Remove Ben")
    expect(mona.page.locator("#result")).to_contain_text("Ada wins")
    expect(mona.page.locator("#log")).to_contain_text("Ben")
    assert mona.troubles == []


def test_the_chosen_player_stays_chosen_when_another_leaves(
    browser: Browser, site: str, mona: Person
) -> None:
    for name in ("Cleo", "Dana"):
        User.objects.create_user(name)
    other = game_of("Ada", "Cleo", "Dana")
    opens(mona, other)
    mona.page.get_by_role("tab", name="Moderate").click()
    seats = mona.page.get_by_label("Seat", exact=True)
    seats.select_option("Dana")
    resign(game_id=other.pk, user=User.objects.get(username="Ada"))
    expect(seats.locator("option")).to_have_text(["Cleo", "Dana"])
    expect(seats).to_have_value("2")
    assert mona.troubles == []


def test_a_moderator_cancels_a_game(mona: Person, game: Game) -> None:
    choose(game, "Ada", 4, 4)
    mona.page.get_by_role("button", name="Cancel the game").click()
    confirms(mona, "Cancel the game")
    expect(mona.page.locator("#clock")).to_contain_text("Cancelled")
    assert not SealedAction.objects.exists()
    assert mona.troubles == []
