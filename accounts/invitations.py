"""Checks invitation codes, and says why a code is refused."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.models import Invitation
from transport.addresses import address_of_request
from transport.limits import INVITATION_CODES, address_rate_key, count, give_back
from transport.refusals import RateLimited, Refused, lazily_in_words

WORDS = {
    "unknown": gettext_lazy(
        "This code is not valid. Compare it with the one you were sent; capital letters matter."
    ),
    "revoked": gettext_lazy(
        "This invitation was withdrawn. Ask the person who invited you for a new one."
    ),
    "expired": gettext_lazy(
        "This invitation has expired. Ask the person who invited you for a new one."
    ),
    "used-up": gettext_lazy(
        "This invitation has been used by as many people as it was meant for. Ask the person who "
        "invited you for a new one."
    ),
}
LONGEST_CODE = 40


def find_invitation(code: str, now: datetime) -> Invitation:
    """The invitation with this code, if it can be used at ``now``.

    Raises Refused with the code ``unknown``, ``revoked``, ``expired`` or ``used-up``.
    """
    code = code.strip()
    known = len(code) <= LONGEST_CODE and "\x00" not in code
    invitation = Invitation.objects.filter(code=code).first() if known else None
    state = invitation.state(now) if invitation else "unknown"
    if invitation is None or state != "open":
        raise Refused(state, WORDS[state])
    return invitation


def try_code(request: HttpRequest, code: str, now: datetime) -> Invitation:
    """``find_invitation`` for a request, with a limit on wrong codes.

    Only codes that no invitation has are counted, by the address of the request; each counts until
    its invitation is found, so that codes tried at the same time do not pass each other. Raises
    Refused as ``find_invitation`` does, or ``too-many``.
    """
    rate_key = address_rate_key(address_of_request(request))
    try:
        count(INVITATION_CODES, rate_key)
    except RateLimited as rate_limited:
        raise Refused(
            "too-many",
            "Too many wrong codes. Wait %(time)s, then try again; what you entered is kept here.",
            values={"time": lazily_in_words(rate_limited.retry_after)},
        ) from None
    try:
        invitation = find_invitation(code, now)
    except Refused as refused:
        if refused.code != "unknown":
            give_back(INVITATION_CODES, rate_key)
        raise
    give_back(INVITATION_CODES, rate_key)
    return invitation
