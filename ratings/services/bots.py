"""The ratings of bots, the server's and members', from their games with people.

People's ratings stay as they are: they only say how strong the bots' opponents are. So the order of
the games matters for the bots alone, and a bot's rating is simply carried on from game to game.
Games in which a seat was offered to others do not count, nor do the games of members' bots with
their owners.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean

from django.db import transaction
from django.db.models import Q

from engines.bots import Level
from games.models import Game, Seat
from games.play.game_transaction import GameTransaction
from games.play.rating import FEWEST_TURNS
from games.store.statements import Write
from ratings.ladders import pace_of, slug_of
from ratings.models import BotGameToRate, BotStanding, Standing
from ratings.placing import placed, who_played
from ratings.services.rating import lock_ladder
from ratings.skill import NEWCOMER, PROVISIONAL, Skill, after_game

BATCH = 50
"""Games rated in one transaction."""

LOCK = "bots"
"""The row of :class:`LadderState` that is locked while bots are rated."""

Key = tuple[int | None, int | None]
"""The level of the game's bot, or the key of a member's bot."""

NOTE_GAME = """
INSERT INTO ratings_botgametorate (game_id, ended_at) VALUES (%s, %s)
ON CONFLICT (game_id) DO NOTHING
"""


def note_end(run: GameTransaction) -> Iterator[Write]:
    """The statement that records a game that this run ends, if members and bots played in it and
    somebody chose in enough turns."""
    game = run.game
    if game.settings.guest:
        return
    bots = [seat for seat in run.seats if not seat.is_person]
    played = any(turns >= FEWEST_TURNS for turns, _last in (game.turns_chosen or {}).values())
    offered = any(seat.was_offered for seat in run.seats)
    if bots and played and not offered:
        yield NOTE_GAME, (game.id, game.finished_at)


def ratings_of_bots(variant: str) -> dict[int, int]:
    """The ratings of a game's bots by level, without provisional ones."""
    standings = BotStanding.objects.filter(variant=variant, bot=None, games__gte=PROVISIONAL)
    return {each.level: each.rating for each in standings if each.level is not None}


@transaction.atomic
def rate_bots(*, most: int = BATCH) -> int | None:
    """Rates bots by the first ``most`` recorded games; returns how many games, or None if somebody
    else is rating bots. Locks a row of the ladders."""
    if lock_ladder(LOCK, if_free=True) is None:
        return None
    waiting = list(BotGameToRate.objects.select_related("game").order_by("ended_at", "game")[:most])
    for each in waiting:
        _rate(each.game)
    BotGameToRate.objects.filter(pk__in=[each.pk for each in waiting]).delete()
    return len(waiting)


def _rate(game: Game) -> None:
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    places = placed(who_played(seats.values()))
    known = BotStanding.objects.filter(variant=game.variant)
    known = known.filter(Q(bot=None) | Q(bot__seats__game=game))
    standings = {(each.level, each.bot_id): each for each in known}
    people = _skills_of_people(game)
    before = [_skill(seats[each.seat], standings, people) for each in places]
    players = {seat.user_id for seat in seats.values()}
    after: dict[Key, list[Skill]] = defaultdict(list)
    for place, skill in zip(places, after_game(before, [each.place for each in places])):
        seat = seats[place.seat]
        key = _rating_key(seat)
        if key is not None and (seat.user is None or seat.user.owner_id not in (players - {None})):
            after[key].append(skill)
    for key, skills in after.items():
        had = standings.get(key)
        BotStanding.objects.update_or_create(
            variant=game.variant,
            level=key[0],
            bot_id=key[1],
            defaults={
                "mu": fmean(skill.mu for skill in skills),
                "sigma": fmean(skill.sigma for skill in skills),
                "games": 1 + (had.games if had else 0),
            },
        )


def _skill(seat: Seat, bots: Mapping[Key, BotStanding], people: Mapping[int, Skill]) -> Skill:
    key = _rating_key(seat)
    if key is not None:
        standing = bots.get(key)
        return NEWCOMER if standing is None else standing.skill
    return people.get(seat.user_id or 0, NEWCOMER)


def _skills_of_people(game: Game) -> dict[int, Skill]:
    ladder = slug_of(game.variant, pace_of(game.settings))
    found = Standing.objects.filter(ladder=ladder, member__seats__game=game)
    return {each.member_id: Skill(each.mu, each.sigma) for each in found}


def _rating_key(seat: Seat) -> Key | None:
    """Which bot's rating counts for the seat; None if a person has it."""
    if seat.engine_plays:
        return (seat.user and seat.user.bot_level) or Level.MEDIUM, None
    return (None, seat.user_id) if seat.is_bot else None
