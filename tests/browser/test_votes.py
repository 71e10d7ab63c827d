"""Votes in a browser: live, by keyboard, and on a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Route, expect

from accounts.models import User
from games.models import Game
from games.play.messages import TakeSeat
from tests.browser.games import choose, game_of, opens, opens_connected, stands_still
from tests.browser.people import Person, member, posts, somebody
from tests.games.acting import act, ask_for_vote, cast_vote, resign
from tests.games.sweeps import take_out_former_members


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    return member(browser, site, "Ada")


@pytest.fixture
def ben(browser: Browser, site: str) -> Person:
    return member(browser, site, "Ben")


def test_two_players_pause_their_game_and_end_it(ada: Person, ben: Person) -> None:
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 1, 1)
    for person in (ada, ben):
        opens(person, game)
    ada.page.get_by_role("tab", name="More").click()
    ada.page.get_by_label("Vote on").select_option("Pause the game?")
    ada.page.get_by_label("Length of the pause").select_option("1 day")
    ask = ada.page.get_by_role("button", name="Ask the players")
    ask.focus()
    ada.page.keyboard.press("Enter")
    vote = ben.page.locator("#vote")
    expect(vote.get_by_role("heading", name="Pause the game for 1 day?")).to_be_visible()
    expect(vote).to_contain_text("Yes: Ada. Not voted yet: Ben.")
    expect(ben.page.locator("#polite")).to_contain_text(
        "Ada asked the players to vote: Pause the game"
    )
    expect(ask).to_be_disabled()
    expect(ask).to_be_focused()
    yes = vote.get_by_role("button", name="Vote yes")
    expect(yes).to_be_enabled()
    yes.focus()
    ben.page.keyboard.press("Enter")
    for person in (ada, ben):
        expect(person.page.locator("#vote")).to_be_hidden()
        expect(person.page.locator("#clock")).to_contain_text("Paused by the players until")
    expect(ben.page.get_by_role("group", name="This turn")).to_be_focused()
    expect(ben.page.locator("#log")).to_contain_text("Vote passed: Pause the game for 1 day?")
    ben.page.get_by_role("tab", name="More").click()
    ben.page.get_by_label("Vote on").select_option("End the game now, with the current ranks?")
    ben.page.get_by_role("button", name="Ask the players").click()
    ada.page.locator("#vote").get_by_role("button", name="Vote yes").click()
    for person in (ada, ben):
        expect(person.page.locator("#result")).to_contain_text("Ended by agreement.")
        expect(person.page.locator("#ask-vote")).to_be_hidden()
        assert person.troubles == []


def test_a_double_click_asks_for_one_vote(ada: Person, ben: Person) -> None:
    opens(ada, game_of("Ada", "Ben"))
    ada.page.get_by_role("tab", name="More").click()
    sent = posts(ada, "/ask-vote/")
    ada.page.get_by_role("button", name="Ask the players").dblclick()
    expect(ada.page.locator("#vote")).to_contain_text("Yes: Ada. Not voted yet: Ben.")
    assert len(sent) == 1
    expect(ada.page.locator("#refusal-vote-ask p")).to_have_count(0)
    assert ada.troubles == []


CLICKS_AT_ANOTHER_QUESTION = """() => {
  const press = () => document.getElementById("vote-yes").click();
  new MutationObserver(press).observe(document.getElementById("vote-title"), { childList: true });
}"""
"""Presses Yes the moment the question changes, as a finger does that was on its way."""


def test_a_press_meant_for_one_vote_is_no_answer_to_the_next(ada: Person) -> None:
    ben = User.objects.create_user("Ben")
    game = game_of("Ada", "Ben")
    opens_connected(ada, game)
    ask_for_vote(game_id=game.pk, user=ben, about="pause", seconds=3600)
    title = ada.page.locator("#vote-title")
    expect(title).to_have_text("Pause the game for 1 hour?")
    ada.page.evaluate(CLICKS_AT_ANOTHER_QUESTION)
    sent = posts(ada, "/cast-vote/")
    cast_vote(game_id=game.pk, user=ben, vote=1, yes=False)
    expect(ada.page.locator("#vote")).to_be_hidden()
    ask_for_vote(game_id=game.pk, user=ben, about="end")
    expect(title).to_have_text("End the game now, with the current ranks?")
    yes = ada.page.get_by_role("button", name="Vote yes")
    expect(yes).to_have_attribute("aria-disabled", "false")
    assert sent == []
    yes.click()
    expect(ada.page.locator("#result")).to_contain_text("Ended by agreement.")
    assert ada.troubles == []


def test_of_two_answers_in_a_row_the_last_one_counts(ada: Person) -> None:
    ben = User.objects.create_user("Ben")
    User.objects.create_user("Cy")
    game = game_of("Ada", "Ben", "Cy", votes_need="majority")
    opens_connected(ada, game)
    ask_for_vote(game_id=game.pk, user=ben, about="end")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route) if not held else route.continue_()

    ada.page.route("**/cast-vote/", hold_the_first)
    sent = posts(ada, "/cast-vote/")
    no, yes = (ada.page.get_by_role("button", name=name) for name in ("Vote no", "Vote yes"))
    no.click()
    yes.click()
    while not held:
        ada.page.wait_for_timeout(10)
    assert len(sent) == 1
    held[0].continue_()
    expect(ada.page.locator("#result")).to_contain_text("Ended by agreement.")
    assert ada.troubles == []


def test_whoever_decides_alone_does_not_resume_with_the_press_that_pauses(ada: Person) -> None:
    """Once the game is paused, the same button resumes it."""
    User.objects.create_user("Bot", is_bot=True)
    ada.page.clock.install()
    opens_connected(ada, game_of("Ada", "Bot"))
    ada.page.get_by_role("tab", name="More").click()
    confirm = ada.page.get_by_role("button", name="Confirm", exact=True)
    confirm.click(trial=True)
    stands_still(ada)
    sent = posts(ada, "/ask-vote/")
    confirm.click()
    expect(ada.page.locator("#vote-about")).to_contain_text("Resume the game?")
    confirm.dispatch_event("click")
    ada.page.clock.resume()
    expect(confirm).to_have_attribute("aria-disabled", "false")
    assert len(sent) == 1
    assert Game.objects.get().status == "paused"
    confirm.click()
    expect(ada.page.locator("#vote-about")).not_to_contain_text("Resume the game?")
    assert ada.troubles == []


def test_a_member_takes_over_the_seat_of_a_player_who_resigns_and_may_offer_a_rematch(
    ada: Person, ben: Person, browser: Browser, site: str
) -> None:
    User.objects.create_user("Cleo")
    dora = member(browser, site, "Dora")
    game = game_of("Ada", "Ben", "Cleo", seats_taken_over=True)
    for person in (ada, dora):
        opens(person, game)
    choose(game, "Ada", 1, 1)
    ada.page.get_by_role("tab", name="More").click()
    ada.page.get_by_role("button", name="Resign").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("others can take over your seat")
    dialog.get_by_role("button", name="Resign").click()
    expect(ada.page.locator("#resign")).to_be_hidden()
    expect(ada.page.locator(".seat").first).to_contain_text("left – seat free to take over")
    expect(ada.page.locator("#choice")).to_contain_text("You are no longer in this game.")
    dora.goes_to("/tables/")
    row = dora.page.locator("#offered-seats")
    expect(row).to_contain_text("the seat of Ada")
    row.get_by_role("link").click()
    dora.page.get_by_role("button", name="Take over the seat of Ada").click()
    dora.page.get_by_role("dialog").get_by_role("button", name="Take over the seat").click()
    expect(dora.page.locator(".seat").first).to_contain_text("Dora")
    expect(dora.page.locator(".choice-notice")).to_contain_text("Choose a point")
    expect(dora.page.locator("#log")).to_contain_text("Dora took over an empty seat.")
    for name in ("Ben", "Cleo"):
        resign(game_id=game.pk, user=User.objects.get(username=name))
    expect(dora.page.locator("#result")).to_contain_text("Dora wins")
    expect(dora.page.get_by_role("button", name="Offer a rematch")).to_be_visible()
    for person in (ada, dora):
        assert person.troubles == []


def test_the_focus_on_a_players_name_stays_while_a_seat_is_taken_over(ada: Person) -> None:
    ben, _cleo, dora = (User.objects.create_user(name) for name in ("Ben", "Cleo", "Dora"))
    game = game_of("Ada", "Ben", "Cleo", seats_taken_over=True)
    opens_connected(ada, game)
    resign(game_id=game.pk, user=ben)
    expect(ada.page.locator("#seats")).to_contain_text("left – seat free to take over")
    cleo = ada.page.locator("#seats").get_by_role("link", name="Cleo", exact=True)
    cleo.focus()
    act(game.pk, dora, TakeSeat(seat=1))
    expect(ada.page.locator("#seats")).to_contain_text("Dora")
    expect(cleo).to_be_focused()
    assert ada.troubles == []


def test_whoever_is_left_alone_in_a_game_waits_or_ends_it_and_wins(
    ada: Person, browser: Browser, site: str
) -> None:
    User.objects.create_user("Ben")
    dora = member(browser, site, "Dora")
    game = game_of("Ada", "Ben", seats_taken_over=True, bots_take_over=True)
    for person in (ada, dora):
        opens(person, game)
    User.objects.get(username="Ben").delete()
    take_out_former_members(now=timezone.now())
    choice = ada.page.locator("#choice")
    expect(choice).to_contain_text("You are the only player left.")
    expect(choice).to_contain_text("if nobody does, a bot plays on")
    expect(dora.page.locator("#choice")).not_to_contain_text("the only player")
    dora.page.get_by_role("button", name="Take over the seat").wait_for()
    choice.get_by_role("button", name="End the game").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("the game ends at once, and you win")
    dialog.get_by_role("button", name="End the game").click()
    expect(ada.page.locator("#result")).to_contain_text("Ada wins")
    expect(choice).to_be_hidden()
    for person in (ada, dora):
        assert person.troubles == []


def test_who_is_about_to_end_a_game_plays_on_if_somebody_takes_the_seat_over(
    ada: Person, site: str
) -> None:
    for name in ("Ben", "Dora"):
        User.objects.create_user(name)
    game = game_of("Ada", "Ben", seats_taken_over=True)
    opens(ada, game)
    User.objects.get(username="Ben").delete()
    take_out_former_members(now=timezone.now())
    choice = ada.page.locator("#choice")
    choice.get_by_role("button", name="End the game").click()
    act(game.pk, User.objects.get(username="Dora"), TakeSeat(seat=1))
    expect(ada.page.locator(".seat").nth(1)).to_contain_text("Dora")
    ada.page.get_by_role("dialog").get_by_role("button", name="End the game").click()
    expect(choice).to_contain_text("You are not alone any more: somebody plays on with you.")
    expect(choice).not_to_contain_text("the only player left")
    choose(game, "Dora", 3, 3)
    choose(game, "Ada", 1, 1)
    expect(choice).not_to_contain_text("You are not alone any more")
    assert ["/resign/" in trouble for trouble in ada.troubles] == [True]  # that it was refused


def test_what_was_played_before_a_seat_was_taken_over_is_its_player_s_of_then(
    ada: Person, browser: Browser, site: str
) -> None:
    for name in ("Ben", "Cleo", "Dora"):
        User.objects.create_user(name)
    visitor = somebody(browser, site, "")
    game = game_of("Ada", "Ben", "Cleo", seats_taken_over=True)
    for person in (ada, visitor):
        opens(person, game)
    for name, x in (("Ada", 0), ("Ben", 2), ("Cleo", 4)):
        choose(game, name, x, 0)
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))
    act(game.pk, User.objects.get(username="Dora"), TakeSeat(seat=1))
    for name, x in (("Ada", 0), ("Dora", 2), ("Cleo", 4)):
        choose(game, name, x, 4)
    for person in (ada, visitor):
        for _ in ("as it happened", "when the page is opened again"):
            log = person.page.locator("#log")
            expect(log).to_contain_text("Ada A5, Ben C5, Cleo E5.")
            expect(log).to_contain_text("Ada A1, Dora C1, Cleo E1.")
            person.sees("C5", "Dora")
            person.page.locator(".log a", has_text="Ben C5").click()
            expect(person.page.locator(".seat").nth(1)).to_contain_text("Ben")
            person.sees("C5", "Ben")
            opens(person, game)
        assert person.troubles == []
