"""How often somebody may try invitation codes."""

from __future__ import annotations

from datetime import datetime

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from accounts.invitations import find_invitation
from accounts.models import Invitation
from transport.refusals import Refused

RATES = {"invitation": "10/5m/ip,40/d/ip"}
TOO_MANY = (
    "There were too many codes that no invitation has. Wait five minutes, then try again; what "
    "you typed is kept here."
)


def try_code(request: HttpRequest, code: str, now: datetime) -> Invitation:
    """The invitation with this code, if it lets somebody in.

    Only codes that no invitation has are counted, by the address they come from. Raises Refused
    ``too-many``, ``unknown``, ``revoked``, ``expired`` or ``used-up``.
    """
    attempt = ratelimit.consume(
        request, app="accounts", action="invitation", config=RATES, limit_get=True
    )
    if attempt is None:
        raise Refused("too-many", TOO_MANY)
    try:
        invitation = find_invitation(code, now)
    except Refused as refused:
        if refused.code != "unknown":
            attempt.rollback()
        raise
    attempt.rollback()
    return invitation
