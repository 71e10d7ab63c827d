"""Carrying out a moderator's decision about a report."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.publishing import QueueChanged, ReportsDecided, emit
from accounts.roles import appointed_members, is_moderator
from accounts.services.measures import ban_from_chat, suspend, warn
from games.models import ChatMessage
from games.pages.commands import take_down as take_down_in_game
from lobby.models import TableMessage
from lobby.services.talking import take_down as take_down_at_table
from reports.models import Report, ReportOutcome
from reports.queue import moderators_with_reports, open_to
from transport.refusals import Refused

LONGEST_REASON = 300


def decide(
    *,
    report_id: int,
    by: User,
    outcome: str,
    reason: str = "",
    until: datetime | None = None,
    take_down: bool = False,
    now: datetime,
) -> Report:
    """Carries out the moderator's decision, stores it with all waiting reports of the same message
    or player, and notifies the reporters. ``take_down``: whether to delete the reported message
    from the chat. Locks the rows of these reports.

    Raises Refused: ``not-allowed`` (not a moderator, or the report concerns them),
    ``already-decided``, ``no-reason``, ``gone``, and what
    :func:`accounts.services.measures.check_measure` refuses.
    """
    if not is_moderator(by):
        raise Refused("not-allowed", "Only moderators can do that.")
    with transaction.atomic():
        report = Report.objects.get(pk=report_id)
        same = Report.objects.filter(_same_as(report), decided_at=None)
        # All of them, so that nobody decides about the same by another of these reports.
        waiting = same.order_by("pk").select_for_update().values_list("pk", flat=True)
        if report_id not in list(waiting):
            raise Refused("already-decided", "Another moderator has decided about it already.")
        report.refresh_from_db()
        if not open_to(by).filter(pk=report.pk).exists():
            raise Refused(
                "not-allowed", "This report concerns you. Another moderator decides about it."
            )
        message = report.message if take_down else None
        if outcome != ReportOutcome.NOTHING or message is not None:
            reason = _checked(reason)
        if outcome != ReportOutcome.NOTHING:
            _take_measure(report, by, outcome, reason, until, now)
        reporters = dict(same.values_list("pk", "by"))
        Report.objects.filter(pk__in=reporters).update(
            outcome=outcome,
            told=reason,
            taken_down=message is not None,
            decided_by=by,
            decided_at=now,
        )
        if message is not None:
            _take_down(message)
        report.refresh_from_db()
        told = frozenset(reporters.values()) - {None}
        emit(ReportsDecided(told, report.about, outcome, report.taken_down, reason))
        everybody = frozenset(appointed_members().values_list("pk", flat=True))
        emit(QueueChanged(everybody, moderators_with_reports()))
    return report


def _take_down(message: ChatMessage | TableMessage) -> None:
    if isinstance(message, ChatMessage):
        take_down_in_game(message)
    else:
        take_down_at_table(message)


def _take_measure(
    report: Report, by: User, outcome: str, reason: str, until: datetime | None, now: datetime
) -> None:
    if report.about is None:
        raise Refused("gone", "This member has deleted the account. There is nobody to tell.")
    if outcome == ReportOutcome.WARNED:
        warn(user=report.about, reason=reason, by=by, now=now)
        return
    if until is None:
        raise Refused("past", "Choose until when.")
    restrict = {
        ReportOutcome.CHAT_BANNED.value: ban_from_chat,
        ReportOutcome.SUSPENDED.value: suspend,
    }
    if outcome not in restrict:
        raise Refused("bad-command", "Choose what you decide.")
    restrict[outcome](user=report.about, reason=reason, until=until, by=by, now=now)


def _checked(reason: str) -> str:
    if not reason.strip():
        raise Refused("no-reason", "Give a reason: the member reads it.")
    if len(reason) > LONGEST_REASON:
        raise Refused(
            "no-reason", "Use at most %(most)s characters.", values={"most": LONGEST_REASON}
        )
    return reason.strip()


def _same_as(report: Report) -> Q:
    """The reports of the same message, or of the same player in the same game or at the same
    table."""
    if report.game_message_id is not None:
        return Q(game_message=report.game_message_id)
    if report.table_message_id is not None:
        return Q(table_message=report.table_message_id)
    if report.said_at is not None or report.about_id is None:
        return Q(pk=report.pk)  # the message or the member has been deleted since
    return Q(about=report.about_id, said_at=None, game=report.game_id, table=report.table_id)
