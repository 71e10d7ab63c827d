"""The simulated club: its members, the games as they stand, and the site's due jobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.test import override_settings

from bench.club.moments import Moments
from bench.club.searches import Search
from engines.rules import Rules
from games.play.clock import is_live
from games.play.game_transaction import GameTransaction
from games.play.settings import GameSettings
from games.play.take_over import waits_alone
from games.schedule import bots as bots_at_work
from games.schedule.jobs import (
    ABANDONED,
    BOTS,
    BOTS_LOOKING_AHEAD,
    OFFERS,
    PRESENCE,
    TURNS,
)
from games.store import subscribers
from games.store.presence import note_pages
from lobby import publishing, schedule
from lobby.models import Match, Table, Wish
from lobby.services import matching
from notices.models import Kind, Notice
from ratings.schedule import RATINGS, RATINGS_OF_BOTS
from scheduler.jobs import Job
from scheduler.sweeping import sweep
from transport.refusals import Refused

if TYPE_CHECKING:
    from bench.club.habits import Habits
    from bench.club.members import Member

LOBBY = (
    schedule.STARTS,
    schedule.READINESS,
    schedule.WAITING,
    schedule.FILLING,
    schedule.HERE,
    schedule.MATCHING,
    schedule.TELLING,
    schedule.ANSWERS,
    schedule.LEAVING,
)
"""The jobs of tables and wishes that people wait for."""
TIDYING = (ABANDONED, schedule.UNTOUCHED, RATINGS, RATINGS_OF_BOTS)
"""The jobs that nobody waits for."""
TIDY_EVERY = 3 * 60 * 60
"""How often these are done, in seconds; on the site it is every few seconds or minutes."""
LATER = timedelta(seconds=5)
"""How soon a turn that waits for its bots is looked at again."""
FAR = timedelta(days=400)
"""How far ahead the next due time of a job is looked for."""


@dataclass(frozen=True)
class Switches:
    """What the club uses: wishes for a game, the reliability of members with the limits that follow
    from it, bots that take seats which stay free, telling members who are not on the site that
    somebody looks for a game, and showing it to those who are."""

    wishes: bool = True
    reliability: bool = True
    filling: bool = True
    telling: bool = True
    showing: bool = True


@dataclass
class KnownGame:
    """A game that is in progress. ``seats``: of people, by the keys of their users: number and key.
    ``state``: the engine's, after ``step``. ``is_alone``: whether only one player is left, who
    waits for somebody to take over a seat."""

    engine: Rules[Any]
    settings: GameSettings
    step: int = 0
    state: Any = None
    deadline: datetime | None = None
    bots_due: datetime | None = None
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    is_alone: bool = False

    @property
    def is_live(self) -> bool:
        """Whether its players wait at the board."""
        return is_live(self.settings)


class Club:
    """Follows the events of the site's services, and runs the site's jobs when they are due.
    ``members``: by the keys of their users; :func:`bench.club.simulating.add_members` adds
    them."""

    def __init__(
        self, moments: Moments, habits: Habits, switches: Switches, random: Random
    ) -> None:
        self.moments = moments
        self.habits = habits
        self.switches = switches
        self.random = random
        self.members: dict[int, Member] = {}
        self.games: dict[int, KnownGame] = {}
        self.refused: Counter[str] = Counter()
        self.now_wishes: list[Search] = []
        """The wishes to play now that are over."""
        self.told_wishes: list[Search] = []
        """The same of members who were told that somebody looks for a game, or joined somebody whom
        the lobby showed."""
        self.told = 0
        """How often members were told."""
        self.is_open = True
        """Whether members still ask for games."""
        self._lobby_at: datetime | None = None

    def run(self, until: datetime) -> None:
        """Runs the simulation up to a time."""
        while (when := self.moments.next_at()) is not None and when <= until:
            self.moments.step()

    def run_until_games_end(self, latest: datetime) -> None:
        """Runs the simulation until no game is in progress, or up to a time."""
        while self.games and (when := self.moments.next_at()) is not None and when <= latest:
            self.moments.step()

    def withdraw_wishes(self) -> None:
        """Ends all wishes and closes all tables: no game begins any more."""
        Match.objects.all().delete()
        Wish.objects.all().delete()
        Table.objects.filter(game=None, closed_at=None).update(closed_at=self.moments.now)

    def tried(self, act: Callable[..., Any], **values: Any) -> Any:
        """Calls a service and returns its answer. Counts a refusal, and returns None."""
        try:
            return act(**values, now=self.moments.now)
        except Refused as refused:
            self.refused[refused.code] += 1
            return None

    def tidy_up(self) -> None:
        """Runs the jobs that nobody waits for, now and every :data:`TIDY_EVERY`."""
        for job in TIDYING:
            while self._sweep([job]) and not job.once:
                pass
        self.moments.after(TIDY_EVERY, self.tidy_up)

    def look_at_lobby(self) -> None:
        """Runs the jobs of tables and wishes that are due, and notes when the next one is."""
        self._lobby_at, handled = None, 1
        while handled:
            now = self.moments.now
            coming = {job.name: job.first(now + FAR, set()) for job in LOBBY}
            due = [job for job in LOBBY if (at := coming[job.name]) is not None and at <= now]
            handled = self._sweep(due) if due else 0
        later = [at for at in coming.values() if at is not None and at > now]
        if later:
            self._lobby_at = min(later)
            self.moments.at(self._lobby_at, self._look_if_still_due(self._lobby_at))

    def end_wishes(self) -> None:
        """Ends the wishes whose time is over."""
        self._sweep([schedule.ENDS_OF_WISHES])

    def look_for_players(self) -> None:
        """Notes who is away: everybody whose page of the game is not open."""
        there = [
            seat
            for key, known in self.games.items()
            for user, (_, seat) in known.seats.items()
            if self.members[user].is_at(key)
        ]
        note_pages(there, self.moments.now)
        self._sweep([PRESENCE])

    def hear_run(self, run: GameTransaction) -> Iterable[Any]:
        """Plans what follows from a change of a game. Called within its transaction; stores
        nothing."""
        key, game = run.game.id, run.game
        if game.is_over:
            known = self.games.pop(key, None)
            for user in known.seats if known else ():
                self.moments.at(self.moments.now, self._call(user, "game_is_over", key, known))
            return []
        known = self.games.setdefault(key, KnownGame(run.engine, game.settings))
        known.step, known.state = game.step, run.state
        people = run.people()
        known.seats = {seat.user_id or 0: (seat.number, seat.id) for seat in people}
        self._note_times(key, known, game.deadline, game.bots_due)
        self._note_alone(key, known, run)
        for seat in run.seats:
            if seat.offered_until is not None:
                self.moments.at(seat.offered_until, lambda: self._sweep([OFFERS]))
        ended = {each.seat for each in run.tenures_ended}
        for seat in run.seats:
            if seat.offered_until is not None and seat.number in ended:
                offer = partial(self._offer, key, seat.number)
                self.moments.after(self.random.uniform(5, 30), offer)
        for seat in people:
            if run.begins:
                self.moments.at(self.moments.now, self._call(seat.user_id, "game_begins", key))
            if seat.number in game.awaiting and seat.number not in run.choices:
                self.moments.at(
                    self.moments.now, self._call(seat.user_id, "owes", key, game.next_step)
                )
        return []

    def hear_lobby(self, event: publishing.LobbyEvent) -> None:
        """Plans what follows from an event of the lobby."""
        if isinstance(event, publishing.MatchAsked):
            for user in event.members:
                self.moments.at(
                    self.moments.now, self._call(user, "is_asked", event.match.pk, event.match.pace)
                )
        elif isinstance(event, publishing.FitsWish):
            live = is_live(event.table.settings)
            told = self._call(event.user_id, "is_told_of", event.table.pk, live)
            self.moments.at(self.moments.now, told)
        elif isinstance(event, publishing.PlayersSought):
            wish = event.wish.pk
            notices = Notice.objects.filter(kind=Kind.LOOKING, wish=wish, at=self.moments.now)
            members = list(notices.values_list("member", flat=True))
            self.told += len(members)
            self.members[event.wish.member_id].search.told += len(members)
            for user in members:
                self.moments.at(self.moments.now, self._call(user, "hears_of_wish", wish))
            for user in self.members:
                self.moments.at(self.moments.now, self._call(user, "looks_who_is_there"))
        elif isinstance(event, publishing.AskedIfHere):
            table = event.table.pk
            self.moments.at(self.moments.now, self._call(event.user_id, "says_here", table))

    def note_silence(self, user: int, match: int) -> None:
        """Notes that a member does not answer when they are asked about this match."""
        asked = Wish.objects.filter(match=match).values_list("member", flat=True)
        for member in asked:
            search = self.members[member].search
            search.is_silent |= member == user
            search.met_silence |= member != user

    def _offer(self, key: int, seat: int) -> None:
        """Offers a free seat to those who like to step in, one after the other."""
        known = self.games.get(key)
        willing = [member for member in self.members.values() if member.would_step_in(key)]
        self.random.shuffle(willing)
        if known is not None and any(member.takes(key, seat) for member in willing):
            self.look_at_lobby()

    def _note_alone(self, key: int, known: KnownGame, run: GameTransaction) -> None:
        was_alone, known.is_alone = known.is_alone, waits_alone(run)
        if known.is_alone and not was_alone:
            for user in known.seats:
                self.moments.at(self.moments.now, self._call(user, "is_left_alone", key))

    def _note_times(
        self, key: int, known: KnownGame, deadline: datetime | None, bots_due: datetime | None
    ) -> None:
        if deadline is not None and deadline != known.deadline:
            self.moments.at(deadline, lambda: self._end_turn(key, deadline))
        if bots_due is not None and bots_due != known.bots_due:
            self.moments.at(bots_due, lambda: self._let_bots_choose(key, bots_due))
        known.deadline, known.bots_due = deadline, bots_due

    def _end_turn(self, key: int, deadline: datetime) -> None:
        known = self.games.get(key)
        if known is not None and known.deadline == deadline:
            self._sweep([TURNS])
            if known.deadline == deadline and key in self.games:
                self.moments.at(self.moments.now + LATER, lambda: self._end_turn(key, deadline))

    def _let_bots_choose(self, key: int, due: datetime) -> None:
        known = self.games.get(key)
        if known is not None and known.bots_due == due:
            self._sweep([BOTS, BOTS_LOOKING_AHEAD])

    def _look_if_still_due(self, at: datetime) -> Callable[[], None]:
        return lambda: self.look_at_lobby() if self._lobby_at == at else None

    def _call(self, user: int | None, what: str, *values: Any) -> Callable[[], object]:
        member = self.members.get(user or 0)
        return (lambda: None) if member is None else (lambda: getattr(member, what)(*values))

    def _sweep(self, jobs: Sequence[Job]) -> int:
        return sweep(jobs, ahead=timedelta(0), sleep=lambda _seconds: None)


@contextmanager
def subscribed(club: Club) -> Iterator[None]:
    """Subscribes the club to the events of the site for the duration of the block. Meanwhile bots
    get no time to look ahead, because on a clock that stands still that time would never be up; and
    waiting wishes are compared every hour, not every minute."""
    again, longest = matching.LOOK_AGAIN, bots_at_work.LONGEST
    matching.LOOK_AGAIN, bots_at_work.LONGEST = timedelta(hours=1), 0.0
    subscribers.subscribe_sql(
        club.hear_run, subscribers.RunTopic.CHOICES, subscribers.RunTopic.COURSE
    )
    publishing.subscribe(club.hear_lobby)
    try:
        with override_settings(RELIABILITY=club.switches.reliability):
            yield
    finally:
        subscribers.unsubscribe_sql(club.hear_run)
        publishing.unsubscribe(club.hear_lobby)
        matching.LOOK_AGAIN, bots_at_work.LONGEST = again, longest
