"""Telling a member on their devices: the way out of notices (:mod:`notices.channels`), and what is
tried again where one device's service takes nothing for a while.

The others do not wait for that one: what it could not be told waits in its row, and is looked at
again before it is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notices.channels import OutgoingChannel, SendOutcome
from notices.kinds import SENT_IF_ASKED, UNASKED
from notices.lists import current, with_words
from notices.models import Channel, Kind, Notice, PushDevice
from notices.preferences import preferences_of, wanted_by
from notices.push.devices import devices_of
from notices.push.keys import is_on
from notices.push.messages import pushes_of
from notices.push.services import Came, Push, ServiceAnswer, push_all
from notices.services.waiting import quiet_end
from scheduler.jobs import Job, Queue, Skipped
from scheduler.rows import claimed, first_of

logger = logging.getLogger(__name__)

SETTLES = timedelta(seconds=10)
"""Somebody who is looking at the site has read it by then."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
"""Between attempts to reach a device: twice as long each time, up to that; longer only where its
service asks for it."""

AT_ONCE = 8
"""Devices that one look tries again."""

LEASE = timedelta(minutes=2)
"""So long a device that is tried again is left to whoever tries."""

GIVEN_UP = timedelta(days=1)
"""A notice that is so old is not tried again."""

LOST = timedelta(days=7)
"""A device whose service took nothing for so long is forgotten."""


@dataclass(frozen=True)
class Letter:
    """What one device is told of ``notices``."""

    device: PushDevice
    notices: list[Notice]
    pushes: list[Push]


def write(member: User, notices: list[Notice], _key: str) -> list[Letter] | SendOutcome:
    """What each device of the member is told. What one cannot be told now waits for it alone. Sent
    again after a kill, nobody hears it twice: the service worker knows what it shows by its notice
    and time."""
    now, devices = timezone.now(), devices_of(member)
    for device in devices:
        if device.again_at is not None:
            _put_off(device.pk, notices)
    free = [device for device in devices if device.again_at is None]
    if not free:
        return SendOutcome.SENT if devices else SendOutcome.GONE
    return [Letter(device, notices, pushes_of(notices, device, now=now)) for device in free]


def carry(letters: Sequence[list[Letter]]) -> list[SendOutcome | Exception]:
    """Tells all devices of all members at once."""
    _tell([letter for each in letters for letter in each], timezone.now())
    return [SendOutcome.SENT] * len(letters)


def reaches(members: Collection[int]) -> set[int]:
    """Those of these members who have a device."""
    found = PushDevice.objects.filter(member__in=members).order_by()
    return set(found.values_list("member", flat=True))


PUSH = OutgoingChannel(
    Channel.PUSH,
    write=write,
    carry=carry,
    reaches=reaches,
    works=is_on,
    usual=frozenset(Kind) - {*UNASKED, *SENT_IF_ASKED},
    settles=SETTLES,
)
"""On members' devices."""


def first_again(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first device is to be tried again, by ``until``."""
    return first_of(PushDevice.objects.filter(again_at__lte=until), "again_at", skipped)


def try_again(now: datetime, skipped: Skipped) -> int:
    """Tries devices again whose services took nothing; returns how many."""
    with transaction.atomic():
        due = PushDevice.objects.filter(again_at__lte=now).exclude(pk__in=skipped)
        keys = [device.pk for device in claimed(due.order_by("again_at"), AT_ONCE)]
        PushDevice.objects.filter(pk__in=keys).update(again_at=now + LEASE)
    skipped.update(keys)
    found = PushDevice.objects.filter(pk__in=keys).select_related("member__preferences")
    letters = [
        Letter(device, wait, pushes_of(wait, device, now=now))
        for device in found
        if (wait := _still_waiting(device, now))
    ]
    _tell(letters, now)
    return len(keys)


DEVICES_AGAIN = Job("devices tried again", Queue.SENDING, 15.0, first_again, try_again)
"""Devices whose push services took nothing the last time."""


def _still_waiting(device: PushDevice, now: datetime) -> list[Notice]:
    """What the device is to be told now; nothing in its member's quiet hours, and nothing where it
    is none of theirs any more."""
    member = device.member
    if device not in devices_of(member):
        device.delete()
        return []
    quiet = quiet_end(member, now)
    if quiet is not None:
        PushDevice.objects.filter(pk=device.pk).update(again_at=quiet)
        return []
    wanted = wanted_by(PUSH, preferences_of(member))
    wait = current(member).filter(pk__in=device.waiting, read_at=None, kind__in=wanted)
    young = with_words(wait.filter(at__gt=now - GIVEN_UP))
    found = list(young.order_by("at", "pk"))
    if not found:
        _reached(device, [])
    return found


def _tell(letters: Sequence[Letter], now: datetime) -> None:
    """Tells each device its notices; one that does not take all of it is told all of it again."""
    answers = iter(push_all([push for letter in letters for push in letter.pushes], now=now))
    for letter in letters:
        came = [next(answers) for _ in letter.pushes]
        _note(letter.device, came, letter.notices, now)


def _note(
    device: PushDevice, answers: Sequence[ServiceAnswer], notices: Sequence[Notice], now: datetime
) -> None:
    """Notes what became of what a device was told."""
    if any(answer.came is Came.GONE for answer in answers):
        device.delete()
        return
    if all(answer.came is Came.TAKEN for answer in answers):
        _reached(device, notices)
        return
    since = device.failing_since or now
    if now - since > LOST:
        device.delete()
        return
    asked = max((answer.wait or timedelta() for answer in answers), default=timedelta())
    pause = min(max(now - since, FIRST_PAUSE), LONGEST_PAUSE)
    _put_off(device.pk, notices, since=since, again_at=now + max(pause, asked))


def _reached(device: PushDevice, notices: Sequence[Notice]) -> None:
    """The device's service took all of it: what else waits goes at once."""
    if device.again_at is None and device.failing_since is None:
        return
    told = {notice.pk for notice in notices}
    with transaction.atomic():
        row = PushDevice.objects.select_for_update().filter(pk=device.pk).first()
        if row is None:
            return
        row.waiting = [pk for pk in row.waiting if pk not in {*device.waiting, *told}]
        row.again_at = timezone.now() if row.waiting else None
        row.failing_since = None
        row.save(update_fields=["waiting", "again_at", "failing_since"])


def _put_off(
    device: int,
    notices: Sequence[Notice],
    *,
    since: datetime | None = None,
    again_at: datetime | None = None,
) -> None:
    """The notices wait for the device."""
    with transaction.atomic():
        row = PushDevice.objects.select_for_update().filter(pk=device).first()
        if row is None:
            return
        row.waiting = sorted({*row.waiting, *(notice.pk for notice in notices)})
        row.failing_since = since or row.failing_since
        row.again_at = again_at or row.again_at or timezone.now()
        row.save(update_fields=["waiting", "failing_since", "again_at"])
