"""How reliable members are, and what follows from it. Pure: facts in, words and refusals out.

Only games in which at least two people play count, so games against bots alone neither help nor
harm. A member's part in such a game was played well or it was late, and of the last
:data:`GAMES_LOOKED_AT` parts only that is known. So a part that is played well never makes the word
worse: it can only push an older one out of sight.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings as site_settings
from django.utils.translation import ngettext_lazy

from games.play.rating import FEWEST_PEOPLE, FEWEST_TURNS, Sitting
from games.play.rows import EndedTenure, TenureEnd
from games.play.settings import LetsIn
from transport.refusals import Refused

GAMES_LOOKED_AT = 20
"""Only the last games count: people change."""

KNOWN_AFTER = 3
"""Before that many games a member is new, unless they have already been late too often."""

LEAST_LATE = 2
"""With fewer late games than this, a member is not often late: it may have been an accident."""

LATE_ONE_IN = 6
"""A member is often late if more than one in six of their games was late."""

GOOD_AGAIN_AFTER = 5
"""So many games in a row that were played well make up for everything before: recent games say more
than old ones, and members can see how far they have to go."""

TURNS_FORGIVEN = 1
"""One missed turn in a game does not count: a lost connection, or a bad day."""

TURNS_MISSED_ONE_IN = 8
"""With more missed turns, a game was late if more than one in eight was missed."""

WAITS = (timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
"""How long somebody waits who has abandoned a live game: the first time, the second, and from the
third time on. Short at first, because it happens to everybody."""

REPEATED_WITHIN = timedelta(days=1)
"""After a day without another one, abandoning a live game counts as the first time again."""


class Reliability(StrEnum):
    """How reliable a member is."""

    NEW = "new"
    RELIABLE = "reliable"
    OFTEN_LATE = "often-late"


class Part(StrEnum):
    """How a member played their part in a game, as it is stored."""

    WELL = "w"
    LATE = "l"


@dataclass(frozen=True, slots=True)
class Limit:
    """How many games with other people a member may have running."""

    live: int
    correspondence: int


LIMITS: Mapping[Reliability, Limit] = {
    Reliability.NEW: Limit(live=2, correspondence=5),
    Reliability.OFTEN_LATE: Limit(live=1, correspondence=3),
}
"""Newcomers can try every game of the club; with more they would hold up others if they do not come
back. Reliable members have no limit."""


@dataclass(frozen=True, slots=True)
class Punctuality:
    """What is stored of a member. ``games``: a letter for each of their last parts, the newest last
    (:class:`Part`). ``abandoned``: when they last abandoned live games, the newest last."""

    games: str = ""
    abandoned: Sequence[datetime] = ()

    @property
    def word(self) -> Reliability:
        """How reliable the member is."""
        late = self.games.count(Part.LATE)
        is_good_again = self.games.endswith(Part.WELL * GOOD_AGAIN_AFTER)
        if late >= LEAST_LATE and late * LATE_ONE_IN > len(self.games) and not is_good_again:
            return Reliability.OFTEN_LATE
        return Reliability.RELIABLE if len(self.games) >= KNOWN_AFTER else Reliability.NEW

    @property
    def games_until_reliable(self) -> int:
        """How many games in a row the member has yet to play well to be reliable."""
        games, count = self.games, 0
        while Punctuality(games).word != Reliability.RELIABLE:
            games, count = with_part(games, Part.WELL), count + 1
        return count

    @property
    def waits_until(self) -> datetime | None:
        """Until when the member waits for the next live game; None if they never abandoned one. It
        may be over."""
        if not self.abandoned:
            return None
        last = max(self.abandoned)
        times = sum(last - each < REPEATED_WITHIN for each in self.abandoned)
        return last + WAITS[min(times, len(WAITS)) - 1]


@dataclass(frozen=True, slots=True)
class Playing:
    """A member's punctuality, and how many games with other people they have running."""

    punctuality: Punctuality = field(default_factory=Punctuality)
    live: int = 0
    correspondence: int = 0


def with_part(games: str, part: Part) -> str:
    """``games`` after one more part."""
    return (games + part)[-GAMES_LOOKED_AT:]


def part_of(ended: EndedTenure) -> Part | None:
    """How a member played the part that has ended; None if it does not count.

    Resigning is fair play, where the turns before were not missed. Being removed by a moderator or
    by the others' vote is no fault that the server can judge.
    """
    if ended.why not in (TenureEnd.OVER, TenureEnd.RESIGNED, TenureEnd.ABSENT, TenureEnd.AWAY):
        return None
    if is_abandoned(ended):
        return Part.LATE
    turns = ended.chosen + ended.missed
    if ended.missed > TURNS_FORGIVEN and ended.missed * TURNS_MISSED_ONE_IN > turns:
        return Part.LATE
    return Part.WELL if ended.chosen >= FEWEST_TURNS else None


def is_abandoned(ended: EndedTenure) -> bool:
    """Whether the server plays on without the member because they were gone. Whoever was off in
    all the turns that they missed has not abandoned anything."""
    if ended.why == TenureEnd.ABSENT:
        return ended.missed > 0
    return ended.why == TenureEnd.AWAY


def counts(seats: Collection[Sitting]) -> bool:
    """Whether a game with these seats says anything about its players: at least two people play."""
    return sum(seat.is_person or seat.was_offered for seat in seats) >= FEWEST_PEOPLE


def lets_in(asked: LetsIn, word: Reliability) -> bool:
    """Whether a table that asks for this lets such a member in."""
    if asked == LetsIn.RELIABLE:
        return word == Reliability.RELIABLE
    return asked == LetsIn.ANYONE or word != Reliability.OFTEN_LATE


def refusal(
    playing: Playing, now: datetime, *, live: bool, asked: LetsIn = LetsIn.ANYONE
) -> Refused | None:
    """Why a member may not begin, or take over a seat in, another game with other people; None if
    they may. ``asked``: which members the table lets in. The codes: ``must-wait``,
    ``reliable-only``, ``enough-games``."""
    if not site_settings.RELIABILITY:
        return None
    waits = _refused_wait(playing.punctuality, now) if live else None
    entry = waits or _refused_entry(playing.punctuality, asked)
    return entry or _refused_number(playing, live=live)


def _refused_wait(punctuality: Punctuality, now: datetime) -> Refused | None:
    until = punctuality.waits_until
    if until is None or until <= now:
        return None
    minutes = -((now - until) // timedelta(minutes=1))
    return Refused(
        "must-wait",
        ngettext_lazy(
            "You left a live game without resigning. In one minute you can play live "
            "again. Until then you can play against bots, or by correspondence.",
            "You left a live game without resigning. In %(count)s minutes you can play "
            "live again. Until then you can play against bots, or by correspondence.",
            "count",
        ),
        values={"count": minutes},
    )


def _refused_entry(punctuality: Punctuality, asked: LetsIn) -> Refused | None:
    if lets_in(asked, punctuality.word):
        return None
    return Refused(
        "reliable-only",
        ngettext_lazy(
            "This table is for members who finish their games in time. Play one more game with "
            "other people to its end without missing turns, at another table.",
            "This table is for members who finish their games in time. Play %(count)s more games "
            "with other people to their end without missing turns, at other tables.",
            "count",
        ),
        values={"count": punctuality.games_until_reliable},
    )


def _refused_number(playing: Playing, *, live: bool) -> Refused | None:
    limit = LIMITS.get(playing.punctuality.word)
    if limit is None:
        return None
    running, most = (
        (playing.live, limit.live) if live else (playing.correspondence, limit.correspondence)
    )
    if running < most:
        return None
    if live:
        words = ngettext_lazy(
            "You are playing a live game. Finish it first, and you can begin another. Against "
            "bots alone, or by correspondence, you can play besides.",
            "You are playing %(count)s live games. Finish one first, and you can begin another. "
            "Against bots alone, or by correspondence, you can play besides.",
            "count",
        )
    else:
        words = ngettext_lazy(
            "You are playing a game by correspondence. Finish it first, and you can begin another. "
            "Games against bots alone do not count.",
            "You are playing %(count)s games by correspondence. Finish one first, and you can "
            "begin another. Games against bots alone do not count.",
            "count",
        )
    return Refused("enough-games", words, values={"count": most})
