"""Changing a member: preferences, name and roles, lost second factors, deleting the account."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.forms import model_to_dict
from django.utils import timezone

from accounts import publishing
from accounts.helped import note_help
from accounts.history import forget_in_history
from accounts.models import Preferences, User
from accounts.publishing import Deleting, Helped
from accounts.services.names import give_name
from accounts.services.roles import make_moderator, set_host, unmake_moderator
from accounts.services.sessions import shorten_moderators_sessions
from accounts.sockets import tell_sockets


def save_preferences(*, preferences: Preferences) -> None:
    """Stores a member's preferences; makes the row if there is none yet.

    There is one row per member: if two pages save at once, the later one wins.
    """
    values = model_to_dict(preferences, exclude=["id", "user"])
    Preferences.objects.update_or_create(user=preferences.user, defaults=values)


def save_zone(*, member: User, zone: str) -> None:
    """Stores the time zone that a member has chosen; empty means their browser's own."""
    Preferences.objects.update_or_create(user=member, defaults={"time_zone": zone})


def note_browser_zone(*, member: User, zone: str) -> None:
    """Stores the time zone of the member's browser, for messages sent to them."""
    Preferences.objects.update_or_create(user=member, defaults={"browser_zone": zone})


def note_seen(*, member_id: int, now: datetime) -> None:
    """Stores the day on which the member uses the site; nothing finer. For guests nothing is
    stored."""
    User.objects.filter(pk=member_id, is_guest=False).update(
        last_seen_on=now.astimezone(UTC).date()
    )


@transaction.atomic
def update_member(
    *,
    user: User,
    hosts: bool,
    by: User,
    moderates: bool | None = None,
    changed: Collection[str] = (),
) -> None:
    """Stores the member's name, the ``changed`` fields of their row, and their roles;
    ``moderates=None`` leaves that role as it is. Raises Refused ``name-taken``."""
    give_name(member=user, name=user.username, by=by, now=timezone.now())
    # Nothing else: the member may change the password, for example, at the same moment.
    user.save(update_fields=changed)
    tell_sockets(user.pk)
    set_host(user=user, hosts=hosts)
    if moderates is True:
        make_moderator(user=user)
    if moderates is False:
        unmake_moderator(user=user)
    if user.is_superuser:
        shorten_moderators_sessions(now=timezone.now())


@transaction.atomic
def remove_second_factors(*, user: User, now: datetime) -> int:
    """Removes app, passkeys and recovery codes, so that the member logs in with the password alone;
    returns how many there were. The caller makes sure that the member asked for it. Sessions that
    begin from now on are helped (:mod:`accounts.helped`), and the member is notified."""
    note_help(user, now)
    publishing.emit(Helped(user, "factors-removed"))
    return Authenticator.objects.filter(user=user).delete()[0]


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Deletes the member with preferences, addresses, former names and suspensions.

    Games, chat and logs stay, under "former member": their references are set to null. Every
    session of the member ends, because its user is gone.
    """
    lock_for_deletion({user.pk, *user.bots.values_list("pk", flat=True)})
    User.objects.get(pk=user.pk).delete()


def lock_for_deletion(members: Collection[int]) -> None:
    """Locks what other transactions lock before they refer to one of these members (their tables
    and running games), then the members themselves. Deleting them without that could deadlock with
    a game that starts or a turn that ends. Then blanks their names in the moderators' history. The
    caller holds the transaction."""
    publishing.emit(Deleting(frozenset(members)))
    forget_in_history(User.objects.select_for_update().filter(pk__in=members).order_by("pk"))
