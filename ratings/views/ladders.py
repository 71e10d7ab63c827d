"""The pages of ladders and seasons, for everybody."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from engines.registry import GAMES
from games.pages.members_bots import connected_bots, games_in_words
from games.pages.opponents import opponents
from games.play.rating import FEWEST_TURNS
from ratings import listing
from ratings.ladders import Ladder, Pace, ladder_in_words, ladder_of, pace_in_words
from ratings.listing import Season
from ratings.models import BotStanding, Standing
from ratings.skill import PROVISIONAL
from transport.limits import PAGES
from transport.requests import counted, parse_int

MOST_BOTS_OF_MEMBERS = 50
"""How many members' bots the page of the bots shows for each game."""

FIRST_YEAR = 2020
"""The first year that has seasons; there was no club before."""


@require_safe
@counted(PAGES)
def overview(request: HttpRequest) -> HttpResponse:
    """The overview: the top of every ladder, a line that names the ladders without ranked members,
    and what the numbers mean."""
    now = timezone.now()
    tops = listing.top_of_ladders(now)
    games = []
    unranked: list[dict[str, Any]] = []
    for engine in GAMES:
        found = [_ladder_context(Ladder(engine, pace)) for pace in Pace]
        ranked = [(each, tops[each["slug"]]) for each in found if tops.get(each["slug"])]
        if ranked:
            games.append((engine, ranked))
            unranked.extend(each for each in found if not tops.get(each["slug"]))
        else:
            unranked.append({**found[0], "name": gettext(engine.name)})
    season = Season.at(now)
    context = {
        "games": games,
        "unranked": unranked,
        "season": season,
        "season_rows": listing.season_table(season)[: listing.AT_THE_TOP],
        "own": _own_standings(request.user),
        "provisional": PROVISIONAL,
        "fewest_turns": FEWEST_TURNS,
    }
    return render(request, "ratings/overview.html", context)


@require_safe
@counted(PAGES)
def ladder(request: HttpRequest, variant: str, pace: str) -> HttpResponse:
    """The page of a ladder."""
    found = ladder_of(f"{variant}:{pace}")
    if found is None:
        raise Http404
    now = timezone.now()
    number = parse_int(request.GET.get("page", ""), digits=5) or 1
    shown = listing.ladder_page(found.slug, number, now)
    page = Paginator(range(shown.total), listing.PAGE_LENGTH).get_page(number)
    if page.number != number:
        shown = listing.ladder_page(found.slug, page.number, now)
    own = _own_standings(request.user).get(found.slug)
    others = [_ladder_context(Ladder(found.engine, pace)) for pace in Pace]
    context = {
        "ladder": _ladder_context(found),
        "paces": others,
        "engine": found.engine,
        "shown": shown,
        "page": page,
        "own": own,
        "own_place": listing.place_of(own, now) if own else None,
        "days": listing.ACTIVE_DAYS,
        "provisional": PROVISIONAL,
        "fewest_turns": FEWEST_TURNS,
        "is_live": found.pace == Pace.LIVE,
    }
    return render(request, "ratings/ladder.html", context)


@require_safe
@counted(PAGES)
def season(request: HttpRequest, year: int | None = None, quarter: int = 0) -> HttpResponse:
    """The page of a season; of the current one if no year is given."""
    now = Season.at(timezone.now())
    shown = now if year is None else Season(year, quarter)
    key = shown.year, shown.quarter
    if not (
        shown.year >= FIRST_YEAR and 1 <= shown.quarter <= 4 and key <= (now.year, now.quarter)
    ):
        raise Http404
    first = listing.first_season() or now
    context = {
        "season": shown,
        "rows": listing.season_table(shown),
        "most": listing.SEASON_LENGTH,
        "goes_on": shown == now,
        "previous": shown.previous if (first.year, first.quarter) < key else None,
        "next": None if shown == now else shown.next,
    }
    return render(request, "ratings/season.html", context)


@require_safe
@counted(PAGES)
def bots(request: HttpRequest) -> HttpResponse:
    """The page of the bots' ladders: the bots of each game and their ratings."""
    standings = {(each.variant, each.level): each for each in BotStanding.objects.filter(bot=None)}
    of_members: dict[str, list[BotStanding]] = defaultdict(list)
    for each in _best_of_members():
        of_members[each.variant].append(each)
    games = [
        (
            engine,
            [(each, standings.get((engine.slug, each.bot.level))) for each in opponents(engine)],
            of_members[engine.slug],
        )
        for engine in GAMES
    ]
    there = connected_bots(timezone.now())[:MOST_BOTS_OF_MEMBERS]
    context = {
        "games": games,
        "fewest_turns": FEWEST_TURNS,
        "there": [(each.bot, games_in_words(each.takes)) for each in there],
    }
    return render(request, "ratings/bots.html", context)


def _best_of_members() -> QuerySet[BotStanding]:
    """The ratings of the best bots of members in each game, the best first."""
    place = Window(RowNumber(), partition_by="variant", order_by=["-mu", "pk"])
    theirs = BotStanding.objects.filter(bot__is_active=True, bot__owner__is_active=True)
    best = theirs.annotate(place=place).filter(place__lte=MOST_BOTS_OF_MEMBERS)
    return best.select_related("bot__owner").order_by("-mu", "pk")


def _ladder_context(found: Ladder) -> dict[str, Any]:
    return {
        "slug": found.slug,
        "variant": found.engine.slug,
        "pace": str(found.pace),
        "pace_name": pace_in_words(found.pace),
        "name": ladder_in_words(found.slug),
    }


def _own_standings(user: object) -> dict[str, Standing]:
    """The user's standings by ladder; empty for visitors."""
    if not isinstance(user, User):
        return {}
    return {standing.ladder: standing for standing in Standing.objects.filter(member=user)}
