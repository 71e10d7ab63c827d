"""The rules pages: each game's rules in plain words, with small drawn positions.

A game's page is ``templates/rules/SLUG.html``. The engine draws its pictures: ``SLUG.json`` beside
the page holds small records, and each picture shows the board after one of their steps
(:mod:`games.pages.pictures`). A picture that also has ``from`` is a board on which readers can step
through the game from there. ``says`` then holds a sentence for each step, the first included, and
``extras`` names what the positions show beyond what the game pushes, such as areas.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from engines.record import from_json
from engines.registry import GAMES, game
from engines.replay import replay
from engines.rules import IllegalAction, Json, Rules
from games.pages.opponents import opponents
from games.pages.pictures import has_board
from pages.palette import palette_payload

TEMPLATES: Path = settings.BASE_DIR / "templates" / "rules"


def seats_in_words(engine: Rules[Any]) -> str:
    """Returns how many players a game is for, such as ``2 to 12`` or ``2 or 4``."""
    counts = engine.seats_allowed()
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return gettext("%(least)s to %(most)s") % {"least": counts[0], "most": counts[-1]}
    *some, last = map(str, counts)
    if not some:
        return last
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Shows what the games have in common, and links to each one's rules, with a picture."""
    games = [
        {"engine": each, "offered": has_board(each.slug), "seats": seats_in_words(each)}
        for each in GAMES
        if (TEMPLATES / f"{each.slug}.html").exists()
    ]
    return render(request, "rules/index.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows one game's rules."""
    try:
        engine = game(slug)
    except IllegalAction:
        raise Http404("There is no such game.") from None
    if not (TEMPLATES / f"{engine.slug}.html").exists():
        raise Http404("The rules of this game are not written yet.")
    context = {
        "engine": engine,
        "offered": has_board(engine.slug),
        "opponents": opponents(engine),
        "walks": in_language(walks_of(engine.slug)),
        "palette": palette_payload(),
    }
    return render(request, f"rules/{engine.slug}.html", context)


def in_language(walks: dict[str, Json]) -> dict[str, Json]:
    """Returns the walks with their sentences in the current language."""
    return {
        name: {**walk, "says": [gettext(said) for said in walk.get("says", [])]}
        for name, walk in walks.items()
    }


@cache
def drawn_pictures(slug: str) -> dict[str, str]:
    """Returns the still pictures of a rules page, as JSON by name."""
    return {name: json.dumps(drawn) for name, drawn in _drawn(slug).items() if "from" not in drawn}


@cache
def walks_of(slug: str) -> dict[str, Json]:
    """Returns the boards of a rules page on which readers can step through a game, by name."""
    return {name: _walk(drawn) for name, drawn in _drawn(slug).items() if "from" in drawn}


def _drawn(slug: str) -> dict[str, Json]:
    path = TEMPLATES / f"{slug}.json"
    drawn: dict[str, Json] = json.loads(path.read_text()) if path.exists() else {}
    return drawn


def _walk(drawn: Json) -> Json:
    """Returns the lines of a small record, with the extras that the game pushes and those that it
    names."""
    record = from_json(drawn["record"])
    lines = [line for line in replay(record) if drawn["from"] <= line.step <= drawn["step"]]
    seats = [{"number": number, "left": None, **seat} for number, seat in enumerate(drawn["seats"])]
    extras = [extra.name for extra in record.game.extras if extra.pushed] + drawn.get("extras", [])
    return {
        "seats": seats,
        "me": drawn.get("me"),
        "lines": [line.as_json(extras) for line in lines],
        "options": record.options,
        "says": drawn["says"],
    }
