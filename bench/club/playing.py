"""How members of the simulated club play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime, timedelta
from math import exp, log
from random import Random

from accounts.models import User
from accounts.standing import without_session
from bench.club.club import Club, KnownGame
from bench.club.habits import Kind, Spread
from bench.club.searches import Search
from engines.bots import Level
from games.pages.commands import carry_out
from games.play import messages
from lobby.models import Pace
from lobby.services.wishing import withdraw_wish
from transport.messages import Command

FIRST_RESIGNS = 10
"""Nobody resigns before this step."""
LAST_WALKS = 25
"""Whoever walks away does so by this step."""


class Player(ABC):
    """A member as a player. All of their random decisions come from ``random``."""

    def __init__(self, club: Club, user: User, kind: Kind, random: Random) -> None:
        self.club, self.user, self.kind, self.random = club, user, kind, random
        self.until: datetime | None = None
        """Until when they have time; None while they are not on the site."""
        self.wants_since: datetime | None = None
        """Since when they wait for a live game; None if they do not."""
        self.search = Search(club.moments.now)
        """Their latest search for a live game."""
        self.wishes = False
        """Whether they wish for games, rather than look for a table."""
        self.was_told = False
        """Whether they wait because they were told that somebody looks for a game, or saw it in the
        lobby."""
        self.table: int | None = None
        self.bot_game: int | None = None
        """The game against a bot that they have open while they wait; its page says that they are
        there."""
        self.playing: set[int] = set()
        self.walks_away_at: dict[int, int] = {}
        """The live games that they are going to walk away from, each with the step in which they
        will."""
        self.slow: dict[int, int] = {}
        """The games by correspondence that wait for them, and in which step."""
        self.slow_games: set[int] = set()
        self.ending: set[int] = set()
        """The games by correspondence that they end when they next look, if they are still left
        alone there."""
        self._thinking: tuple[int, int] | None = None
        """The game and the step for which they last began to think."""

    def begins_to_wait(self, *, was_told: bool) -> None:
        """Waits for a live game from now on."""
        self.wants_since, self.was_told = self.club.moments.now, was_told
        self.search = Search(self.club.moments.now)

    @abstractmethod
    def wants_game(self) -> None:
        """Asks for a live game."""

    def goes(self) -> None:
        """Leaves the site, unless they wait for a game or play one."""
        if not self.playing and self.wants_since is None:
            self.until = None

    def is_at(self, game: int) -> bool:
        """Whether they have the page of this game open."""
        return game in self.playing or game == self.bot_game

    def game_begins(self, key: int) -> None:
        """A game of theirs has begun."""
        known = self.club.games.get(key)
        if known is None or not known.settings.listed:
            return
        if not known.is_live:
            self.slow_games.add(key)
            return
        now, habits = self.club.moments.now, self.club.habits
        if self.wants_since is not None:
            meets_others = len(known.seats) > 1
            if not meets_others:
                self.club.tried(withdraw_wish, user=self.user, pace=Pace.NOW)
            self.waited((now - self.wants_since).total_seconds() if meets_others else None)
        self.wants_since = self.table = self.bot_game = None
        self.until = self.until or self.later(habits.visit)
        self.playing.add(key)
        if self.random.random() < habits.walks_away * self.kind.careless:
            self.walks_away_at[key] = self.random.randint(1, LAST_WALKS)

    def waited(self, seconds: float | None) -> None:
        """Notes after how many seconds their wish to play now was met, if they have one; None: it
        was not met."""
        assert self.wants_since is not None
        self.search.seconds = seconds
        if self.was_told:
            self.club.told_wishes.append(self.search)
        elif self.wishes:
            self.club.now_wishes.append(self.search)
        self.was_told = False

    def owes(self, key: int, step: int) -> None:
        """A game waits for their choice: they think, miss the turn, or walk away."""
        known = self.club.games.get(key)
        if known is None or not known.settings.listed:
            return
        if not known.is_live:
            if self.slow.get(key) != step:
                self.slow[key] = step
            return
        if key not in self.playing or (key, step) == self._thinking:
            return
        self._thinking = (key, step)
        if step >= self.walks_away_at.get(key, step + 1):
            self._walks_away(key, known)
        elif self.random.random() >= self.club.habits.distracted * self.kind.careless:
            seconds = max(1.0, self.seconds(self.club.habits.thinks))
            self.club.moments.after(seconds, lambda: self.chooses(key, step))

    def chooses(self, key: int, step: int) -> None:
        """Chooses as the game's bot of medium strength would, or resigns."""
        known = self.club.games.get(key)
        if known is None or known.step + 1 != step or self.user.pk not in known.seats:
            return
        self.slow.pop(key, None)
        if key in self.ending and known.is_alone:
            self._does(key, messages.Resign(alone=True))
            return
        if step > FIRST_RESIGNS and self.random.random() < self.club.habits.resigns:
            self._does(key, messages.Resign())
            return
        seat = known.seats[self.user.pk][0]
        action = known.engine.bot(Level.MEDIUM).think(
            known.state, seat, self.random.getrandbits(32)
        )
        if action is not None:
            self._does(key, messages.SealAction(step=step, action=action))

    def is_left_alone(self, key: int) -> None:
        """Decides whether to end a game whose other players have left, or to wait there for
        somebody who plays on."""
        known = self.club.games.get(key)
        if known is None or self.random.random() >= self.club.habits.ends_alone:
            return
        if known.is_live:
            self.club.moments.after(self.seconds(self.club.habits.answer), lambda: self._ends(key))
        else:
            self.ending.add(key)

    def _ends(self, key: int) -> None:
        known = self.club.games.get(key)
        if known is not None and known.is_alone and self.user.pk in known.seats:
            self._does(key, messages.Resign(alone=True))

    def takes(self, key: int, seat: int) -> bool:
        """Takes over a free seat; returns whether they have it."""
        known = self.club.games[key]
        self._does(key, messages.TakeSeat(seat=seat))
        has_it = self.user.pk in known.seats
        if has_it and known.is_live:
            self.playing.add(key)
            self.wants_since = None
        elif has_it:
            self.slow_games.add(key)
        return has_it

    def game_is_over(self, key: int, known: KnownGame) -> None:
        """Plays again, or goes."""
        self.slow.pop(key, None)
        self.slow_games.discard(key)
        self.ending.discard(key)
        if key not in self.playing:
            return
        self.playing.discard(key)
        now, habits = self.club.moments.now, self.club.habits
        if self.until is not None and now < self.until and self.random.random() < habits.again:
            self.club.moments.after(self.seconds(habits.before_again), self.wants_game)
        self.club.moments.at(max(now, self.until or now) + timedelta(minutes=1), self.goes)

    def _walks_away(self, key: int, known: KnownGame) -> None:
        self.playing.discard(key)
        self.until = None
        minutes = 1 + known.settings.away_minutes
        for seconds in (61, minutes * 60 + 1):
            self.club.moments.after(seconds, self.club.look_for_players)

    def _does(self, key: int, command: Command) -> None:
        def act(now: datetime) -> None:
            carry_out(command, game_id=key, login=without_session(self.user), arrived=now)

        self.club.tried(act)

    def times(self, mean: float) -> int:
        """How many times something happens that happens ``mean`` times on average (Poisson)."""
        limit, product, times = exp(-mean), self.random.random(), 0
        while product > limit:
            product *= self.random.random()
            times += 1
        return times

    def time_of_day(self) -> float:
        """Seconds after midnight."""
        weights = self.club.habits.hours
        hour = self.random.choices(range(24), weights)[0]
        return (hour + self.random.random()) * 60 * 60

    def seconds(self, spread: Spread) -> float:
        """A random time with this distribution, in seconds."""
        return self.random.lognormvariate(log(spread.median), spread.sigma)

    def later(self, spread: Spread) -> datetime:
        """The moment that is such a random time from now."""
        return self.club.moments.now + timedelta(seconds=self.seconds(spread))
