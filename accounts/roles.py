"""Roles: the groups, and the checks that other apps use."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, Permission
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.second_factors import has_second_factor

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
    "accounts.add_chatban",
    "accounts.view_chatban",
    "accounts.lift_chatban",
    "accounts.view_memberwarning",
    "accounts.view_user",
    "accounts.change_user",
    "games.view_game",
    "games.view_seat",
    "games.view_tenure",
    "games.view_moderatoract",
    "games.view_chatmessage",
    "games.delete_chatmessage",
    "games.moderate_game",
    "games.view_memberpunctuality",
    "games.end_wait",
    "lobby.view_table",
    "lobby.view_tablemessage",
    "lobby.delete_tablemessage",
    "notices.add_announcement",
    "notices.view_announcement",
    "notices.end_announcement",
    "ratings.view_ratedgame",
    "ratings.strike_game",
    "reports.view_report",
    "reports.change_report",
)
"""The permissions that moderating needs, and no more. The admin's pages narrow them further, field
by field."""


def is_appointed(user: User | AnonymousUser | None) -> bool:
    """Whether this user is a moderator: in the group, or a superuser; never a bot or a visitor.

    Use :func:`is_moderator` to check what they may do.
    """
    if not isinstance(user, User) or not user.is_active or user.is_bot:
        return False
    return user.is_superuser or _is_in(user, MODERATORS)


def is_moderator(user: User | AnonymousUser | None) -> bool:
    """Whether this user may moderate now: appointed, with a second factor where one is needed."""
    return is_appointed(user) and not lacks_second_factor(user)


def appointed_members() -> QuerySet[User]:
    """All users who are moderators (:func:`is_appointed`)."""
    appointed = Q(is_superuser=True) | Q(groups__name=MODERATORS)
    return User.objects.filter(appointed, is_active=True, is_bot=False).distinct()


def other_moderators(user: User) -> list[str]:
    """The names of all other appointed moderators, sorted."""
    found = appointed_members().exclude(pk=user.pk)
    return sorted(found.values_list("username", flat=True), key=str.casefold)


def lacks_second_factor(user: User | AnonymousUser | None) -> bool:
    """Whether this user could moderate, or use the admin, if they only had a second factor.

    Members who have one gave it when logging in, and setting up the first one ends all other
    sessions. So nobody needs to give it again here.
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
    """Whether this user may open tables with any settings: hosts and moderators, or every member
    with ``EVERY_MEMBER_HOSTS``."""
    if not isinstance(user, User) or not user.is_active or user.is_bot:
        return False
    return settings.EVERY_MEMBER_HOSTS or user.is_superuser or _is_in(user, HOSTS, MODERATORS)


def may_open_tables(user: User | AnonymousUser | None) -> bool:
    """Whether this user may open a table at all. Members who may not host can choose board size,
    players and time, unless ``QUICK_TABLES_PER_MEMBER`` is 0."""
    if may_host(user):
        return True
    is_member = isinstance(user, User) and user.is_active and not user.is_bot
    return is_member and settings.QUICK_TABLES_PER_MEMBER > 0


def _is_in(user: User, *groups: str) -> bool:
    known: list[str] | None = getattr(user, "group_names", None)  # of a request's user
    if known is not None:
        return not set(known).isdisjoint(groups)
    return user.groups.filter(name__in=groups).exists()


def rights_of_moderators(using: str = "default") -> list[Permission]:
    """The permissions that ``RIGHTS_OF_MODERATORS`` names."""
    named = Q(pk__in=[])
    for right in RIGHTS_OF_MODERATORS:
        app, _, codename = right.partition(".")
        named |= Q(content_type__app_label=app, codename=codename)
    return list(Permission.objects.using(using).filter(named))
