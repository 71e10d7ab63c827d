"""Members who could play what somebody wishes to play now, though they have wished for nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta

from accounts.models import User
from engines.registry import GAMES
from games.models import Tenure
from games.store.punctuality import playing
from lobby.matching import OpenWish, fit
from lobby.models import Pace, Wish
from lobby.services.matching import open_wishes
from lobby.services.wishing import MINUTES, WishChoice
from lobby.wished_games import most_players, sizes_of

LATELY = timedelta(days=90)
"""Members play the games of which they have begun one within this time."""


def fitting_members(
    wish: Wish, members: Collection[int], now: datetime, *, shown_to: int | None = None
) -> dict[int, list[str]]:
    """Which of these members could play what is wished for, by key, each with the games that they
    play and that would do (slugs).

    Matching would ask the two about a game, had the member wished for these games, with as many
    players, of any strength. Left out are members who look for a live game themselves, are asked
    about one, or play one. ``shown_to``: see :func:`~lobby.services.matching.open_wishes`.
    """
    games = games_of_both(wish, members, now)
    wishes = Wish.objects.looking().filter(member__in=games, begins_at__lte=now)
    looking = wishes.exclude(pace=Pace.DAILY)
    busy = set(looking.values_list("member", flat=True)) | {wish.member_id}
    busy |= {member for member, known in playing(games).items() if known.live}
    free = User.objects.in_bulk([member for member in games if member not in busy])
    others = [
        Wish(
            pk=-number,  # no stored wish has such a key
            member=member,
            pace=Pace.NOW,
            games=games[member.pk],
            least=wish.least,
            most=wish.most,
            since=now,
        )
        for number, member in enumerate(free.values(), start=1)
    ]
    found_open = open_wishes([wish, *others], Pace.NOW, now, shown_to=shown_to)
    known = {each.key: each for each in found_open}
    asked = known.pop(wish.pk, None)
    if asked is None:
        return {}
    found = {
        other.member: [game for game in games[other.member] if fit(asked, other, game)]
        for other in known.values()
    }
    return {member: fitting for member, fitting in found.items() if fitting}


def choice_with(wish: Wish, member: User, now: datetime) -> WishChoice | None:
    """What the member has to wish for to be asked about a game with whoever made this wish; None if
    they do not fit."""
    games = fitting_members(wish, [member.pk], now, shown_to=member.pk).get(member.pk)
    return None if games is None else _choice(wish, games)


def choice_beside(wishes: Iterable[Wish], member: User, now: datetime) -> WishChoice | None:
    """The same for a member who has a page of the lobby open, with any game that is wished for,
    whether they play it or not; of several wishes, for the oldest that they fit. The caller makes
    sure that they do not look for a live game themselves."""
    wishes = list(wishes)
    if not wishes or playing([member.pk])[member.pk].live:
        return None
    own = Wish(pk=-1, member=member, pace=Pace.NOW, least=2, most=most_players(), since=now)
    for mine, theirs, wish in beside(own, wishes, now):
        fitting = [game for game in games_of(wish) if fit(theirs, mine, game)]
        if fitting:
            return _choice(wish, fitting)
    return None


def beside(
    own: Wish, wishes: Collection[Wish], now: datetime
) -> Iterator[tuple[OpenWish, OpenWish, Wish]]:
    """A member's wish to play now beside each of the others' ``wishes``, the one that has waited
    longest first: the member's and the other's as matching sees them, and the other's as it is
    stored. Nothing if the member may not play now; others who may not are left out. The member is
    shown what comes of it."""
    found_open = open_wishes([own, *wishes], Pace.NOW, now, shown_to=own.member_id)
    known = {each.key: each for each in found_open}
    for wish in sorted(wishes, key=lambda wish: (wish.since, wish.pk)):
        if own.pk in known and wish.pk in known:
            yield known[own.pk], known[wish.pk], wish


def choice_alone(member: User, now: datetime) -> WishChoice | None:
    """A wish to play now for the games that the member plays; None if they play none, or if they
    are in a live game."""
    played = _played(list(sizes_of(Pace.NOW)), [member.pk], now).get(member.pk)
    if played is None or playing([member.pk])[member.pk].live:
        return None
    return WishChoice(pace=Pace.NOW, games=played)


def _choice(wish: Wish, games: list[str]) -> WishChoice:
    return WishChoice(
        pace=Pace.NOW, games=games, least=wish.least, most=wish.most, minutes=MINUTES[0]
    )


def games_of(wish: Wish) -> list[str]:
    """The games of a wish to play now that can have as many players as it asks for."""
    return [
        game
        for game, sizes in sizes_of(Pace.NOW).items()
        if (not wish.games or game in wish.games)
        and any(wish.least <= size <= wish.most for size in sizes)
    ]


def games_of_both(wish: Wish, members: Collection[int], now: datetime) -> dict[int, list[str]]:
    """The games of the wish that each of the members has played lately; without members who have
    played none of them."""
    return _played(games_of(wish), members, now)


def _played(
    variants: Collection[str], members: Collection[int], now: datetime
) -> dict[int, list[str]]:
    lately = Tenure.objects.filter(
        member__in=members, game__variant__in=variants, game__started_at__gt=now - LATELY
    )
    played = set(lately.values_list("member", "game__variant").order_by().distinct())
    return {
        member: [game.slug for game in GAMES if (member, game.slug) in played]
        for member in sorted({member for member, _ in played})
    }
