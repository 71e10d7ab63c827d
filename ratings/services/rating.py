"""Rating the games of a ladder, strictly in the order in which they ended.

1. Lock the ladder's row, so that nobody else rates its games or changes which of them count.
2. Take the first games that wait. If later games are already rated, because a game was struck or
   recorded late, let those wait again.
3. Read the players' skills before the first of these games from the results of earlier ones, and
   calculate the games one after another from there.
4. Store the results; the games no longer wait.
5. Once no game of the ladder waits, write the standings: of the players of these games, or of all
   members if earlier games have been rated again. Until then the old standings stay.

All of that is one transaction. If a worker is killed, the games still wait. The numbers do not
depend on which worker rates the games or on the size of the batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from ratings.models import LadderState, RatedGame, Result, Standing
from ratings.services.noting import note_places, places_of
from ratings.skill import NEWCOMER, Skill, after_game

BATCH = 50
"""Games rated in one transaction."""

STANDINGS_AT_ONCE = 500


def work() -> QuerySet[Any]:
    """The ladders with games that wait or standings to write, each in a row."""
    waiting = RatedGame.objects.filter(waits=True).order_by().values_list("ladder", flat=True)
    again = LadderState.objects.filter(is_again=True).order_by().values_list("slug", flat=True)
    return waiting.union(again)


def ladders_with_work() -> list[str]:
    """The ladders of :func:`work`."""
    return sorted(work())


@transaction.atomic
def rate_waiting(ladder: str, *, most: int = BATCH) -> int | None:
    """Rates the first ``most`` waiting games of the ladder; returns how many, or None if somebody
    else has locked the ladder. Locks the ladder's row."""
    state = lock_ladder(ladder, if_free=True)
    if state is None:
        return None
    waiting = _first_waiting(ladder, most)
    if waiting and rate_later_ones_again(state, waiting[0]):
        waiting = _first_waiting(ladder, most)
    played = _rate(waiting) if waiting else set()
    if not RatedGame.objects.filter(ladder=ladder, waits=True).exists():
        _write_standings(ladder, None if state.is_again else played)
        state.is_again = False
        state.save(update_fields=["is_again"])
    elif not state.is_again and played:
        # The next batch does not know who played in this one.
        state.is_again = True
        state.save(update_fields=["is_again"])
    return len(waiting)


def lock_ladder(ladder: str, *, if_free: bool = False) -> LadderState | None:
    """The ladder's row, locked for this transaction. With ``if_free``, None if somebody else has
    locked it."""
    LadderState.objects.get_or_create(slug=ladder)
    return LadderState.objects.select_for_update(skip_locked=if_free).filter(slug=ladder).first()


def rate_later_ones_again(state: LadderState, since: RatedGame) -> int:
    """Lets the games that ended after this one and are already rated wait again; returns how many.
    The caller has locked the ladder."""
    later = counted_games(state.slug).filter(_is_later(since), waits=False)
    count = later.update(waits=True)
    if count and not state.is_again:
        state.is_again = True
        state.save(update_fields=["is_again"])
    return count


def counted_games(ladder: str) -> QuerySet[RatedGame]:
    """The games of a ladder that have not been struck."""
    return RatedGame.objects.filter(ladder=ladder, struck_at=None)


def _is_later(than: RatedGame) -> Q:
    at_once = Q(ended_at=than.ended_at, game_id__gt=than.game_id)
    return Q(ended_at__gt=than.ended_at) | at_once


def _first_waiting(ladder: str, most: int) -> list[RatedGame]:
    waiting = RatedGame.objects.filter(ladder=ladder, waits=True).order_by("ended_at", "game_id")
    return list(waiting.prefetch_related("results")[:most])


def _rate(games: Sequence[RatedGame]) -> set[int]:
    """Rates these games, the first that wait on their ladder; returns the keys of their players."""
    results = [_by_seat(game) for game in games]
    members = {each.member_id for game in results for each in game if each.member_id is not None}
    known = _known_before(games[0], members)
    for game in results:
        before = [known.get(each.member_id, NEWCOMER) for each in game]
        for each, skill in zip(game, after_game(before, [each.place for each in game])):
            each.mu, each.sigma = skill.mu, skill.sigma
            if each.member_id is not None:
                known[each.member_id] = skill
    Result.objects.bulk_update([each for game in results for each in game], ["mu", "sigma"])
    RatedGame.objects.filter(pk__in=[game.pk for game in games]).update(waits=False)
    return members


def _by_seat(game: RatedGame) -> list[Result]:
    """The game's results in a fixed order, as the last digits of sums depend on the order. If seats
    were offered to others, the places are recorded only now."""
    results = game.results.all() or note_places(game, places_of(game.game))
    return sorted(results, key=lambda each: (each.seat, each.pk))


def _known_before(first: RatedGame, members: Iterable[int]) -> dict[int | None, Skill]:
    """The skills of these members before this game; members without an earlier game are left
    out."""
    at_once = Q(ended_at=first.ended_at, rated_game_id__lt=first.game_id)
    before = Result.objects.filter(
        Q(ended_at__lt=first.ended_at) | at_once,
        ladder=first.ladder,
        member__in=list(members),
        mu__isnull=False,
    )
    found: Iterable[Any] = _last_of_each(before).values_list("member_id", "mu", "sigma")
    return {member: Skill(mu, sigma) for member, mu, sigma in found}


def _last_of_each(results: QuerySet[Result]) -> QuerySet[Result]:
    """Each member's last one of these results."""
    order = [F("ended_at").desc(), F("rated_game_id").desc()]
    nth = Window(RowNumber(), partition_by=[F("member_id")], order_by=order)
    return results.annotate(nth=nth).filter(nth=1)


def _write_standings(ladder: str, members: set[int] | None) -> None:
    """Writes the standings of these members, or of all on the ladder (None). Deletes the standings
    of members who have no rated game left."""
    still_there = User.objects.values("pk")
    rated = Result.objects.filter(ladder=ladder, mu__isnull=False, member__in=still_there)
    standings = Standing.objects.filter(ladder=ladder)
    if members is not None:
        rated, standings = rated.filter(member__in=members), standings.filter(member__in=members)
    counts = dict(
        rated.order_by().values("member").annotate(n=Count("pk")).values_list("member", "n")
    )
    last: Iterable[Any] = _last_of_each(rated).values_list("member_id", "mu", "sigma", "ended_at")
    rows = [
        Standing(
            member_id=member,
            ladder=ladder,
            mu=mu,
            sigma=sigma,
            rating=Skill(mu, sigma).rating,
            games=counts[member],
            last_at=ended_at,
        )
        for member, mu, sigma, ended_at in last
    ]
    standings.exclude(member__in=counts.keys()).delete()
    Standing.objects.bulk_create(
        rows,
        batch_size=STANDINGS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["member", "ladder"],
        update_fields=["mu", "sigma", "rating", "games", "last_at"],
    )
