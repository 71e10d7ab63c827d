"""The socket of pages that have no other: it passes on hints about the member's notices."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from lobby.consumers import HintSocket
from notices.live import NoticesChanged
from transport.refusals import Refused


class NoticesConsumer(HintSocket):
    """Gets what all sockets of a member get (:mod:`accounts.sockets`), and nothing else."""

    hint = NoticesChanged

    def groups_for(self, user: Any) -> set[str]:
        if not isinstance(user, User) or not user.is_active:
            raise Refused("login-needed", "Please log in: notifications are for members.")
        return set()
