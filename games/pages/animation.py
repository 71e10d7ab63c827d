"""A game as a moving picture: animated WebP of its steps, made by a worker.

Steps never change, so neither does the animation of a range of them. It is kept for later requests.
Requests that come while it is being made are answered with the progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from celery import shared_task
from django.http import HttpRequest, HttpResponse
from kombu.exceptions import OperationalError
from redis import RedisError

from games.models import Game
from games.pages.access import get_game_for_viewer
from games.pages.answers import ask_again
from games.pages.picture_views import FOR_EVER, SOON, cacheable, look_of_request, picture_view
from games.pages.pictures import digest, step_picture
from games.pages.pixels import webp_of
from games.pages.views import STEP_DIGITS
from scheduler.jobs import Queue
from transport.addresses import address_of_request
from transport.cache import SlotCache, cache
from transport.limits import ALL_ANIMATIONS, ANIMATIONS, PICTURES, RateKey, address_rate_key, count
from transport.refusals import Refused
from transport.requests import parse_int

LARGEST = 2 * 1024 * 1024
"""The largest size of an animation, in bytes."""

KEPT = SlotCache("animations", count=16, seconds=24 * 3600)
"""All animations together have at most 32 MB."""

MOST_FRAMES = 200
"""A longer range shows every second step, or every third, and so on, and always the last one."""

PATIENCE = 60
"""Seconds until a worker is asked again for the same animation. No task runs longer."""

TELL_EVERY = 5
"""After how many frames a worker reports its progress."""


@dataclass(frozen=True)
class Range:
    """The steps of a game from ``first`` to ``last``, drawn with this ``look`` of the board."""

    game: Game
    first: int
    last: int
    look: str

    @property
    def key(self) -> str:
        """The key of the animation in the cache."""
        return f"{self.game.public_id}:{self.first}:{self.last}:{self.look}"

    def steps(self, most: int = MOST_FRAMES) -> list[int]:
        """The numbers of the steps that are shown, at most ``most``, evenly from the last one back.

        >>> Range(None, 0, 5, "wood").steps(most=3)
        [1, 3, 5]
        """
        stride = -(-(self.last - self.first + 1) // most)
        return list(range(self.last, self.first - 1, -stride))[::-1]


@picture_view(PICTURES)
def animation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sends the animation of the steps ``?from=`` to ``?to=``, by default of all. While a worker is
    making it, the answer is 202 with the progress."""
    game = get_game_for_viewer(public_id)
    wanted = _range_of_request(request, game)
    body: bytes | None = KEPT.get(wanted.key)
    if body is None:
        return _ask_worker(request, wanted)
    is_exact = game.is_over or "to" in request.GET
    response = HttpResponse(body, content_type="image/webp")
    shared = game.settings.listed
    seconds = FOR_EVER if is_exact else SOON
    return cacheable(request, response, digest(body), shared=shared, seconds=seconds)


def _range_of_request(request: HttpRequest, game: Game) -> Range:
    """Returns the range that the address names. Raises Refused ``bad-command``, and ``not-found``
    for steps that are not resolved yet."""
    first, last = (
        parse_int(request.GET.get(name, usual), digits=STEP_DIGITS)
        for name, usual in (("from", "0"), ("to", str(game.step)))
    )
    if first is None or last is None or first > last:
        raise Refused("bad-command", "from and to must be the numbers of two steps, in order.")
    if last > game.step:
        raise Refused("not-found", "That step has not been revealed yet.")
    return Range(game, first, last, look_of_request(request))


def _ask_worker(request: HttpRequest, wanted: Range) -> HttpResponse:
    """Asks a worker for the animation, only once however many requests there are; answers with the
    progress. Raises Refused ``not-now`` if no worker can be reached, and ``too-fast``."""
    asked = f"animation-asked:{wanted.key}"
    try:
        if cache.get(asked) is None:
            count(ANIMATIONS, address_rate_key(address_of_request(request)))
            count(ALL_ANIMATIONS, RateKey("address", "all"))
            if cache.add(asked, 1, PATIENCE):
                make_animation.apply_async(
                    (wanted.game.pk, wanted.first, wanted.last, wanted.look),
                    queue=Queue.BACKGROUND,
                    expires=PATIENCE,
                    retry=False,
                )
        done, steps = cache.get(_progress_key(wanted)) or (0, len(wanted.steps()))
    except (RedisError, OperationalError):
        raise Refused("not-now", "This cannot be made now. Try again in a minute.") from None
    return ask_again(done=done, of=steps)


@shared_task(ignore_result=True)
def make_animation(game_id: int, first: int, last: int, look: str) -> None:
    """Makes the animation of these steps and caches it. If the task is lost, a later request asks
    for it again."""
    make_and_keep(Range(Game.objects.get(pk=game_id), first, last, look))


def make_and_keep(wanted: Range) -> None:
    """Makes the animation and caches it, with fewer frames if it is too large."""

    def tell(done: int, steps: int) -> None:
        if done % TELL_EVERY == 0:
            cache.set(_progress_key(wanted), (done, steps), PATIENCE)

    try:
        most = MOST_FRAMES
        body = _animated(wanted, wanted.steps(most), tell)
        while len(body) > LARGEST and most > 1:
            most //= 2
            body = _animated(wanted, wanted.steps(most), tell)
        KEPT.set_many({wanted.key: body})
    finally:
        cache.delete_many([f"animation-asked:{wanted.key}", _progress_key(wanted)])


def _animated(wanted: Range, steps: Sequence[int], tell: Callable[[int, int], None]) -> bytes:
    """Returns these steps as animated WebP. ``tell`` is called with the number of frames that are
    ready, and of all frames."""

    def pictures() -> Iterator[bytes]:
        for done, number in enumerate(steps):
            tell(done, len(steps))
            yield step_picture(wanted.game, number, wanted.look)

    return webp_of(pictures(), len(steps))


def _progress_key(wanted: Range) -> str:
    return f"animation-progress:{wanted.key}"
