"""What members were told; short to call in tests."""

from __future__ import annotations

from accounts.models import User
from games.models import Game, Presence
from notices import lists
from notices.models import Notice

DAY = 86_400


def told(user: User) -> set[tuple[str, str]]:
    """The kind and content of everything that a member was told and has not read."""
    unread = Notice.objects.filter(member=user, read_at=None)
    return set(unread.values_list("kind", "what"))


def shown(user: User) -> list[str]:
    """What the list shows a member, newest first."""
    return [notice.what for notice in lists.shown(user)]


def forget() -> None:
    """Deletes all notices."""
    Notice.objects.all().delete()


def goes_away(game: Game, user: User) -> None:
    """The member has had no open page of the game for a minute."""
    Presence.objects.filter(game=game, seat__user=user).update(away=True)
