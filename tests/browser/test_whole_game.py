"""A whole game of three people, from their invitations to the archive."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from accounts.models import Invitation, User
from accounts.services.roles import make_moderator, set_host
from tests.browser.people import PASSWORD, Person, somebody
from tests.browser.records import lines_of_the_record, looks_at

# The choices of the three, turn by turn; "" is a pass. Ada has few stones, so that she is cold.
TURNS = [
    ("E5", "E5", "C9"),  # equally cold: nobody gets E5
    ("C5", "B9", "C5"),  # Ada is colder: C5 is hers
    ("G3", "A8", "B8"),
    ("", "J2", ""),
    ("", "H1", ""),
    ("A9", "E2", "J1"),  # stage 1 takes Ben's B9, stage 2 Cleo's new stone
    ("", "", ""),
]


def test_three_people_play_a_game_from_their_invitations_to_the_archive(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    people = ada, ben, cleo = the_three_join(browser, site)
    mona, visitor = a_moderator(browser, site), somebody(browser, site, "a visitor")
    address = they_gather_a_table(ada, ben, cleo)
    for watcher in (mona, visitor):
        watcher.goes_to(address)

    play(people, 1)
    visitor.sees_turn(2)
    for person in (*people, visitor):
        person.sees("E5", "empty")
    expect(visitor.page.locator("#log")).to_contain_text("E5")

    a_choice_survives_changing_reloading_and_a_pause(ada, mona, visitor)
    ben.chooses(TURNS[1][1])
    cleo.point(TURNS[1][2]).click()  # the last choice: the turn ends
    for person in (*people, visitor):
        person.sees_turn(3)
        person.sees("C5", "Ada")

    for turn in (3, 4, 5):
        play(people, turn)
    visitor.sees("J2", "Ben")
    play(people, 6)
    for person in (*people, visitor):
        person.sees("B9", "empty")
        person.sees("A9", "Ada")
        person.sees("J1", "empty")

    play(people, 7, last=True)
    for person in (*people, visitor):
        expect(person.page.locator("#clock")).to_contain_text("Finished")
        expect(person.page.locator("#result")).to_contain_text("Ben")
    the_replay_agrees_with_the_record(visitor, address, tmp_path)
    the_archive_shows_it(visitor)
    assert [person.troubles for person in (*people, mona, visitor)] == [[]] * 5


def the_three_join(browser: Browser, site: str) -> tuple[Person, Person, Person]:
    invitation = Invitation.objects.create(note="three friends", most_uses=3)
    ada, ben, cleo = (somebody(browser, site, name) for name in ("Ada", "Ben", "Cleo"))
    for person in (ada, ben, cleo):
        person.joins_the_club(f"{site}/account/join/{invitation.code}/")
    set_host(user=User.objects.get(username="Ada"), hosts=True)
    return ada, ben, cleo


def a_moderator(browser: Browser, site: str) -> Person:
    user = User.objects.create_user("Mona", password=PASSWORD)
    make_moderator(user=user)
    mona = somebody(browser, site, "Mona")
    mona.logs_in()
    return mona


def they_gather_a_table(ada: Person, ben: Person, cleo: Person) -> str:
    """Ada opens a table for three, others sit down, all are ready; returns the game's address."""
    ada.goes_to("/tables/new/")
    ada.page.get_by_label("Players", exact=True).select_option("3")
    ada.page.locator("#more-options-show").click()
    ada.page.get_by_label("Title").fill("Three friends")
    ada.page.get_by_label("Time for a turn").select_option("600")
    ada.page.get_by_text("When the time is up, or as soon as everybody has chosen").click()
    expect(ada.page.locator(".summary-sentence")).to_contain_text("Go on 9×9 for 3")
    ada.page.get_by_role("button", name="Open table").click()
    ada.page.wait_for_url(re.compile(r"/tables/\w{10,}/"))
    for person in (ben, cleo):
        person.goes_to("/tables/")
        person.page.get_by_role("link", name=re.compile("Three friends")).first.click()
        person.sits_down()
    for person in (ada, ben, cleo):
        person.is_ready()
    for person in (ada, ben, cleo):
        person.page.wait_for_url(re.compile(r"/games/\w+/"))
        person.sees_turn(1)
    return ada.page.url.removeprefix(ada.site)


def play(people: tuple[Person, Person, Person], turn: int, last: bool = False) -> None:
    """All three choose for this turn and see the next one begin."""
    for person in people:
        person.sees_turn(turn)
    for person, choice in zip(people, TURNS[turn - 1], strict=True):
        person.point(choice).click() if choice else person.passes()
    if not last:
        for person in people:
            person.sees_turn(turn + 1)


def a_choice_survives_changing_reloading_and_a_pause(
    ada: Person, mona: Person, visitor: Person
) -> None:
    ada.chooses("D4")
    ada.point("D4").click()  # again: takes it back
    expect(ada.page.locator("#choice")).to_contain_text("Choose a point")
    ada.chooses(TURNS[1][0])
    expect(visitor.page.locator("#seats")).to_contain_text("sealed")
    a_moderator_command(mona, "Pause")
    expect(ada.page.locator("#clock")).to_contain_text("Paused")
    ada.page.reload()
    expect(ada.page.locator("#choice")).to_contain_text(f"Sealed: {TURNS[1][0]}")
    expect(ada.page.locator("#clock")).to_contain_text("Paused")
    visitor.sees(TURNS[1][0], "empty")
    a_moderator_command(mona, "Resume")
    expect(ada.page.locator("#clock")).not_to_contain_text("Paused")
    expect(ada.page.locator("#log")).to_contain_text("Mona")


def a_moderator_command(mona: Person, command: str) -> None:
    mona.page.get_by_role("tab", name="Moderate").click()
    mona.page.get_by_role("button", name=command, exact=True).click()
    dialog = mona.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("The kettle boils.")
    dialog.get_by_role("button", name=re.compile(f"^{command}")).click()
    expect(dialog).to_be_hidden()


def the_replay_agrees_with_the_record(visitor: Person, address: str, folder: Path) -> None:
    """Compares each step of the page's replay with the command line's replay of the record."""
    lines = lines_of_the_record(visitor, folder)
    assert len(lines) == len(TURNS) + 1
    for line in lines:
        shown = looks_at(visitor, address, line["step"], len(TURNS))
        assert stones_shown(shown) == stones_of(line["position"]["board"])
    assert lines[-1]["outcome"]["ranks"][1] == 1


def stones_shown(told: dict[str, str]) -> dict[str, str]:
    """Returns whose stone is where, from what a screen reader says."""
    found = {point: re.match(r"Ada|Ben|Cleo", words) for point, words in told.items()}
    return {point: match[0] for point, match in found.items() if match}


def stones_of(board: list[list[int | None]]) -> dict[str, str]:
    names = ("Ada", "Ben", "Cleo")
    return {
        f"{'ABCDEFGHJ'[x]}{9 - y}": names[seat]
        for y, row in enumerate(board)
        for x, seat in enumerate(row)
        if seat is not None
    }


def the_archive_shows_it(visitor: Person) -> None:
    visitor.goes_to("/games/")
    visitor.page.get_by_role("link", name=re.compile("Three friends")).first.click()
    expect(visitor.page.locator("#clock")).to_contain_text("Finished")
