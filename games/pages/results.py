"""The result of a finished game, as a sentence for one of its players or for anybody."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

from games.models import Game, Seat
from games.pages.words import joined_in_words

PLACES: dict[int, str | Promise] = {
    1: pgettext_lazy("place, as in: You came first of four.", "first"),
    2: pgettext_lazy("place, as in: You came first of four.", "second"),
    3: pgettext_lazy("place, as in: You came first of four.", "third"),
    4: pgettext_lazy("place, as in: You came first of four.", "fourth"),
    5: pgettext_lazy("place, as in: You came first of four.", "fifth"),
    6: pgettext_lazy("place, as in: You came first of four.", "sixth"),
    7: pgettext_lazy("place, as in: You came first of four.", "seventh"),
    8: pgettext_lazy("place, as in: You came first of four.", "eighth"),
    9: pgettext_lazy("place, as in: You came first of four.", "ninth"),
    10: pgettext_lazy("place, as in: You came first of four.", "tenth"),
    11: pgettext_lazy("place, as in: You came first of four.", "eleventh"),
    12: pgettext_lazy("place, as in: You came first of four.", "twelfth"),
}

PLAYERS: dict[int, str | Promise] = {
    2: pgettext_lazy("number of players, as in: first of four", "two"),
    3: pgettext_lazy("number of players, as in: first of four", "three"),
    4: pgettext_lazy("number of players, as in: first of four", "four"),
    5: pgettext_lazy("number of players, as in: first of four", "five"),
    6: pgettext_lazy("number of players, as in: first of four", "six"),
    7: pgettext_lazy("number of players, as in: first of four", "seven"),
    8: pgettext_lazy("number of players, as in: first of four", "eight"),
    9: pgettext_lazy("number of players, as in: first of four", "nine"),
    10: pgettext_lazy("number of players, as in: first of four", "ten"),
    11: pgettext_lazy("number of players, as in: first of four", "eleven"),
    12: pgettext_lazy("number of players, as in: first of four", "twelve"),
}

BY_SCORE = ("score", "agreement")
"""Reasons with which scores decide the ranks, so that a margin means something."""


def result_for(game: Game, member: int) -> str:
    """The result for the member with this key; empty if the game has no result, or the member had
    no seat at its end.

    With two players: who won, and by how much. With more: the member's place, and who won.
    """
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)  # sorted here: may be prefetched
    own = next((seat for seat in seats if seat.user_id == member), None)
    if game.outcome is None or own is None:
        return ""
    ranks: list[int] = game.outcome["ranks"]
    if game.everyone_left:
        return gettext("Everybody left, so nobody won.")
    winners = [seat for seat in seats if ranks[seat.number] == 1]
    place = ranks[own.number]
    if place == 1 and len(winners) == 1:
        return _won(game, own)
    if place == 1:
        return _shared(winners, own, len(seats))
    won = _who_won(game, winners)
    return won if len(seats) == 2 else f"{_placed(place, ranks)} {won}"


def result_of(game: Game) -> str:
    """The result for somebody who did not play; empty if the game has none."""
    if game.outcome is None:
        return ""
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    if game.everyone_left:
        return gettext("Everybody left, so nobody won.")
    winners = [seat for seat in seats if game.outcome["ranks"][seat.number] == 1]
    return gettext("It was a draw.") if len(winners) == len(seats) else _who_won(game, winners)


def _won(game: Game, own: Seat) -> str:
    margin = _margin(game, own)
    if margin:
        return gettext("You won by %(margin)s.") % {"margin": margin}
    return gettext("You won.")


def _who_won(game: Game, winners: Sequence[Seat]) -> str:
    if len(winners) > 1:
        names = {"names": joined_in_words(*(seat.name for seat in winners))}
        return gettext("%(names)s shared first place.") % names
    (winner,) = winners
    values = {"name": winner.name, "margin": _margin(game, winner)}
    if values["margin"]:
        return gettext("%(name)s won by %(margin)s.") % values
    return gettext("%(name)s won.") % values


def _shared(winners: Sequence[Seat], own: Seat, players: int) -> str:
    if len(winners) == players:
        return gettext("It was a draw.")
    names = joined_in_words(*(seat.name for seat in winners if seat != own))
    return gettext("You shared first place with %(names)s.") % {"names": names}


def _placed(place: int, ranks: Sequence[int]) -> str:
    values = {
        "place": str(PLACES.get(place, place)),
        "players": str(PLAYERS.get(len(ranks), len(ranks))),
    }
    if ranks.count(place) > 1:
        return gettext("You tied for %(place)s of %(players)s.") % values
    return gettext("You came %(place)s of %(players)s.") % values


def _margin(game: Game, winner: Seat) -> str:
    """How far a single winner is ahead of the next; empty if scores did not decide."""
    scores = (game.outcome or {})["scores"]
    if not scores or (game.outcome or {})["reason"] not in BY_SCORE:
        return ""
    others = [score for number, score in enumerate(scores) if number != winner.number]
    margin = round(scores[winner.number] - max(others), 2)
    if margin <= 0:
        return ""
    return number_format(int(margin) if margin == int(margin) else margin)
