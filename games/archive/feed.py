"""The newest finished public games as an Atom feed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.names import address_in
from games.archive.search import MOST_IN_FEED, newest
from games.models import Game
from games.pages.results import result_of
from games.pages.words import joined_in_words
from transport.limits import PAGES
from transport.requests import counted


class FinishedGames(Feed):
    """The games, newest first, each with its players and result."""

    feed_type = Atom1Feed
    title: str | Promise = gettext_lazy("Miai: finished games")
    subtitle: str | Promise = gettext_lazy("Finished games of the club, to watch and replay.")

    def link(self) -> str:
        """The address of the page that lists all finished games."""
        return reverse("archive")

    def items(self) -> list[Game]:
        """The games."""
        return newest(MOST_IN_FEED)

    def item_title(self, item: Any) -> str:
        """The title and the name of the game; an old title that contains an address is left out."""
        name = gettext(item.engine.name)
        return name if address_in(item.title) else f"{item.title}: {name}"

    def item_description(self, item: Any) -> str:
        """Who played on what board, and the result."""
        names = joined_in_words(*(seat.name for seat in item.seats.all()))
        values = {"game": gettext(item.engine.name), "board": item.board, "names": names}
        # Translators: such as "Territory, 13×13, with Ada and Bo."
        says = gettext("%(game)s, %(board)s, with %(names)s.") % values
        return f"{says} {result_of(item)}".strip()

    def item_pubdate(self, item: Any) -> datetime | None:
        """When it ended."""
        ended: datetime | None = item.finished_at
        return ended

    def item_guid(self, item: Any) -> str:
        """An id that stays the same even if the site moves to another address."""
        return f"urn:miai:game:{item.public_id}"


_feed = FinishedGames()


@require_safe
@counted(PAGES)
def finished_atom(request: HttpRequest) -> HttpResponse:
    """Sends the feed. Its links have the address of the site, whichever host the request names."""
    response: HttpResponse = _feed(request)
    return response
