"""The socket of a game in a frame of another site."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.standing import Login
from games.live.consumers import GameConsumer
from games.models import Game
from games.pages.access import Viewer, get_public_game


class EmbeddedGame(GameConsumer):
    """Follows a public game as a visitor, even if somebody is logged in in this browser."""

    async def prepare(self) -> None:
        """Forgets who opened the socket."""
        self.scope["guest"] = None
        self.scope["user"] = AnonymousUser()
        await super().prepare()

    def user(self) -> User | None:
        """Returns None: a frame has no user."""
        return None

    def login_for(self, user: User | None) -> Login | None:
        """None, always, even for a program whose token may play."""
        return None

    def look(self) -> tuple[Game, Viewer]:
        """Returns the game as visitors see it. Raises Refused ``not-found`` if it is not public."""
        get_public_game(self.public_id)
        return super().look()
