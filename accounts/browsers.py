"""A browser in a few words, so that its member knows it again."""

from __future__ import annotations

BROWSERS = (  # the first that is found: most say that they are several
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_in_words(agent: str) -> str:
    """Browser and system, of what a browser calls itself (``User-Agent``); no version.

    >>> browser_in_words("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> browser_in_words("curl/8.5.0")
    'A browser'
    """
    browser = next((name for sign, name in BROWSERS if sign in agent), "A browser")
    system = next((f" on {name}" for sign, name in SYSTEMS if sign in agent), "")
    return browser + system
