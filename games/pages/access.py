"""Looks up games, and the people who view them or act on them. Views and sockets share this guarded
look-up."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property

from accounts.conduct import Conduct, conduct_of
from accounts.models import User
from accounts.roles import is_moderator, lacks_second_factor
from accounts.zones import own_zone
from database.queries import Prepared
from games.models import Game, Tenure
from games.play import events
from games.play import permissions as authority
from games.play.permissions import Act, Actor, ChatBanned, Player, Suspended, refusal
from games.play.rows import Room, SeatRow
from games.store.rows import ShownSeats, shown_seats
from transport.refusals import Refused

OFFERED = (Act.SEAL, Act.SAY, Act.RESIGN, Act.VOTE, Act.TAKE_SEAT, Act.MODERATE)
"""The acts that a page may offer."""


@dataclass(frozen=True)
class Viewer:
    """Somebody who views a game: ``user`` is None for visitors. ``shown``: what they may know of
    its seats."""

    user: User | None
    shown: ShownSeats = field(repr=False)
    actor: Actor

    @property
    def seat(self) -> SeatRow | None:
        """Their own seat; None for spectators."""
        return self.shown.own

    def may(self, game: Game) -> list[Act]:
        """Returns the acts that the page offers them."""
        return [act for act in OFFERED if not refusal(act, self.actor, game, self.seat)]

    @property
    def muted(self) -> list[str]:
        """The names of members whose messages the viewer does not want to read."""
        return self.actor.conduct.muted if isinstance(self.actor, Member) else []

    def rooms(self, game: Game) -> list[Room]:
        """Returns the chat rooms that the viewer may read. They may also write there, unless
        suspended or banned from chats."""
        return authority.rooms(self.actor, game, self.seat)


class Member:
    """A member who acts, through one of their sessions or by a program. Facts are looked up only
    when needed."""

    def __init__(
        self,
        user: User,
        now: datetime,
        hidden_before: datetime | None = None,
        *,
        by_program: bool = False,
    ) -> None:
        self.user, self.now = user, now
        self.hidden_before, self.by_program = hidden_before, by_program
        self.user_id = user.pk
        self.name, self.is_bot = user.username, user.is_bot

    @cached_property
    def conduct(self) -> Conduct:
        """The member's standing: suspension, chat ban, and whom they have muted."""
        return conduct_of(self.user, self.now)

    @property
    def suspended(self) -> Suspended | None:
        """The member's current suspension, if any."""
        found = self.conduct.suspension
        return None if found is None else Suspended(self._local(found.until), found.reason)

    @property
    def chat_banned(self) -> ChatBanned | None:
        """The member's current chat ban, if any."""
        found = self.conduct.chat_ban
        return None if found is None else ChatBanned(self._local(found.until), found.reason)

    def _local(self, until: datetime) -> datetime:
        """Returns the same moment in the member's time zone, to show it to them."""
        return until.astimezone(own_zone(self.user))

    @cached_property
    def moderates(self) -> bool:
        """Whether they may moderate games in which they have no seat."""
        return is_moderator(self.user) and self.user.has_perm("games.moderate_game")

    @cached_property
    def needs_second_factor(self) -> bool:
        """Whether they lack only a second factor to moderate."""
        return lacks_second_factor(self.user)

    def has_left(self, game: authority.Game) -> bool:
        """Returns whether they had a seat in the game that is no longer theirs; only asked about
        members without a seat. At tables where seats cannot be taken over, a seat stays theirs."""
        if not game.settings.seats_taken_over:
            return False
        return Tenure.objects.filter(game=game.id, member=self.user_id).exists()


def actor_of(
    user: object,
    now: datetime,
    hidden_before: datetime | None = None,
    *,
    by_program: bool = False,
) -> Actor:
    """Returns the member as an actor; anybody else is a visitor. Their session may not see what was
    chosen before ``hidden_before`` (:func:`accounts.sessions.hidden_before`). ``by_program``: a
    program acts for them."""
    if not isinstance(user, User):
        return Player(user_id=None)
    return Member(user, now, hidden_before, by_program=by_program)


def get_game_for_viewer(public_id: str, guest: User | None = None) -> Game:
    """Returns the game at this address. Anybody may see it: for a game by link, the address is the
    link. A guest's game is found only for that ``guest``.

    Raises Refused ``not-found``.
    """
    # Impossible addresses are not looked up: databases choke on some of them.
    may_be_one = public_id.isascii() and public_id.isalnum()
    game = next(iter(_game_by_id().rows(public_id=public_id)), None) if may_be_one else None
    if game is None or (game.settings.guest and not _is_theirs(game, guest)):
        raise Refused("not-found", "There is no game at this address.")
    return game


def get_public_game(public_id: str) -> Game:
    """Returns the public game at this address. Raises Refused ``not-found``, also for games that
    are seen only by people with the link."""
    game = get_game_for_viewer(public_id)
    if not game.settings.listed:
        raise Refused("not-found", "There is no public game at this address.")
    return game


@cache
def _game_by_id() -> Prepared[Game]:
    an_id = "an id"
    return Prepared(Game.objects.filter(public_id=an_id).order_by(), {"public_id": an_id})


def _is_theirs(game: Game, guest: User | None) -> bool:
    return guest is not None and game.seats.filter(user=guest).exists()


def get_viewer(
    game: Game,
    user: object,
    now: datetime,
    hidden_before: datetime | None = None,
    *,
    by_program: bool = False,
) -> Viewer:
    """Returns what ``user`` is to the game now; the rest as in :func:`actor_of`."""
    if not isinstance(user, User):
        return Viewer(None, shown_seats(game), actor_of(None, now))
    shown = shown_seats(game, user.pk, hidden_before)
    actor = actor_of(user, now, hidden_before, by_program=by_program)
    return Viewer(user, shown, actor)


def audiences_of(game: Game, viewer: Viewer) -> list[str]:
    """Returns the audiences whose messages the viewer may see, besides those to their own seat."""
    rooms = viewer.rooms(game)
    audiences = [events.EVERYONE]
    if Room.TABLE in rooms:
        audiences.append(events.MEMBERS)
    if Room.SPECTATORS in rooms:
        audiences.append(events.SPECTATORS)
    return audiences


def refuse_suspended(user: User, now: datetime) -> None:
    """Raises Refused ``suspended`` with the reason and the end if the member is suspended."""
    suspended = Member(user, now).suspended
    if suspended is not None:
        raise authority.suspension(suspended)


def refuse_chat_banned(user: User, now: datetime) -> None:
    """Raises Refused ``chat-ban`` with the reason and the end if the member has a chat ban."""
    banned = Member(user, now).chat_banned
    if banned is not None:
        raise authority.chat_ban(banned)
