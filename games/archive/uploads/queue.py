"""Which uploads are waiting, which are being replayed, and who may see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.archive.uploads import words
from games.models import Upload
from transport.limits import RateKey
from transport.refusals import Refused

State = Upload.State

AT_ONCE = {"member": 4, "address": 2}
"""How many uploads of one member, or from one visitor's address, may wait or be replayed."""

SHOWN_AT_ONCE = {True: 16, False: 8}
"""How many replayed uploads of members (True) and of visitors (False) are kept."""

WORKER_GONE = timedelta(seconds=10)
"""A worker that has not reported for this long is gone."""

LOCK = 7_306_002
"""The key of the PostgreSQL advisory lock that is held to admit and claim uploads."""


def admit(record: bytes, sender: RateKey, token: str) -> Upload:
    """Queues a record, which only the holder of ``token`` may see. Raises Refused and
    RedisError."""
    by_member, sender_hash = sender.kind == "member", _hash(f"{sender.kind}:{sender.key}")
    with _locked() as now:
        under_way = Upload.objects.filter(state__in=[State.WAITING, State.REPLAYING])
        if under_way.filter(sender=sender_hash).count() >= AT_ONCE[sender.kind]:
            raise Refused("too-fast", words.ENOUGH)
        # Visitors get at most half of the places, so that members always find one.
        places = settings.UPLOADS_WAITING if by_member else settings.UPLOADS_WAITING // 2
        if under_way.count() >= places:
            raise Refused("too-fast", words.BUSY)
        upload = Upload.objects.create(
            owner=_hash(token), sender=sender_hash, by_member=by_member, seen_at=now
        )
        upload.keep(record=record)
    return upload


def look(public_id: str, token: str) -> Upload:
    """Returns the upload to whoever sent it. Each look keeps it stored and its replay running. If
    its worker is gone, it is refused. Raises Refused if it is gone, and RedisError."""
    upload = Upload.objects.filter(public_id=public_id, owner=_hash(token)).first()
    now = timezone.now()
    if upload is None or upload.seen_at < _before(now, settings.UPLOAD_KEPT_SECONDS):
        raise Refused("not-found", words.GONE)
    Upload.objects.filter(pk=upload.pk).update(seen_at=now)
    upload.keep_longer()
    if upload.state == State.REPLAYING and (upload.worked_at or now) < now - WORKER_GONE:
        refuse(upload, "interrupted")
    return upload


def ahead_of(upload: Upload) -> int:
    """Returns how many uploads come before a waiting one."""
    later = Q(by_member=upload.by_member, pk__gte=upload.pk) | Q(by_member__lt=upload.by_member)
    waiting = Upload.objects.filter(state=State.WAITING).exclude(later)
    return waiting.count() + Upload.objects.filter(state=State.REPLAYING).count()


def claim(uploads: QuerySet[Upload], state: Upload.State) -> Upload | None:
    """Gives the first of these uploads to a worker and sets its state; returns None if no place is
    free or there is no upload."""
    with _locked() as now:
        busy = Upload.objects.filter(state=state, worked_at__gt=now - WORKER_GONE).count()
        upload = uploads.first() if busy < settings.UPLOADS_AT_ONCE else None
        if upload is not None:
            upload.state, upload.worked_at = state, now
            upload.save(update_fields=["state", "worked_at"])
    return upload


def report(upload: Upload, step: int, steps: int) -> bool:
    """Stores the worker's progress; returns whether somebody still waits for the upload."""
    now = timezone.now()
    left = _before(now, settings.UPLOAD_LEFT_SECONDS)
    wanted = Upload.objects.filter(pk=upload.pk, state=upload.state, seen_at__gt=left)
    return bool(wanted.update(step=step, steps=steps, worked_at=now))


def finish(upload: Upload, state: Upload.State, **parts: Any) -> None:
    """Takes the upload from its worker, sets its state, and stores ``parts`` of its content. Raises
    RedisError."""
    upload.keep(**parts)
    upload.state = state
    Upload.objects.filter(pk=upload.pk).update(state=state, worked_at=None)
    shown = Upload.objects.filter(state=State.SHOWN, by_member=upload.by_member)
    drop(*shown.order_by("-seen_at", "-pk")[SHOWN_AT_ONCE[upload.by_member] :])


def refuse(upload: Upload, end: str, why: Any = "") -> None:
    """Ends a replay without a page; only the reason is kept. Raises RedisError."""
    upload.forget()
    finish(upload, State.REFUSED, result={"end": end, "why": why})


def drop(*uploads: Upload) -> None:
    """Deletes uploads with their content. Raises RedisError."""
    for upload in uploads:
        if Upload.objects.filter(pk=upload.pk, state=upload.state).delete()[0]:
            upload.forget()


def drop_old(now: datetime) -> None:
    """Deletes the rows of uploads whose content has expired in Redis."""
    Upload.objects.filter(seen_at__lt=_before(now, settings.UPLOAD_KEPT_SECONDS)).delete()


@contextmanager
def _locked() -> Iterator[datetime]:
    """A transaction in which no other one admits or claims uploads; yields the time. First deletes
    abandoned uploads that no worker is busy with."""
    with transaction.atomic():
        with connection.cursor() as database:
            database.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        now = timezone.now()
        left = Upload.objects.filter(seen_at__lte=_before(now, settings.UPLOAD_LEFT_SECONDS))
        idle = Q(state=State.WAITING) | Q(state=State.REPLAYING, worked_at__lte=now - WORKER_GONE)
        drop(*left.filter(idle))
        yield now


def _before(now: datetime, seconds: float) -> datetime:
    return now - timedelta(seconds=seconds)


def _hash(value: str) -> str:
    return salted_hmac("games.archive.uploads", value, algorithm="sha256").hexdigest()
