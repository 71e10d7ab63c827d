"""Giving and taking the roles of moderator and host, and making their groups."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.roles import HOSTS, MODERATORS, rights_of_moderators
from accounts.services.sessions import shorten_moderators_sessions
from accounts.sockets import tell_sockets


@transaction.atomic
def make_moderator(*, user: User) -> None:
    """Adds the user to the moderators and lets them into the admin. Their open sessions are
    shortened to the length of a moderator's, and open pages offer what they may do now.
    Idempotent."""
    user.groups.add(Group.objects.get_or_create(name=MODERATORS)[0])
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    shorten_moderators_sessions(now=timezone.now())
    tell_sockets(user.pk)


@transaction.atomic
def unmake_moderator(*, user: User) -> None:
    """Removes the user from the moderators and from the admin; their open pages no longer offer
    what only moderators may do. Idempotent."""
    user.groups.remove(*Group.objects.filter(name=MODERATORS))
    user.is_staff = user.is_superuser
    user.save(update_fields=["is_staff"])
    tell_sockets(user.pk)


@transaction.atomic
def set_host(*, user: User, hosts: bool) -> None:
    """Adds the user to the hosts, or removes them. Idempotent."""
    group = Group.objects.get_or_create(name=HOSTS)[0]
    if hosts:
        user.groups.add(group)
    else:
        user.groups.remove(group)


def make_groups(
    *, app_config: AppConfig, using: str, apps: Apps = installed, **_signal: Any
) -> None:
    """Makes the groups and gives each exactly its permissions, at the end of every ``migrate``.

    Django sends the signal once per app; all permissions exist only after the last one.
    """
    with_models = [config for config in installed.get_app_configs() if config.models_module]
    if app_config != with_models[-1]:
        return
    try:  # missing while single apps are migrated
        apps.get_model("auth", "Permission")
    except LookupError:
        return
    moderators, _ = Group.objects.using(using).get_or_create(name=MODERATORS)
    Group.objects.using(using).get_or_create(name=HOSTS)
    moderators.permissions.set(rights_of_moderators(using))
