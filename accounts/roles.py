"""Who may do what: the groups, and the questions that the other apps ask."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.db import transaction
from django.db.models import Q

from accounts.models import User

MODERATORS = "Moderators"
HOSTS = "Hosts"

RIGHTS_OF_MODERATORS = (
    "accounts.add_invitation",
    "accounts.view_invitation",
    "accounts.revoke_invitation",
    "accounts.view_invitationuse",
    "accounts.add_suspension",
    "accounts.view_suspension",
    "accounts.lift_suspension",
    "accounts.view_user",
    "accounts.change_user",
    "games.view_game",
    "games.view_seat",
    "games.view_moderatoract",
    "games.view_chatmessage",
    "games.delete_chatmessage",
    "games.moderate_game",
    "lobby.view_table",
)
"""What moderating needs and no more. The admin pages narrow it further, field by field."""


SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What counts as one; recovery codes only stand in for it."""


def is_appointed(user: User | AnonymousUser | None) -> bool:
    """Whether this user is a moderator: in the group, or a superuser; never a bot or a visitor.

    What they may do is asked of :func:`is_moderator`.
    """
    if not isinstance(user, User) or not user.is_active or user.is_bot:
        return False
    return user.is_superuser or _is_in(user, MODERATORS)


def is_moderator(user: User | AnonymousUser | None) -> bool:
    """Whether this user may moderate now: appointed, with a second factor where one is needed."""
    return is_appointed(user) and not lacks_second_factor(user)


def has_second_factor(user: User) -> bool:
    """Whether a password alone does not log this user in."""
    return Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists()


def lacks_second_factor(user: User | AnonymousUser | None) -> bool:
    """Whether a second factor is all that keeps this user from moderating.

    Who logs in with one has always been asked for it; setting the first one up ends all other
    sessions. So whoever has one has shown it.
    """
    if not settings.MODERATORS_NEED_SECOND_FACTOR or not isinstance(user, User):
        return False
    return (user.is_staff or user.is_superuser or is_appointed(user)) and not has_second_factor(
        user
    )


def is_host(user: User | AnonymousUser | None) -> bool:
    """Whether this user is in the group of hosts."""
    return isinstance(user, User) and user.is_active and _is_in(user, HOSTS)


def may_host(user: User | AnonymousUser | None) -> bool:
    """Whether this user may open a table: hosts, moderators, or every member by the setting."""
    if not isinstance(user, User) or not user.is_active or user.is_bot:
        return False
    return settings.EVERY_MEMBER_HOSTS or is_host(user) or is_appointed(user)


def _is_in(user: User, group: str) -> bool:
    return user.groups.filter(name=group).exists()


@transaction.atomic
def make_moderator(*, user: User) -> None:
    """Puts the user among the moderators and lets them into the admin. Idempotent."""
    user.groups.add(Group.objects.get_or_create(name=MODERATORS)[0])
    user.is_staff = True
    user.save(update_fields=["is_staff"])


@transaction.atomic
def unmake_moderator(*, user: User) -> None:
    """Takes the user from among the moderators and out of the admin. Idempotent."""
    user.groups.remove(*Group.objects.filter(name=MODERATORS))
    user.is_staff = user.is_superuser
    user.save(update_fields=["is_staff"])


@transaction.atomic
def set_host(*, user: User, hosts: bool) -> None:
    """Puts the user among the hosts, or takes them out. Idempotent."""
    group = Group.objects.get_or_create(name=HOSTS)[0]
    if hosts:
        user.groups.add(group)
    else:
        user.groups.remove(group)


def make_groups(
    *, app_config: AppConfig, using: str, apps: Apps = installed, **_signal: Any
) -> None:
    """Makes the groups and gives each exactly its rights, at the end of every ``migrate``.

    Django sends the signal once an app; only after the last one are all permissions there.
    """
    with_models = [config for config in installed.get_app_configs() if config.models_module]
    if app_config != with_models[-1]:
        return
    try:  # absent while somebody migrates single apps
        apps.get_model("auth", "Permission")
    except LookupError:
        return
    moderators, _ = Group.objects.using(using).get_or_create(name=MODERATORS)
    Group.objects.using(using).get_or_create(name=HOSTS)
    moderators.permissions.set(rights_of_moderators(using))


def rights_of_moderators(using: str = "default") -> list[Permission]:
    """The permissions that ``RIGHTS_OF_MODERATORS`` names."""
    named = Q(pk__in=[])
    for right in RIGHTS_OF_MODERATORS:
        app, _, codename = right.partition(".")
        named |= Q(content_type__app_label=app, codename=codename)
    return list(Permission.objects.using(using).filter(named))
