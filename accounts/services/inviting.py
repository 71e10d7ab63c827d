"""Making and revoking invitations."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Invitation, User


def invite(
    *, creator: User | None, note: str = "", most_uses: int = 1, expires_at: datetime, now: datetime
) -> Invitation:
    """Makes an invitation; its code is drawn at random."""
    return Invitation.objects.create(
        creator=creator, note=note, most_uses=most_uses, expires_at=expires_at, created_at=now
    )


def revoke_invitation(*, invitation: Invitation, now: datetime) -> None:
    """Lets nobody else in with it. Who came in by it stays; revoking twice changes nothing."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)
    invitation.refresh_from_db(fields=["revoked_at"])
