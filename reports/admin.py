"""The queue of reports in the admin, where moderators read reports and decide about them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.forms import Form, ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from accounts.admin.guards import GuardedList, actor
from accounts.models import ChatBan, MemberWarning, Suspension, User
from accounts.publishing import QueueSeen, emit
from accounts.roles import other_moderators
from games.models import FORMER_MEMBER
from reports import admin_overview
from reports.forms import DecisionForm
from reports.models import Report
from reports.queue import open_to
from reports.services.deciding import decide

admin_overview.register_reports()

READ_ALONG = ("game", "table", "about", "by", "game_message", "table_message")
"""The related rows that the pages of reports show."""


class Waiting(admin.SimpleListFilter):
    """A filter: waiting reports (the queue), decided ones, or all."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices other than waiting reports, which are the default."""
        return [("decided", gettext_lazy("decided")), ("all", gettext_lazy("all"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """The reports in the chosen state."""
        if self.value() == "all":
            return queryset
        return queryset.filter(decided_at__isnull=self.value() != "decided")

    def choices(self, changelist: Any) -> Any:
        """The choices; the first one, Django's "All", is renamed to "waiting"."""
        choices = super().choices(changelist)
        first = next(choices)
        yield {**first, "display": gettext("waiting")}
        yield from choices


@admin.register(Report)
class ReportAdmin(GuardedList):
    """Reports: moderators read them and decide about them here, but never make, change or delete
    any."""

    form = DecisionForm
    list_display = ("reported_at", "about", "why", "text", "by", "outcome")
    list_filter = (Waiting,)
    list_select_related = ("about", "by")
    search_fields = ("text", "about__name_key__named", "by__name_key__named")
    ordering = ("reported_at",)
    actions = None
    report_fields = (
        "reported_member", "why", "place", "said_around", "by", "reported_at", "measures_before",
    )  # fmt: skip
    decision_fields = ("outcome", "taken_down", "told", "decided_by", "decided_at")
    readonly_fields = (*report_fields, *decision_fields)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """The reports that do not concern this moderator."""
        return open_to(actor(request)).select_related(*READ_ALONG)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The queue, with a note on whom to ask about reports that it leaves out. The note is
        always there, so that nobody can tell whether there are such reports."""
        if request.method == "GET" and self.has_view_permission(request):
            messages.info(request, self._whom_to_ask(actor(request)))
            with transaction.atomic():
                emit(QueueSeen(actor(request).pk))
        return super().changelist_view(request, extra_context)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The report's page. A decision that is sent after another moderator has decided leads back
        to that page, which shows what was decided, with a message."""
        found = self.get_object(request, object_id or "") if request.method == "POST" else None
        if found is not None and not found.waits and self.has_change_permission(request):
            if found.decided_by_id != actor(request).pk:
                messages.error(request, gettext("Another moderator has decided about it already."))
            return HttpResponseRedirect(request.get_full_path())
        return super().changeform_view(request, object_id, *args, **kwargs)

    def _whom_to_ask(self, user: User) -> str:
        names = other_moderators(user)
        if names:
            return gettext(
                "You are not shown reports about you, about members whom you have reported "
                "yourself in the same game or at the same table, or from a game or table where you "
                "have or had a seat. Other moderators decide about those: %(names)s."
            ) % {"names": ", ".join(names)}
        return gettext(
            "You are not shown reports about you, about members whom you have reported yourself in "
            "the same game or at the same table, or from a game or table where you have or had a "
            "seat. Nobody else can decide about those, as you are the only moderator: a club needs "
            "two. The site’s administrator makes another member a moderator on the member’s page "
            "here."
        )

    def get_fieldsets(self, request: HttpRequest, obj: Report | None = None) -> Any:
        """The report, and then the fields of the decision: to fill in, or as decided."""
        asked = ["decision", "reason", "until"]
        if obj is not None and obj.message is not None:
            asked.insert(1, "take_down")
        waits = obj is not None and obj.waits and self.has_change_permission(request, obj)
        return [
            (None, {"fields": self.report_fields}),
            (gettext("Decision"), {"fields": asked if waits else self.decision_fields}),
        ]

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> type[ModelForm]:
        """The form class with the moderator who decides. None of its fields is one of the
        report's."""
        return type("DecisionFormOfActor", (DecisionForm,), {"by": actor(request)})

    @admin.display(description=gettext_lazy("reported member"))
    def reported_member(self, report: Report) -> SafeString | str:
        """The reported member, with a link to their page."""
        if report.about is None:
            return gettext(FORMER_MEMBER)
        address = reverse("admin:accounts_user_change", args=[report.about.pk])
        return format_html('<a href="{}">{}</a>', address, report.about)

    @admin.display(description=gettext_lazy("where"))
    def place(self, report: Report) -> SafeString | str:
        """A link to the game or table."""
        place = report.game or report.table
        if place is None:
            return gettext("It is no longer there.")
        return format_html('<a href="{}">{}</a>', place.get_absolute_url(), place.title)

    @admin.display(description=gettext_lazy("messages"))
    def said_around(self, report: Report) -> SafeString | str:
        """The chat around the reported message, which is marked."""
        if not report.context:
            return gettext("No messages there.")
        keys = {line["author"] for line in report.context}
        names = dict(User.objects.filter(pk__in=keys).values_list("pk", "username"))
        lines = [
            (
                "reported" if self._is_reported(report, line) else "",
                f"{timezone.localtime(datetime.fromisoformat(line['at'])):%Y-%m-%d %H:%M}",
                names.get(line["author"], gettext(FORMER_MEMBER)),
                line["text"],
            )
            for line in report.context
        ]
        return format_html(
            '<ol class="said-around">{}</ol>',
            format_html_join(
                "", '<li class="{}"><span class="quiet">{}</span> <b>{}</b> {}</li>', lines
            ),
        )

    def _is_reported(self, report: Report, line: dict[str, Any]) -> bool:
        said_at = report.said_at
        at = datetime.fromisoformat(line["at"])
        return said_at == at and line["text"] == report.text

    @admin.display(description=gettext_lazy("before"))
    def measures_before(self, report: Report) -> str:
        """How often the member has been warned, banned from chats and suspended."""
        if report.about is None:
            return ""
        kinds = (MemberWarning, ChatBan, Suspension)
        numbers = [kind.objects.filter(user=report.about).count() for kind in kinds]
        warned, banned, suspended = numbers
        return gettext(
            "Warnings: %(warned)s. Chat bans: %(banned)s. Suspensions: %(suspended)s."
        ) % {"warned": warned, "banned": banned, "suspended": suspended}

    def save_model(self, request: HttpRequest, obj: Report, form: ModelForm, change: bool) -> None:
        """Carries out the decision on behalf of the user."""
        said = form.cleaned_data
        decide(
            report_id=obj.pk,
            by=actor(request),
            outcome=said["decision"],
            reason=said["reason"],
            until=said["until"],
            take_down=said.get("take_down", False),
            now=timezone.now(),
        )

    def construct_change_message(
        self, request: HttpRequest, form: Form, formsets: Any, add: bool = False
    ) -> list[dict[str, dict[str, list[str]]]]:
        """The entry in the history: the decision instead of names of fields."""
        said = [str(form.cleaned_data["decision"])]
        if form.cleaned_data.get("take_down"):
            said.append("taken-down")
        return [{"changed": {"fields": said}}]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Always False: reports are made on the site's pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Always False: a job deletes decided reports after a while."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Whether the user is a moderator and nobody has decided about the report yet."""
        return super().has_change_permission(request, obj) and (obj is None or obj.waits)
