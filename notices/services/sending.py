"""Sends members' notices by a channel, each once, to many members at a time.

1. Find the members who have notices due. Drop those of members whom the channel does not reach.
2. Claim each member's ``Sending`` row for :data:`LEASE`, in a transaction of its own, so that no
   other worker sends to them by this channel meanwhile. The claim records the newest notice that
   this attempt covers.
3. Choose what to send: nothing read, nothing unwanted. Notices that cost a seat or a game if they
   are not read are sent even during the rest after the last mail, and in quiet hours that end too
   late.
4. Write the letters; then carry those of a batch of members together, outside any transaction.
5. Record the outcomes. A process that is killed before this leaves its claims; when they expire,
   the same notices are sent again with the same keys.

Notices are locked only while a single row is written: a game that writes notices must not wait for
a mail server.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.language import language_for
from accounts.models import User
from accounts.zones import own_zone
from notices.channels import LONGEST, NotAccepted, OutgoingChannel, OutOfOrder, SendOutcome
from notices.models import Notice, Sending
from notices.services.waiting import divide, quiet_end, waiting_by
from notices.stakes import at_stake
from scheduler.jobs import BATCH, LONG_AGO, Skipped
from scheduler.rows import claimed
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

LEASE = 5 * LONGEST
"""How long a claim is valid. The worker that holds it is done or dead by then."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
"""The longest pause between attempts to send to a member. Pauses double up to this."""

GIVEN_UP = timedelta(days=1)
"""A notice that has been due for this long is given up when sending it fails again."""

MOST_LOOKED_AT = 500
"""Members found by one query."""

AT_ONCE = 4 * BATCH
"""Members per batch of letters. Limited, so that a letter without an answer delays few others."""


OUT_OF_ORDER = 0
"""Added to a sweep's skipped members when the sweep must not send anything more. No member has
this key."""


@dataclass(frozen=True)
class _Claim:
    """What one attempt sends. ``before``: an earlier attempt may have sent notices written until
    then. ``rests_until``: when the rest after the last letter ends."""

    sending: Sending
    before: datetime | None
    rests_until: datetime
    member: User
    notices: list[Notice]
    key: str


def first_due(out: OutgoingChannel[Any], until: datetime, skipped: Skipped) -> datetime | None:
    """When the first notice is due by a channel, if by ``until``."""
    if OUT_OF_ORDER in skipped:
        return None
    due = waiting_notices(out, until).exclude(member__in=skipped).order_by(out.due)
    found: datetime | None = due.values_list(out.due, flat=True).first()
    return found


def send_due(out: OutgoingChannel[Any], now: datetime, skipped: Skipped) -> int:
    """Sends due notices to the members who have waited longest; returns how many members it
    handled. Each sweep handles a member once."""
    due = waiting_notices(out, now).exclude(member__in=skipped).order_by()
    waiting = due.values("member").annotate(first=Min(out.due)).order_by("first", "member")
    members = list(waiting.values_list("member", flat=True)[:MOST_LOOKED_AT])
    reached = out.reaches(members)
    nowhere = [member for member in members if member not in reached]
    skipped.update(nowhere)
    _forget_all(out, nowhere)
    batch = [member for member in members if member in reached][:AT_ONCE]
    skipped.update(batch)
    if any(isinstance(each, OutOfOrder) for each in _send_to(out, batch, now)):
        skipped.add(OUT_OF_ORDER)
    return len(nowhere) + len(batch)


def waiting_notices(out: OutgoingChannel[Any], by: datetime) -> QuerySet[Notice]:
    """The due notices of members to whom sending is not on hold."""
    sendings = Sending.objects.filter(member=OuterRef("member"), channel=out.channel)
    free = Q(~Exists(sendings.filter(held_until__gt=by)))
    if out.insists is not None:
        free |= at_stake() & Q(~Exists(sendings.filter(busy_until__gt=by)))
    return waiting_by(out).filter(free, **{f"{out.due}__lte": by})


def _send_to(
    out: OutgoingChannel[Any], member_ids: Sequence[int], now: datetime
) -> list[SendOutcome | Exception]:
    """Sends these members' notices and records the outcomes."""
    related = ("preferences", "timing")
    found = User.objects.select_related(*related).filter(is_active=True, is_bot=False)
    members = found.prefetch_related("notice_preferences").in_bulk(member_ids)
    _forget_all(out, [key for key in member_ids if key not in members])
    rows = [Sending(member_id=key, channel=out.channel, held_until=now) for key in sorted(members)]
    Sending.objects.bulk_create(rows, ignore_conflicts=True)
    results: list[SendOutcome | Exception] = []
    carried: list[tuple[_Claim, Any]] = []
    for key in member_ids:
        claim = _claim(out, members[key], now) if key in members else None
        if claim is None:
            continue
        letter = _written(out, claim)
        if isinstance(letter, SendOutcome | Exception):
            results.append(letter)
            _settle(out, claim, letter)
        else:
            carried.append((claim, letter))
    if carried:
        came = out.carry([letter for _, letter in carried])
        for (claim, _), result in zip(carried, came, strict=True):
            results.append(result)
            _settle(out, claim, result)
    return results


def _written(out: OutgoingChannel[Any], claim: _Claim) -> Any:
    """The letter, or the outcome if there is none to carry."""
    member = claim.member
    try:
        with translation.override(language_for(member, None)), timezone.override(own_zone(member)):
            return out.write(member, claim.notices, claim.key)
    except Exception as error:  # noqa: BLE001 a failed letter must not stop the others
        return error


def _settle(out: OutgoingChannel[Any], claim: _Claim, came: SendOutcome | Exception) -> None:
    """Records the outcome of an attempt."""
    if came is SendOutcome.SENT:
        _note(out, claim.notices, {out.due: None, out.sent: timezone.now()})
    elif came is SendOutcome.GONE:
        _forget_all(out, [claim.member.pk])
    elif came is SendOutcome.UNTRIED:
        now = timezone.now()
        _hold(claim.sending, claim.rests_until, busy_until=now, claimed_at=claim.before)
        return
    elif came is SendOutcome.LATER:
        _put_off(out, claim, claimed_at=None)
        return
    elif isinstance(came, NotAccepted):
        _put_off(out, claim, claimed_at=claim.sending.claimed_at, at_least=came.wait)
        return
    elif isinstance(came, OutOfOrder):
        logger.warning("nothing can be sent by %s just now: %s", out.channel.value, came)
        _put_off(out, claim, claimed_at=None)
        return
    elif isinstance(came, Exception):
        logger.error("notices were perhaps not sent by %s: %s", out.channel.value, fault_of(came))
        _put_off(out, claim, claimed_at=claim.sending.claimed_at)
        return
    now = timezone.now()
    _hold(claim.sending, now + out.rest, busy_until=now, claimed_at=None, failures=0)


def _claim(out: OutgoingChannel[Any], member: User, now: datetime) -> _Claim | None:
    """Claims the member's row; None if another worker has it or there is nothing to send now."""
    with transaction.atomic():
        free = Q(held_until__lte=now)
        if out.insists is not None:
            free |= Q(busy_until=None) | Q(busy_until__lte=now)
        found = Sending.objects.filter(free, member=member, channel=out.channel)
        sending = next(iter(claimed(found, 1)), None)
        if sending is None:
            return None
        earlier, quiet = sending.claimed_at, quiet_end(member, now)
        rests_until = max(now, sending.held_until)
        if quiet is not None and out.insists is None:
            _hold(sending, quiet)
            return None
        divided = divide(out, member, now, rests=rests_until > now, quiet=quiet)
        # Notices that may have been sent already go first, without any others.
        before = earlier or LONG_AGO
        again = [notice for notice in divided.send if notice.at <= before]
        notices = again or divided.send
        if notices:
            taken_to = before if again else max(now, notices[-1].at)
            lease = now + LEASE
            _hold(sending, max(lease, rests_until), busy_until=lease, claimed_at=taken_to)
        elif quiet is not None:
            _hold(sending, quiet)
        elif rests_until == now:
            _hold(sending, now, claimed_at=None)
    _note(out, divided.forget, {out.due: None})
    _note(out, divided.wait, {out.due: now + max(out.rest, FIRST_PAUSE)})
    if quiet is not None:
        _note(out, divided.till_morning, {out.due: quiet})
    if not notices:
        return None
    return _Claim(sending, earlier, rests_until, member, notices, _key(sending))


def _put_off(
    out: OutgoingChannel[Any],
    claim: _Claim,
    *,
    claimed_at: datetime | None,
    at_least: timedelta = timedelta(),
) -> None:
    """Retries after a pause; gives up notices that have been due for too long."""
    now, failures = timezone.now(), claim.sending.failures
    old = [each for each in claim.notices if getattr(each, out.due) <= now - GIVEN_UP]
    if old:
        logger.error("%d notices were given up by %s", len(old), out.channel.value)
    _note(out, old, {out.due: None})
    pause = min(FIRST_PAUSE * 2 ** min(failures, 10), LONGEST_PAUSE)
    again_at = now + max(pause, at_least)
    _hold(
        claim.sending,
        again_at,
        busy_until=again_at,
        claimed_at=claimed_at,
        failures=failures + 1,
    )


def _hold(sending: Sending, until: datetime, **changes: Any) -> None:
    """Holds back sending to the member until then; urgent notices only while a worker is busy."""
    for name, value in {"held_until": until, **changes}.items():
        setattr(sending, name, value)
    sending.save(update_fields=["held_until", *changes])


def _note(
    out: OutgoingChannel[Any], notices: Iterable[Notice], values: dict[str, datetime | None]
) -> None:
    """Updates notices unless they have been replaced since they were read by one that is to be sent
    itself: one that tells the same again has another time, but is still due when the first was.
    Each update is a transaction of its own, so that no other row is locked while it waits for a
    game."""
    for notice in notices:
        again = Q(what=notice.what, who=notice.who_id, **{out.due: getattr(notice, out.due)})
        Notice.objects.filter(Q(at=notice.at) | again, pk=notice.pk).update(**values)


def _forget_all(out: OutgoingChannel[Any], members: Collection[int]) -> None:
    """Drops everything that is due to these members by this channel. Skips locked rows: the next
    sweep finds them again."""
    waiting = waiting_by(out).filter(member__in=members).order_by()
    with transaction.atomic():
        locked = waiting.select_for_update(skip_locked=True, of=("self",))
        keys = list(locked.values_list("pk", flat=True))
        Notice.objects.filter(pk__in=keys).update(**{out.due: None})


def _key(sending: Sending) -> str:
    """The key of an attempt, and of later ones that may repeat it."""
    of = f"{sending.channel} {sending.member_id} {sending.claimed_at}"
    return salted_hmac("notices.sending", of).hexdigest()[:32]
