"""Unsubscribe links in mails. They allow nothing else."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from accounts.models import User
from notices.models import Channel

SIGNER = Signer(salt="notices.unsubscribing")


def token_of(member: User, channel: Channel) -> str:
    """The token in the link. It is valid as long as the site's key: people keep mails for
    years."""
    return str(SIGNER.sign_object([member.pk, channel.value]))


def read_token(token: str) -> tuple[User, Channel] | None:
    """The member and the channel to turn off; None if the token is not this site's, or the member
    is gone."""
    try:
        key, channel = SIGNER.unsign_object(token)
        member = User.objects.filter(pk=key).first()
        return (member, Channel(channel)) if member is not None else None
    except (BadSignature, ValueError, TypeError):
        return None
