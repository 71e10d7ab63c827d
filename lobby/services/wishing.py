"""Wishing for a game, and ending wishes. Whatever makes, matches or ends wishes holds one lock, so
that nobody is matched twice; only :func:`note_seen` does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.zones import own_zone
from games.models import Game, Presence
from games.pages.access import refuse_suspended
from games.play.clock import is_live
from games.play.settings import LetsIn
from games.schedule.giving_back import prolonged
from games.store.punctuality import refuse_another_game
from lobby.live import hint_lobby_on_commit, hint_wishes_on_commit
from lobby.models import Pace, Wish
from lobby.models.wishes import matching_paces
from lobby.publishing import PlayersSought, WishesChanged, WishesMet, WishesUnmet, emit
from lobby.wished_games import evening_of, most_players, sizes_of
from transport.refusals import Refused

LEFT_FOR = timedelta(minutes=3)
"""A wish to play now ends when its member has had no page of the club open for this long."""
SEEN_EVERY = timedelta(seconds=20)
"""How often the member's presence is stored."""
TOLD_AFTER = (timedelta(seconds=15), timedelta(seconds=80), timedelta(seconds=150))
"""If nobody on the site fits a wish to play now, a few other members are told of it after each of
these times. Before the first, a member who wished by mistake can withdraw the wish without anybody
having been told."""
JUST_NOW = timedelta(seconds=20)
"""Whoever made a wish to play now at most this long ago is taken to be there, and is not asked."""
MISSED_SHOWN = timedelta(days=2)
"""How long members are shown that they did not answer in time, at most."""
MINUTES = (15, 30, 60, 120)
"""How long a wish to play now may last."""
MOST_KEPT = 3
"""The most games that a wish keeps going."""

LOCK = 7_306_003
"""The key of the PostgreSQL advisory lock that covers all wishes."""


@dataclass(frozen=True)
class WishChoice:
    """What a member wishes for. ``games``: by name; empty for any game. ``least``, ``most``: how
    many players, the member included. ``near_only``: only with players of about the same strength.
    ``lets_in``: only with members who are as reliable as this asks for. ``keep``: how many games of
    this kind the wish keeps going; 0: it ends when it is met. ``minutes``: how long it lasts, to
    play now."""

    pace: str
    games: Sequence[str] = ()
    least: int = 2
    most: int = 4
    near_only: bool = False
    lets_in: LetsIn = LetsIn.ANYONE
    keep: int = 0
    minutes: int = 30


def make_wish(*, user: User, choice: WishChoice, now: datetime, is_there: bool = False) -> Wish:
    """Stores what the member wishes for, in place of an earlier wish for this pace. Locks all
    wishes.

    ``is_there``: whether the member is at the page just now. If others who fit are found within
    :data:`JUST_NOW`, such a wish to play now counts as a yes; only the others are asked.

    Raises Refused: ``not-allowed``, ``suspended``, ``being-asked``, and what :func:`check_choice`
    and :func:`games.store.punctuality.refuse_another_game` refuse.
    """
    check_choice(choice)
    if user.is_bot:
        raise Refused("not-allowed", "Bots play when somebody seats them.")
    with transaction.atomic():
        lock_wishes()
        refuse_suspended(user, now)
        if choice.pace != Pace.EVENING:  # much can happen until then
            refuse_another_game(user, now, live=choice.pace == Pace.NOW)
        earlier = Wish.objects.filter(member=user, pace=choice.pace)
        if earlier.filter(match__isnull=False).exists():
            raise Refused("being-asked", "There is a game for you already: answer that first.")
        earlier.delete()
        begins_at, until = _times(user, choice, now)
        made = Wish.objects.create(
            member=user,
            pace=choice.pace,
            games=list(dict.fromkeys(choice.games)),
            least=choice.least,
            most=choice.most,
            near_only=choice.near_only,
            lets_in=choice.lets_in,
            keep=choice.keep if choice.pace == Pace.DAILY else 0,
            since=now,
            begins_at=begins_at,
            until=until,
            seen_at=now,
            due_at=begins_at,
            tell_at=now + TOLD_AFTER[0] if choice.pace == Pace.NOW else None,
            says_yes=is_there and choice.pace == Pace.NOW,
        )
        hint_wishers_on_commit(choice.pace)
    return made


def withdraw_wish(*, user: User, pace: str, now: datetime) -> None:
    """Ends the member's wish for this pace, if there is one. Locks all wishes. Raises Refused
    ``being-asked``."""
    with transaction.atomic():
        lock_wishes()
        wishes = Wish.objects.filter(member=user, pace=pace)
        if wishes.filter(match__isnull=False).exists():
            raise Refused("being-asked", "There is a game for you already: answer that first.")
        has_begun = Q(begins_at__lte=now) | Q(has_rested=True)
        unmet = wishes.filter(has_begun, keep=0).count()
        if wishes.delete()[0]:
            emit(WishesUnmet(pace, unmet))
            hint_wishers_on_commit(pace, user.pk)


def tell_of_wishes(*, now: datetime) -> int:
    """Reports the wishes to play now for which nobody has been found, at the times of
    :data:`TOLD_AFTER`, so that others can be told. Returns how many. Locks all wishes."""
    with transaction.atomic():
        lock_wishes()
        lasts = Q(until=None) | Q(until__gt=now)
        unmet = Wish.objects.free(now).filter(lasts, tell_at__lte=now)
        wishes = list(unmet.select_related("member"))
        for wish in wishes:
            times = (wish.since + after for after in TOLD_AFTER)
            wish.tell_at = next((at for at in times if at > now), None)
            emit(PlayersSought(wish))
        Wish.objects.bulk_update(wishes, ["tell_at"])
        if wishes:
            hint_lobby_on_commit()
    return len(wishes)


def meet_wishes(game: Game, members: Collection[int], *, now: datetime) -> set[int]:
    """Ends the wishes that the game of a table meets, and if it is live, also its players' other
    wishes for live games. Wishes that keep games going stay. Returns the keys of the members whose
    wishes were met. The caller holds the transaction. Locks all wishes."""
    lock_wishes()
    live, seats = is_live(game.settings), game.seats.count()
    waiting = Wish.objects.looking().filter(
        member__in=members, match=None, keep=0, begins_at__lte=now
    )
    met = [
        wish
        for wish in waiting
        if wish.is_live == live
        and (not wish.games or game.variant in wish.games)
        and wish.least <= seats <= wish.most
    ]
    note_met(game, met, now)
    players = {wish.member_id for wish in met}
    Wish.objects.filter(pk__in=[wish.pk for wish in met]).delete()
    for pace in sorted({wish.pace for wish in met}):
        hint_wishers_on_commit(pace, *players)
    if live:
        end_live_wishes(members)
    return players


def note_met(game: Game, met: Collection[Wish], now: datetime) -> None:
    """Reports how long the wishes that a game met had been open, for each pace."""
    for pace in sorted({wish.pace for wish in met}):
        waited = [
            now - max(wish.since, wish.begins_at)
            for wish in met
            if wish.pace == pace and not wish.keep
        ]
        emit(WishesMet(game, pace, waited))


def end_live_wishes(members: Collection[int]) -> None:
    """Ends the wishes of members whose live game begins. Whoever has said yes to another game is no
    longer in that match; whoever has yet to answer can do so until the time is over. The caller
    holds the transaction, and the lock on all wishes."""
    wishes = Wish.objects.filter(Q(match=None) | Q(says_yes=True), member__in=members)
    wishes = wishes.exclude(pace=Pace.DAILY)
    paces = set(wishes.values_list("pace", flat=True))
    wishes.delete()
    for pace in paces:
        hint_wishers_on_commit(pace, *members)


def end_wishes(*, now: datetime) -> int:
    """Deletes wishes that are over and returns how many it deleted: wishes that expired or were
    missed long ago, wishes to play now of members who have closed all pages of the club, and wishes
    of deactivated accounts. Locks all wishes. Members who are being asked about a game can still
    answer.

    Whoever has a game of theirs open is still there: they may play a bot while they wait. After an
    outage, in which no page could say that it is open, they first have more time.
    """
    missed = Q(missed_at__lte=now - MISSED_SHOWN)
    over = missed | Q(until__lte=now) | Q(member__is_active=False)
    at_a_game = Presence.objects.filter(
        seat__user=OuterRef("member"), away=False, game__status=Game.Status.RUNNING
    )
    left = Q(pace=Pace.NOW, missed_at=None, seen_at__lte=now - LEFT_FOR) & ~Q(Exists(at_a_game))
    ended = Wish.objects.filter(over | left, match=None)
    if not ended.exists():
        return 0
    with transaction.atomic():
        lock_wishes()
        waiting = Wish.objects.filter(match=None)
        ending = {wish.pk: wish for wish in waiting.filter(over)}
        ending |= {wish.pk: wish for wish in waiting.filter(left) if _has_left(wish, now)}
        Wish.objects.filter(pk__in=ending).delete()
        gone = [(wish.pace, wish.member_id) for wish in ending.values()]
        for pace, count in Counter(pace for pace, _ in gone).items():
            emit(WishesUnmet(pace, count))
            hint_wishers_on_commit(pace, *(member for each, member in gone if each == pace))
    return len(gone)


def _has_left(wish: Wish, now: datetime) -> bool:
    return prolonged(wish.seen_at + LEFT_FOR, LEFT_FOR) <= now


def note_seen(user_id: int, now: datetime) -> None:
    """Stores that the member has a page of the club open, if they wish to play now; at most once
    in :data:`SEEN_EVERY`."""
    wish = Wish.objects.filter(member=user_id, pace=Pace.NOW)
    wish.filter(seen_at__lte=now - SEEN_EVERY).update(seen_at=now)


def lock_wishes() -> None:
    """Locks all wishes and matches until the transaction ends."""
    with connection.cursor() as database:
        database.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def hint_wishers_on_commit(pace: str, *others: int) -> None:
    """Sends hints to the pages of all members whose wishes can be matched with one of this pace,
    and of ``others``, who had one, once the transaction has committed. Reports that wishes have
    changed. All pages of the lobby get a hint if it is a wish to play now, as they may show it."""
    emit(WishesChanged(pace))
    if pace == Pace.NOW:
        hint_lobby_on_commit()
    members = Wish.objects.filter(pace__in=matching_paces(pace)).values_list("member", flat=True)
    hint_wishes_on_commit({*members, *others})


def check_choice(choice: WishChoice) -> None:
    """Raises Refused if a member cannot wish for that: ``bad-pace``, ``bad-games``, ``bad-seats``,
    ``bad-time``."""
    if choice.pace not in Pace.values:
        raise Refused("bad-pace", "Choose when you want to play.", at="pace")
    sizes = sizes_of(choice.pace)
    if not set(choice.games) <= sizes.keys():
        raise Refused("bad-games", "This game is not played in this club.", at="games")
    if choice.least < 2 or choice.most > most_players():
        values = {"most": most_players()}
        raise Refused("bad-seats", "A game is for 2 to %(most)s players.", values=values, at="most")
    if choice.least > choice.most:
        raise Refused("bad-seats", "The most players cannot be fewer than the least.", at="most")
    allowed = {size for game in choice.games or sizes for size in sizes[game]}
    if not any(choice.least <= size <= choice.most for size in allowed):
        raise Refused("bad-seats", "None of these games is for so many players.", at="most")
    if choice.pace == Pace.NOW and choice.minutes not in MINUTES:
        raise Refused("bad-time", "Choose how long you want to wait.", at="minutes")
    if not 0 <= choice.keep <= MOST_KEPT:
        values = {"most": MOST_KEPT}
        raise Refused(
            "bad-time", "A wish keeps up to %(most)s games going.", values=values, at="keep"
        )


def _times(user: User, choice: WishChoice, now: datetime) -> tuple[datetime, datetime | None]:
    """From when on the member wants to play, and until when."""
    if choice.pace == Pace.NOW:
        return now, now + timedelta(minutes=choice.minutes)
    if choice.pace == Pace.EVENING:
        begins_at, until = evening_of(now, own_zone(user))
        return max(now, begins_at), until
    return now, None
