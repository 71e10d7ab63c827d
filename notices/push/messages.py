"""The content of push messages: what happened, in which game, and until when. Push services cannot
read it; even so it contains no choices and no address of a game, as the address may be all that is
needed to watch it."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext

from accounts.language import preferred
from accounts.models import User
from accounts.zones import own_zone
from games.models import Game
from notices import lists, words
from notices.models import Kind, Notice, PushDevice
from notices.push.services import Browser, Push

MOST_AT_ONCE = 5
"""How many notices are sent one by one. Further ones become one message with their number."""

LONGEST = timedelta(days=3)
"""How long a service keeps a message without a deadline; after that it is no news any more."""

OF_A_WISH = timedelta(minutes=15)
"""How long a service keeps the message that somebody looks for a live game."""

URGENT = {Kind.TURN, Kind.TIME, Kind.LOOKING}
"""Kinds that wake a phone in battery-saving mode."""

MORE = 0
"""The id of the message that says how many more notices there are."""


def pushes_of(notices: Sequence[Notice], device: PushDevice, *, now: datetime) -> list[Push]:
    """The messages for one device of a member: notices that are still useful, oldest first. The
    device's member must be loaded, with preferences prefetched."""
    member = device.member
    to = Browser(device.endpoint, device.p256dh, device.auth)
    bell = {"count": lists.unread_count(member), "unread": lists.unread_ids(member)}
    language = preferred(member) or _spoken(device.language)
    own = getattr(member, "preferences", None)
    reader = {
        "language": translation.to_locale(language).replace("_", "-"),
        "zone": getattr(own, "time_zone", ""),
    }
    useful = [notice for notice in notices if seconds_of_use(notice, now) > 0]
    alone = useful if len(useful) <= MOST_AT_ONCE else useful[len(useful) - MOST_AT_ONCE + 1 :]
    rest = useful[: len(useful) - len(alone)]
    with translation.override(language), timezone.override(own_zone(member)):
        messages = [(_more(rest), LONGEST.total_seconds(), "normal")] if rest else []
        messages += [
            (_message(each), seconds_of_use(each, now), "high" if each.kind in URGENT else "normal")
            for each in alone
        ]
    return [
        Push(
            to=to,
            text=msgspec.json.encode({**said, **reader, **bell}),
            ttl=int(ttl),
            urgency=urgency,
            topic=_topic(member, said["id"]),
        )
        for said, ttl, urgency in messages
    ]


def seconds_of_use(notice: Notice, now: datetime) -> float:
    """How long the notice is still useful, in seconds."""
    if notice.kind == Kind.LOOKING:
        return (notice.at + OF_A_WISH - now).total_seconds()
    deadline = _deadline(notice)
    return (min(deadline - now, LONGEST) if deadline else LONGEST).total_seconds()


def _message(notice: Notice) -> dict[str, Any]:
    """The message for the service worker: the notice's ``id``, the same for all notices of one kind
    and game; ``at``: when it was written, different each time; ``says``; ``game``; ``until`` and
    ``ends``, the sentence into which the browser puts that time; ``address``: the page to open."""
    place = notice.game or notice.table
    deadline = _deadline(notice)
    return {
        "id": notice.pk,
        "at": notice.at,
        "says": words.sentence(notice),
        "game": words.title_of(notice) if place else "",
        # Translators: the browser puts a time into %(time)s, such as "Tue 24 Nov, 20:00".
        "ends": gettext("You have until %(time)s.") if deadline else "",
        "until": deadline,
        "address": reverse("notice", args=[notice.pk]),
    }


def _more(notices: Sequence[Notice]) -> dict[str, Any]:
    """One message for all these notices."""
    count = len(notices)
    says = ngettext("%(count)s more notification", "%(count)s more notifications", count) % {
        "count": count
    }
    return {
        "id": MORE,
        "at": notices[-1].at,
        "says": says,
        "game": "",
        "ends": "",
        "until": None,
        "address": reverse("notices"),
    }


def _deadline(notice: Notice) -> datetime | None:
    """When the notice's turn ends."""
    game = notice.game
    if game is None or notice.step is None or game.status != Game.Status.RUNNING:
        return None
    return game.deadline


def _topic(member: User, notice_id: int) -> str:
    """A topic of 32 letters (RFC 8030) for the member's notices of one kind and game. It reveals
    nothing to the push service."""
    named = f"{member.pk} {notice_id}"
    digest = salted_hmac("notices.push.topic", named, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:24]).decode()


def _spoken(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
