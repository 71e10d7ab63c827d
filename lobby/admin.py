"""Tables in the admin, where moderators see and close them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts.admin.guards import GuardedList, ReadOnly
from accounts.models import User
from accounts.roles import is_moderator
from games.admin import PLAYED, PlayedFilter
from lobby.models import Place, Table, TableMessage
from lobby.services.closing import close_table
from lobby.services.talking import take_down
from lobby.settings_words import details, summary
from lobby.table_settings import table_settings_of
from transport.refusals import Refused


class PlaceInline(ReadOnly, admin.TabularInline):
    """The members and bots at the table."""

    model = Place
    verbose_name_plural = gettext_lazy("Seats and requests")
    fields = readonly_fields = (
        "number",
        "user",
        "bot_name",
        "seated_by",
        "stone_colour",
        "ready",
        "joined_at",
    )
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Place]:
        """The places, with the members and those who seated bots."""
        return super().get_queryset(request).select_related("user", "seated_by")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may see tables."""
        return request.user.has_perm("lobby.view_table")


@admin.register(Table)
class TableAdmin(ReadOnly, GuardedList):
    """Tables can be seen and closed. Their links are not shown: only hosts may give them away."""

    list_display = ("title", "played", "host", "seated", "state", "created_at", "touched_at")
    list_filter = (("variant", PlayedFilter),)
    list_select_related = ("host", "game")
    search_fields = ("title", "host__name_key__named")
    actions = ("close",)
    inlines = (PlaceInline,)
    fields = readonly_fields = (
        "title", "state", "host", "what_is_planned", "host_seen_at", "created_at",
        "touched_at", "starts_at", "closes_at", "closed_at", "game", "rematch_of",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """The tables with the number of taken seats."""
        seated = Place.objects.filter(table=OuterRef("pk"), number__isnull=False).order_by()
        count = Subquery(seated.values("table").annotate(n=Count("pk")).values("n"))
        return super().get_queryset(request).annotate(taken_seats=count)

    @admin.display(ordering="variant", description=PLAYED)
    def played(self, table: Table) -> str:
        """The name of the game."""
        return gettext(table.engine.name)

    @admin.display(description=gettext_lazy("settings"))
    def what_is_planned(self, table: Table) -> SafeString:
        """All settings in words, as on the table's page."""
        chosen = table_settings_of(table)
        rows = format_html_join("", "<li>{}: {}</li>", details(chosen))
        return format_html("<p>{}</p><ul>{}</ul>", summary(chosen), rows)

    @admin.display(description=gettext_lazy("seated"))
    def seated(self, table: Table) -> str:
        """How many seats are taken."""
        taken = getattr(table, "taken_seats", None) or 0
        return gettext("%(number)s of %(total)s") % {"number": taken, "total": table.seats}

    @admin.display(description=gettext_lazy("state"))
    def state(self, table: Table) -> str:
        """Whether the table is open, closed, or has become a game."""
        if table.game_id is not None:
            return pgettext("a table", "playing")
        return pgettext("a table", "closed") if table.closed_at else pgettext("a table", "open")

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Whether this user may close tables."""
        return isinstance(request.user, User) and is_moderator(request.user)

    @admin.action(description=gettext_lazy("Close the chosen tables"), permissions=["close"])
    def close(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Closes the chosen tables that are still open."""
        assert isinstance(request.user, User)
        for table in chosen:
            try:
                close_table(table_id=table.pk, by=request.user, now=timezone.now())
            except Refused as refused:
                messages.warning(request, f"{table}: {refused.message}")
            else:
                messages.success(request, gettext("%(table)s: closed.") % {"table": table})


@admin.register(TableMessage)
class TableMessageAdmin(GuardedList):
    """The chat at tables; moderators may delete messages."""

    list_display = ("said_at", "author", "text", "table")
    search_fields = ("text", "author__name_key__named", "table__title")
    fields = readonly_fields = ("said_at", "author", "text", "table")
    list_select_related = ("author", "table")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False: nobody writes messages for others."""
        return False

    def delete_model(self, request: HttpRequest, obj: TableMessage) -> None:
        """Deletes the message, also from open pages."""
        take_down(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[TableMessage]) -> None:
        """Deletes each of the chosen messages, also from open pages."""
        for message in queryset:
            take_down(message)
