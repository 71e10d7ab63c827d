"""Games in the admin: read-only; moderators act on a game's own page.

Sealed choices and the engine's state are shown nowhere here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.admin.guards import GuardedList, ReadOnly, actor, say_what_changed
from accounts.services.measures import note_act
from engines.registry import GAMES
from games.models import ChatMessage, Game, MemberPunctuality, ModeratorAct, Seat, Tenure
from games.pages import admin_overview
from games.pages.commands import take_down
from games.pages.holders import names_at_acts
from games.pages.words import reliability_in_words
from games.play.rows import GOING_ON
from games.store.punctuality import end_wait

admin_overview.register_games()

PLAYED = pgettext_lazy("what is played", "game")


class PlayedFilter(admin.AllValuesFieldListFilter):
    """Filters by game, shown by its name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = PLAYED

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yields the games' names; a slug that is not (or no longer) a game of the club is shown as
        it is."""
        names = {engine.slug: gettext(engine.name) for engine in GAMES}
        for choice in super().choices(changelist):
            shown = str(choice["display"])
            yield {**choice, "display": names.get(shown, shown)}


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a game, and which of them have chosen, but never what."""

    model = Seat
    fields = (
        "number",
        "user",
        "bot_name",
        "stone_colour",
        "absences",
        "left_why",
        "rank",
        "has_chosen",
    )
    readonly_fields = fields
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Returns the seats; their rows name the member and need the game's next step."""
        return super().get_queryset(request).select_related("user", "game")

    @admin.display(boolean=True, description=gettext_lazy("has chosen"))
    def has_chosen(self, seat: Seat) -> bool:
        """Whether the seat has sealed something for the next step."""
        return seat.sealed_actions.filter(step=seat.game.next_step).exists()


class TenureInline(ReadOnly, admin.TabularInline):
    """Who has had the seats of a game, from which step to which, and why their time there ended.

    Steps are numbered as in the log: the first step that they could play, and the last.
    """

    model = Tenure
    verbose_name_plural = gettext_lazy("who has had the seats")
    fields = ("seat_number", "who", "first_step", "last_step", "why_it_ended")
    readonly_fields = fields
    ordering = ("seat__number", "pk")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenure]:
        """Returns the tenures with their seats and members."""
        return super().get_queryset(request).select_related("seat", "member")

    @admin.display(description=gettext_lazy("seat"))
    def seat_number(self, tenure: Tenure) -> int:
        """The number of the seat, counted from 0 as in the list of seats."""
        return tenure.seat.number

    @admin.display(description=gettext_lazy("player"))
    def who(self, tenure: Tenure) -> str:
        """Who had the seat then."""
        return tenure.member.username if tenure.member else gettext("former member")

    @admin.display(description=gettext_lazy("from step"))
    def first_step(self, tenure: Tenure) -> int:
        """The first step that they could play."""
        return tenure.from_step + 1

    @admin.display(description=gettext_lazy("to step"))
    def last_step(self, tenure: Tenure) -> str:
        """The last step that they could play; empty while they have the seat."""
        return "" if tenure.to_step is None else str(tenure.to_step)

    @admin.display(description=gettext_lazy("why it ended"))
    def why_it_ended(self, tenure: Tenure) -> str:
        """Why they no longer have the seat."""
        return str(tenure.get_why_display())


class ActInline(ReadOnly, admin.TabularInline):
    """What moderators did to a game."""

    model = ModeratorAct
    names: dict[int, str] | None = None
    fields = ("at", "what", "by", "whose_seat", "why_it_was", "step")
    readonly_fields = fields
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModeratorAct]:
        """Returns the acts with who did them and the seats that they concern."""
        return super().get_queryset(request).select_related("by", "seat")

    @admin.display(description=gettext_lazy("seat"))
    def whose_seat(self, act: ModeratorAct) -> str:
        """The seat that the act concerns, and who had it then."""
        if act.seat is None:
            return ""
        return f"{act.seat.number}: {self._names(act.game_id)[act.pk]}"

    def _names(self, game_id: int) -> dict[int, str]:
        """Returns the names, read once for all rows; Django makes a new inline for each page."""
        if self.names is None:
            self.names = names_at_acts(game_id)
        return self.names

    @admin.display(description=gettext_lazy("why"))
    def why_it_was(self, act: ModeratorAct) -> str:
        """The moderator's words, or the code and count of the server's own reason."""
        return act.why or " ".join(str(part) for part in (act.reason, act.count) if part)


@admin.register(Game)
class GameAdmin(ReadOnly, GuardedList):
    """Every game of the club; running ones with their deadline."""

    list_display = ("title", "played", "status", "step", "deadline", "players", "page")
    list_filter = ("status", ("variant", PlayedFilter), ("listed", admin.BooleanFieldListFilter))
    search_fields = ("title", "public_id", "seats__user__name_key__named")
    fields = (
        ("title", "page"),
        ("played", "options", "seed"),
        ("status", "step", "deadline", "time_left"),
        "chosen_settings",
        ("listed", "ratings"),
        ("started_at", "finished_at", "outcome"),
    )
    readonly_fields = ("page", "played", "chosen_settings", "listed", "ratings")
    inlines = (SeatInline, TenureInline, ActInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Returns the games, except those of guests, with their numbers of seats."""
        seats = Seat.objects.filter(game=OuterRef("pk")).order_by()
        count = Subquery(seats.values("game").annotate(n=Count("pk")).values("n"))
        of_members = (
            super().get_queryset(request).filter(~Exists(seats.filter(user__is_guest=True)))
        )
        return of_members.annotate(seat_count=count)

    @admin.display(ordering="variant", description=PLAYED)
    def played(self, game: Game) -> str:
        """The name of the game that is played."""
        return gettext(game.engine.name)

    @admin.display(description=gettext_lazy("ratings"))
    def ratings(self, game: Game) -> str:
        """Whether the game counts for the ratings, or why not."""
        return game.rated

    @admin.display(ordering="seat_count", description=gettext_lazy("players"))
    def players(self, game: Game) -> int:
        """How many seats the game has."""
        return int(getattr(game, "seat_count", None) or 0)

    @admin.display(description=gettext_lazy("settings"))
    def chosen_settings(self, game: Game) -> str:
        """The chosen settings, one per line, under their names in JSON."""
        said = game.settings.as_json().items()
        lines = ((name, json.dumps(value)) for name, value in said)
        return format_html_join("", "<div>{}: {}</div>", lines)

    @admin.display(description=gettext_lazy("page"))
    def page(self, game: Game) -> str:
        """A link to the game's own page, where moderators act."""
        return format_html(
            '<a href="{}">{}</a>', game.get_absolute_url(), gettext("Open the game’s page")
        )


@admin.register(ChatMessage)
class ChatMessageAdmin(GuardedList):
    """Chat messages; moderators may delete them."""

    list_display = ("said_at", "author", "room", "text", "game")
    list_filter = ("room",)
    search_fields = ("text", "author__name_key__named", "game__title")
    fields = readonly_fields = ("said_at", "author", "room", "text", "game")
    list_select_related = ("author", "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """Returns the messages that this user may read. As on the game's page, the spectators' room
        stays closed to its players until the game is over."""
        played = Seat.objects.filter(user=actor(request), game__status__in=GOING_ON)
        closed = {"room": ChatMessage.Room.SPECTATORS, "game__in": played.values("game")}
        return super().get_queryset(request).exclude(**closed)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Returns False: nobody can write messages here."""
        return False

    def delete_model(self, request: HttpRequest, obj: ChatMessage) -> None:
        """Deletes the message, also from open pages."""
        take_down(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ChatMessage]) -> None:
        """Deletes each of the chosen messages."""
        for message in queryset:
            take_down(message)


@admin.register(MemberPunctuality)
class MemberPunctualityAdmin(ReadOnly, GuardedList):
    """How reliably members finish their games; moderators may end the wait of somebody who has
    abandoned live games."""

    list_display = ("member", "in_words", "looked_at", "late", "waits_until")
    list_filter = ()
    list_select_related = ("member",)
    search_fields = ("member__name_key__named",)
    fields = readonly_fields = ("member", "in_words", "looked_at", "late", "waits_until")
    actions = ("end_waits",)

    @admin.display(description=gettext_lazy("reliability"))
    def in_words(self, row: MemberPunctuality) -> str:
        """The word that members see."""
        return reliability_in_words(row.word)

    @admin.display(description=gettext_lazy("games looked at"))
    def looked_at(self, row: MemberPunctuality) -> int:
        """How many games the word comes from."""
        return len(row.games)

    @admin.display(description=gettext_lazy("of these late"))
    def late(self, row: MemberPunctuality) -> int:
        """How many of them were late."""
        return row.late

    @admin.display(description=gettext_lazy("waits for live games until"))
    def waits_until(self, row: MemberPunctuality) -> datetime | None:
        """Until when the member waits; None if they do not wait now."""
        until = row.value.waits_until
        return until if until is not None and until > timezone.now() else None

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether this user may end waits."""
        return request.user.has_perm("games.end_wait")

    @admin.action(description=gettext_lazy("Let the chosen members play now"), permissions=["end"])
    def end_waits(self, request: HttpRequest, chosen: QuerySet[MemberPunctuality]) -> None:
        """Ends the waits of these members."""
        ended = [row for row in chosen.select_related("member") if end_wait(row.member)]
        for row in ended:
            note_act(by=actor(request), of=row, what=gettext("The wait was ended."))
        say_what_changed(request, bool(ended), gettext("They can play live again."))
