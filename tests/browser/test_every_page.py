"""What holds on every page: for screen readers, eyes, thumbs and small screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django import DjangoDbBlocker

from tests.browser import club
from tests.browser.every_page import OPPOSITES, PAGES, Shown, Visit, has_board
from tests.servers.emptying import empty_database

AXE = Path(settings.BASE_DIR, "node_modules", "axe-core", "axe.min.js").read_text()
SERIOUS = """async () => {
    const grave = ["serious", "critical"];
    const runOnly = axe._audit.rules
        .filter(({ enabled, impact, tags }) =>
            enabled && grave.includes(impact) && !tags.includes("experimental"))
        .map(({ id }) => id);
    if (!runOnly.includes("color-contrast")) throw new Error("axe-core has other rules now");
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations
        .filter(({ impact }) => grave.includes(impact))
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}"""
"""A finding of axe-core is as grave as its rule: other rules, a quarter of its time, do not run."""
WIDER_THAN_THE_WINDOW = (
    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
)
DRAWN_ANEW = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
"""Waits until what follows the width of the window has followed it."""
SMALLEST: ViewportSize = {"width": 320, "height": 640}
ON_THEIR_SIDES: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 390},
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
)
LIVE = ["polite", "assertive"]
"""The regions that a screen reader reads out by itself: one waits, one does not."""
THUMB = 44
"""Pixels; a hair less is the rounding of rem."""

TOO_SMALL = """(thumb) => {
    const controls = "button, .button, select, textarea, summary, [role=tab], nav a," +
        " input:not([type=hidden])";
    const box = (element) => {
        const label = element.matches("[type=checkbox], [type=radio]") && element.closest("label");
        return (label || element).getBoundingClientRect();
    };
    return [...document.querySelectorAll(controls)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => [element, box(element)])
        .filter(([, { width, height }]) => width > 1 && height > 1)
        .filter(([, { width, height }]) => width < thumb - 0.5 || height < thumb - 0.5)
        .map(([element, { width, height }]) =>
            `${element.outerHTML.slice(0, 80)} ${width.toFixed()}×${height.toFixed()}`);
}"""


LIVE_REGIONS = """() => [...document.querySelectorAll(
    "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output"
)].map(({ id }) => id)"""

# The title of a game comes first wherever it stands: on a wide screen beside the board. What
# sticks to an edge of the window counts where it stands when the page is scrolled that far, and
# what is scrolled out of its panel at the panel's edge, but for others in that panel.
OUT_OF_ORDER = """() => {
    const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary," +
        " [tabindex]";
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    const panel = (element) =>
        element && (scrolls(element) ? element : panel(element.parentElement));
    const clipped = (element, { top, bottom, left, right }) => {
        for (let outer = element.parentElement; outer; outer = outer.parentElement) {
            if (!scrolls(outer)) continue;
            const edge = outer.getBoundingClientRect();
            top = Math.min(Math.max(top, edge.top), edge.bottom);
            bottom = Math.min(Math.max(bottom, edge.top), edge.bottom);
        }
        return { top, bottom, left, right };
    };
    const stuck = [...document.querySelectorAll("main *")]
        .filter((element) => getComputedStyle(element).position === "sticky");
    for (const element of stuck) element.style.position = "static";
    const found = [...document.querySelectorAll(stops)]
        .filter((element) => element.tabIndex >= 0 && !element.disabled)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.closest(".skip, .toasts, .menu-items, .game-head"))
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 1 && height > 1)
        .map(([element, box]) => [element, box, clipped(element, box)]);
    for (const element of stuck) element.style.position = "";
    const overlap = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
    const words = (element) => element.outerHTML.slice(0, 60);
    return found.slice(1).flatMap(([element, whole, seen], n) => {
        const [before, wholeBefore, seenBefore] = found[n];
        if (before.contains(element) || element.contains(before)) return [];
        const together = panel(element.parentElement) === panel(before.parentElement);
        const [here, there] = together ? [whole, wholeBefore] : [seen, seenBefore];
        const above = here.bottom <= there.top + 1 && overlap(here, there, "left", "right");
        const left = here.right <= there.left + 1 && overlap(here, there, "top", "bottom")
            && Math.abs(here.top - there.top) < 8;
        return above || left ? [`${words(element)} is reached after ${words(before)}`] : [];
    });
}"""
"""What the Tab key reaches later than what stands below it in its column, or right of it."""


@pytest.fixture(scope="module")
def visit(_site: str, browser: Browser, django_db_blocker: DjangoDbBlocker) -> Iterator[Visit]:
    """The club, founded once for all pages, and a window for each who looks."""
    with django_db_blocker.unblock():
        empty_database()
        visit = Visit(browser, _site, club.found())
        yield visit
        visit.closes()
        empty_database()


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.name)
def test_a_page_is_for_everybody(visit: Visit, shown: Shown) -> None:
    """No serious finding of axe-core, wide and light, and on a phone in the dark; nothing in the
    console; on a phone nothing to scroll sideways, also on the smallest one, and every control as
    large as a thumb."""
    troubles = visit.person(shown.who).troubles
    troubles.clear()
    found = [
        f"{width}: {trouble}"
        for width, _, page in visit.looks(shown, OPPOSITES)
        for trouble in troubles_on(page, width, admin=shown.name.startswith("admin"))
    ]
    found += [f"smallest: {trouble}" for trouble in to_scroll_on_the_smallest(visit, shown)]
    assert found == []
    answers = tuple(f"status of {status} " for status in shown.answers)
    assert [trouble for trouble in troubles if not any(map(trouble.__contains__, answers))] == []


BOARDS_OF_GAMES = [shown for shown in PAGES if shown.path.startswith("{running}")][:1] + [
    shown for shown in PAGES if shown.path.startswith("{games[")
]


@pytest.mark.parametrize("shown", BOARDS_OF_GAMES, ids=lambda shown: shown.name)
def test_board_and_bar_are_whole_on_a_telephone_on_its_side(visit: Visit, shown: Shown) -> None:
    page = visit.person(shown.who).page
    page.set_viewport_size(ON_THEIR_SIDES[0])
    page.goto(visit.site + visit.club.path(shown.path))
    has_board(page)
    for window in ON_THEIR_SIDES:
        page.set_viewport_size(window)
        page.evaluate(DRAWN_ANEW)
        for part in ("#board", ".game-bar"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        board, bar = (page.locator(part).bounding_box() for part in ("#board", ".game-bar"))
        assert board is not None
        assert bar is not None
        assert board["x"] + board["width"] < bar["x"]
        assert board["height"] > 0.9 * window["height"] or board["width"] > 0.5 * window["width"]
        assert to_scroll(page) == []


def troubles_on(page: Page, width: str, *, admin: bool) -> list[str]:
    """All that is wrong with the page as it is. Thumbs are for the site's own pages: the admin
    is Django's."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = axe(page)
    if not admin:
        found += page.evaluate(OUT_OF_ORDER)
        found += [] if (live := page.evaluate(LIVE_REGIONS)) == LIVE else [f"live: {live}"]
    if width == "phone":
        found += to_scroll(page)
        found += [] if admin else page.evaluate(TOO_SMALL, THUMB)
    return found


def to_scroll_on_the_smallest(visit: Visit, shown: Shown) -> list[str]:
    """What is to be scrolled sideways where the page that is open becomes 320 pixels wide, as
    WCAG 2.2 asks for (1.4.10), which is also a window at 400 percent."""
    page = visit.person(shown.who).page
    page.set_viewport_size(SMALLEST)
    page.evaluate(DRAWN_ANEW)
    return to_scroll(page)


def to_scroll(page: Page) -> list[str]:
    """How much there is to scroll sideways, if anything."""
    wider = page.evaluate(WIDER_THAN_THE_WINDOW)
    return [f"{wider} px to scroll sideways"] if wider > 0 else []


def axe(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    return list(page.evaluate(SERIOUS))
