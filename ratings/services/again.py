"""Rating all games again, from the archive alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game
from games.play.rating import Unrated
from ratings.ladders import pace_of, slug_of
from ratings.models import RatedGame, Result
from ratings.placing import LadderPlace
from ratings.services.noting import note_places, places_of
from ratings.services.rating import counted_games, lock_ladder

GAMES_AT_ONCE = 200

Each = TypeVar("Each", LadderPlace, Result)

Progress = Callable[[int], None]
"""Called with the number of games read so far."""


def note_all(progress: Progress) -> int:
    """Records every finished game of the archive that is rated, as if it had just ended, and
    deletes the records of others; returns how many are rated. Games that a moderator struck stay
    struck."""
    over = Game.objects.filter(status=Game.Status.FINISHED, outcome__isnull=False)
    finished = over.order_by("pk")
    read = rated = 0
    for games in _in_parts(finished):
        rated += _note(games)
        progress(read := read + len(games))
    return rated


def let_all_wait() -> list[str]:
    """Marks every game that counts to be rated again; returns the keys of the ladders."""
    slugs = sorted(RatedGame.objects.order_by().values_list("ladder", flat=True).distinct())
    for slug in slugs:
        with transaction.atomic():
            state = lock_ladder(slug)
            assert state is not None
            counted_games(slug).update(waits=True)
            state.is_again = True
            state.save(update_fields=["is_again"])
    return slugs


def _in_parts(games: QuerySet[Game]) -> Iterator[Sequence[Game]]:
    keys = list(games.values_list("pk", flat=True))
    with_seats = Game.objects.prefetch_related("seats__user").order_by("pk")
    for start in range(0, len(keys), GAMES_AT_ONCE):
        yield list(with_seats.filter(pk__in=keys[start : start + GAMES_AT_ONCE]))


@transaction.atomic
def _note(games: Sequence[Game]) -> int:
    """Records these games; returns how many are rated. Their ladders must be rated again
    afterwards."""
    noted = RatedGame.objects.filter(pk__in=[game.pk for game in games])
    known = {game.pk: game for game in noted.prefetch_related("results")}
    rated = [game for game in games if game.why_unrated in (None, Unrated.STRUCK)]
    noted.exclude(pk__in=[game.pk for game in rated]).delete()
    for game in rated:
        _note_one(game, known.get(game.pk))
    return len(rated)


def _note_one(game: Game, noted: RatedGame | None) -> None:
    assert game.finished_at is not None
    results = [] if noted is None else list(noted.results.all())
    known = _by_seat_and_time(sorted(results, key=lambda result: result.pk))
    gone = {key: result.member_id for key, result in known.items()}
    places = [
        each if each.member is not None else replace(each, member=gone.get(key))
        for key, each in _by_seat_and_time(places_of(game)).items()
    ]
    ladder = slug_of(game.variant, pace_of(game.settings))
    if noted is not None:
        same_game = (noted.ladder, noted.ended_at) == (ladder, game.finished_at)
        if same_game and set(places) == {_as_placed(result) for result in results}:
            return
        noted.results.all().delete()
    now_noted, _ = RatedGame.objects.update_or_create(
        pk=game.pk, defaults={"ladder": ladder, "ended_at": game.finished_at}
    )
    note_places(now_noted, places)


def _by_seat_and_time(each: Iterable[Each]) -> dict[tuple[int, int], Each]:
    """The places or results by seat and number of its holder: 0 is the seat's first holder."""
    held: Counter[int] = Counter()
    found: dict[tuple[int, int], Each] = {}
    for one in each:
        found[one.seat, held[one.seat]] = one
        held[one.seat] += 1
    return found


def _as_placed(result: Result) -> LadderPlace:
    return LadderPlace(result.seat, result.member_id, result.place, result.points)
