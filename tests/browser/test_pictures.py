"""Pages that show many games load pictures of boards, not the boards' modules."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from accounts.models import User
from tests.browser.games import choose, game_of
from tests.browser.people import PHONE, WIDE, Person, member, somebody
from tests.games.acting import resign

SIZES = pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])


def players() -> None:
    """Ada and Ben, without browsers."""
    for name in ("Ada", "Ben"):
        User.objects.create_user(name)


def played(*titles: str) -> None:
    """Makes games of Ada and Ben with these titles, each after one turn; the last one is over."""
    for title in titles:
        game = game_of("Ada", "Ben", title=title)
        choose(game, "Ada", 1, 1)
        choose(game, "Ben", 3, 3)
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))


def shows_pictures_alone(person: Person, path: str, least: int) -> None:
    """Checks that the page has loaded all its pictures, at least this many, and no board module."""
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.goes_to(path)
    pictures = person.page.locator("img.board-picture:not(.reveal > img + img)")
    assert pictures.count() >= least
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        expect(picture).not_to_have_js_property("naturalWidth", 0)
        box = picture.bounding_box()
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1
        assert box["x"] + box["width"] <= (person.page.viewport_size or WIDE)["width"]
    assert not [url for url in asked if "/js/boards/" in url or "/css/board" in url]
    assert person.troubles == []


@SIZES
def test_the_home_of_a_member_loads_no_board(
    browser: Browser, site: str, viewport: ViewportSize
) -> None:
    ada = member(browser, site, "Ada", viewport=viewport)
    User.objects.create_user("Ben")
    played("Tonight", "Over")
    shows_pictures_alone(ada, "/", least=6)
    shows_pictures_alone(ada, "/tables/", least=2)


@SIZES
def test_the_welcome_and_the_archive_load_no_board(
    browser: Browser, site: str, viewport: ViewportSize
) -> None:
    players()
    played("Tonight", "Over")
    visitor = somebody(browser, site, "", viewport=viewport)
    shows_pictures_alone(visitor, "/", least=6)
    shows_pictures_alone(visitor, "/games/", least=1)


def test_the_reveal_ends_with_the_board_as_it_is_now(browser: Browser, site: str) -> None:
    players()
    game = game_of("Ada", "Ben", title="Tonight")
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 3, 3)
    visitor = somebody(browser, site, "")
    visitor.goes_to("/")
    images = visitor.page.locator(".reveal > img")
    steps = [f"/games/{game.public_id}/steps/{step}.svg" for step in (1, 0)]
    assert [each.get_attribute("src") for each in images.all()] == steps
    images.nth(1).evaluate("(image) => image.getAnimations().forEach((each) => each.finish())")
    expect(images.nth(1)).to_have_css("visibility", "hidden")
    expect(images.first).to_have_css("opacity", "1")


def test_with_little_motion_nothing_is_revealed(browser: Browser, site: str) -> None:
    players()
    game = game_of("Ada", "Ben", title="Tonight")
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 3, 3)
    visitor = somebody(browser, site, "", reduced_motion="reduce")
    visitor.goes_to("/")
    expect(visitor.page.locator(".reveal > img:visible")).to_have_count(1)


def test_a_name_on_a_card_leads_to_the_page_of_that_player(browser: Browser, site: str) -> None:
    players()
    played("Tonight", "Over")
    visitor = somebody(browser, site, "")
    visitor.goes_to("/games/")
    visitor.page.get_by_role("link", name="Ben").click()
    expect(visitor.page).to_have_url(f"{site}/members/Ben/")
    expect(visitor.page.get_by_role("link", name="Over", exact=True)).to_be_visible()
    assert visitor.troubles == []
