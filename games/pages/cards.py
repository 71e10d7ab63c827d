"""Cards: what other sites show of a link to a public game or table (https://ogp.me)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from games.models import Game
from games.pages.pixels import SIDE
from games.pages.words import joined_in_words, safe_title

WIDTH, HEIGHT = 480, 640
"""The size of the frame in pixels, unless the other site has less room."""


@dataclass(frozen=True)
class Card:
    """What other sites show of a link to a game or table. ``words``: a sentence about it;
    ``picture``: the address of a PNG, which is ``side`` pixels wide and high; ``oembed``: the
    address at which sites learn how to embed it; ``frame``: the markup that embeds it. The last two
    are empty if it cannot be embedded."""

    title: str
    words: str
    picture: str
    address: str
    oembed: str = ""
    frame: str = ""
    side: int = SIDE


def card_of_game(
    request: HttpRequest, game: Game, players: Sequence[str], step: int | None
) -> Card | None:
    """Returns the card of a game with the names of its players, or of one of its steps; None if the
    game is not public."""
    if not game.settings.listed or game.settings.guest:
        return None
    address = request.build_absolute_uri(game.get_absolute_url())
    query = "" if step is None else f"?step={step}"
    picture = reverse("game-png", args=[game.public_id, game.step if step is None else step])
    return Card(
        title=safe_title(game),
        words=_in_words(game, players),
        picture=request.build_absolute_uri(picture),
        address=address + query,
        oembed=request.build_absolute_uri(
            f"{reverse('oembed')}?{urlencode({'url': address + query})}"
        ),
        frame=frame_of(request, game),
    )


def _in_words(game: Game, names: Sequence[str]) -> str:
    values = {
        "game": gettext(game.engine.name),
        "board": gettext(game.board),
        "players": joined_in_words(*names),
    }
    text = (
        gettext("%(game)s on %(board)s, played by %(players)s. Replay it step by step.")
        if game.is_over
        else gettext("%(game)s on %(board)s, played by %(players)s. Watch it live.")
    )
    return text % values


def frame_of(
    request: HttpRequest,
    game: Game,
    step: int | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> str:
    """Returns the markup with which another site shows a game."""
    address = reverse("game-embed", args=[game.public_id])
    address += "" if step is None else f"?step={step}"
    source = escape(request.build_absolute_uri(address))
    size = f'width="{width}" height="{height}"'
    title = escape(safe_title(game))
    return f'<iframe src="{source}" {size} title="{title}" loading="lazy"></iframe>'
