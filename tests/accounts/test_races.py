"""Two members do something at the same moment."""

from __future__ import annotations

from threading import Barrier

import pytest
from django.utils import timezone

from accounts.models import Mute
from accounts.services.mutes import mute
from tests.at_once import JOIN_SECONDS, together

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_members_mute_each_other(member, moderator, monkeypatch):
    store, both = Mute.objects.get_or_create, Barrier(2)

    def store_together(**values):
        both.wait(JOIN_SECONDS)  # both have locked what they lock
        return store(**values)

    monkeypatch.setattr(Mute.objects, "get_or_create", store_together)
    acts = [
        lambda one=one, other=other: mute(member=one, muted=other, now=timezone.now())
        for one, other in ((member, moderator), (moderator, member))
    ]
    assert together(*acts) == ["done", "done"]
