"""The games that can be played: their options, seats and bots, and what programs read and send."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from msgspec import Struct, structs
from ninja import Router

from api.answers import Page, answer, page_of
from api.callers import ANYBODY
from api.description import describe
from api.shapes import shapes_of
from engines.options import Integer, Option, OptionValue, Structure
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
    """An option of a game. ``usual``: its value at tables that say nothing else; ``fixed``: whether
    all tables have that value, so that only records have others; ``allowed``: the least and the
    most for the kinds ``integer`` and ``number``, the values for a ``choice``, and a sentence for a
    ``structure``; ``may_be_null``: whether null is allowed, too."""

    name: str
    label: str
    kind: str
    usual: Any
    fixed: bool
    allowed: Any
    may_be_null: bool


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


class ExtraInfo(Struct, kw_only=True):
    """Something that is worked out from a position. ``pushed``: every step has it; what is not
    pushed has an address of its own, ``/games/GAME/steps/STEP/NAME``."""

    name: str
    about: str
    pushed: bool


class GameRules(RulesInfo, kw_only=True):
    """A game, with JSON Schemas of what programs read and send. ``position``: what stands on the
    board after a step; ``choice``: what a seat may choose; ``examples``: a choice of each kind;
    ``event``: what happened in a step; ``extras``: what positions may hold besides."""

    position: dict[str, Any]
    choice: dict[str, Any]
    examples: list[dict[str, Any]]
    event: dict[str, Any]
    extras: list[ExtraInfo]


@router.get("", auth=ANYBODY, openapi_extra=describe(Page[RulesInfo]), summary="All games")
def every_game(request: HttpRequest, cursor: str = "") -> HttpResponse:
    """All games of the site."""
    count(PAGES, rate_key_of(request))
    shown = [_rules_info(engine) for engine in GAMES]
    return answer(request, page_of(shown, lambda game: game.game, cursor))


@router.get("/{game}", auth=ANYBODY, openapi_extra=describe(GameRules), summary="A game")
def one_game(request: HttpRequest, game: str) -> HttpResponse:
    """One game, with what its positions, choices and events are, as JSON Schema."""
    count(PAGES, rate_key_of(request))
    for engine in GAMES:
        if engine.slug == game:
            return answer(request, _game_rules(engine))
    raise Refused("not-found", "There is no such game.")


def _rules_info(engine: Rules[Any]) -> RulesInfo:
    usual = engine.usual_options()
    return RulesInfo(
        game=engine.slug,
        name=gettext(engine.name),
        about=gettext(engine.about),
        seats=list(engine.seats_allowed()),
        options=[_option_info(each, usual[each.name]) for each in engine.options],
        bots=[
            BotInfo(name=bot.name, level=int(bot.level), about=gettext(bot.about))
            for bot in engine.bots
        ],
        page=reverse("rules-of", args=[engine.slug]),
    )


def _option_info(option: Option, usual: OptionValue) -> OptionInfo:
    allowed = option.range()
    may_be_null = option.optional if isinstance(option, Integer) else isinstance(option, Structure)
    return OptionInfo(
        name=option.name,
        label=gettext(option.label),
        kind=option.kind,
        usual=usual,
        fixed=not option.is_offered,
        allowed=gettext(allowed) if isinstance(allowed, str) else allowed,
        may_be_null=may_be_null,
    )


def _game_rules(engine: Rules[Any]) -> GameRules:
    shapes = shapes_of(engine.slug)
    return GameRules(
        **structs.asdict(_rules_info(engine)),
        position=shapes.position,
        choice=shapes.choice,
        examples=list(engine.actions),
        event=shapes.event,
        extras=[
            ExtraInfo(name=each.name, about=each.help, pushed=each.pushed) for each in engine.extras
        ],
    )
