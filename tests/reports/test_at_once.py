"""Two moderators decide about the same thing at the same moment."""

from __future__ import annotations

from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest
from django.utils import timezone

from accounts.models import MemberWarning
from accounts.services.roles import make_moderator
from games.models import ChatMessage
from notices.models import Notice
from reports.models import Report
from reports.services import deciding
from reports.services.deciding import decide
from reports.services.reporting import report
from reports.subjects import message_of_game
from tests.at_once import together
from tests.games.acting import say
from tests.games.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_decide_about_two_reports_of_one_message(ada, bo, cy, mo, member, monkeypatch):
    moderators = [mo, member("Dee")]
    make_moderator(user=moderators[1])
    game = begin(ada, bo)
    say(game=game, user=ada, room="table", text="You fool")
    said = ChatMessage.objects.get()
    reports = []
    for by in (bo, cy):
        subject = message_of_game(game.public_id, said.pk, by, timezone.now())
        reports.append(report(by=by, subject=subject, why="insult", now=timezone.now()))
    both, take_measure = Barrier(2), deciding._take_measure

    def take_measure_together(*arguments):
        with suppress(BrokenBarrierError):
            both.wait(2)  # unless one of them has to wait for the other
        take_measure(*arguments)

    monkeypatch.setattr(deciding, "_take_measure", take_measure_together)
    decided = {"outcome": "warned", "reason": "Stay polite.", "now": timezone.now()}
    acts = [
        lambda by=by, made=made: decide(report_id=made.pk, by=by, **decided)
        for by, made in zip(moderators, reports, strict=True)
    ]
    assert sorted(together(*acts)) == ["already-decided", "done"]
    assert MemberWarning.objects.count() == 1
    assert Notice.objects.filter(what="r-warned").count() == 2
    assert not Report.objects.filter(decided_at=None).exists()
