"""What a push says: what happened, in which game, and until when. Whoever carries it cannot read
it; all the same it holds neither a choice, nor a game's address, which may be the key to it."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from accounts.language import preferred
from accounts.models import User
from games.models import Game
from notices import lists, words
from notices.models import Kind, Notice, PushDevice
from notices.push.services import Browser, Push

LONGEST = timedelta(days=3)
"""How long a service keeps what has no deadline: then it is no news any more."""

URGENT = {Kind.TURN, Kind.TIME}
"""Kinds with which a telephone that saves its battery is woken."""

LONGEST_TITLE = 120
"""Characters of a game's name that are shown; a push has room for 4 KB in all."""


def push_of(notice: Notice, device: PushDevice, *, now: datetime) -> Push:
    """The notice for one browser of its member."""
    return Push(
        to=Browser(device.endpoint, device.p256dh, device.auth),
        text=msgspec.json.encode(said(notice, device)),
        ttl=seconds_of_use(notice, now),
        urgency="high" if notice.kind in URGENT else "normal",
        topic=topic_of(notice),
    )


def said(notice: Notice, device: PushDevice) -> dict[str, Any]:
    """What the service worker is given: ``id`` of the notice, of which a member has one a kind and
    game; ``at``: when it was told, which is another each time; ``says``, ``game``; ``until``, with
    the sentence that says so, ``ends``, in which the browser writes the time in the ``zone``
    that the member has chosen or its own; ``address`` to open; the ``count`` of the bell, and all
    that is still ``unread``."""
    member: User = notice.member
    place = notice.game or notice.table
    deadline = deadline_of(notice)
    language = preferred(member) or _spoken(device.language)
    own = getattr(member, "preferences", None)
    with translation.override(language):
        return {
            "id": notice.pk,
            "at": notice.at,
            "says": words.sentence(notice),
            "game": place.title[:LONGEST_TITLE] if place else "",
            # Translators: the browser puts the time into %(time)s, such as "Tue 24 Nov, 20:00".
            "ends": gettext("You have until %(time)s.") if deadline else "",
            "until": deadline,
            "zone": getattr(own, "time_zone", ""),
            "language": translation.to_locale(language).replace("_", "-"),
            "address": reverse("notice", args=[notice.pk]),
            "count": len(lists.unread_places(member)),
            "unread": lists.unread_ids(member),
        }


def seconds_of_use(notice: Notice, now: datetime) -> int:
    """For how long it is worth while to tell it."""
    deadline = deadline_of(notice)
    left = deadline - now if deadline else LONGEST
    return int(max(min(left, LONGEST), timedelta()).total_seconds())


def deadline_of(notice: Notice) -> datetime | None:
    """When the turn ends that the notice tells of."""
    game = notice.game
    if game is None or notice.step is None or game.status != Game.Status.RUNNING:
        return None
    return game.deadline


def topic_of(notice: Notice) -> str:
    """A name for the member's notices of this kind and game that says nothing to a service: 32
    letters (RFC 8030)."""
    digest = salted_hmac("notices.push.topic", str(notice.pk), algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:24]).decode()


def _spoken(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
