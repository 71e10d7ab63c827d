"""``make icons``: draws the installed site's icons for phones from the site's mark.

Some phones cut icons into shapes of their own. In icons for them the background fills the whole
square, and the mark stays inside the circle that every shape leaves (a radius of two fifths of the
width; https://www.w3.org/TR/appmanifest/#icon-masks).
"""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.servers import chromium

FOLDER = Path(__file__).resolve().parents[2] / "static" / "icons"
MARK = FOLDER / "mark.svg"
GROUND = "#f4eee1"
"""The background colour of the light theme, as in the mark."""
SHAPE = ".field { fill: none } .first, .second { fill: white } .line { stroke: white }"


@dataclass(frozen=True)
class Icon:
    """A square picture: its ``side`` in pixels, the ``share`` of it that the mark takes, and
    whether the ``ground`` goes to the corners. With ``shape``, only the shape of the stones is
    drawn, because Android's notification bar shows an icon in one colour."""

    name: str
    side: int
    share: float
    ground: bool
    shape: bool = False


ICONS = (
    Icon("app-192", 192, 1, ground=False),
    Icon("app-512", 512, 1, ground=False),
    Icon("app-maskable-512", 512, 0.9, ground=True),
    Icon("apple-touch-icon", 180, 0.95, ground=True),
    Icon("badge-96", 96, 1.2, ground=False, shape=True),
)


def main() -> None:
    """Draws all icons."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.get_chromium(), args=chromium.flags()
        )
        for icon in ICONS:
            size = {"width": icon.side, "height": icon.side}
            page = browser.new_page(viewport=size, color_scheme="light")  # type: ignore[arg-type]
            page.set_content(drawn(icon))
            page.screenshot(path=FOLDER / f"{icon.name}.png", omit_background=not icon.ground)
            page.close()
        browser.close()


def drawn(icon: Icon) -> str:
    """Returns the HTML of a page that shows the icon."""
    mark = MARK.read_text()
    shape = f"<style>{SHAPE}</style>" if icon.shape else ""
    ground = f"background: {GROUND};" if icon.ground else ""
    return (
        f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center; {ground} }}"
        f"body > svg {{ width: {100 * icon.share}vw; }}</style>{mark}{shape}"
    )


if __name__ == "__main__":
    main()
