"""Finds a real WebKit, the third engine, if it is installed: Debian's ``webkit2gtk-driver`` and
``xvfb``. The tests never install them, and no test run needs them."""

import shutil
from pathlib import Path
from typing import NamedTuple

NONE = "No WebKit: apt-get install webkit2gtk-driver xvfb. The pages are tested without it."
LIBRARIES = Path("/usr/lib")


class WebKit(NamedTuple):
    """The paths of WebKit's driver, of its minimal browser, and of a virtual screen for it."""

    driver: str
    browser: str
    screen: str


def on_path() -> WebKit | None:
    """Returns the installed WebKit, if any."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(LIBRARIES.glob("**/webkit2gtk-4.*/MiniBrowser")) if driver else []
    return WebKit(driver, str(browsers[-1]), screen) if driver and screen and browsers else None
