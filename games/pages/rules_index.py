"""The page that leads to each game's rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engines.registry import GAMES
from games.pages.boards import has_board
from games.pages.rules import TEMPLATES, seats_in_words


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What the games have in common, and the way to each one's rules, with a picture."""
    games = [
        {"engine": each, "offered": has_board(each.slug), "seats": seats_in_words(each)}
        for each in GAMES
        if (TEMPLATES / f"{each.slug}.html").exists()
    ]
    return render(request, "rules/index.html", {"games": games})
