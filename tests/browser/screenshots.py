"""``make screenshots``: every page, wide and on a phone, light and dark, into screenshots/.

The files are named PAGE-WIDTH-THEME.webp. Git ignores that folder; the few pictures that the
documents show are in docs/screenshots and are written anew there, too. Arguments after
``-m tests.browser.screenshots`` choose the pages whose names start with them.
"""

import base64
import os
import sys
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.servers import chromium
from tests.servers.databases import make_database
from tests.servers.plugin import Servers, take_corner
from tests.servers.site import WITH_ALL_PAGES_SHOW, RunningSite

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "screenshots"
SHOWN_IN_DOCUMENTS = ROOT / "docs" / "screenshots"
QUALITY = 40
"""WebP quality, 0 to 100: text is clear, and a page takes about twenty kilobytes."""


def main(beginnings: tuple[str, ...]) -> None:
    """Starts the whole site on an empty database, founds the club, and takes the pictures."""
    servers = Servers()
    servers.start()
    try:
        take_corner("gw0")
        make_database(os.environ["DATABASE_URL"])
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread
        with (
            RunningSite(Path(os.environ["VAR_DIR"]), {**os.environ, **WITH_ALL_PAGES_SHOW}) as site,
            sync_playwright() as playwright,
        ):
            django.setup()
            browser = playwright.chromium.launch(
                executable_path=chromium.get_chromium(), args=chromium.flags()
            )
            take_all(browser, site.address, beginnings or ("",))
            browser.close()
    finally:
        servers.stop()


def take_all(browser: Browser, site: str, beginnings: tuple[str, ...]) -> None:
    """Takes the pictures of the pages whose names start with one of ``beginnings``."""
    from tests.browser import club
    from tests.browser.every_page import BOARDS, PAGES, Visit

    FOLDER.mkdir(parents=True, exist_ok=True)
    visit = Visit(browser, site, club.found(with_phases=True))
    for shown in (*PAGES, *BOARDS):
        if shown.name.startswith(beginnings):
            for width, theme, page in visit.looks(shown):
                store(f"{shown.name}-{width}-{theme}.webp", picture(page))
            print(shown.name, flush=True)


def store(name: str, content: bytes) -> None:
    """Writes a picture, and replaces the one of the documents if they show it."""
    (FOLDER / name).write_bytes(content)
    if (SHOWN_IN_DOCUMENTS / name).exists():
        (SHOWN_IN_DOCUMENTS / name).write_bytes(content)


def picture(page: Page) -> bytes:
    """Takes a picture of the window as WebP, which Chromium can write but Playwright cannot."""
    page.evaluate("document.fonts.ready")
    tools = page.context.new_cdp_session(page)
    shot = tools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    tools.detach()
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
