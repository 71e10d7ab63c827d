"""Sending notices to members' devices: the push channel (:mod:`notices.channels`), and retries for
single devices whose service fails.

A failing device does not delay the others. Its notices wait in its row and are checked again before
they are sent.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from notices.channels import OutgoingChannel, SendOutcome
from notices.kinds import SENT_IF_ASKED, UNASKED
from notices.lists import current, with_words
from notices.models import Channel, Kind, Notice, PushDevice
from notices.preferences import is_told, preferences_of
from notices.push.devices import devices_of
from notices.push.keys import is_on
from notices.push.messages import pushes_of
from notices.push.services import Outcome, Push, ServiceAnswer, push_all
from notices.services.waiting import quiet_end
from scheduler.jobs import Job, Queue, Skipped
from scheduler.rows import claimed, first_of

logger = logging.getLogger(__name__)

SETTLES = timedelta(seconds=10)
"""Members who are looking at the site have read a notice by then."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
"""The longest pause between attempts to reach a device. Pauses double up to this; they are longer
only if the service asks for it."""

AT_ONCE = 8
"""Devices that one sweep tries again."""

LEASE = timedelta(minutes=2)
"""How long a device that is being retried is reserved for one worker."""

GIVEN_UP = timedelta(days=1)
"""The age from which a notice is not tried again."""

LOST = timedelta(days=7)
"""How long a device's service may fail before the device is removed."""


@dataclass(frozen=True)
class Letter:
    """The messages about ``notices`` for one device."""

    device: PushDevice
    notices: list[Notice]
    pushes: list[Push]


def write(member: User, notices: list[Notice], _key: str) -> list[Letter] | SendOutcome:
    """The letters for the member's devices. Notices for a device that is failing wait in its row.
    If a letter is sent again after a kill, it is not shown twice: the service worker recognises it
    by the notice's id and time."""
    now, devices = timezone.now(), devices_of(member)
    for device in devices:
        if device.again_at is not None:
            _put_off(device.pk, notices)
    free = [device for device in devices if device.again_at is None]
    if not free:
        return SendOutcome.SENT if devices else SendOutcome.GONE
    return [Letter(device, notices, pushes_of(notices, device, now=now)) for device in free]


def carry(letters: Sequence[list[Letter]]) -> list[SendOutcome | Exception]:
    """Sends all letters to all devices at once."""
    _send([letter for each in letters for letter in each], timezone.now())
    return [SendOutcome.SENT] * len(letters)


def reaches(members: Collection[int]) -> set[int]:
    """The keys of those members who have a device."""
    found = PushDevice.objects.filter(member__in=members).order_by()
    return set(found.values_list("member", flat=True))


PUSH = OutgoingChannel(
    Channel.PUSH,
    write=write,
    carry=carry,
    reaches=reaches,
    addresses="SELECT FROM notices_pushdevice WHERE member_id = told.member_id",
    works=is_on,
    usual=frozenset(Kind) - {*UNASKED, *SENT_IF_ASKED},
    settles=SETTLES,
)
"""Sends notices to members' devices."""


def first_again(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first device is due to be tried again, if by ``until``."""
    return first_of(_tried_again(until), "again_at", skipped)


def try_again(now: datetime, skipped: Skipped) -> int:
    """Retries devices whose services failed; returns how many."""
    with transaction.atomic():
        due = _tried_again(now).exclude(pk__in=skipped)
        keys = [device.pk for device in claimed(due.order_by("again_at"), AT_ONCE)]
        PushDevice.objects.filter(pk__in=keys).update(again_at=now + LEASE)
    skipped.update(keys)
    found = PushDevice.objects.filter(pk__in=keys).select_related("member__preferences")
    letters = [
        Letter(device, wait, pushes_of(wait, device, now=now))
        for device in found
        if (wait := _still_waiting(device, now))
    ]
    _send(letters, now)
    return len(keys)


def _tried_again(until: datetime) -> QuerySet[PushDevice]:
    return PushDevice.objects.filter(again_at__lte=until)


DEVICES_AGAIN = Job(
    "devices tried again", Queue.SENDING, 15.0, first_again, try_again, due=_tried_again
)
"""Retries devices whose push services failed last time."""


def _still_waiting(device: PushDevice, now: datetime) -> list[Notice]:
    """The waiting notices to send to the device now: none in the member's quiet hours, and none if
    the device has been disabled."""
    member = device.member
    if device not in devices_of(member):
        device.delete()
        return []
    quiet = quiet_end(member, now)
    if quiet is not None:
        PushDevice.objects.filter(pk=device.pk).update(again_at=quiet)
        return []
    told = is_told(PUSH, preferences_of(member))
    wait = current(member).filter(told, pk__in=device.waiting, read_at=None)
    young = with_words(wait.filter(at__gt=now - GIVEN_UP))
    found = list(young.order_by("at", "pk"))
    if not found:
        _reached(device, [])
    return found


def _send(letters: Sequence[Letter], now: datetime) -> None:
    """Sends each letter. If a device's service does not accept all messages of a letter, all are
    sent again later."""
    answers = iter(push_all([push for letter in letters for push in letter.pushes], now=now))
    for letter in letters:
        came = [next(answers) for _ in letter.pushes]
        _note(letter.device, came, letter.notices, now)


def _note(
    device: PushDevice, answers: Sequence[ServiceAnswer], notices: Sequence[Notice], now: datetime
) -> None:
    """Records the outcome of a letter."""
    if any(answer.outcome is Outcome.GONE for answer in answers):
        device.delete()
        return
    if all(answer.outcome is Outcome.TAKEN for answer in answers):
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
    """The device's service accepted everything, so whatever else waits for it is due now."""
    if device.again_at is None and device.failing_since is None:
        return
    sent = {notice.pk for notice in notices}
    with transaction.atomic():
        row = PushDevice.objects.select_for_update().filter(pk=device.pk).first()
        if row is None:
            return
        row.waiting = [pk for pk in row.waiting if pk not in {*device.waiting, *sent}]
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
    """Keeps the notices for the device's next attempt."""
    with transaction.atomic():
        row = PushDevice.objects.select_for_update().filter(pk=device).first()
        if row is None:
            return
        row.waiting = sorted({*row.waiting, *(notice.pk for notice in notices)})
        row.failing_since = since or row.failing_since
        row.again_at = again_at or row.again_at or timezone.now()
        row.save(update_fields=["waiting", "failing_since", "again_at"])
