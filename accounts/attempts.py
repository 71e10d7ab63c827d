"""How often somebody may try invitation codes and passwords.

A password is tried for a name. Tries are counted by name and address together, so that nobody is
locked out by what others try elsewhere; more slowly by address, and, for guesses that come from
many addresses, by name. A browser in which the member has logged in before is counted apart from
all of these: whoever tries passwords elsewhere cannot lock it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.http import HttpRequest

from accounts.invitations import find_invitation
from accounts.known_browsers import known_as
from accounts.models import Invitation
from accounts.names import name_key
from transport import limits
from transport.addresses import address_of_request
from transport.limits import Asker, Limit, TooFast, address_asker, count, forget, refuse_over
from transport.refusals import Refused


def try_code(request: HttpRequest, code: str, now: datetime) -> Invitation:
    """The invitation with this code, if it lets somebody in.

    Only codes that no invitation has are counted, by the address they come from. Raises Refused
    ``too-many``, ``unknown``, ``revoked``, ``expired`` or ``used-up``.
    """
    asker = address_asker(address_of_request(request))
    try:
        refuse_over(limits.INVITATION_CODES, asker)
    except TooFast as too_fast:
        wait = limits.in_words(too_fast.retry_after)
        raise Refused(
            "too-many",
            f"There were too many codes that no invitation has. Wait {wait}, then try again; what "
            "you typed is kept here.",
        ) from None
    try:
        return find_invitation(code, now)
    except Refused as refused:
        if refused.code == "unknown":
            _count_quietly(limits.INVITATION_CODES, asker)
        raise


@dataclass(frozen=True)
class Attempt:
    """A password that is being tried. It has been counted as one of a row of wrong ones."""

    row: tuple[Limit, Asker, str]
    wrong: tuple[tuple[Limit, Asker], ...]

    def was_right(self) -> None:
        """The row of wrong ones is over."""
        forget(*self.row)

    def was_wrong(self) -> None:
        """Counts it wherever it has not been counted yet."""
        for limit, asker in self.wrong:
            _count_quietly(limit, asker)


def try_password(request: HttpRequest, name: str) -> Attempt:
    """Counts a password that is tried for this name. Raises Refused ``too-many``.

    Nothing differs between names that members have and others.
    """
    number = known_as(request, name)
    if number is not None:
        return _counted((limits.PASSWORDS_OF_BROWSER, Asker("member", number), ""), ())
    of_name = sha256(name_key(name).encode(errors="replace")).hexdigest()
    address = address_asker(address_of_request(request))
    wrong = (
        (limits.PASSWORDS_OF_ADDRESS, address),
        (limits.PASSWORDS_OF_NAME, Asker("member", of_name)),
    )
    return _counted((limits.PASSWORDS, address, of_name), wrong)


def _counted(row: tuple[Limit, Asker, str], wrong: tuple[tuple[Limit, Asker], ...]) -> Attempt:
    try:
        for limit, asker in wrong:
            refuse_over(limit, asker)
        count(*row)
    except TooFast as too_fast:
        wait = limits.in_words(too_fast.retry_after)
        raise Refused(
            "too-many",
            f"There were too many wrong passwords. Wait {wait}, then try again. A browser in which "
            "you have logged in before, or a passkey, may let you in sooner.",
        ) from None
    return Attempt(row, wrong)


def _count_quietly(limit: Limit, asker: Asker) -> None:
    """Counts what has been let through already."""
    try:
        count(limit, asker)
    except TooFast:  # others were faster, since it was asked
        return
