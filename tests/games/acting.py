"""What members do in games, as commands; short to call in tests."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.standing import Login, without_session
from games.models import Game
from games.pages.commands import carry_out
from games.play import messages
from transport.messages import Command


def act(game_id: int, user: object, command: Command, arrived: datetime | None = None) -> None:
    """Carries out a command for a member; without a member, for a visitor."""
    login = without_session(user) if isinstance(user, User) else Login(0, "", None)
    carry_out(command, game_id=game_id, login=login, arrived=arrived or timezone.now())


def seal_action(*, game_id: int, user: User, step: int, action: Any, arrived: datetime) -> None:
    """Seals an action."""
    act(game_id, user, messages.SealAction(step=step, action=action), arrived)


def withdraw_action(*, game_id: int, user: User, step: int, arrived: datetime) -> None:
    """Takes the sealed action back."""
    act(game_id, user, messages.WithdrawAction(step=step), arrived)


def set_plan(
    *, game_id: int, user: User, was: list[Any], actions: list[Any], step: int | None = None
) -> None:
    """Changes a seat's plan."""
    act(game_id, user, messages.SetPlan(was=was, actions=actions, step=step))


def say(*, game: Game, user: object, room: str, text: str, now: datetime | None = None) -> None:
    """Says something in a room."""
    act(game.pk, user, messages.Say(room=room, text=text), now)


def resign(*, game_id: int, user: User) -> None:
    """The user resigns."""
    act(game_id, user, messages.Resign())


def ask_for_vote(*, game_id: int, user: User, about: str, seconds: int | None = None) -> None:
    """The user asks the players to vote."""
    act(game_id, user, messages.AskVote(about=about, seconds=seconds))


def cast_vote(*, game_id: int, user: User, vote: int, yes: bool = True) -> None:
    """The user votes yes or no."""
    act(game_id, user, messages.CastVote(vote=vote, yes=yes))


def pause_game(*, game_id: int, by: User, why: str) -> None:
    """A moderator stops the clock."""
    act(game_id, by, messages.Pause(why=why))


def resume_game(*, game_id: int, by: User, why: str) -> None:
    """A moderator lets the clock go on."""
    act(game_id, by, messages.Resume(why=why))


def end_turn(*, game_id: int, by: User, why: str, step: int | None = None) -> None:
    """A moderator ends the turn."""
    act(game_id, by, messages.EndTurn(why=why, step=step))


def remove_seat(*, game_id: int, number: int, by: User, why: str) -> None:
    """A moderator takes a seat out of the game."""
    act(game_id, by, messages.RemoveSeat(why=why, seat=number))


def cancel_game(*, game_id: int, by: User, why: str) -> None:
    """A moderator ends the game without a result."""
    act(game_id, by, messages.Cancel(why=why))
