"""Games on the admin's first page, on members' pages and in the log of moderators."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Concat
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.admin import acts, member_sections, work_list
from accounts.admin.acts import Act, Source
from accounts.admin.work_list import Section, WorkItem, moment, section_of
from accounts.models import User
from games.models import FORMER_MEMBER, STATUS_IN_WORDS, Game, ModeratorAct, Seat, Tenure


def stopped_games(_user: User, _now: datetime) -> Section:
    """Lists paused games that go on only when a moderator resumes them."""
    acts = ModeratorAct.objects.filter(
        game=OuterRef("pk"), what__in=[ModeratorAct.What.STOPPED, ModeratorAct.What.PAUSED]
    ).order_by("-at", "-pk")
    paused = Game.objects.filter(~_of_guests(), status=Game.Status.PAUSED, resumes_at=None)
    waiting = paused.annotate(
        how=Subquery(acts.values("what")[:1]),
        by=Subquery(acts.values("by__username")[:1]),
        why=Subquery(acts.values("why")[:1]),
    )
    return section_of(
        gettext("Stopped games"),
        waiting.order_by("paused_at", "pk"),
        _stopped_row,
        nothing=gettext("No game waits for a moderator to resume it."),
        more=reverse("admin:games_game_changelist", query={"status__exact": "paused"}),
    )


def games_of_guests(_user: User, _now: datetime) -> Section:
    """Counts the games that visitors play without an account; moderators see nothing else of
    them."""
    running = Game.objects.filter(_of_guests(), status=Game.Status.RUNNING)
    return Section(
        gettext("Games of guests"),
        running.count(),
        rows=(),
        nothing=gettext("Only the visitor who plays sees them. They are deleted after a day."),
        more="",
    )


def _of_guests() -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user__is_guest=True))


def _stopped_row(game: Any) -> WorkItem:
    said = {
        "time": moment(game.paused_at) if game.paused_at else "",
        "name": game.by or gettext(FORMER_MEMBER),
        "why": game.why,
    }
    if game.how == ModeratorAct.What.STOPPED:
        note = gettext("Stopped by a fault %(time)s") % said
    else:
        note = gettext("Paused by %(name)s %(time)s: “%(why)s”") % said
    return WorkItem(game.title, game.get_absolute_url(), note)


def games_of(_viewer: User, member: User) -> Section:
    """Lists the games in which a member has or had a seat, newest first."""
    own = Tenure.objects.filter(member=member).order_by().values("game")
    names = dict(STATUS_IN_WORDS)

    def row(game: Game) -> WorkItem:
        said = {
            "game": gettext(game.engine.name),
            "state": names[game.status],
            "time": moment(game.started_at),
        }
        note = gettext("%(game)s, %(state)s, started %(time)s") % said
        return WorkItem(game.title, reverse("admin:games_game_change", args=[game.pk]), note)

    return section_of(
        gettext("Games"),
        Game.objects.filter(pk__in=own).order_by("-started_at", "-pk"),
        row,
        nothing=gettext("They have not played yet."),
        more=reverse("admin:games_game_changelist", query={"q": member.username}),
    )


DONE = {
    ModeratorAct.What.PAUSED: gettext_lazy("Paused a game"),
    ModeratorAct.What.RESUMED: gettext_lazy("Resumed a game"),
    ModeratorAct.What.ENDED_TURN: gettext_lazy("Ended a turn"),
    ModeratorAct.What.REMOVED_SEAT: gettext_lazy("Removed a player"),
    ModeratorAct.What.CANCELLED: gettext_lazy("Cancelled a game"),
}
"""What moderators do to games. Everything else in a game's log was done by players or the
server."""


def _act(row: Any) -> Act:
    address = reverse("admin:games_game_change", args=[row.game_id])
    return Act(row.at, row.by, str(DONE[row.what]), row.game.title, address, row.why)


def register_games() -> None:
    """Adds games to these pages."""
    work_list.register("stopped games", 30, stopped_games)
    work_list.register("games of guests", 60, games_of_guests)
    member_sections.register("games", 40, games_of)
    acts.register(
        "games",
        Source(
            kinds={f"game-{what.value}": words for what, words in DONE.items()},
            rows=lambda _viewer: ModeratorAct.objects.filter(what__in=DONE).annotate(
                kind=Concat(Value("game-"), "what", output_field=CharField())
            ),
            at="at",
            by="by",
            of_member=lambda member: Q(
                game__in=Tenure.objects.filter(member=member).order_by().values("game")
            ),
            line=_act,
            related=("by", "game"),
        ),
    )
