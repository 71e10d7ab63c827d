"""The rules pages: each game's rules in words for people, with small drawn positions.

A game's page is ``templates/rules/SLUG.html``. Its pictures come out of the engine: beside it
``SLUG.json`` holds small records, and each picture shows the board after one of their steps. A
picture that also says ``from`` is a board that can be stepped through from there; ``says`` then
holds a sentence for each step, the first included. ``extras`` names what positions show beyond
what the game pushes, such as areas.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engines.game import IllegalAction, Json
from engines.record import from_json
from engines.registry import GAMES, game
from engines.replay import replay
from games.boards import has_board
from pages.palette import palette_payload

TEMPLATES: Path = settings.BASE_DIR / "templates" / "rules"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What the games have in common, and the way to each one's rules."""
    games = [each for each in GAMES if (TEMPLATES / f"{each.slug}.html").exists()]
    return render(request, "rules/index.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """One game's rules."""
    try:
        engine = game(slug)
    except IllegalAction:
        raise Http404("There is no such game.") from None
    if not (TEMPLATES / f"{engine.slug}.html").exists():
        raise Http404("The rules of this game are not written yet.")
    context = {
        "engine": engine,
        "offered": has_board(engine.slug),
        "pictures": pictures_of(engine.slug),
        "palette": palette_payload(),
    }
    return render(request, f"rules/{engine.slug}.html", context)


@cache
def pictures_of(slug: str) -> dict[str, Json]:
    """The pictures of a rules page by name: a position with its seats."""
    path = TEMPLATES / f"{slug}.json"
    if not path.exists():
        return {}
    drawn = json.loads(path.read_text())
    return {name: picture_of(each) for name, each in drawn.items()}


def picture_of(drawn: Json) -> Json:
    """The position after ``step`` steps of a small record, with the extras that are named; where
    it can be stepped through, its lines with all extras that a game pushes, too."""
    record = from_json(drawn["record"])
    last: int = drawn["step"]
    first: int = drawn.get("from", last)
    lines = [line for line in replay(record) if first <= line.step <= last]
    seats = [{"number": number, "left": None, **seat} for number, seat in enumerate(drawn["seats"])]
    shown = {"seats": seats, "me": drawn.get("me")}
    named: list[str] = drawn.get("extras", [])
    if "from" not in drawn:
        return {**shown, "position": lines[-1].as_json(named)["position"]}
    pushed = [extra.name for extra in record.game.extras if extra.pushed]
    walk = [line.as_json([*pushed, *named]) for line in lines]
    return {**shown, "lines": walk, "options": record.options, "says": drawn["says"]}
