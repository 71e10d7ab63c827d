"""Two members wish for a game, are asked and play, one of them by keyboard, one on a phone."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.models import Game
from lobby.models import Match, Pace, Wish
from lobby.services.wishing import WishChoice, make_wish
from notices.models import Channel, Kind, Notice
from notices.services.preferences import set_preferences
from tests.browser.barriers import barriers
from tests.browser.people import PHONE, Person, member, picks
from tests.games.playing import begin


def wishes_by_keyboard(person: Person) -> None:
    """Wishes for Territory now, without a mouse."""
    person.page.locator("#wish-show").press("Enter")
    for box in person.page.locator(".wish-form [name=games]").all():
        picks(box, on=box.get_attribute("value") == "territory")
    person.page.locator("#wish-it").press("Enter")


def has_waited(name: str) -> None:
    """The member has waited for a while, so that they are asked whether they are there."""
    Wish.objects.filter(member__username=name).update(says_yes=False)


def has_missed_a_game(name: str) -> None:
    """A game was found for the member's wish, but they did not answer."""
    now = timezone.now()
    Wish.objects.create(
        member=User.objects.get(username=name),
        pace=Pace.EVENING,
        games=["territory"],
        least=2,
        most=3,
        since=now,
        begins_at=now,
        until=now + timedelta(hours=2),
        seen_at=now,
        missed_at=now,
    )


def take_time() -> None:
    """Gives everybody an hour to answer: the machine may be slow."""
    Match.objects.update(answer_by=timezone.now() + timedelta(hours=1))


def plays_with(asked: Person, joins: Person) -> None:
    """Somebody joins a member who waits for Automatafl, and is in by that; the other is asked, says
    yes, and their game begins."""
    expect(asked.page.get_by_role("heading", name="2 of you: Automatafl, now?")).to_be_visible()
    take_time()
    expect(joins.page.get_by_text("You are in.", exact=True)).to_be_in_viewport()
    asked.page.get_by_role("button", name="I’m here, let’s play").press("Enter")
    for person in (asked, joins):
        person.page.wait_for_url(re.compile("/games/"))
    assert (asked.troubles, joins.troubles) == ([], [])


def have_played(*names: str) -> None:
    """These members have a game of Territory by correspondence, and no notices of it."""
    begin(*User.objects.filter(username__in=names), variant="territory", turn_seconds=86_400)
    Notice.objects.all().delete()


def test_two_who_wish_the_same_meet_in_a_game(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ben = member(browser, site, "Ben", viewport=PHONE, has_touch=True)
    ada.goes_to("/")
    wishes_by_keyboard(ada)
    mine = ada.page.get_by_role("region", name="Find me a game")
    expect(mine).to_contain_text("Nobody else is looking for this yet")
    expect(ada.page.locator("#wish-it")).to_be_hidden()
    expect(ada.page.locator("#wish-show")).to_be_focused()
    said = ada.page.locator("#polite")
    expect(said).to_contain_text("You are looking for a game. Now: Territory")
    has_waited("Ada")
    ben.goes_to("/tables/")
    ben.press(ben.page.locator("#wish-show"))
    expect(ben.page.get_by_role("group", name="How many games")).to_be_hidden()
    assert barriers(ben) == []
    ben.press(ben.page.locator("#wish-it"))
    for person in (ada, ben):
        expect(person.page.get_by_role("heading", name="2 of you: Territory, now?")).to_be_visible()
    take_time()
    expect(ada.page).to_have_title(re.compile("A game for you"))
    expect(ada.page.locator("#assertive")).to_contain_text("2 of you: Territory, now?")
    expect(ben.page.locator("#asked-games")).to_contain_text("You are in.")
    expect(ben.page.locator("#asked-games")).to_contain_text("1 of 2 wants to play.")
    for person in (ada, ben):
        assert barriers(person) == []
    ada.page.get_by_role("button", name="I’m here, let’s play").press("Enter")
    for person in (ada, ben):
        person.page.wait_for_url(re.compile("/games/"))
    assert {str(seat.user) for seat in Game.objects.get().seats.all()} == {"Ada", "Ben"}
    assert (ada.troubles, ben.troubles) == ([], [])


def test_who_reads_another_page_meanwhile_is_called_there(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True)
    ben = member(browser, site, "Ben")
    ada.goes_to("/")
    ada.press(ada.page.locator("#wish-show"))
    ada.press(ada.page.locator("#wish-it"))
    ada.press(ada.page.get_by_role("button", name="Tell me"))
    expect(ada.page.get_by_role("button", name="Tell me")).to_be_hidden()
    assert barriers(ada) == []
    ada.goes_to("/notices/")
    call = ada.page.get_by_role("complementary", name="A game for you")
    expect(call).to_be_hidden()
    has_waited("Ada")
    ben.goes_to("/")
    wishes_by_keyboard(ben)
    expect(call).to_contain_text("Others want to play the same as you.")
    take_time()
    expect(ada.page.locator("#assertive")).to_contain_text("A game for you")
    assert barriers(ada) == []
    ada.press(call.get_by_role("link", name="Answer"))
    ada.press(ada.page.get_by_role("button", name="I’m here, let’s play"))
    for person in (ada, ben):
        person.page.wait_for_url(re.compile("/games/"))
    assert (ada.troubles, ben.troubles) == ([], [])


def test_who_has_said_yes_and_reads_another_page_is_called_when_the_game_begins(
    browser: Browser, site: str
) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True)
    ben = member(browser, site, "Ben")
    ben.goes_to("/")
    wishes_by_keyboard(ben)
    expect(ben.page.locator("#wish-now")).to_be_visible()
    has_waited("Ben")
    ada.goes_to("/")
    wishes_by_keyboard(ada)
    expect(ada.page.get_by_text("You are in.", exact=True)).to_be_visible()
    take_time()
    ada.goes_to("/rules/territory/")
    call = ada.page.get_by_role("complementary", name="Your game has started.")
    expect(call).to_be_hidden()
    ben.page.get_by_role("button", name="I’m here, let’s play").press("Enter")
    ben.page.wait_for_url(re.compile("/games/"))
    expect(call).to_be_visible()
    expect(ada.page.locator("#assertive")).to_contain_text("Your game has started.")
    assert barriers(ada) == []
    ada.press(call.get_by_role("link", name="Go to the game"))
    ada.page.wait_for_url(re.compile("/games/"))
    expect(call).to_be_hidden()
    assert (ada.troubles, ben.troubles) == ([], [])


def test_who_did_not_answer_reads_so_and_looks_again_with_one_tap(
    browser: Browser, site: str
) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True)
    has_missed_a_game("Ada")
    ada.goes_to("/")
    missed = ada.page.get_by_role("region", name="you did not answer in time")
    expect(missed).to_contain_text("Territory, 2 to 3 players")
    expect(missed).to_be_in_viewport()
    expect(ada.page.locator("#assertive")).to_contain_text("you did not answer in time")
    assert barriers(ada) == []
    ada.press(missed.get_by_role("button", name="Look again"))
    mine = ada.page.get_by_role("region", name="Find me a game")
    expect(mine).to_contain_text("Nobody else is looking for this yet")
    expect(missed).to_be_hidden()
    assert Wish.objects.get().missed_at is None
    assert ada.troubles == []


def test_who_dismisses_a_missed_game_looks_for_no_other(browser: Browser, site: str) -> None:
    """Both buttons are in one form, which goes to different addresses."""
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True)
    has_missed_a_game("Ada")
    ada.goes_to("/")
    missed = ada.page.get_by_role("region", name="you did not answer in time")
    ada.press(missed.get_by_role("button", name="Dismiss"))
    expect(missed).to_be_hidden()
    assert not Wish.objects.exists()
    assert ada.troubles == []


def test_two_who_wish_at_the_same_time_are_led_to_their_game(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ben = member(browser, site, "Ben", viewport=PHONE, has_touch=True)
    for person in (ada, ben):
        person.goes_to("/")
        person.page.locator("#wish-show").press("Enter")
    for person in (ada, ben):
        person.page.locator("#wish-it").press("Enter")
        Wish.objects.update(since=timezone.now() + timedelta(hours=1))  # the machine may be slow
    for person in (ada, ben):
        person.page.wait_for_url(re.compile("/games/"))
    assert (ada.troubles, ben.troubles) == ([], [])


def test_what_was_chosen_stays_while_others_come_and_go(browser: Browser, site: str) -> None:
    ada, ben = member(browser, site, "Ada"), member(browser, site, "Ben")
    ada.goes_to("/")
    wishes_by_keyboard(ada)
    expect(ada.page.locator("#wish-now")).to_be_visible()
    ada.page.locator("#wish-show").click()
    picks(ada.page.locator("[name=pace][value=daily]"))
    expect(ada.page.get_by_role("group", name="How many games")).to_be_visible()
    ada.page.locator("#wish-most").select_option("5")
    ben.goes_to("/")
    ben.page.locator("#wish-show").click()
    for name in ("least", "most"):
        ben.page.locator(f"#wish-{name}").select_option("5")
    ben.page.locator("#wish-it").click()
    expect(ada.page.locator("#wish-now")).to_contain_text("1 other member is looking for this, too")
    expect(ada.page.locator("[name=pace][value=daily]")).to_be_checked()
    expect(ada.page.locator("#wish-most")).to_have_value("5")
    ada.page.get_by_role("button", name="Stop looking").click()
    expect(ada.page.locator("#wish-now")).to_have_count(0)
    assert list(Wish.objects.values_list("member__username", flat=True)) == ["Ben"]
    assert (ada.troubles, ben.troubles) == ([], [])


def test_an_open_page_shows_that_somebody_looks_and_joins_with_a_tap(
    browser: Browser, site: str
) -> None:
    ada = member(browser, site, "Ada")
    ben = member(browser, site, "Ben", viewport=PHONE, has_touch=True)
    ben.goes_to("/tables/")
    ada.goes_to("/")
    ada.page.locator("#wish-show").press("Enter")
    ada.page.locator("#wish-it").press("Enter")
    expect(ada.page.locator("#wish-now")).to_be_visible()
    has_waited("Ada")
    expect(ben.page.locator("#sought")).to_have_count(0)
    earlier = timezone.now() - timedelta(minutes=1)
    Wish.objects.update(since=earlier, tell_at=timezone.now())
    box = ben.page.get_by_role("form", name="Somebody is looking for a live game now.")
    expect(box).to_be_visible()
    expect(ben.page.locator("#polite")).to_contain_text("Somebody is looking for a live game now.")
    expect(box).not_to_contain_text("Ada")
    assert barriers(ben) == []
    for game in box.get_by_role("checkbox").all():
        picks(game, on=game.get_attribute("value") == "automatafl")
    ben.press(box.get_by_role("button", name="Yes, I’d play this"))
    plays_with(ada, ben)


def test_who_waits_sees_what_somebody_else_waits_for_and_adds_it(
    browser: Browser, site: str
) -> None:
    ada = member(browser, site, "Ada")
    ben = member(browser, site, "Ben", viewport=PHONE, has_touch=True)
    make_wish(
        user=User.objects.get(username="Ada"),
        choice=WishChoice(pace=Pace.NOW, games=["automatafl"], most=2),
        now=timezone.now() - timedelta(minutes=1),
    )
    ada.goes_to("/")
    ben.goes_to("/")
    wishes_by_keyboard(ben)
    offer = ben.page.get_by_role("form", name="Somebody else is looking for: Automatafl, 2 players")
    expect(offer).to_be_visible()
    expect(ben.page.locator("#polite")).to_contain_text("Somebody else is looking for: Automatafl")
    assert barriers(ben) == []
    ben.press(offer.get_by_role("button", name="Look for this, too"))
    plays_with(ada, ben)


def test_who_likes_to_know_is_told_and_joins_with_one_tap(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ben = member(browser, site, "Ben", viewport=PHONE, has_touch=True)
    have_played("Ada", "Ben")
    ben.goes_to("/notices/preferences/")
    switch = "Somebody is looking for a live game that you play On the site"
    ben.press(ben.page.get_by_role("checkbox", name=switch))
    assert barriers(ben) == []
    ben.press(ben.page.get_by_role("button", name="Save"))
    expect(ben.page.locator("main").get_by_text("Saved.")).to_be_visible()
    ada.goes_to("/")
    wishes_by_keyboard(ada)
    expect(ada.page.locator("#wish-now")).to_contain_text(
        "If nobody on the site fits, a few members"
    )
    has_waited("Ada")
    Wish.objects.update(tell_at=timezone.now())
    expect(ben.page.locator("#bell-count")).to_have_text("1")
    ben.goes_to("/notices/")
    row = ben.page.locator(".notice-row")
    expect(row).to_contain_text("Somebody is looking for a live game of Territory.")
    expect(row).not_to_contain_text("Ada")
    ben.press(row.get_by_role("link", name="A live game, now"))
    ben.is_at("A live game, now")
    assert barriers(ben) == []
    ben.press(ben.page.get_by_role("button", name="Yes, I’d play this"))
    for person in (ada, ben):
        expect(person.page.get_by_role("heading", name="2 of you: Territory, now?")).to_be_visible()
    take_time()
    expect(ben.page.locator("#asked-games")).to_contain_text("You are in.")
    ada.page.get_by_role("button", name="I’m here, let’s play").press("Enter")
    for person in (ada, ben):
        person.page.wait_for_url(re.compile("/games/"))
    assert (ada.troubles, ben.troubles) == ([], [])


def test_who_comes_too_late_looks_for_a_game_with_one_tap(browser: Browser, site: str) -> None:
    ada, ben = member(browser, site, "Ada"), member(browser, site, "Ben")
    have_played("Ada", "Ben")
    set_preferences(member=User.objects.get(username="Ben"), by={Channel.SITE: [Kind.LOOKING]})
    ada.goes_to("/")
    wishes_by_keyboard(ada)
    expect(ada.page.locator("#wish-now")).to_be_visible()
    Wish.objects.update(tell_at=timezone.now())
    ben.goes_to("/notices/")
    row = ben.page.locator(".notice-row")
    expect(row).to_contain_text("Somebody is looking")
    ada.page.get_by_role("button", name="Stop looking").click()
    expect(row).to_have_count(0)
    ben.goes_to(f"/notices/{Notice.objects.get(kind=Kind.LOOKING).pk}/")
    expect(ben.page.locator("#looking")).to_contain_text(
        "Nobody is waiting for this game any more."
    )
    assert barriers(ben) == []
    ben.page.get_by_role("button", name="Find me a game").click()
    expect(ben.page.locator("#wish-now")).to_contain_text("Territory")
    assert (ada.troubles, ben.troubles) == ([], [])
