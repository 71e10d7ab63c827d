"""The bodies of requests to webhooks: a sentence for people and the facts for programs. They
contain no choices and no address of a private game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.utils.text import Truncator
from django.utils.translation import gettext

from accounts.adapter import address_in_mail
from games.models import Game
from games.pages.results import result_of
from games.pages.words import joined_in_words, safe_title
from lobby.models import Table
from notices import words
from notices.models import HookCall, Notice

LONGEST = 1900
"""The most characters of the text; Discord accepts 2000."""

Body = dict[str, Any]


def body_of_notices(notices: Sequence[Notice], now: datetime) -> Body:
    """The body that tells a member's webhook of these notices, in the active language and time
    zone."""
    lines = [
        " ".join(
            filter(
                None,
                (
                    f"{words.title_of(notice)}: {words.sentence(notice)}",
                    words.deadline_of(notice),
                    _address_of(notice),
                ),
            )
        )
        for notice in notices
    ]
    return _body("notices", "\n".join(lines), now, {"notices": [_facts(each) for each in notices]})


def body_of_call(call: HookCall, now: datetime) -> Body | None:
    """The body of this call, in the active language; None if it is no longer news."""
    if call.what == HookCall.What.TEST:
        return _body("test", gettext("A test: this webhook works."), now, {})
    if call.game is not None:
        return _body(call.what, _sentence_of_game(call), now, {"game": _game(call.game)})
    table = call.table
    if table is None or table.closed_at is not None or table.game_id is not None:
        return None
    values = {"title": safe_title(table), "game": gettext(table.engine.name), "seats": table.seats}
    says = gettext("A table is open: “%(title)s”, %(game)s for %(seats)s.") % values
    return _body(call.what, f"{says} {_url(table)}", now, {"table": _table(table)})


def _sentence_of_game(call: HookCall) -> str:
    game = call.game
    assert game is not None
    values = {"title": safe_title(game), "game": gettext(game.engine.name)}
    if call.what == HookCall.What.BEGAN:
        values["names"] = joined_in_words(*(seat.name for seat in game.seats.all()))
        says = gettext("“%(title)s” has begun: %(game)s with %(names)s.") % values
    else:
        says = gettext("“%(title)s” is over: %(game)s.") % values
        says = f"{says} {result_of(game)}"
    return f"{says} {_url(game)}"


def _body(kind: str, says: str, now: datetime, data: Body) -> Body:
    """The body of a request. ``content`` is what Discord shows, ``text`` what Mattermost and Slack
    show. They must not notify people whom a title or a name seems to mention."""
    text = Truncator(_without_mentions(says)).chars(LONGEST)
    return {
        "content": text,
        "text": text,
        "allowed_mentions": {"parse": []},
        "type": kind,
        "timestamp": _moment(now),
        "data": data,
    }


def _without_mentions(says: str) -> str:
    """The text, changed so that chat programs see no mention in it: ``@all``, ``<!channel>``."""
    return says.replace("@", "@\N{ZERO WIDTH SPACE}").replace("<", "‹").replace(">", "›")


def _facts(notice: Notice) -> Body:
    place = notice.game or notice.table
    game = notice.game if notice.step is not None else None
    return {
        "what": notice.what,
        "kind": notice.kind,
        "at": _moment(notice.at),
        "title": words.title_of(notice),
        "variant": place.variant if place is not None else None,
        "step": notice.step,
        "deadline": _moment(game.deadline) if game is not None and game.deadline else None,
        "address": _address_of(notice),
    }


def _game(game: Game) -> Body:
    return {
        "id": game.public_id,
        "title": safe_title(game),
        "variant": game.variant,
        "players": [seat.name for seat in game.seats.all()],
        "outcome": game.outcome,
        "address": _url(game),
    }


def _table(table: Table) -> Body:
    return {
        "id": table.public_id,
        "title": safe_title(table),
        "variant": table.variant,
        "seats": table.seats,
        "address": _url(table),
    }


def _address_of(notice: Notice) -> str:
    """A link that works only for the member, since the address of a game may be secret."""
    return address_in_mail("notice", number=str(notice.pk))


def _url(place: Game | Table) -> str:
    return f"{settings.SITE_URL}{place.get_absolute_url()}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
