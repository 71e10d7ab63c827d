"""How the Chromium of the tests is started, and what it shows of a page."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.people import WIDE, draw_a_corner

DISABLED = "--disable-features="


def test_what_playwright_disables_in_chromium_stays_disabled(browser: Browser) -> None:
    """Chromium takes the last of two lists of features: ours, after Playwright's."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    (main,) = (each["id"] for each in processes if each["type"] == "browser")
    options = Path(f"/proc/{main}/cmdline").read_text().split("\0")
    of_playwright, ours = (
        set(option.removeprefix(DISABLED).split(","))
        for option in options
        if option.startswith(DISABLED)
    )
    assert of_playwright - ours == set()


FAR_FROM_THE_CORNER = """<style>
    body { margin: 0; height: 3000px; }
    button { position: absolute; right: 0; top: 860px; }
    button:hover { color: red; }
    p { position: absolute; top: 1000px; }
</style><button onclick="this.textContent = 'pressed'">Press</button><p>Below</p>"""
SIZES = """() => [
    innerWidth, innerHeight, visualViewport.width, document.documentElement.clientWidth,
    matchMedia("(width: 1440px) and (height: 900px)").matches,
    document.elementFromPoint(1439, 861).localName,
]"""


def test_a_page_of_which_a_corner_is_drawn_is_as_large_as_the_window(browser: Browser) -> None:
    with browser.new_context(viewport=WIDE) as context:  # type: ignore[arg-type]
        page = context.new_page()
        draw_a_corner(page)
        page.set_content(FAR_FROM_THE_CORNER)
        button, below = page.locator("button"), page.locator("p")
        assert page.evaluate(SIZES) == [1440, 900, 1440, 1440, True, "button"]
        expect(button).to_be_in_viewport(ratio=0.99)
        expect(below).not_to_be_in_viewport()
        button.click()
        expect(button).to_have_text("pressed")
        expect(button).to_have_css("color", "rgb(255, 0, 0)")
        page.mouse.wheel(0, 500)
        expect(below).to_be_in_viewport()
