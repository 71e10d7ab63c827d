"""Which notices a member has, how many, and in which games they owe a choice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    When,
)
from django.db.models.lookups import IsNull
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from database.queries import KEY, NOW, Compiled, compiled
from games.archive.tenures import seats_held_by
from games.models import Game, SealedAction, Seat, timed_turns
from games.play.clock import CORRESPONDENCE_TURN
from games.play.rows import GOING_ON
from lobby.lists import seats_taken
from lobby.models import Place, Table, TableInvitation, Wish
from lobby.own_games import own_games
from lobby.services.rematch import may_offer
from notices.kinds import OF_LOGGING_IN
from notices.models import Announcement, Channel, Kind, Notice, Preference, What

MOST_SHOWN = 100
"""Notices on one page."""


def current(user: User, now: datetime | None = None) -> QuerySet[Notice]:
    """The member's notices at ``now``, except obsolete ones: about a turn that is over, or in which
    they have chosen or lost their seat; a vote that is over; a seat that is no longer offered; a
    closed table; an invitation that cannot be accepted any more; a match that they have answered or
    that is over; a table that fitted their wish, once it is full, they sit there, or they are not
    looking for a game any more; somebody who does not look for a game any more, or is being asked
    about one, unless others do not answer there; an announcement that has ended."""
    chosen = SealedAction.objects.filter(
        game=OuterRef("game"), step=OuterRef("game__step") + 1, seat__user=user
    )
    held = Seat.objects.filter(game=OuterRef("game"), user=user, left_why="")
    still_owed = (
        Q(game__status__in=GOING_ON)
        & (Q(step=F("game__step") + 1) | Q(what=What.BEGAN))
        & ~Exists(chosen)
        & Exists(held)
    )
    now = now or timezone.now()
    invitations = TableInvitation.objects.open(now)
    invited = invitations.filter(table=OuterRef("table"), member=user)
    offered = Seat.objects.filter(game=OuterRef("game"), offered_until__isnull=False)
    gathers = Q(table__closed_at=None, table__game=None)
    running = Announcement.objects.running(now)
    asked = Wish.objects.filter(member=user, says_yes=False, match__answer_by__gt=now)
    looks = Wish.objects.looking().filter(member=user, match=None)
    still_looks = Wish.objects.free(now).filter(pk=OuterRef("wish"), until__gt=now)
    sits = Place.objects.filter(table=OuterRef("table"), user=user)
    can_join = gathers & Q(table__seats__gt=seats_taken("table")) & Exists(looks) & ~Exists(sits)
    return Notice.objects.filter(
        ~Q(kind=Kind.NEWS) | Q(announcement__in=running),
        ~Q(kind__in=[Kind.TURN, Kind.TIME]) | still_owed,
        ~Q(kind=Kind.SEAT) | Exists(offered),
        ~Q(kind=Kind.VOTE) | (Q(game__vote_ends_at__isnull=False) & Exists(held)),
        ~Q(what__in=[What.ASKED, What.LET_IN]) | gathers,
        ~Q(what__in=[What.INVITED, What.REMATCH]) | (gathers & Exists(invited)),
        ~Q(what=What.MATCHED) | Exists(asked),
        ~Q(what=What.FITS) | can_join,
        ~Q(kind=Kind.LOOKING) | Exists(still_looks),
        ~Q(what=What.HERE) | (gathers & Q(table__here_by__gt=now)),
        ~Q(what=What.STARTING) | (gathers & Q(table__starts_at__isnull=False)),
        member=user,
    )


def in_site(user: User, now: datetime | None = None) -> QuerySet[Notice]:
    """The current notices of the kinds that the member wants to see in the site."""
    unwanted = Preference.objects.filter(
        member=user, kind=OuterRef("kind"), channel=Channel.SITE, wanted=False
    )
    return current(user, now).filter(~Exists(unwanted) | Q(what__in=OF_LOGGING_IN))


def shown(user: User) -> list[Notice]:
    """The newest notices, ready for :mod:`notices.words`. If there are too many, unread ones take
    precedence."""
    unread_first = in_site(user).order_by(IsNull(F("read_at"), False), "-at", "-pk")
    keys = list(unread_first.values_list("pk", flat=True)[:MOST_SHOWN])
    found = with_words(Notice.objects.filter(pk__in=keys))
    return list(found.order_by("-at", "-pk"))


def with_words(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Prefetches everything that the notices' sentences need (:mod:`notices.words`)."""
    found = notices.select_related("game", "table", "who", "member", "announcement", "wish")
    return found.prefetch_related("game__seats__user", "game__seats__former")


@dataclass(frozen=True)
class WayOn:
    """A link in the notice of a finished game: its ``words``, its ``address``, and the value of
    ``to`` in the address of the notice that leads there."""

    words: str
    address: str
    to: str


WAYS_ON = {"replay": "?step=0", "rematch": "#rematch"}
"""What each link appends to the address of a game."""


def ways_on(notice: Notice, now: datetime) -> list[WayOn]:
    """Links to the replay of a finished game, and to a rematch while one can be offered."""
    game = notice.game
    if notice.what != What.ENDED or game is None:
        return []
    found = [WayOn(gettext("Replay"), address_of(game, "replay"), "replay")]
    if may_offer(game, now):
        found.append(WayOn(gettext("Rematch"), address_of(game, "rematch"), "rematch"))
    return found


def address_of(place: Game | Table, to: str = "") -> str:
    """The address of a game or table; ``to``: one of :data:`WAYS_ON` for a game."""
    suffix = WAYS_ON.get(to, "") if isinstance(place, Game) else ""
    return f"{place.get_absolute_url()}{suffix}"


def read_on(*, game: str = "", table: str = "", notice: int = 0) -> Q:
    """The notices that count as read when a member opens the game or table with this public id, or
    the notice with this key. Opening a game reads those of its table, too: they link to it."""
    found = Q(pk=notice)
    if game:
        found |= Q(game__public_id=game) | Q(table__game__public_id=game)
    if table:
        found |= Q(table__public_id=table)
    return found


def news(user: User) -> list[Notice]:
    """The announcements that the member has not read, oldest first."""
    unread = in_site(user).filter(kind=Kind.NEWS, read_at=None)
    return list(unread.select_related("announcement").order_by("at", "pk"))


def unread_count(user: User) -> int:
    """How many notices the member has not read."""
    return in_site(user).filter(read_at=None).count()


def unread_ids(user: User) -> list[int]:
    """The keys of the newest notices that the member has not read."""
    unread = current(user).filter(read_at=None).order_by("-at", "-pk")
    return list(unread.values_list("pk", flat=True)[:MOST_SHOWN])


def owed_games(user: User) -> list[Game]:
    """The running games in which the member owes a choice, the most urgent first."""
    owed = [own.game for own in own_games(user) if own.owed]
    return [game for game in owed if game.status == Game.Status.RUNNING]


def next_game(user: User, *, after: str = "") -> Game | None:
    """The most urgent game in which the member owes a choice. ``after``: the public id of one of
    these games; the next one is returned, and after the last the first again."""
    games = owed_games(user)
    ids = [game.public_id for game in games]
    if after in ids:
        games = games[ids.index(after) + 1 :] + games[: ids.index(after)]
    return games[0] if games else None


COUNTED = """
SELECT count(*), count(*) FILTER (WHERE here), count(*) FILTER (WHERE what = 'matched'),
count(*) FILTER (WHERE kind = 'news'), max(begun) FILTER (WHERE here IS NOT TRUE), (
    SELECT count(*) FROM ({owed}) AS seat WHERE seat.awaiting @> to_jsonb(seat.number)
)
FROM ({unread}) AS notice
"""


def counts(user: User, *, game: str = "", table: str = "", notice: int = 0) -> dict[str, Any]:
    """The numbers of ``unread`` notices, except those that the page itself marks as read; of those
    (``here``); of games that the member wished for and is ``asked`` about; of unread announcements
    (``news``); and of other games in which a choice is ``owed``. ``begun``: the address of another
    live game that has begun and that the member has not opened yet, if there is one."""
    (row,) = _counted().rows(
        member=user.pk, now=timezone.now(), game=game, table=table, notice=notice
    )
    unread, here, asked, news, begun, owed = row
    return {
        "unread": unread - here,
        "here": here,
        "asked": asked,
        "news": news,
        "begun": reverse("game", args=[begun]) if begun else "",
        "owed": owed,
    }


@cache
def _counted() -> Compiled:
    member, notice, game, table = User(pk=KEY), KEY - 1, "a game's id", "a table's id"
    here = ExpressionWrapper(
        read_on(game=game, table=table, notice=notice), output_field=BooleanField()
    )
    unread = in_site(member, NOW).filter(read_at=None).order_by()
    begun = When(
        timed_turns("game__", lt=CORRESPONDENCE_TURN),
        what=What.BEGAN,
        game__status__in=GOING_ON,
        then=F("game__public_id"),
    )
    sealed = SealedAction.objects.filter(seat=OuterRef("pk"), step=OuterRef("game__step") + 1)
    seats = seats_held_by(member).filter(~Exists(sealed), game__status=Game.Status.RUNNING)
    owed = seats.exclude(game__public_id=game).order_by()
    return compiled(
        COUNTED,
        {"member": member.pk, "notice": notice, "game": game, "table": table},
        owed=owed.annotate(awaiting=F("game__awaiting")).values("number", "awaiting"),
        unread=unread.annotate(here=here, begun=Case(begun)).values(
            "kind", "what", "here", "begun"
        ),
    )
