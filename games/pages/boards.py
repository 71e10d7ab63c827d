"""Which games have a board for the browser: only those can be shown and played on the site."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders


@cache
def has_board(slug: str) -> bool:
    """Whether there is a board module for the game with this slug."""
    return finders.find(f"js/boards/{slug}/index.js") is not None
