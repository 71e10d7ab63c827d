"""Sending to webhooks: the notices of members, and calls, which are events of the club and tests.

A request that is not accepted is sent again after a minute, two, four, up to an hour, with the same
id, and given up after a day. A server that accepts nothing for a week, or says that there is no
such webhook, is no longer sent to; its owner sees that on the page of the webhook.
"""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import new as hmac

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone, translation

from accounts.language import language_for
from accounts.models import User
from games.models import Seat
from notices.channels import NotAccepted, OutgoingChannel, SendOutcome
from notices.endpoints import is_endpoint
from notices.hooks.bodies import Body, body_of_call, body_of_notices
from notices.models import Channel, HookCall, Kind, Notice, Sending, Webhook
from notices.outgoing import Post, Reply, SilentServers, post_all
from scheduler.jobs import Job, Queue, Skipped
from scheduler.rows import claimed, first_of
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

BEGINNING = "whsec_"
"""How the text of a secret begins; the rest is base64."""

SETTLES = timedelta(seconds=10)
"""Members who are looking at the site have read a notice by then."""

REST = timedelta(seconds=15)
"""The least time between two requests with a member's notices."""

AT_ONCE = 50
"""How many calls are sent together."""

LEASE = timedelta(minutes=2)
"""How long a call that is being sent is reserved for one worker."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
GIVEN_UP = timedelta(days=1)
"""The age from which a call is not tried again, even if its webhook was stopped meanwhile."""

LOST = timedelta(days=7)
"""If a server accepts nothing for this long, nothing more is sent to it."""

FEWEST_TRIES = 7
"""So often, in more than an hour, must the last request have failed before that. If there was
nothing to send for a week, two failures are no week of failures."""

PLAYERS = Prefetch("game__seats", Seat.objects.select_related("user", "former"))
"""The players, who are named in a call about a game."""

_silent = SilentServers()


@dataclass(frozen=True)
class Letter:
    """A request to a webhook; ``tries``: how often sending to it has failed since it last accepted
    something."""

    hook: Webhook
    post: Post
    tries: int


def write(member: User, notices: list[Notice], key: str) -> Letter | SendOutcome:
    """The request that tells the member's webhook of these notices."""
    hook = Webhook.objects.filter(member=member, stopped_at=None).select_related("member").first()
    if hook is None or not hook.is_confirmed:
        return SendOutcome.GONE
    now = timezone.now()
    sendings = Sending.objects.filter(member=member, channel=Channel.HOOK)
    tries = sendings.values_list("failures", flat=True).first() or 0
    return Letter(hook, signed_request(hook, key, body_of_notices(notices, now), now), tries)


def carry(letters: Sequence[Letter]) -> list[SendOutcome | Exception]:
    """Sends all requests at once."""
    now = timezone.now()
    replies = _post([letter.post for letter in letters], now)
    results: list[SendOutcome | Exception] = []
    for letter, reply in zip(letters, replies):
        outcome = note_reply(letter.hook, reply, now, letter.tries)
        results.append(NotAccepted(reply.wait) if outcome is SendOutcome.LATER else outcome)
    return results


def reaches(members: Collection[int]) -> set[int]:
    """The keys of those members who have a webhook that works."""
    found = Webhook.objects.filter(member__in=members, stopped_at=None).select_related("member")
    return {hook.member.pk for hook in found if hook.member is not None and hook.is_confirmed}


def is_on() -> bool:
    """Whether this site has webhooks."""
    return bool(settings.WEBHOOKS)


BY_HOOK = OutgoingChannel(
    Channel.HOOK,
    write=write,
    carry=carry,
    reaches=reaches,
    addresses="SELECT FROM notices_webhook WHERE member_id = told.member_id AND stopped_at IS NULL",
    works=is_on,
    usual=frozenset({Kind.TURN}),
    settles=SETTLES,
    rest=REST,
    once_a_turn=True,
    on_request=True,
    every=7.0,
)
"""Tells a member's webhook of their turns, once each, and of whatever else they want."""


def may_have_address(address: str) -> bool:
    """Whether a webhook may have this address. Only developers may do without HTTPS."""
    return is_endpoint(address, schemes=("https", "http") if settings.DEBUG else ("https",))


def signed_request(hook: Webhook, key: str, body: Body, now: datetime) -> Post:
    """The request with this body, and its id (``key``), time and signature as headers."""
    text, at = msgspec.json.encode(body), str(int(now.timestamp()))
    return Post(
        hook.address,
        text,
        {
            "Content-Type": "application/json",
            "User-Agent": "Miai",
            "webhook-id": key,
            "webhook-timestamp": at,
            "webhook-signature": signature(hook.secret, key, at, text),
        },
    )


def signature(secret: str, key: str, at: str, text: bytes) -> str:
    """The signature of a request, as Standard Webhooks defines it: HMAC-SHA-256 of its id, time and
    body."""
    content = f"{key}.{at}.".encode() + text
    digest = hmac(b64decode(secret.removeprefix(BEGINNING)), content, sha256).digest()
    return f"v1,{b64encode(digest).decode()}"


def note_reply(hook: Webhook, reply: Reply, now: datetime, tries: int) -> SendOutcome:
    """Stores how a request went that had failed so often before (``tries``), for the owner of the
    webhook to see. 404 and 410 mean that the server knows no such webhook."""
    rows = Webhook.objects.filter(pk=hook.pk, address=hook.address)
    if reply.status is not None and 200 <= reply.status < 300:
        rows.update(sent_at=now, failing_since=None, status=None, stopped_at=None)
        return SendOutcome.SENT
    since = hook.failing_since or now
    values = {"failing_since": since, "status": reply.status}
    is_lost = now - since > LOST and tries >= FEWEST_TRIES
    if reply.status in (404, 410) or is_lost:
        rows.filter(stopped_at=None).update(stopped_at=now, **values)
        return SendOutcome.GONE
    rows.update(**values)
    return SendOutcome.LATER


def _post(posts: Sequence[Post], now: datetime) -> list[Reply]:
    """Sends the requests, except to addresses that are no longer allowed."""
    replies = iter(
        post_all(
            [post for post in posts if may_have_address(post.address)], silent=_silent, now=now
        )
    )
    return [next(replies) if may_have_address(post.address) else Reply(None) for post in posts]


def due_calls(until: datetime) -> QuerySet[HookCall]:
    """The calls that are due by ``until``; of those to stopped webhooks, only tests."""
    is_sent = Q(hook__stopped_at=None) | Q(what=HookCall.What.TEST)
    return HookCall.objects.filter(is_sent, due_at__lte=until)


def first_call(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first call is due, if by ``until``."""
    return first_of(due_calls(until), "due_at", skipped)


def send_calls(now: datetime, skipped: Skipped) -> int:
    """Sends a batch of calls; returns how many it handled."""
    with transaction.atomic():
        due = due_calls(now).exclude(pk__in=skipped).order_by("due_at", "pk")
        keys = [call.pk for call in claimed(due, AT_ONCE)]
        HookCall.objects.filter(pk__in=keys).update(due_at=now + LEASE)
    skipped.update(keys)
    calls = HookCall.objects.filter(pk__in=keys).select_related("hook__member", "game", "table")
    found = calls.prefetch_related(PLAYERS).order_by("pk")
    sent: list[tuple[HookCall, Post]] = []
    for call in found:
        try:
            post = _request_of(call, now)
        except Exception as error:  # noqa: BLE001 one that cannot be told must not stop the others
            logger.error("call %s of a webhook was not made: %s", call.pk, fault_of(error))
            continue
        if post is None:
            call.delete()
        else:
            sent.append((call, post))
    for (call, _), reply in zip(sent, _post([post for _, post in sent], now)):
        _settle(call, note_reply(call.hook, reply, now, call.tries), reply, now)
    return len(keys)


CALLS = Job("calls of webhooks", Queue.SENDING, 8.0, first_call, send_calls, due=due_calls)
"""Tells the club's webhooks what has happened, and sends tests."""


def _request_of(call: HookCall, now: datetime) -> Post | None:
    """The request that makes this call; None if it is no longer news."""
    if now - call.made_at >= GIVEN_UP or not call.hook.is_confirmed:
        return None
    member = call.hook.member
    language = language_for(member, None) if member is not None else settings.LANGUAGE_CODE
    with translation.override(language):
        body = body_of_call(call, now)
    return None if body is None else signed_request(call.hook, f"call_{call.pk}", body, now)


def _settle(call: HookCall, outcome: SendOutcome, reply: Reply, now: datetime) -> None:
    """Deletes a call that is done, or postpones it if it was not accepted. Tests are not sent
    again."""
    if outcome is not SendOutcome.LATER or call.what == HookCall.What.TEST:
        call.delete()
        return
    pause = min(FIRST_PAUSE * 2 ** min(call.tries, 10), LONGEST_PAUSE)
    again_at = now + max(pause, reply.wait or timedelta())
    HookCall.objects.filter(pk=call.pk).update(due_at=again_at, tries=call.tries + 1)
