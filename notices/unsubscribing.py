"""The address in a mail that ends mails: whoever has it may do that, and nothing else."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from accounts.models import User
from notices.models import Way

SIGNER = Signer(salt="notices.unsubscribing")


def token_of(member: User, way: Way) -> str:
    """What stands in the address. It holds for as long as the site's key: mails are kept for
    years."""
    return str(SIGNER.sign_object([member.pk, way.value]))


def read_token(token: str) -> tuple[User, Way] | None:
    """Whose it is, and by which way they are to be told nothing any more; None: it is no token of
    this site's, or the member is gone."""
    try:
        key, way = SIGNER.unsign_object(token)
        member = User.objects.filter(pk=key).first()
        return (member, Way(way)) if member is not None else None
    except (BadSignature, ValueError, TypeError):
        return None
