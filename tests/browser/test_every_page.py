"""Requirements for every page, for the sake of screen readers, eyes, thumbs and small screens."""

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
"""Runs only the rules of axe-core whose findings are serious or critical. This saves a quarter of
its time."""
WIDER_THAN_THE_WINDOW = (
    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
)
DRAWN_ANEW = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
"""Waits until the page has adapted to a new window width."""
SMALLEST: ViewportSize = {"width": 320, "height": 640}
ON_THEIR_SIDES: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 390},
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
)
LIVE = ["polite", "assertive"]
"""The regions that a screen reader reads out by itself: one waits for a pause, one interrupts."""
THUMB = 44
"""Smallest size of a control, in pixels; sizes in rem may be rounded to slightly less."""

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

# The title of a game may come first wherever it is; on a wide screen it is beside the board. A
# sticky element counts at its place in the page, not at the edge of the window. An element that is
# scrolled out of its panel counts at the panel's edge, except against others in the same panel.
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
"""Finds elements that Tab reaches only after something below them in the same column, or to the
right of them."""
EVERYTHING = f"""async (thumb) => {{
    await ({DRAWN_ANEW})();
    return {{
        axe: await ({SERIOUS})(),
        order: ({OUT_OF_ORDER})(),
        live: ({LIVE_REGIONS})(),
        wider: {WIDER_THAN_THE_WINDOW},
        small: ({TOO_SMALL})(thumb),
    }};
}}"""
"""All of the above in one call."""


@pytest.fixture(scope="module")
def visit(_site: str, browser: Browser, django_db_blocker: DjangoDbBlocker) -> Iterator[Visit]:
    """Founds the club once for all pages; each person who looks has a window."""
    with django_db_blocker.unblock():
        empty_database()
        visit = Visit(browser, _site, club.found(), AXE, drawn=False)
        yield visit
        visit.closes()
        empty_database()


BY_PERSON = sorted(PAGES, key=lambda shown: shown.who)
"""So that few windows are opened or have to rest between two pages."""


@pytest.mark.parametrize("shown", BY_PERSON, ids=lambda shown: shown.name)
def test_a_page_is_for_everybody(visit: Visit, shown: Shown) -> None:
    """Checks the page on a wide screen in the light theme and on a phone in the dark one: axe-core
    finds nothing serious, and the console has no errors. On a phone, even the smallest, nothing
    scrolls sideways, and every control is large enough for a thumb.

    One window is both: style sheets alone decide by its width, whenever it changes. Besides, what
    axe-core has run once is compiled when it runs again."""
    troubles = visit.person(shown.who).troubles
    troubles.clear()
    found = [
        f"{width}: {trouble}"
        for width, _, page in visit.looks(shown, OPPOSITES, resized=True)
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
    board_and_bar_are_whole(page)


def board_and_bar_are_whole(page: Page) -> None:
    """Checks that nobody has to scroll for them on telephones on their sides."""
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
    """Returns all that is wrong with the page as it is. Sizes for thumbs are required only of the
    site's own pages, not of Django's admin."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    seen = page.evaluate(EVERYTHING, THUMB)
    found = list(seen["axe"])
    if not admin:
        found += seen["order"]
        found += [] if seen["live"] == LIVE else [f"live: {seen['live']}"]
    if width == "phone":
        found += sideways(seen["wider"])
        found += [] if admin else seen["small"]
    return found


def to_scroll_on_the_smallest(visit: Visit, shown: Shown) -> list[str]:
    """Makes the open page 320 pixels wide, as with a zoom of 400 percent, and returns any sideways
    scrolling. WCAG 2.2 (1.4.10) requires that there is none."""
    page = visit.person(shown.who).page
    page.set_viewport_size(SMALLEST)
    wider = f"async () => {{ await ({DRAWN_ANEW})(); return {WIDER_THAN_THE_WINDOW}; }}"
    return sideways(page.evaluate(wider))


def to_scroll(page: Page) -> list[str]:
    """Returns how far the page scrolls sideways, if at all."""
    return sideways(page.evaluate(WIDER_THAN_THE_WINDOW))


def sideways(wider: int) -> list[str]:
    """Returns the complaint about a page that is ``wider`` pixels wider than its window; none if
    it fits."""
    return [f"{wider} px to scroll sideways"] if wider > 0 else []


def axe(page: Page) -> list[str]:
    """Returns axe-core's serious and critical findings."""
    return list(page.evaluate(SERIOUS))
