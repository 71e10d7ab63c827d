"""A correspondence game over several days, as its players experience it. Each player gets each
piece of news once, on the site, on a device or by mail, and returns by the link in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Locator, expect

from notices.push.keys import public_key
from tests.browser.people import Person, somebody
from tests.browser.test_push import HERE, IN_PAGE
from tests.browser.test_ratings import is_rated
from tests.notices.mailbox import Mailbox, text_of
from tests.servers.image import image, static_files
from tests.servers.push_service import PushService
from tests.servers.standing_clock import SiteOfDays

MONDAY = datetime(2027, 3, 1, 18, 0, tzinfo=UTC)
TITLE = "Three by post"
HOUR = timedelta(hours=1)
COUNTDOWN = timedelta(seconds=7)
"""Long enough for a table's countdown to end, too short for any notice to be sent."""
YOUR_TURN = "It is your turn."
RUNS_OUT = "Your time is running out, and you have not chosen yet."
VOTE = "The players of your game are voting. Your vote is needed."
SEAT = "A player has left this game. You can take over the seat"
POINT = re.compile(r"\b[A-J][1-9]\b")
"""Matches a point, which would give away a sealed choice."""
WITH_DEVICES = ("Ada", "Dora")
WITH_MAIL = ("Ben", "Dora")


@dataclass
class Club:
    """The site, its members at their browsers, and what is sent to them. ``links``: the link in
    each member's last mail or notification; ``mails``: the text of each member's last mail."""

    site: SiteOfDays
    browser: Browser
    mailbox: Mailbox
    push: PushService
    people: dict[str, Person] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    mails: dict[str, str] = field(default_factory=dict)

    def comes(self) -> list[str]:
        """Returns all notifications and mails that are sent until no more come, while nobody reads
        anything on the site. Another minute passes before the players go on."""
        for seconds in (11, 300, 60):
            self.site.goes_on_for(timedelta(seconds=seconds))
        return sorted([*self._by_mail(), *self._on_devices()])

    def _by_mail(self) -> Iterator[str]:
        for mail in self.mailbox.take():
            name = str(mail["To"]).partition("@")[0].capitalize()
            text = text_of(mail)
            words = re.sub(r"\S+://\S+", "", text) + re.sub("<[^>]*>", "", text_of(mail, "html"))
            assert not POINT.search(words + mail["Subject"])
            self.links[name] = re.findall(r"http://\S+/notices/\d+/", text)[0]
            self.mails[name] = text
            yield f"{name} by mail: {mail['Subject']}"

    def _on_devices(self) -> Iterator[str]:
        assert self.push.refused == []
        for name, device in self.push.browsers.items():
            pushed, device.came = device.came, []
            for told in pushed:
                assert not POINT.search(json.dumps(told))
                assert told["count"] == 1  # the number on the icon
                self.links[name] = self.site.address + told["address"]
                yield f"{name} on a device: {told['game']}: {told['says']}"

    def follows_the_link(self, name: str) -> Person:
        """Opens the link in the member's last mail or notification."""
        person = self.people[name]
        person.page.goto(self.links.pop(name))
        return person


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    mailbox.opens()
    yield mailbox
    mailbox.closes()


@pytest.fixture
def club(browser: Browser, tmp_path: Path, mailbox: Mailbox) -> Iterator[Club]:
    """A club on a separate site with its own clock. Ada has a device, Ben a mail address, Dora
    both, Cleo neither."""
    environment = {
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mailbox.port),
        "EMAIL_USE_TLS": "0",
        "EVERY_MEMBER_HOSTS": "1",
        "SEND_TO_PRIVATE_ADDRESSES": "1",
        "STATIC_ROOT": str(static_files(image())),
        "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
    }
    with (
        SiteOfDays(tmp_path, environment, MONDAY, image()) as site,
        PushService(public_key, lambda: site.now) as push,
    ):
        club = Club(site, browser, mailbox, push)
        for name in ("Ada", "Ben", "Cleo", "Dora"):
            club.people[name] = joins(club, name)
        yield club
        for person in club.people.values():
            person.page.context.close()


def joins(club: Club, name: str) -> Person:
    """Makes a new member, who confirms a mail address if they have one."""
    [invitation] = re.findall(r"\S+/account/join/\S+", club.site.log.read_text())
    person = somebody(club.browser, club.site.address, name, timezone_id="Europe/Berlin")
    if name in WITH_DEVICES:
        keys = club.push.browser(name).keys
        told = json.dumps({**keys, "says": "granted"})
        person.page.context.add_init_script(f"{IN_PAGE}standIn({told});")
    person.joins_the_club(invitation, f"{name.lower()}@example.org" if name in WITH_MAIL else "")
    if name in WITH_MAIL:
        [mail] = club.mailbox.take()
        [link] = re.findall(r"\S+/confirm-email/\S+", text_of(mail))
        person.page.goto(link)
        person.page.get_by_role("button", name="Yes, confirm it").click()
        expect(person.page.locator("main")).to_contain_text(f"{mail['To']} has been confirmed.")
    return person


def bell(person: Person, count: int) -> None:
    """Waits until the open page shows this number of unread notices, without a reload."""
    shown = person.page.locator("#bell-count")
    if count:
        expect(shown).to_have_text(str(count))
    expect(shown).to_be_visible(visible=count > 0)


def goes_away(person: Person) -> None:
    """Leaves the game's page for one without the game; checks that nothing is unread."""
    person.goes_to("/account/")
    bell(person, 0)


def next_game(person: Person) -> None:
    """Presses the button that leads to the next game that waits for the person's choice."""
    person.page.get_by_role("link", name="Next game").first.click()
    person.is_at(TITLE)


def seat(person: Person, name: str) -> Locator:
    """The seat of the player with this name on the game's page."""
    return person.page.locator("#seats .seat").filter(has_text=name)


def log(person: Person) -> Locator:
    return person.page.locator("#log")


def test_a_game_of_three_lasts_for_days_and_everybody_learns_in_time(club: Club) -> None:
    ada, ben, cleo, _ = club.people.values()
    they_begin_a_game(ada, ben, cleo)
    two_choose_and_ada_takes_her_device_along(club, ada, ben, cleo)
    ben_is_warned_by_mail_and_an_extension_saves_his_turn(club)
    ada_is_warned_on_her_device_and_chooses_in_time(club)
    cleo_resigns_and_dora_takes_the_seat_over(club)
    the_turn_is_given_more_time_by_a_vote(club)
    a_fourth_turn_makes_the_game_count(club)
    the_players_agree_to_end_the_game(club)
    ratings_tell_who_left(club, ada)
    a_rematch_is_taken_up_by_one_tap_each(club)
    assert [person.troubles for person in club.people.values()] == [[]] * 4


def they_begin_a_game(ada: Person, ben: Person, cleo: Person) -> None:
    """The game is rated, with one day a turn and one extension each; empty seats are offered."""
    page = ada.page
    ada.goes_to("/tables/new/?game=multiplayer-go")
    daily = page.locator("#preset-daily")
    daily.click()
    expect(daily).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Players", exact=True).select_option("3")
    page.locator("#more-options-show").click()
    page.get_by_label("Extensions for each player").select_option("1")
    page.get_by_label("Title").fill(TITLE)
    expect(page.locator(".summary-sentence")).to_contain_text("for 3 players: one day a turn")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    expect(
        page.locator("#table-rated").get_by_role("link", name="Rated", exact=True)
    ).to_be_visible()
    for person in (ben, cleo):
        person.goes_to("/tables/")
        person.page.get_by_role("link", name=re.compile(TITLE)).first.click()
        person.sits_down()
    for person in (ada, ben, cleo):
        person.is_ready()


def two_choose_and_ada_takes_her_device_along(
    club: Club, ada: Person, ben: Person, cleo: Person
) -> None:
    """All three have the page open when the game begins, so nobody is notified."""
    expect(ada.page.locator("#table-countdown .countdown")).to_be_visible()
    club.site.goes_on_for(COUNTDOWN)
    for person in (ada, ben, cleo):
        expect(person.page).to_have_url(re.compile(r"/games/\w+/"))
        person.sees_turn(1)
    ada.chooses("C3")
    cleo.chooses("E5")
    for person in (ada, ben, cleo):
        goes_away(person)
    ada.goes_to("/")
    offer = ada.page.locator("#device-offer")
    offer.get_by_role("button", name=HERE).click()
    expect(offer).to_contain_text("On: this device notifies you")
    assert club.comes() == []


def ben_is_warned_by_mail_and_an_extension_saves_his_turn(club: Club) -> None:
    ada, ben, cleo, _ = club.people.values()
    site, ends = club.site, club.site.deadline()
    site.goes_on_to(ends - HOUR)
    bell(ben, 1)
    assert club.comes() == [f"Ben by mail: {TITLE}: {RUNS_OUT}"]
    assert "Choose by Tuesday, 2 March 2027, 19:00 (Europe/Berlin)." in club.mails["Ben"]
    for person in (ada, cleo):
        bell(person, 0)

    site.goes_on_to(ends + timedelta(seconds=5))
    for person in (ada, cleo):
        person.goes_to("/")
        person.page.get_by_role("link", name=re.compile(TITLE)).first.click()
        expect(log(person)).to_contain_text(
            "Ben ran out of time. An extension keeps the turn going."
        )
        expect(seat(person, "Ben")).to_contain_text("no extensions left")
        goes_away(person)
    assert site.deadline() - ends >= timedelta(days=1)
    assert club.comes() == [
        f"Ben by mail: {TITLE}: The time was up and you had not chosen, so the turn goes on with"
        " your last extension."
    ]

    club.follows_the_link("Ben")
    ben.sees_turn(1)
    expect(log(ben)).to_contain_text("Ben ran out of time. An extension keeps the turn going.")
    ben.point("G7").click()  # the last choice: the turn ends
    ben.sees_turn(2)
    ben.sees("C3", "Ada")
    for person in (ada, cleo):
        bell(person, 1)


def ada_is_warned_on_her_device_and_chooses_in_time(club: Club) -> None:
    ada, ben, cleo, _ = club.people.values()
    ben.chooses("D4")
    next_game(cleo)
    cleo.chooses("F6")
    for person in (ben, cleo):
        goes_away(person)
    assert club.comes() == [f"Ada on a device: {TITLE}: {YOUR_TURN}"]
    club.follows_the_link("Ada")
    ada.sees_turn(2)
    goes_away(ada)

    club.site.goes_on_to(club.site.deadline() - HOUR)
    bell(ada, 1)
    assert club.comes() == [f"Ada on a device: {TITLE}: {RUNS_OUT}"]
    club.follows_the_link("Ada")
    ada.sees_turn(2)
    ada.point("E4").click()
    ada.sees_turn(3)
    ada.chooses("F3")
    goes_away(ada)
    for person in (ben, cleo):
        bell(person, 1)
    assert club.comes() == [f"Ben by mail: {TITLE}: {YOUR_TURN}"]
    club.follows_the_link("Ben")
    ben.sees_turn(3)
    ben.chooses("G3")
    goes_away(ben)


def cleo_resigns_and_dora_takes_the_seat_over(club: Club) -> None:
    ada, ben, cleo, dora = club.people.values()
    dora.goes_to("/notices/preferences/")
    kind = "A seat in somebody else’s game can be taken over"
    for way in ("On the site", "On your devices", "By email"):
        dora.page.get_by_role("checkbox", name=f"{kind} {way}").check()
    dora.page.get_by_role("button", name="Save").click()
    expect(dora.page.locator("main").get_by_text("Saved.")).to_be_visible()
    dora.page.get_by_role("checkbox", name=HERE).check()
    expect(dora.page.locator("#device-state")).to_contain_text("On:")

    next_game(cleo)
    cleo.page.get_by_role("tab", name="More").click()
    cleo.page.get_by_role("button", name="Resign").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(seat(cleo, "Cleo")).to_contain_text("left – seat free to take over")
    goes_away(cleo)
    bell(dora, 1)
    assert [told.partition(" until ")[0] for told in club.comes()] == [
        f"Dora by mail: {TITLE}: {SEAT}",
        f"Dora on a device: {TITLE}: {SEAT}",
    ]

    dora.goes_to("/tables/")
    expect(dora.page.locator("#offered-seats")).to_contain_text("the seat of Cleo")
    club.follows_the_link("Dora")
    dora.page.get_by_role("button", name="Take over the seat of Cleo").click()
    dora.page.get_by_role("dialog").get_by_role("button", name="Take over the seat").click()
    expect(seat(dora, "Dora")).to_be_visible()
    # The page of a spectator lists her, too, before it becomes a player's.
    expect(dora.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    dora.sees_the_present()
    dora.point("H7").click()  # the last choice
    dora.sees_turn(4)
    goes_away(dora)
    for person in (ada, ben):
        bell(person, 1)
        next_game(person)
        expect(log(person)).to_contain_text("Dora took over an empty seat.")
        goes_away(person)
    assert club.comes() == []


def the_turn_is_given_more_time_by_a_vote(club: Club) -> None:
    """Nobody has chosen in this turn yet. Ben's last mail was a day ago."""
    ada, ben, _, dora = club.people.values()
    site, ends = club.site, club.site.deadline()
    site.goes_on_for(HOUR)
    question = "Give this turn more time?"
    next_game(dora)
    asks(dora, question)
    goes_away(dora)
    for person in (ada, ben):
        bell(person, 1)
    assert club.comes() == [
        f"Ada on a device: {TITLE}: {VOTE}",
        f"Ben by mail: {TITLE}: {VOTE}",
    ]
    for name in ("Ada", "Ben"):
        person = club.follows_the_link(name)
        is_for(person, question)
    for person in (ada, ben):
        expect(log(person)).to_contain_text(f"Vote passed: {question}")
        goes_away(person)
    assert site.deadline() - ends >= timedelta(days=1)
    assert club.comes() == []


def a_fourth_turn_makes_the_game_count(club: Club) -> None:
    """Plays one more turn, which the game needs to be rated. Such mails were checked before."""
    ada, ben, _, dora = club.people.values()
    for person, point in ((ada, "A1"), (ben, "A5")):
        next_game(person)
        person.chooses(point)
        goes_away(person)
    next_game(dora)
    dora.point("A9").click()
    dora.sees_turn(5)
    goes_away(dora)
    for person in (ada, ben):
        next_game(person)
        goes_away(person)
    club.comes()


def the_players_agree_to_end_the_game(club: Club) -> None:
    """Ben gets no second mail in this turn, and Dora gets her first."""
    ada, ben, cleo, dora = club.people.values()
    club.site.goes_on_for(HOUR)
    question = "End the game now, with the current ranks?"
    next_game(ada)
    asks(ada, question)
    goes_away(ada)
    for person in (ben, dora):
        bell(person, 1)
    assert club.comes() == [
        f"Ben by mail: {TITLE}: {VOTE}",
        f"Dora by mail: {TITLE}: {VOTE}",
        f"Dora on a device: {TITLE}: {VOTE}",
    ]
    ben.goes_to("/notices/")
    expect(ben.page.locator(".notice-row--unread")).to_contain_text(VOTE)
    ben.page.locator(".notice-row--unread").get_by_role("link", name=TITLE).click()
    is_for(ben, question)
    goes_away(ben)
    club.site.goes_on_for(HOUR)
    club.follows_the_link("Dora")
    is_for(dora, question)
    expect(dora.page.locator("#result")).to_contain_text("Ended by agreement.")
    goes_away(dora)
    for person in (ada, ben):
        bell(person, 1)
    assert club.comes() == [
        f"Ada on a device: {TITLE}: It was a draw.",
        f"Ben by mail: {TITLE}: It was a draw.",
    ]
    for name in ("Ada", "Ben"):
        person = club.follows_the_link(name)
        expect(person.page.locator("#result")).to_contain_text("Ended by agreement.")
        goes_away(person)
    bell(cleo, 0)


def asks(person: Person, question: str) -> None:
    """Asks the players for a vote, on the game's page."""
    person.page.get_by_role("tab", name="More").click()
    person.page.get_by_label("Vote on").select_option(question)
    person.page.get_by_role("button", name="Ask the players").click()
    expect(person.page.locator("#vote").get_by_role("heading", name=question)).to_be_visible()


def is_for(person: Person, question: str) -> None:
    """Votes yes, on the game's page."""
    vote = person.page.locator("#vote")
    expect(vote.get_by_role("heading", name=question)).to_be_visible()
    vote.get_by_role("button", name="Vote yes").click()
    expect(vote.locator("#vote-yes[aria-pressed=false]")).to_be_hidden()


def ratings_tell_who_left(club: Club, ada: Person) -> None:
    is_rated(ada.page, f"{ada.site}/members/Ada/", "after 1 rated game")
    ratings = {}
    for name in club.people:
        ada.goes_to(f"/members/{name}/")
        text = ada.page.locator(".own-standing .rating").inner_text()
        ratings[name] = int(text.split()[0])
    assert ratings["Cleo"] < min(ratings[name] for name in ("Ada", "Ben", "Dora"))
    ada.goes_to("/ratings/")
    unranked = ada.page.locator(".ladders-empty")
    unranked.get_by_role("link", name="Parallel Multiplayer Go").click()
    ada.page.locator(".ladder-paces").get_by_text("By correspondence").click()
    expect(ada.page.get_by_text("Your rating is provisional: 1 game so far.")).to_be_visible()
    for name, rating in ratings.items():
        row = ada.page.get_by_role("row").filter(has_text=name)
        expect(row).to_contain_text(str(rating))


def a_rematch_is_taken_up_by_one_tap_each(club: Club) -> None:
    ada, ben, cleo, dora = club.people.values()
    club.site.goes_on_for(HOUR)
    ada.goes_to("/members/Ada/")
    ada.page.get_by_role("link", name=TITLE).first.click()
    ada.is_at(TITLE)
    before = colours(ada)
    ada.page.get_by_role("button", name="Offer a rematch").click()
    expect(ada.page.get_by_role("heading", name="You have offered a rematch.")).to_be_visible()
    goes_away(ada)
    for person in (ben, dora):
        bell(person, 1)
    offer = f"{TITLE}: Ada offers you a rematch."
    assert club.comes() == [
        f"Ben by mail: {offer}",
        f"Dora by mail: {offer}",
        f"Dora on a device: {offer}",
    ]
    for name in ("Ben", "Dora"):
        person = club.follows_the_link(name)
        person.page.get_by_role("button", name="Take a seat").click()
    expect(dora.page.locator("#table-countdown .countdown")).to_be_visible()
    club.site.goes_on_for(COUNTDOWN)
    for person in (ben, dora):
        expect(person.page).to_have_url(re.compile(r"/games/\w+/"))
        person.sees_turn(1)
        goes_away(person)
    bell(ada, 1)
    assert club.comes() == [f"Ada on a device: {TITLE}: Your game has started."]
    club.follows_the_link("Ada")
    ada.sees_turn(1)
    assert colours(ada) == before
    bell(cleo, 0)


def colours(person: Person) -> dict[str, tuple[str, str]]:
    """Returns the colours of everybody's stones and marks on the open game page, by name."""
    record: dict[str, Any] = person.page.evaluate(
        "async () => (await fetch(`${location.pathname}record.json`)).json()"
    )
    return {each["name"]: (each["stone"], each["mark"]) for each in record["players"]}
