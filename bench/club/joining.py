"""How members of the simulated club join somebody who looks for a live game, because they are told
of it or see it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random

from accounts.models import User
from bench.club.club import Club
from bench.club.habits import Kind
from bench.club.playing import Player
from lobby.fitting_members import choice_alone, choice_with
from lobby.models import Wish
from lobby.offered import offered_games
from lobby.services.wishing import WishChoice, make_wish, note_seen
from lobby.wishes_shown import WishesShown

EVENING = 18
"""The hour in which the evening begins."""
SEEN_EVERY = 2 * 60
"""How often, in seconds, the page of a member who is waiting reports that it is open. Real
pages do so twice as often; a wish ends after three minutes without it."""


class Joiner(Player):
    """A member as somebody who may join others."""

    def __init__(self, club: Club, user: User, kind: Kind, random: Random) -> None:
        super().__init__(club, user, kind, random)
        self.likes = [game.slug for game in offered_games()]
        self.most = 4
        """The most players that a game may have for them, themselves included."""
        self.has_lobby_until = club.moments.now
        """Until when they have a page of the lobby open, to look at their games."""
        self.would_join = False
        """Whether they would join somebody who looks for a live game, if they see it."""

        self.has_seen: set[tuple[object, ...]] = set()
        """The offers to look for what somebody else is waiting for that they have answered."""

    @property
    @abstractmethod
    def is_away(self) -> bool:
        """Whether they do not come to the site at present, or ever again."""

    @abstractmethod
    def gives_up(self, since: datetime) -> None:
        """Stops waiting for a live game, if they have waited since then."""

    def looks_who_is_there(self) -> None:
        """Joins somebody who looks for a live game, if the lobby shows it and they feel like it."""
        if self.wants_since is not None:
            self._looks_who_waits_too()
            return
        here = self.until is not None or self.has_lobby_until >= self.club.moments.now
        if here and self.would_join and self._shown_choice() is not None:
            self.would_join = False
            self.club.moments.after(self.seconds(self.club.habits.answer), self.joins_shown)

    def _looks_who_waits_too(self) -> None:
        """Looks for what somebody else is waiting for as well, if their page shows it and they
        would play that. They say yes or no once to each such offer."""
        if not (self.wishes and self.club.switches.showing) or self.bot_game is not None:
            return
        waiting = WishesShown.of(self.user, self.club.moments.now).waiting
        since = self.wants_since
        for choice in [each.wider.choice for each in waiting if each.wider is not None]:
            offer = (since, tuple(choice.games), choice.least, choice.most)
            if offer in self.has_seen:
                continue
            self.has_seen.add(offer)
            if self.random.random() < self.club.habits.widens:
                seconds = self.seconds(self.club.habits.answer)
                self.club.moments.after(seconds, partial(self._widens, choice, since))

    def _widens(self, choice: WishChoice, since: datetime | None) -> None:
        if self.wants_since is not None and self.wants_since == since and self.club.is_open:
            self.club.tried(make_wish, user=self.user, choice=choice, is_there=True)
            self.club.look_at_lobby()

    def _shown_choice(self) -> WishChoice | None:
        """What they have to wish for to play with somebody who, as the lobby shows, looks for a
        live game; None if nobody looks for a game that they like."""
        if not self.club.switches.showing or not self.club.is_open or self._is_busy:
            return None
        choice = WishesShown.of(self.user, self.club.moments.now).sought
        liked = [] if choice is None else [game for game in choice.games if game in self.likes]
        if choice is None or choice.least > self.most or not liked:
            return None
        return replace(choice, games=liked)

    @property
    def _is_busy(self) -> bool:
        """Whether they play a live game, or wait for one."""
        return bool(self.playing or self.wants_since is not None or self.table is not None)

    def joins_shown(self) -> bool:
        """Joins somebody who, as the lobby shows, looks for a live game; returns whether they wait
        for it now."""
        choice = None if self.is_away else self._shown_choice()
        if choice is not None:
            self._wishes_as_told(choice)
        return self.wants_since is not None

    def by_hour(self, chance: float) -> float:
        """A chance that holds in the evening; at other hours less, as fewer visits begin then."""
        hours = self.club.habits.hours
        return chance * min(1.0, hours[self.club.moments.now.hour] / hours[EVENING])

    def hears_of_wish(self, wish: int) -> None:
        """If this member has time, joins the one who is looking for a game."""
        habits = self.club.habits
        chance = self.by_hour(habits.comes)
        if self.until is not None:
            chance = habits.answers
        if self.random.random() < chance:
            seconds = self.seconds(habits.comes_after)
            self.club.moments.after(seconds, lambda: self._plays_with(wish))

    def _plays_with(self, key: int) -> None:
        """Wishes for a game that suits both, as the notification's page offers."""
        club, now = self.club, self.club.moments.now
        wish = Wish.objects.free(now).filter(pk=key).select_related("member").first()
        if self.is_away or self._is_busy or not club.is_open:
            return
        choice = None if wish is None else choice_with(wish, self.user, now)
        if wish is not None and choice is not None:
            club.members[wish.member_id].search.came += 1
        if choice is None and self.random.random() < club.habits.looks_anyway:
            choice = choice_alone(self.user, now)
        if choice is not None:
            self._wishes_as_told(choice)

    def _wishes_as_told(self, choice: WishChoice) -> None:
        """Wishes for a game with somebody whose wish they were told of, or have seen."""
        club, now = self.club, self.club.moments.now
        if club.tried(make_wish, user=self.user, choice=choice, is_there=True) is None:
            return
        self.begins_to_wait(was_told=True)
        self.until = self.until or self.later(club.habits.visit)
        self.reports_open_page(now)
        club.moments.after(self.seconds(club.habits.waits_for), lambda: self.gives_up(now))
        club.look_at_lobby()

    def reports_open_page(self, since: datetime | None) -> None:
        """Reports that their page is open, now and every :data:`SEEN_EVERY` seconds, as long as
        they wait."""
        if since is not None and self.wants_since == since:
            note_seen(self.user.pk, self.club.moments.now)
            self.club.moments.after(SEEN_EVERY, lambda: self.reports_open_page(since))
