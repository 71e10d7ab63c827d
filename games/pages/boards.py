"""Which games have a board for the browser, and the colours of each look in small pictures.

Only games with a board can be shown and played on the site. Members choose a look. Its colours are
the same as in ``static/css/tokens.css``; a test checks this.
"""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders

from engines.drawing.board import Look, Shade

LOOKS: dict[str, Look] = {
    "wood": Look(
        light=Shade("#e3bd7c", "#b98b47", "#6f4f23", "#4a3413", "#4a3413"),
        dark=Shade("#c99f60", "#8f6b37", "#3f2c12", "#2b1d0a", "#2b1d0a"),
        grain=True,
    ),
    "paper": Look(
        light=Shade("#fbf6ea", "#cdbf9f", "#8b7d63", "#5b4f3a", "#5b4f3a"),
        dark=Shade("#e6dcc6", "#a89878", "#75684f", "#4a3f2c", "#4a3f2c"),
    ),
    "slate": Look(
        light=Shade("#8d979c", "#6a757b", "#3c464c", "#232b30", "#232b30"),
        dark=Shade("#59646b", "#3c464c", "#232b30", "#e9eef0", "#0d1012"),
    ),
}
USUAL = "wood"


@cache
def has_board(slug: str) -> bool:
    """Returns whether there is a board module for the game with this slug."""
    return finders.find(f"js/boards/{slug}/index.js") is not None
