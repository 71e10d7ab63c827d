"""What a member's home page and tables show of their wishes for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.zones import own_zone
from database.queries import KEY, NOW, Prepared
from engines.registry import GAMES
from engines.rules import Rules
from games.pages.words import LETS_IN
from games.play.settings import LetsIn
from lobby.fitting_members import choice_beside
from lobby.fitting_tables import tables_for
from lobby.forms.wishing import WishForm, kept_in_words
from lobby.lists import TableRow, other_tables
from lobby.models import Match, Pace, Wish
from lobby.models.wishes import is_free, matching_paces
from lobby.offered import offered_games
from lobby.seating import Seating
from lobby.services.wishing import TOLD_AFTER, WishChoice, note_seen
from lobby.settings_words import summary
from lobby.similar import soonest
from lobby.wider_wishes import WiderWish, wider_wish
from lobby.wished_games import game_settings, is_still_today
from transport.refusals import Refused


@dataclass(frozen=True)
class WaitingWish:
    """A wish of the member's. ``others``: how many others wish for the same pace and a game of
    this wish. ``table``: the open table that fits it and will start soonest. ``wider``: what would
    also do for somebody who looks for another live game. ``may_ask_later``: whether the member can
    have themselves asked later this evening as well."""

    wish: Wish
    others: int
    table: TableRow | None = None
    wider: WiderWish | None = None
    may_ask_later: bool = False

    @property
    def pace(self) -> str:
        """When the member wants to play."""
        return str(Pace(self.wish.pace).label)

    @property
    def choice(self) -> WishChoice:
        """What to wish for to look for the same again; all games by name if any will do."""
        wish = self.wish
        return WishChoice(
            pace=wish.pace,
            games=wish.games or [game.slug for game in offered_games()],
            least=wish.least,
            most=wish.most,
            near_only=wish.near_only,
            lets_in=LetsIn(wish.lets_in),
            keep=wish.keep,
        )

    @property
    def later(self) -> WishChoice:
        """The same for this evening."""
        return replace(self.choice, pace=Pace.EVENING)

    @property
    def words(self) -> str:
        """The rest of the wish in words, such as "any game, 2 to 4 players"."""
        wish = self.wish
        names = [gettext(game.name) for game in GAMES if game.slug in wish.games]
        games = ", ".join(names) or gettext("any game")
        near = [gettext("near your strength")] if wish.near_only else []
        asked = LetsIn(wish.lets_in)
        people = [] if asked == LetsIn.ANYONE else [str(LETS_IN[asked])]
        kept = [kept_in_words(wish.keep)] if wish.keep else []
        return ", ".join([games, players_in_words(wish), *near, *people, *kept])

    @property
    def wider_words(self) -> str:
        """What somebody else looks for, such as "Territory, 2 players"; empty if nobody does."""
        if self.wider is None:
            return ""
        names = [gettext(game.name) for game in GAMES if game.slug in self.wider.games]
        return ", ".join([*names, players_in_words(self.wider.other)])

    @property
    def wider_is_stronger_or_weaker(self) -> bool:
        """Whether the other is not of the strength that the member asks for."""
        return self.wider is not None and self.wish.near_only and not self.wider.choice.near_only


def players_in_words(wish: Wish | WishChoice) -> str:
    """How many players a game that is wished for may have."""
    if wish.least == wish.most:
        return ngettext("%(count)s player", "%(count)s players", wish.most) % {"count": wish.most}
    values = {"least": wish.least, "most": wish.most}
    return gettext("%(least)s to %(most)s players") % values


@dataclass(frozen=True)
class AskedMatch:
    """The game about which the member is asked. ``said_yes``: how many want to play."""

    match: Match
    says_yes: bool
    said_yes: int

    @property
    def pace(self) -> str:
        """When it would be played."""
        return str(Pace(self.match.pace).label)

    @property
    def sentence(self) -> str:
        """The settings of the game in a sentence, if all who are asked play."""
        return summary(game_settings(self.match.variant, self.match.pace, self.match.asked))


@dataclass(frozen=True)
class WishesShown:
    """The member's wishes, the games about which they are asked, and the form for another wish as
    it was posted and refused, if it was.
    ``trouble``: why the last command was refused. ``sought``: what the member has to wish for to
    play with somebody who looks for a live game; None if nobody does whom they fit, or if they look
    for one themselves. ``missed``: the wishes for which a game was found, and for which the member
    did not answer in time."""

    waiting: Sequence[WaitingWish]
    asked: Sequence[AskedMatch]
    form: WishForm | None
    trouble: str = ""
    sought: WishChoice | None = None
    missed: Sequence[WaitingWish] = ()

    @classmethod
    def of(
        cls,
        user: User,
        now: datetime,
        *,
        form: WishForm | None = None,
        refused: Refused | None = None,
    ) -> WishesShown:
        """What the member sees ``now``; of others' wishes only how many there are. ``form``: as it
        was posted and refused."""
        known = _known_wishes().rows(member=user.pk, now=now)
        of_user = [wish for wish in known if wish.member_id == user.pk]
        missed = [wish for wish in of_user if wish.missed_at is not None]
        own = [wish for wish in of_user if wish.missed_at is None]
        if any(wish.pace == Pace.NOW for wish in own):
            note_seen(user.pk, now)
        others = _others(user, own, now) if own else []
        matches = {wish.match_id for wish in own if wish.match is not None}
        yes = [wish.match_id for wish in others if wish.says_yes and wish.match_id in matches]
        waiting = [wish for wish in own if wish.match is None]
        tables = _fitting(user, waiting, now) if waiting else {}
        strangers = [wish for wish in known if wish.member_id != user.pk]
        wider = {
            wish.pk: wider_wish(wish, strangers, now) for wish in waiting if wish.pace == Pace.NOW
        }
        is_asked_later = any(wish.pace == Pace.EVENING for wish in own)
        may_ask_later = bool(waiting) and not is_asked_later and is_still_today(now, own_zone(user))
        return cls(
            [
                _waiting(wish, others, tables, wider, now, may_ask_later=may_ask_later)
                for wish in waiting
            ],
            [
                AskedMatch(wish.match, wish.says_yes, yes.count(wish.match_id) + wish.says_yes)
                for wish in own
                if wish.match is not None and wish.match.answer_by > now
            ],
            form,
            "" if refused is None else refused.message,
            _sought(user, known, now),
            [WaitingWish(wish, 0) for wish in missed],
        )

    @property
    def empty_form(self) -> WishForm:
        """The form before something is entered."""
        return WishForm()

    @property
    def sought_games(self) -> list[Rules[Any]]:
        """The games of which somebody would play one with the member."""
        wanted = () if self.sought is None else self.sought.games
        return [game for game in GAMES if game.slug in wanted]

    @property
    def sought_players(self) -> str:
        """How many players such a game may have, in words."""
        return "" if self.sought is None else players_in_words(self.sought)


@cache
def _known_wishes() -> Prepared[Wish]:
    """The member's own wishes, and those to play now that others see."""
    seen = Q(
        is_free(NOW),
        pace=Pace.NOW,
        until__gt=NOW,
        since__lte=NOW - TOLD_AFTER[0],
    )
    wishes = Wish.objects.filter(seen | Q(member=KEY)).select_related("match", "member")
    return Prepared(wishes, {"member": KEY})


def _sought(user: User, known: Sequence[Wish], now: datetime) -> WishChoice | None:
    """The wish that would match the member with somebody who is looking for a live game; None if
    nobody fits. ``known``: the member's own wishes, and those of everybody who is looking."""
    own = [wish for wish in known if wish.member_id == user.pk and wish.missed_at is None]
    if user.is_bot or any(wish.is_live and wish.begins_at <= now for wish in own):
        return None
    return choice_beside([wish for wish in known if wish.member_id != user.pk], user, now)


def _others(user: User, own: Sequence[Wish], now: datetime) -> list[Wish]:
    """Others' wishes that can be matched with the member's."""
    standing = Wish.objects.looking().filter(Q(until=None) | Q(until__gt=now))
    paces = {pace for wish in own for pace in matching_paces(wish.pace)}
    same = standing.filter(pace__in=paces).exclude(member=user)
    return list(same.only("pace", "games", "match", "says_yes", "begins_at"))


def _fitting(user: User, waiting: Sequence[Wish], now: datetime) -> dict[int, TableRow | None]:
    """The open table that fits each wish and will start soonest, by the wish's key."""
    rows = {row.table.pk: row for row in other_tables(user)}
    seatings = [Seating.of(row.table) for row in rows.values()]
    found = tables_for(waiting, seatings, now)
    return {wish: soonest(rows[table.pk] for table in fitting) for wish, fitting in found.items()}


def _waiting(
    wish: Wish,
    others: Sequence[Wish],
    tables: Mapping[int, TableRow | None],
    wider: Mapping[int, WiderWish | None],
    now: datetime,
    *,
    may_ask_later: bool,
) -> WaitingWish:
    same = [
        other
        for other in others
        if (
            other.pace == wish.pace
            or (other.pace in matching_paces(wish.pace) and other.begins_at <= now)
        )
        and (not wish.games or not other.games or set(wish.games) & set(other.games))
    ]
    return WaitingWish(
        wish,
        len(same),
        tables.get(wish.pk),
        wider.get(wish.pk),
        may_ask_later and wish.pace == Pace.NOW,
    )
