"""Sending members' notices by a way out, each once, to many members at a time.

1. The members to whom something is due are found. What is for somebody whom the way does not reach
   is forgotten.
2. Their row of ``Sending`` is claimed for :data:`LEASE`, in a transaction of its own: nobody else
   sends to them by this way meanwhile. It notes up to when this attempt takes what was told.
3. What is to be sent is looked for now: neither what was read, nor what they do not want. What
   costs them a seat or a game if it is not read goes even before the rest since the last mail is
   over, and in quiet hours after which it would come too late.
4. It is written as the way sends it; when that is done for a batch of members, all of it is
   carried at once, in no transaction.
5. What became of it is noted. A process that is killed before that leaves the claims: when they
   have lapsed, the same notices are sent once more, with the same keys.

No lock is held on a notice but for the moment in which one row is written: a game that tells
something must not wait for a mail server.
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
from notices.channels import LONGEST, OutgoingChannel, OutOfOrder, SendOutcome
from notices.models import Notice, Sending
from notices.services.waiting import look, quiet_end, waiting_by
from notices.stakes import at_stake
from scheduler.jobs import BATCH, LONG_AGO, Skipped
from scheduler.rows import claimed
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

LEASE = 5 * LONGEST
"""So long a claim holds. Whoever has it is killed, or done, by then."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
"""Between attempts to send to a member: twice as long each time, up to that."""

GIVEN_UP = timedelta(days=1)
"""A notice that was due for so long is given up when sending it fails again."""

MOST_LOOKED_AT = 500
"""Members whom one look may find."""

AT_ONCE = 4 * BATCH
"""Members to whom is sent at a time: so many that one who is not answered holds up few others."""


OUT_OF_ORDER = 0
"""Stands with the members, of whom none has this key, where a sweep tries no other."""


@dataclass(frozen=True)
class _Claim:
    """What one attempt sends, of whose ``sending``. ``before``: what was told by then was perhaps
    sent already by an earlier one. ``rests_until``: when the rest after the last one is over."""

    sending: Sending
    before: datetime | None
    rests_until: datetime
    member: User
    notices: list[Notice]
    key: str


def first_due(out: OutgoingChannel[Any], until: datetime, skipped: Skipped) -> datetime | None:
    """When the first notice is due by a way, by ``until``."""
    if OUT_OF_ORDER in skipped:
        return None
    due = _due(out, until).exclude(member__in=skipped).order_by(out.due)
    found: datetime | None = due.values_list(out.due, flat=True).first()
    return found


def send_due(out: OutgoingChannel[Any], now: datetime, skipped: Skipped) -> int:
    """Sends what is due to some of the members who wait for longest; returns to how many it was
    looked at. Each sweep looks at a member once."""
    due = _due(out, now).exclude(member__in=skipped).order_by()
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


def _due(out: OutgoingChannel[Any], by: datetime) -> QuerySet[Notice]:
    """What is due, but for members whom nothing is sent to just now."""
    sendings = Sending.objects.filter(member=OuterRef("member"), channel=out.channel)
    free = Q(~Exists(sendings.filter(held_until__gt=by)))
    if out.insists is not None:
        free |= at_stake() & Q(~Exists(sendings.filter(busy_until__gt=by)))
    return waiting_by(out).filter(free, **{f"{out.due}__lte": by})


def _send_to(
    out: OutgoingChannel[Any], member_ids: Sequence[int], now: datetime
) -> list[SendOutcome | Exception]:
    """Sends these members what is to be sent, and notes what became of it."""
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
    """The letter; where there is none to carry what became of it."""
    member = claim.member
    try:
        with translation.override(language_for(member, None)), timezone.override(own_zone(member)):
            return out.write(member, claim.notices, claim.key)
    except Exception as error:  # noqa: BLE001 one that cannot be written stops no other
        return error


def _settle(out: OutgoingChannel[Any], claim: _Claim, came: SendOutcome | Exception) -> None:
    """Notes what became of an attempt."""
    if came is SendOutcome.SENT:
        _note(claim.notices, {out.due: None, out.sent: timezone.now()})
    elif came is SendOutcome.GONE:
        _forget_all(out, [claim.member.pk])
    elif came is SendOutcome.UNTRIED:
        now = timezone.now()
        _hold(claim.sending, claim.rests_until, busy_until=now, claimed_at=claim.before)
        return
    elif came is SendOutcome.LATER:
        _put_off(out, claim, claimed_at=None)
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
    """Takes the member's row, where nobody else has it; None where nothing is to be sent now."""
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
        looked = look(out, member, now, rests=rests_until > now, quiet=quiet)
        # What was perhaps sent before goes first, and alone.
        before = earlier or LONG_AGO
        again = [notice for notice in looked.send if notice.at <= before]
        notices = again or looked.send
        if notices:
            taken_to = before if again else max(now, notices[-1].at)
            lease = now + LEASE
            _hold(sending, max(lease, rests_until), busy_until=lease, claimed_at=taken_to)
        elif quiet is not None:
            _hold(sending, quiet)
        elif rests_until == now:
            _hold(sending, now, claimed_at=None)
    _note(looked.forget, {out.due: None})
    _note(looked.wait, {out.due: now + max(out.rest, FIRST_PAUSE)})
    if quiet is not None:
        _note(looked.till_morning, {out.due: quiet})
    if not notices:
        return None
    return _Claim(sending, earlier, rests_until, member, notices, _key(sending))


def _put_off(out: OutgoingChannel[Any], claim: _Claim, *, claimed_at: datetime | None) -> None:
    """Tries again after a pause, but for what was tried for long enough."""
    now, failures = timezone.now(), claim.sending.failures
    old = [each for each in claim.notices if getattr(each, out.due) <= now - GIVEN_UP]
    if old:
        logger.error("%d notices were given up by %s", len(old), out.channel.value)
    _note(old, {out.due: None})
    pause = min(FIRST_PAUSE * 2 ** min(failures, 10), LONGEST_PAUSE)
    again_at = now + pause
    _hold(
        claim.sending,
        again_at,
        busy_until=again_at,
        claimed_at=claimed_at,
        failures=failures + 1,
    )


def _hold(sending: Sending, until: datetime, **changes: Any) -> None:
    """Nothing is sent to the member before then, but what is at stake where nobody is busy."""
    for name, value in {"held_until": until, **changes}.items():
        setattr(sending, name, value)
    sending.save(update_fields=["held_until", *changes])


def _note(notices: Iterable[Notice], values: dict[str, datetime | None]) -> None:
    """Writes this of notices as they were read. One by one, each at once: a notice that is being
    replaced by a game is waited for with no other in hand, and the one in its place is let be."""
    for notice in notices:
        Notice.objects.filter(pk=notice.pk, at=notice.at).update(**values)


def _forget_all(out: OutgoingChannel[Any], members: Collection[int]) -> None:
    """Nothing that waits for these members is sent by this way. What is just being replaced is
    passed over: it is found again."""
    waiting = waiting_by(out).filter(member__in=members).order_by()
    with transaction.atomic():
        locked = waiting.select_for_update(skip_locked=True, of=("self",))
        keys = list(locked.values_list("pk", flat=True))
        Notice.objects.filter(pk__in=keys).update(**{out.due: None})


def _key(sending: Sending) -> str:
    """The name of an attempt, and of those after it that perhaps send the same again."""
    of = f"{sending.channel} {sending.member_id} {sending.claimed_at}"
    return salted_hmac("notices.sending", of).hexdigest()[:32]
