"""Games in templates: their boards, small pictures, seats and calendars."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext

from database import queries
from engines.registry import GAMES
from engines.rules import Rules
from games.models import Game
from games.pages.choosing import drawn_of
from games.pages.guests import PlayNow
from games.pages.guests import play_now as offered_to
from games.pages.pictures import LOOKS, USUAL, digest, record_picture
from games.pages.rules import drawn_pictures
from games.pages.words import in_words_of_calendar
from games.play.calendar import Calendar

register = template.Library()

LEFT = '<time class="time-left numbers" data-deadline datetime="{}">{}</time>'

MINUTE = timedelta(minutes=1)
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
LONGEST_KEPT = timedelta(days=28)
"""Up to this, the words for a time depend on its length alone, and not on the months it is in."""

REVEALED = 4
"""How many pictures a reveal shows."""


@register.simple_tag
def board_module(variant: str) -> str:
    """Returns the address of a game's board; the folders are named after the games' slugs."""
    return static(f"js/boards/{variant}/index.js")


@register.simple_tag
def board_styles(*variants: str) -> SafeString:
    """Returns links to the style sheets of these games' boards, if they have any; without an
    argument, of all games' boards."""
    slugs = variants or tuple(game.slug for game in GAMES)
    paths = filter(None, map(_style_of, slugs))
    return format_html_join(
        "\n", '<link rel="stylesheet" href="{}">', ((static(path),) for path in paths)
    )


@cache
def _style_of(slug: str) -> str:
    """Returns the style sheet of a game's board; empty if it has none."""
    path = f"css/boards/{slug}.css"
    return path if finders.find(path) else ""


@register.simple_tag(takes_context=True)
def play_now(context: Context, engine: Rules[Any]) -> PlayNow | None:
    """Returns what a visitor is offered of a game; None for members, and in a club without
    guests."""
    return offered_to(context["request"], engine)


@register.simple_tag(takes_context=True)
def game_picture(
    context: Context, game: Game, alt: str = "", css: str = "", step: int | None = None
) -> SafeString:
    """Returns the board of a game as it is now, or after ``step``. ``alt`` is empty if the words
    beside it say as much; ``css``: more classes."""
    number = game.step if step is None else step
    address = reverse("game-picture", args=[game.public_id, number])
    look = _look(context)
    return _image(address if look == USUAL else f"{address}?board={look}", alt, css)


@register.simple_tag(takes_context=True)
def kind_picture(
    context: Context, slug: str, alt: str = "", css: str = "", step: int | None = None
) -> SafeString:
    """Returns a picture of a kind of game, for tables, tiles and cards; empty if it has none."""
    drawn = drawn_of(slug)
    if drawn is None:
        return SafeString("")
    name, args = ("kind-picture", [slug]) if step is None else ("kind-step-picture", [slug, step])
    return _of_record(context, reverse(name, args=args), drawn, alt, css, step)


@register.simple_tag(takes_context=True)
def reveal(context: Context, game: Game | None, slug: str, alt: str) -> SafeString:
    """Returns the last steps of a game, one after the other, until the board is as it is now;
    without a game, the steps that show what a kind of game is."""
    if game is None:
        drawn = drawn_of(slug)
        last = 0 if drawn is None else json.loads(drawn)["step"]
        images = [kind_picture(context, slug, step=step) for step in _last_steps(last)]
        newest = kind_picture(context, slug, alt)
    else:
        images = [game_picture(context, game, step=step) for step in _last_steps(game.step)]
        newest = game_picture(context, game, alt)
    return format_html('<span class="reveal">{}{}</span>', newest, SafeString("".join(images)))


def _last_steps(last: int) -> range:
    """Returns the steps before the last, newest first, because each lies on top of the next one."""
    return range(last - 1, max(-1, last - REVEALED), -1)


@register.simple_tag(takes_context=True)
def rules_picture(context: Context, slug: str, name: str, alt: str) -> SafeString:
    """Returns a still picture of a rules page."""
    address = reverse("rules-picture", args=[slug, name])
    return _of_record(context, address, drawn_pictures(slug)[name], alt)


def _of_record(
    context: Context,
    address: str,
    drawn: str,
    alt: str,
    css: str = "",
    step: int | None = None,
) -> SafeString:
    look = _look(context)
    version = digest(record_picture(drawn, step, look))
    board = "" if look == USUAL else f"&board={look}"
    return _image(f"{address}?v={version}{board}", alt, css)


def _look(context: Context) -> str:
    """Returns the look that the viewer has chosen for boards."""
    preferences: Any = context.get("preferences")
    look = preferences().board_look if callable(preferences) else USUAL
    return look if look in LOOKS else USUAL


def _image(address: str, alt: str, css: str) -> SafeString:
    return format_html(
        '<img class="board-picture{}{}" src="{}" alt="{}" loading="lazy">',
        " " if css else "",
        css,
        address,
        alt,
    )


@register.simple_tag
def time_left(deadline: datetime, urgent: bool) -> SafeString:
    """Returns how long a turn still lasts, as a countdown. ``urgent``: the viewer has to choose."""
    language = get_language()
    before, after = _around_time(urgent, language)
    until = _until(deadline, language)
    return SafeString(f"{before}{LEFT.format(deadline.isoformat(), until)}{after}")


@lru_cache
def _around_time(urgent: bool, _language: str | None) -> Sequence[str]:
    """Returns what is said before and after the time, in the current language."""
    words = gettext("%(time)s left") if urgent else gettext("turn ends in %(time)s")
    return escape(words % {"time": "\n"}).split("\n")


def _until(deadline: datetime, language: str | None) -> str:
    left = deadline - timezone.now()
    if left >= LONGEST_KEPT:
        return escape(timeuntil(deadline))
    return _minutes_in_words(max(0, left // MINUTE), language)


@lru_cache(maxsize=4096)
def _minutes_in_words(minutes: int, _language: str | None) -> str:
    """Returns a time in the current language. Kept, as working it out takes longer than all else in
    a row of a list."""
    return escape(timeuntil(EPOCH + minutes * MINUTE, EPOCH))


@register.filter
def by_rank(seats: Iterable[Any]) -> list[Any]:
    """Returns the seats, as rows or as payloads, best first. If everybody left, none has a rank and
    they keep their order."""

    def rank(seat: Any) -> int:
        found = seat["rank"] if isinstance(seat, dict) else seat.rank
        return 0 if found is None else found

    return sorted(seats, key=rank)


@register.filter
def contents(game: Game) -> str:
    """Returns all that lists show of a game that they have loaded, its seats and their players, as
    the key of a row or card in the cache of pieces."""
    seats = game.seats.all()
    return queries.contents(game, *(row for it in seats for row in (it, it.user, it.former)))


@register.filter
def in_words(calendar: Calendar) -> str:
    """Returns words such as "daily at 20:00 (Berlin time)"."""
    return in_words_of_calendar(calendar)
