"""Which options the Chromium of the tests is started with."""

from pathlib import Path

from playwright.sync_api import Browser

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
