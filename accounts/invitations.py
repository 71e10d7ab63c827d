"""Whether an invitation lets somebody in, and the words when it does not."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Invitation
from transport.refusals import Refused

ASK = "Ask the one who invited you for a new one."
WORDS = {
    "unknown": "No invitation has this code. Check it against what you were sent; capital and "
    "small letters differ.",
    "revoked": f"This invitation was taken back. {ASK}",
    "expired": f"This invitation has expired. {ASK}",
    "used-up": f"This invitation has been used by as many people as it was meant for. {ASK}",
}
LONGEST_CODE = 40


def find_invitation(code: str, now: datetime) -> Invitation:
    """The invitation with this code, if it lets somebody in at ``now``.

    Raises Refused with the code ``unknown``, ``revoked``, ``expired`` or ``used-up``.
    """
    code = code.strip()
    known = len(code) <= LONGEST_CODE and "\x00" not in code
    invitation = Invitation.objects.filter(code=code).first() if known else None
    state = invitation.state(now) if invitation else "unknown"
    if invitation is None or state != "open":
        raise Refused(state, WORDS[state])
    return invitation
