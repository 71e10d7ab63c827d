"""Who looks at a game or does something to it: one guarded look-up, for views and sockets alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.conduct import Conduct, conduct_of
from accounts.models import User
from accounts.roles import is_moderator, lacks_second_factor
from accounts.zones import own_zone
from games.models import Game, Seat, Tenure
from games.play import events
from games.play import permissions as authority
from games.play.permissions import Act, Actor, ChatBanned, Player, Suspended, refusal
from games.play.rows import Room
from transport.refusals import Refused

OFFERED = (Act.SEAL, Act.SAY, Act.RESIGN, Act.VOTE, Act.TAKE_SEAT, Act.MODERATE)
"""What a page may offer."""


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a game: ``user`` is None for visitors, ``seat`` for spectators."""

    user: User | None
    seat: Seat | None
    actor: Actor

    def may(self, game: Game) -> list[Act]:
        """What the page offers."""
        return [act for act in OFFERED if not refusal(act, self.actor, game, self.seat)]

    @property
    def muted(self) -> list[str]:
        """The names of those whose messages the viewer does not want to read."""
        return self.actor.conduct.muted if isinstance(self.actor, Member) else []

    def rooms(self, game: Game) -> list[Room]:
        """The chat rooms that the viewer may read and, unless suspended or banned from
        chats, write in."""
        return authority.rooms(self.actor, game, self.seat)


class Member:
    """A member who acts, by a session of theirs; each thing is looked up where it matters."""

    def __init__(self, user: User, now: datetime, hidden_before: datetime | None = None) -> None:
        self.user, self.now = user, now
        self.hidden_before = hidden_before
        self.user_id = user.pk
        self.name, self.is_bot = user.username, user.is_bot

    @cached_property
    def conduct(self) -> Conduct:
        """What holds of the member."""
        return conduct_of(self.user, self.now)

    @property
    def suspended(self) -> Suspended | None:
        """The suspension that holds."""
        found = self.conduct.suspension
        return None if found is None else Suspended(self._local(found.until), found.reason)

    @property
    def chat_banned(self) -> ChatBanned | None:
        """The chat ban that holds."""
        found = self.conduct.chat_ban
        return None if found is None else ChatBanned(self._local(found.until), found.reason)

    def _local(self, until: datetime) -> datetime:
        """The same moment by the member's clocks, as they are told of it."""
        return until.astimezone(own_zone(self.user))

    @cached_property
    def moderates(self) -> bool:
        """Whether they moderate games, as far as no seat of theirs is in the way."""
        return is_moderator(self.user) and self.user.has_perm("games.moderate_game")

    @cached_property
    def needs_second_factor(self) -> bool:
        """Whether a second factor is all that keeps them from moderating."""
        return lacks_second_factor(self.user)

    def has_left(self, game: authority.Game) -> bool:
        """Whether they had a seat in the game that is no longer theirs; asked only where they have
        none. At a table where nobody takes seats over it stays theirs."""
        if not game.settings.seats_taken_over:
            return False
        return Tenure.objects.filter(game=game.id, member=self.user_id).exists()


def actor_of(user: object, now: datetime, hidden_before: datetime | None = None) -> Actor:
    """The member, as they are now; anybody else is a visitor. ``hidden_before``: what their session
    is not shown (:func:`accounts.sessions.hidden_before`)."""
    return Member(user, now, hidden_before) if isinstance(user, User) else Player(user_id=None)


def get_game_for_viewer(public_id: str) -> Game:
    """The game at this address, for anybody: the address of a game by link is the link.

    Raises Refused ``not-found``.
    """
    # What could not be an address is not looked up: databases choke on some of it.
    may_be_one = public_id.isascii() and public_id.isalnum()
    game = Game.objects.filter(public_id=public_id).first() if may_be_one else None
    if game is None:
        raise Refused("not-found", "There is no game at this address.")
    return game


def get_viewer(
    game: Game, user: object, now: datetime, hidden_before: datetime | None = None
) -> Viewer:
    """What ``user`` is to the game; ``hidden_before`` as in :func:`actor_of`."""
    if not isinstance(user, User):
        return Viewer(None, None, actor_of(None, now))
    seat = game.seats.select_related("plan").filter(user=user).first()
    if seat is not None:
        seat.user = user
    return Viewer(user, seat, actor_of(user, now, hidden_before))


def audiences_of(game: Game, viewer: Viewer) -> list[str]:
    """The audiences whose messages the viewer may know, besides those to their own seat alone."""
    rooms = viewer.rooms(game)
    audiences = [events.EVERYONE]
    if Room.TABLE in rooms:
        audiences.append(events.MEMBERS)
    if Room.SPECTATORS in rooms:
        audiences.append(events.SPECTATORS)
    return audiences


def refuse_suspended(user: User, now: datetime) -> None:
    """Raises Refused ``suspended`` with the reason and the end."""
    suspended = Member(user, now).suspended
    if suspended is not None:
        raise authority.suspension(suspended)


def refuse_chat_banned(user: User, now: datetime) -> None:
    """Raises Refused ``chat-ban`` with the reason and the end."""
    banned = Member(user, now).chat_banned
    if banned is not None:
        raise authority.chat_ban(banned)
