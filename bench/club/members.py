"""A member of the simulated club: when they come, what they ask for, and how they play."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import partial
from random import Random
from typing import Any

from accounts.models import User
from accounts.services.days_off import enter_days_off
from accounts.zones import own_zone
from bench.club.club import Club
from bench.club.habits import Kind
from bench.club.joining import Joiner
from engines.bots import Level
from engines.registry import game as engine_for
from games.play.settings import GameSettings
from lobby import lists
from lobby.fitting_tables import tables_for
from lobby.forms.presets import DAILY, QUICK, Preset
from lobby.member_settings import suggested_title, usual_settings
from lobby.models import Pace, Table
from lobby.offered import offered_games
from lobby.seating import Seating
from lobby.services.closing import close_table
from lobby.services.joining import join_table
from lobby.services.matching import answer_match
from lobby.services.opening import open_table
from lobby.services.places import leave_table
from lobby.services.practising import start_practice
from lobby.services.readiness import LAST_SEAT_TAKEN_AGO, set_ready
from lobby.services.wishing import WishChoice, make_wish, withdraw_wish
from lobby.similar import soonest
from lobby.table_settings import TableSettings
from lobby.wished_games import is_still_today
from notices.models import Kind as Notified
from notices.services.preferences import answer_telling, has_answered
from transport.refusals import Refused

DAY = 24 * 60 * 60


class Member(Joiner):
    """One member."""

    def __init__(self, club: Club, user: User, kind: Kind, random: Random) -> None:
        super().__init__(club, user, kind, random)
        habits, games = club.habits, [game.slug for game in offered_games()]
        if random.random() >= habits.any_game:
            self.likes = random.sample(games, k=min(len(games), random.randint(2, 3)))
        self.most = 2 if random.random() < habits.two_only else 4
        self.near_only = random.random() < habits.near_only
        self.steps_in = random.random() < habits.steps_in
        prefers_tables = random.random() < habits.prefers_tables
        self.wishes = club.switches.wishes and not prefers_tables
        if random.random() < habits.wants_to_know and club.switches.telling:
            answer_telling(member=user, tells=True)
        self.match: int | None = None
        """The match for a game by correspondence that they are asked about."""
        self.offered: int | None = None
        """The table for a game by correspondence that they were told of."""
        self.away_from = self.away_until = club.moments.now
        self.has_quit = False

    # Days

    def plan_day(self) -> None:
        """Decides when they come today. Called every day."""
        club, now, habits = self.club, self.club.moments.now, self.club.habits
        club.moments.after(DAY, self.plan_day)
        self.has_quit |= self.random.random() < habits.quits
        if self.is_away:
            return
        if now >= self.away_from and self.random.random() < habits.holidays:
            self._plans_holiday(self.random.randint(*habits.holiday_days))
            if self.is_away:
                return
        busy = habits.weekend if now.weekday() >= 5 else 1.0
        for _ in range(self.times(self.kind.visits * busy)):
            club.moments.after(self.time_of_day(), self.visits)
        for _ in range(self.times(self.kind.looks)):
            club.moments.after(self.time_of_day(), self.looks)
        if self.random.random() < habits.evening_wishes * min(1.0, self.kind.visits):
            club.moments.after(self.random.uniform(8, 17) * 60 * 60, self._wishes_for_evening)

    def visits(self) -> None:
        """Comes to play, and plays what waits for them first."""
        if self.is_away or self.until is not None or self.playing:
            return
        self.until = self.later(self.club.habits.visit)
        self.looks()
        if self.club.is_open and self.random.random() < self.club.habits.plays_now:
            self.club.moments.after(60, self.wants_game)
        else:
            self.club.moments.at(self.until, self.goes)

    def looks(self) -> None:
        """Chooses in the games by correspondence that wait, answers, and asks for more of them."""
        if self.is_away:
            return
        if self.match is not None:
            self._answers(self.match)
            self.match = None
        if self.offered is not None:
            self.club.tried(join_table, table_id=self.offered, user=self.user)
            self.offered = None
            self._look_at_countdown()
        if self.club.is_open and len(self.slow_games) < self.kind.kept:
            self._asks_for_slow_game()
        seconds = 0.0
        for key, step in list(self.slow.items()):
            seconds += self.seconds(self.club.habits.thinks_slowly)
            self.club.moments.after(seconds, partial(self.chooses, key, step))
        self.has_lobby_until = self.club.moments.now + timedelta(seconds=seconds)
        self.would_join = self.random.random() < self.by_hour(self.club.habits.joins)
        self.looks_who_is_there()

    @property
    def is_away(self) -> bool:
        """Whether they do not come to the site at present, or ever again."""
        return self.has_quit or self.away_from <= self.club.moments.now < self.away_until

    def _plans_holiday(self, days: int) -> None:
        """Is away for some days: from tomorrow if they enter them as days off, else from now."""
        begins = self.club.moments.now
        if self.random.random() < self.club.habits.enters_days_off:
            begins = datetime.combine(begins + timedelta(days=1), time(), UTC)
            first, last = begins.date(), begins.date() + timedelta(days=days - 1)
            self.club.tried(enter_days_off, member=self.user, first=first, last=last, zone="UTC")
        self.away_from, self.away_until = begins, begins + timedelta(days=days)

    # Asking for a game

    def wants_game(self) -> None:
        """Asks for a live game, and waits for it for a while."""
        if not self.club.is_open or self.playing or self.wants_since is not None:
            return
        if not self.wishes and self.joins_shown():
            return
        self.begins_to_wait(was_told=False)
        if self.wishes:
            self._wishes_now()
        else:
            self._finds_table(QUICK, bots_after=5)
            if self.table is None:
                self.wants_since = None
                self.goes()
                return
        since, habits = self.wants_since, self.club.habits
        waits = habits.waits_for if self.bot_game is None else habits.waits_with_bot
        self.club.moments.after(self.seconds(waits), lambda: self.gives_up(since))

    def _wishes_now(self) -> None:
        if self._wish(Pace.NOW, minutes=60) is None:
            self.wants_since = None
            self.goes()
            return
        if self.random.random() < self.club.habits.plays_bot:
            game = self.club.tried(
                start_practice, user=self.user, variant=self.likes[0], level=Level.EASY
            )
            self.bot_game = None if game is None else game.pk
        if self.bot_game is None:
            self.reports_open_page(self.wants_since)
            self.club.moments.after(self.seconds(self.club.habits.answer), self.looks_who_is_there)
        self._may_be_told()
        fitting = self._table_that_fits()
        if fitting is not None:
            self.is_told_of(fitting.pk, live=True)

    def _table_that_fits(self) -> Table | None:
        """The table that their page shows beside their wish to play now."""
        tables = [Seating.of(row.table) for row in lists.other_tables(self.user)]
        wishes = self.user.game_wishes.looking().filter(pace=Pace.NOW).select_related("member")
        found = tables_for(wishes, tables, self.club.moments.now)
        return next((table for each in found.values() for table in each), None)

    def _wish(self, pace: Pace, **more: Any) -> Any:
        choice = WishChoice(
            pace=pace, games=self.likes, most=self.most, near_only=self.near_only, **more
        )
        made = self.club.tried(make_wish, user=self.user, choice=choice, is_there=True)
        self.club.look_at_lobby()
        return made

    def _wishes_for_evening(self) -> None:
        if self.club.is_open and self.wishes and not self.is_away:
            self._wish(Pace.EVENING)

    def _asks_for_slow_game(self) -> None:
        if self.wishes:
            if not self.user.game_wishes.looking().filter(pace=Pace.DAILY).exists():
                self._wish(Pace.DAILY, keep=self.kind.kept)
        elif not Table.objects.filter(
            places__user=self.user, game=None, closed_at=None, settings__turn_seconds=DAY
        ).exists():
            self._finds_table(DAILY, bots_after=24 * 60)

    def gives_up(self, since: datetime | None) -> None:
        """Stops waiting if no game has begun in time."""
        if self.wants_since is None or self.wants_since != since:
            return
        if self.wishes or self.was_told:
            try:
                withdraw_wish(user=self.user, pace=Pace.NOW, now=self.club.moments.now)
            except Refused:  # they are being asked just now
                self.club.moments.after(60, lambda: self.gives_up(since))
                return
            self.waited(None)
            self._may_be_asked_later()
        if self.table is not None:
            self._leaves_table(self.table)
        self.wants_since = self.until = self.bot_game = None
        self.club.look_at_lobby()

    def _may_be_told(self) -> None:
        """Says whether they want to be told of others who look for a live game, if asked."""
        waits = self.user.game_wishes.filter(pace=Pace.NOW, match=None).exists()
        is_on = self.club.switches.telling
        if waits and is_on and not has_answered(self.user, Notified.LOOKING):
            tells = self.random.random() < self.club.habits.tells_me_too
            answer_telling(member=self.user, tells=tells)

    def _may_be_asked_later(self) -> None:
        """Has the site ask them later this evening, if they like that and it is not too late."""
        likes = self.random.random() < self.by_hour(self.club.habits.wants_to_be_asked_later)
        if likes and is_still_today(self.club.moments.now, own_zone(self.user)):
            self._wishes_for_evening()

    def _finds_table(self, preset: Preset, bots_after: int) -> None:
        """Sits down at a table that they like, or opens one."""
        club = self.club
        table = self._table_they_like(preset)
        if table is None and self.random.random() < club.habits.opens_table:
            chosen = self._own_table(preset, bots_after)
            table = club.tried(open_table, host=self.user, table_settings=chosen)
        if table is None:
            return
        place = club.tried(join_table, table_id=table.pk, user=self.user)
        if place is not None and preset == QUICK:
            self.table = table.pk
        self._look_at_countdown()

    def _table_they_like(self, preset: Preset) -> Table | None:
        found = soonest(
            row
            for row in lists.other_tables(self.user)
            if row.table.variant in self.likes
            and row.table.settings.turn_seconds == preset.turn_seconds
            and row.table.seats <= self.most
        )
        return None if found is None else found.table

    def _own_table(self, preset: Preset, bots_after: int) -> TableSettings:
        engine = engine_for(self.random.choice(self.likes))
        allowed = [count for count in engine.seats_allowed() if count <= self.most]
        time = GameSettings(
            turn_seconds=preset.turn_seconds, absences_allowed=preset.absences_allowed
        )
        fills = self.club.switches.filling and self.random.random() < self.club.habits.fills_table
        return TableSettings(
            variant=engine.slug,
            options=engine.usual_options(preset.sizes(engine)),
            seats=self.random.choice(allowed),
            settings=usual_settings(engine, time),
            joining=Table.Joining.ANYONE,
            title=suggested_title(self.user, engine),
            starts=Table.Starts.FULL,
            bots_after=bots_after if fills else None,
        )

    def _leaves_table(self, table: int) -> None:
        self.table = None
        self.club.tried(leave_table, table_id=table, user=self.user)
        if Table.objects.filter(pk=table, host=self.user, game=None, closed_at=None).exists():
            left = Table.objects.get(pk=table).places.filter(engine_plays=False).exists()
            if not left:
                self.club.tried(close_table, table_id=table, by=self.user)

    # Being asked

    def is_asked(self, match: int, pace: str) -> None:
        """Answers, if they see it in time."""
        habits = self.club.habits
        if self.is_away or self.playing:
            return
        if pace == Pace.DAILY:
            self.match = match
            return
        is_here = self.until is not None
        if self.random.random() < (habits.answers if is_here else habits.answers_from_afar):
            answer = habits.answer if is_here else habits.answer_from_afar
            self.club.moments.after(self.seconds(answer), lambda: self._answers(match))
            return
        if is_here and self.random.random() < habits.answers_reminder:
            seconds = habits.reminder_after + self.seconds(habits.answer)
            self.club.moments.after(seconds, lambda: self._answers(match))
            return
        self.club.note_silence(self.user.pk, match)
        if is_here and self.random.random() < habits.looks_again:
            self.club.moments.after(self.seconds(habits.looks_again_after), self._looks_again)

    def _looks_again(self) -> None:
        """Wishes once more for a game to play now, if the wish is over because they did not
        answer."""
        missed = self.user.game_wishes.filter(pace=Pace.NOW, missed_at__isnull=False)
        if self.wants_since is not None and not self.playing and missed.exists():
            self._wish(Pace.NOW, minutes=60)

    def is_told_of(self, table: int, live: bool) -> None:
        """Joins a table that fits their wish, if they notice: at once for a live game, else when
        they next look at their games by correspondence."""
        habits = self.club.habits
        if self.is_away or self.playing or self.table is not None:
            return
        if not live:
            self.offered = table
            return
        is_here = self.until is not None
        if self.random.random() < (habits.answers if is_here else habits.answers_from_afar):
            answer = habits.answer if is_here else habits.answer_from_afar
            self.club.moments.after(self.seconds(answer), lambda: self._joins(table))

    def _joins(self, table: int) -> None:
        club = self.club
        if self.playing or self.table is not None or not club.is_open:
            return
        if club.tried(join_table, table_id=table, user=self.user) is None:
            return
        self.table = table
        if self.wants_since is None:  # they were not on the site
            self.until = self.later(club.habits.visit)
            club.moments.after(
                self.seconds(club.habits.waits_for), lambda: self._leaves_if_still_at(table)
            )
        self._look_at_countdown()

    def _leaves_if_still_at(self, table: int) -> None:
        if self.table == table and self.wants_since is None:
            self._leaves_table(table)
            self.club.look_at_lobby()

    def _look_at_countdown(self) -> None:
        self.club.look_at_lobby()
        counted_down = self.club.moments.now + LAST_SEAT_TAKEN_AGO + timedelta(seconds=1)
        self.club.moments.at(counted_down, self.club.look_at_lobby)

    def _answers(self, match: int) -> None:
        if not self.playing:
            self.club.tried(answer_match, user=self.user, match_id=match, plays=True)
            self.club.look_at_lobby()

    def would_step_in(self, game: int) -> bool:
        """Whether they would take over a free seat in this game now: in a live game if they are on
        the site and do not play, by correspondence whenever they are about."""
        known = self.club.games.get(game)
        if known is None or not self.steps_in or self.is_away or self.user.pk in known.seats:
            return False
        return not known.is_live or (self.until is not None and not self.playing)

    def says_here(self, table: int) -> None:
        """Says that they are at the table, if they see that they are asked."""
        if self.until is not None and self.random.random() < self.club.habits.answers:
            self.club.moments.after(
                self.seconds(self.club.habits.answer), lambda: self._is_ready(table)
            )

    def _is_ready(self, table: int) -> None:
        self.club.tried(set_ready, table_id=table, user=self.user, ready=True)
        self.club.look_at_lobby()
