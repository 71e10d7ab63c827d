"""What the style sheets promise to phones."""

import re

from django.conf import settings

STYLES = settings.BASE_DIR / "static" / "css"


def rules(sheet: str) -> dict[str, str]:
    """The innermost blocks of a sheet by their selectors, those of one selector together."""
    css = re.sub(r"/\*.*?\*/", "", (STYLES / sheet).read_text(), flags=re.DOTALL)
    found: dict[str, str] = {}
    for name, block in re.findall(r"([^{};]+)\{([^{}]*)\}", css):
        found[name.strip()] = found.get(name.strip(), "") + block
    return found


def test_boards_do_not_grow_and_shrink_with_the_bars_of_a_phones_browser():
    """``dvh`` follows those bars while the page is scrolled; only dialogs do."""
    sheets = (*STYLES.glob("board*.css"), *STYLES.glob("boards/*.css"), *STYLES.glob("pages/*.css"))
    assert sheets
    assert [sheet.name for sheet in sheets if "dvh" in sheet.read_text()] == []


def test_a_long_press_on_a_board_selects_nothing_and_calls_no_menu_on_ios():
    board = rules("board.css")[".board"]
    assert "-webkit-user-select: none;" in board
    assert "-webkit-touch-callout: none;" in board
