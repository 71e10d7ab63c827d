"""Which games members' bots take: as bots say it when they connect, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext, gettext_lazy
from msgspec import Meta, Struct

from accounts.models import BotConnection, User
from engines.registry import GAMES
from engines.registry import game as engine_for
from games.play.clock import is_live
from games.play.settings import GameSettings
from transport.refusals import Refused

LONGEST_TAKES = 4_000
"""The most characters in which a bot can say what it takes."""


class Pace(StrEnum):
    """The pace of a game, as bots name it."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


PACES = {
    Pace.LIVE: gettext_lazy("live"),
    Pace.CORRESPONDENCE: gettext_lazy("by correspondence"),
}


class GameTaken(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings with which a bot takes a game: the numbers of ``seats``, and for each named
    option its values (``{"size": [9, 13]}``). Whatever is left out may be anything."""

    seats: list[int] = []
    options: dict[str, list[Any]] = {}


class Takes(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which games a bot takes, at which paces, and how many at once."""

    games: dict[str, GameTaken]
    paces: tuple[Pace, ...] = (Pace.LIVE, Pace.CORRESPONDENCE)
    at_once: Annotated[int, Meta(ge=1, le=50)] = 1

    def fits(
        self, variant: str, options: Mapping[str, Any], seats: int, settings: GameSettings
    ) -> bool:
        """Whether the bot takes such a game."""
        taken = self.games.get(variant)
        pace = Pace.LIVE if is_live(settings) else Pace.CORRESPONDENCE
        if taken is None or pace not in self.paces:
            return False
        if taken.seats and seats not in taken.seats:
            return False
        return all(options.get(name) in values for name, values in taken.options.items())


def read_takes(text: str) -> Takes:
    """Reads what a bot takes. Raises Refused ``bad-takes`` with a sentence that says what is
    wrong."""
    try:
        if len(text) > LONGEST_TAKES:
            raise ValueError(gettext("it is too long"))
        takes = msgspec.json.decode(text, type=Takes)
        _check(takes)
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        values = {"what": str(error)}
        raise Refused("bad-takes", "takes: %(what)s.", values=values, at="takes") from None
    return takes


def _check(takes: Takes) -> None:
    """Raises ValueError, with what is wrong, if there is no such game, number of players or option,
    or if a list leaves nothing that the bot takes."""
    known = {engine.slug: engine for engine in GAMES}
    if not takes.paces:
        raise ValueError(gettext("%(field)s is empty") % {"field": "paces"})
    for slug, taken in takes.games.items():
        if slug not in known:
            raise ValueError(gettext("there is no game %(game)s") % {"game": slug})
        engine = known[slug]
        for seats in taken.seats:
            if seats not in engine.seats_allowed():
                words = gettext("%(game)s has %(allowed)s players, not %(seats)s")
                allowed = ", ".join(map(str, engine.seats_allowed()))
                values = {"game": slug, "allowed": allowed, "seats": seats}
                raise ValueError(words % values)
        options = {each.name: each for each in engine.options}
        for name, chosen in taken.options.items():
            if name not in options:
                words = gettext("%(game)s has no option %(option)s")
                raise ValueError(words % {"game": slug, "option": name})
            if not chosen:
                raise ValueError(gettext("%(field)s is empty") % {"field": f"{slug} {name}"})
            for value in chosen:
                options[name].parse(value)


def takes_of(connection: BotConnection) -> Takes:
    """What the bot said when it last connected. Nothing if that cannot be read or is no longer
    right: a process of another version may have stored it."""
    try:
        takes = msgspec.convert(connection.takes, Takes)
        _check(takes)
    except (ValueError, msgspec.ValidationError):
        return Takes(games={})
    return takes


@dataclass(frozen=True)
class ConnectedBot:
    """A member's bot that is connected, and what it takes."""

    bot: User
    takes: Takes


def connected_bots(now: datetime) -> list[ConnectedBot]:
    """The members' bots that are connected, by name."""
    there = BotConnection.objects.open(now).select_related("bot__owner").order_by("bot__username")
    return [ConnectedBot(each.bot, takes_of(each)) for each in there]


def takes_in_words(takes: Takes) -> Sequence[tuple[str, str]]:
    """What a bot takes, as labels and values: the name of each game with its settings, then the
    paces, then how many games at once."""
    found = [
        (gettext(engine_for(slug).name), _taken_in_words(slug, taken))
        for slug, taken in takes.games.items()
    ]
    paces = ", ".join(str(PACES[pace]) for pace in takes.paces)
    found.append((gettext("Pace"), paces))
    found.append((gettext("Games at once"), str(takes.at_once)))
    return found


def games_in_words(takes: Takes) -> str:
    """The names of the games that a bot takes."""
    return ", ".join(gettext(engine_for(slug).name) for slug in takes.games)


def _taken_in_words(slug: str, taken: GameTaken) -> str:
    labels = {option.name: gettext(option.label) for option in engine_for(slug).options}
    limits: list[tuple[str, Sequence[Any]]] = [
        (labels.get(name, name), values) for name, values in taken.options.items()
    ]
    if taken.seats:
        limits.append((gettext("Players"), taken.seats))
    parts = [
        gettext("%(what)s: %(values)s")
        % {"what": what, "values": ", ".join(str(value) for value in values)}
        for what, values in limits
    ]
    return "; ".join(parts) or gettext("any settings")
