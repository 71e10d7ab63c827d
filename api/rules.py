"""The games that can be played: their options, seats, and bots."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from msgspec import Struct
from ninja import Router

from api.answers import Page, answer, page_of
from api.callers import ANYBODY
from api.description import describe
from engines.registry import GAMES
from engines.rules import Rules
from transport.limits import PAGES, count, rate_key_of
from transport.refusals import Refused

router = Router(tags=["rules"])


class BotInfo(Struct, kw_only=True):
    """A bot of the site. ``level``: 1 (easy) to 5 (strong)."""

    name: str
    level: int
    about: str


class OptionInfo(Struct, kw_only=True):
    """An option of a game, with its usual value."""

    name: str
    label: str
    usual: Any


class RulesInfo(Struct, kw_only=True):
    """A game. ``sealed``: whether all players choose in secret; ``seats``: for how many players it
    is; ``page``: the page of its rules."""

    game: str
    name: str
    about: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[BotInfo]
    page: str


@router.get("", auth=ANYBODY, openapi_extra=describe(Page[RulesInfo]), summary="All games")
def every_game(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """All games of the site."""
    count(PAGES, rate_key_of(request))
    shown = [_rules_info(engine) for engine in GAMES]
    return answer(request, page_of(shown, lambda game: game.game, cursor))


@router.get("/{game}", auth=ANYBODY, openapi_extra=describe(RulesInfo), summary="A game")
def one_game(request: HttpRequest, game: str) -> HttpResponse:
    """One game."""
    count(PAGES, rate_key_of(request))
    for engine in GAMES:
        if engine.slug == game:
            return answer(request, _rules_info(engine))
    raise Refused("not-found", "There is no such game.")


def _rules_info(engine: Rules[Any]) -> RulesInfo:
    return RulesInfo(
        game=engine.slug,
        name=gettext(engine.name),
        about=gettext(engine.about),
        seats=list(engine.seats_allowed()),
        options=[
            OptionInfo(name=each.name, label=gettext(each.label), usual=each.default)
            for each in engine.options
        ],
        bots=[
            BotInfo(name=bot.name, level=int(bot.level), about=gettext(bot.about))
            for bot in engine.bots
        ],
        page=reverse("rules-of", args=[engine.slug]),
    )
