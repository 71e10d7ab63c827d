"""The acts that accounts add to the moderators' log: measures, and the admin's own history."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Case, CharField, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from accounts.admin.acts import Act, Source, register
from accounts.admin.work_list import page_of_member
from accounts.history import OF_MEASURES, history_of
from accounts.models import ChatBan, MemberWarning, Restriction, Suspension, User

BY_MODEL = {
    "user": ("member", gettext_lazy("Changed a member")),
    "invitation": ("invitation", gettext_lazy("Made or revoked an invitation")),
    "table": ("table", gettext_lazy("Closed a table")),
    "chatmessage": ("message", gettext_lazy("Deleted a message")),
    "tablemessage": ("message", gettext_lazy("Deleted a message")),
    "announcement": ("announcement", gettext_lazy("Wrote to all members, or ended that")),
    "ratedgame": ("rating", gettext_lazy("Struck a game or let it count")),
}
"""The kind of act of an entry in the admin's history, with words for it, by model."""

OTHER = "other", gettext_lazy("Something else")

HAVE_THEIR_OWN = OF_MEASURES
"""Models whose acts are read from their own rows, which say more than the history."""


def _given(model: type[Any], kind: str, words: Promise) -> Source:
    """The source of warnings, chat bans or suspensions that were given."""

    def line(row: Any) -> Act:
        return Act(
            row.created_at, row.by, str(words), str(row.user), page_of_member(row.user), row.reason
        )

    return Source(
        kinds={kind: words},
        rows=lambda _viewer: model.objects.all(),
        at="created_at",
        by="by",
        of_member=lambda member: Q(user=member),
        line=line,
        related=("by", "user"),
    )


def _lifted(model: type[Restriction], kind: str, words: Promise, page: str) -> Source:
    """The source of chat bans or suspensions that were lifted."""

    def line(row: Any) -> Act:
        address = reverse(page, args=[row.pk])
        return Act(row.lifted_at, row.lifted_by, str(words), str(row.user), address)

    return Source(
        kinds={kind: words},
        rows=lambda _viewer: model.objects.filter(lifted_at__isnull=False),
        at="lifted_at",
        by="lifted_by",
        of_member=lambda member: Q(user=member),
        line=line,
        related=("lifted_by", "user"),
    )


def _history(_viewer: User) -> QuerySet[LogEntry]:
    kinds = [
        When(content_type__model=model, then=Value(kind)) for model, (kind, _) in BY_MODEL.items()
    ]
    return LogEntry.objects.exclude(content_type__model__in=HAVE_THEIR_OWN).annotate(
        kind=Case(*kinds, default=Value(OTHER[0]), output_field=CharField())
    )


def _entry(entry: Any) -> Act:
    words = BY_MODEL.get(entry.content_type.model, OTHER)[1] if entry.content_type else OTHER[1]
    address = "" if entry.is_deletion() else entry.get_admin_url() or ""
    why = "" if entry.is_deletion() else entry.get_change_message()
    about = entry.object_repr or gettext("former member")  # accounts/history.py blanked it
    return Act(entry.action_time, entry.user, str(words), about, address, why)


register("warned", _given(MemberWarning, "warned", gettext_lazy("Warned")))
register("chat-banned", _given(ChatBan, "chat-banned", gettext_lazy("Banned from chats")))
register("suspended", _given(Suspension, "suspended", gettext_lazy("Suspended")))
for model, kind, words, page in (
    (
        ChatBan,
        "chat-ban-lifted",
        gettext_lazy("Lifted a chat ban"),
        "admin:accounts_chatban_change",
    ),
    (
        Suspension,
        "suspension-lifted",
        gettext_lazy("Lifted a suspension"),
        "admin:accounts_suspension_change",
    ),
):
    register(kind, _lifted(model, kind, words, page))
register(
    "history",
    Source(
        kinds=dict([*BY_MODEL.values(), OTHER]),
        rows=_history,
        at="action_time",
        by="user",
        of_member=history_of,
        line=_entry,
        related=("content_type", "user"),
    ),
)
