"""Inviting members to a table by name; declining and withdrawing invitations."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.names import name_key
from games.models import Seat
from games.pages.access import refuse_suspended
from lobby.access import may_invite
from lobby.live import hint_page_on_commit
from lobby.models import Place, Table, TableInvitation
from lobby.publishing import Invited, TableUpdated, emit
from lobby.seating import Seating
from lobby.services.closing import close_locked
from lobby.services.joining import refuse_full
from lobby.services.locking import lock_open_table, settle
from transport.refusals import Refused

MOST_INVITED = 20
"""The most members invited to one table, including those who have declined."""

MOST_SUGGESTED = 30
LOOKED_BACK = 200
"""The most seats of others in the member's games that are searched for names to suggest."""


def invite(*, table_id: int, by: User, name: str, now: datetime) -> TableInvitation:
    """Invites the member with this name, in upper or lower case. Locks the table's row.

    Raises Refused: ``not-allowed``, ``suspended``, ``full``, ``no-such-member``, ``already-here``,
    ``already-invited``, ``declined``, ``too-many``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        if not may_invite(table, by):
            raise Refused("not-allowed", "Only the host of this table can invite.")
        refuse_suspended(by, now)
        seating = Seating.of(table)
        refuse_full(seating)
        member = User.objects.filter(
            name_key=name_key(name.strip()), is_bot=False, is_guest=False, is_active=True
        ).first()
        if member is None:
            raise Refused("no-such-member", "No member has this name. Check how it is written.")
        if member.pk == by.pk or seating.of_user(member):
            raise Refused(
                "already-here", "%(name)s is at this table already.", values={"name": member}
            )
        invitation = _anew(table, member, now)
        invitation.by, invitation.invited_at, invitation.answer = by, now, ""
        invitation.save()
        emit(Invited(table, member.pk, by.pk))
        hint_page_on_commit(table)
    return invitation


def decline_invitation(*, table_id: int, user: User, now: datetime) -> None:
    """Declines the member's invitation. Closes a rematch for which nobody but its host is left.
    Locks the table's row.

    Raises Refused ``not-invited``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        invitation = table.invitations.open(now).filter(member=user).first()
        if invitation is None:
            raise Refused("not-invited", "Your invitation is no longer valid.")
        invitation.answer = TableInvitation.Answer.DECLINED
        invitation.save(update_fields=["answer"])
        if table.rematch_of_id is not None and not _can_be_played(table, now):
            close_locked(table, now)
        else:
            settle(table, now)


def withdraw_invitation(*, table_id: int, by: User, invitation_id: int, now: datetime) -> None:
    """The host, or whoever invited, withdraws an invitation. Locks the table's row.

    Raises Refused: ``not-allowed``, ``not-invited``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        invitation = table.invitations.open(now).filter(pk=invitation_id).first()
        if invitation is None:
            raise Refused("not-invited", "They are no longer invited.")
        if by.pk not in (table.host_id, invitation.by_id):
            raise Refused("not-allowed", "Only the host, or whoever invited them, can do that.")
        invitation.answer = TableInvitation.Answer.WITHDRAWN
        invitation.save(update_fields=["answer"])
        emit(TableUpdated(table))
        hint_page_on_commit(table)


def suggested_names(table: Table, user: User) -> list[str]:
    """Names of members with whom this one has played, the latest first, without those who are at
    the table, were invited or are muted. Nobody else is suggested, so that the list does not reveal
    who is in the club."""
    games = Seat.objects.filter(user=user).values("game")
    others = Seat.objects.filter(game__in=games, user__is_bot=False, user__is_active=True)
    met = others.exclude(user=user).order_by("-game__started_at", "number")
    found = list(met.values_list("user_id", "user__username")[:LOOKED_BACK])
    here = set(Place.objects.filter(table=table).values_list("user_id", flat=True))
    here |= set(table.invitations.values_list("member_id", flat=True))
    here |= set(user.mutes.values_list("muted_id", flat=True))
    names = dict.fromkeys(name for key, name in found if key not in here)
    return list(names)[:MOST_SUGGESTED]


def _anew(table: Table, member: User, now: datetime) -> TableInvitation:
    """The invitation to send to the member: a new one, or an earlier one that has expired or was
    withdrawn. Raises Refused if neither is possible."""
    known = table.invitations.filter(member=member).first()
    values = {"name": member}
    if known is None:
        if table.invitations.count() >= MOST_INVITED:
            raise Refused(
                "too-many",
                "At most %(most)s members can be invited to a table.",
                values={"most": MOST_INVITED},
            )
        return TableInvitation(table=table, member=member)
    if known.stands(now):
        raise Refused("already-invited", "%(name)s is invited already.", values=values)
    if known.answer == TableInvitation.Answer.DECLINED:
        raise Refused("declined", "%(name)s has declined.", values=values)
    return known


def _can_be_played(table: Table, now: datetime) -> bool:
    """Whether anybody but the host is at the table of a rematch or can still come."""
    others = table.places.filter(user__is_bot=False).exclude(user=table.host_id)
    return others.exists() or table.invitations.open(now).exists()
