"""The parts of a member's data export that come from accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.forms import model_to_dict
from django.utils import timezone

from accounts.models import (
    ApiToken,
    BotConnection,
    ChatBan,
    DaysOff,
    FormerName,
    Invitation,
    InvitationUse,
    MemberWarning,
    Mute,
    PasswordLink,
    Preferences,
    Session,
    Suspension,
    User,
)
from accounts.own_data import register, rows
from accounts.sessions import open_sessions


def register_parts() -> None:
    """Registers all of these parts."""
    register("account", User, Group, User.groups.through, EmailAddress, make=_account)
    register("two_factor_login", Authenticator, make=_second_factors)
    register("preferences", Preferences, make=_preferences)
    register("password_links", PasswordLink, make=_password_links)
    register("former_names", FormerName, make=_former_names)
    register("days_off", DaysOff, make=lambda member: rows(member.days_off.all(), "first", "last"))
    register("invitations", Invitation, InvitationUse, make=_invitations)
    register("logged_in", Session, make=_sessions)
    register("tokens", ApiToken, make=_tokens)
    register("bots", BotConnection, make=_bots)
    register("muted", Mute, make=lambda member: rows(member.mutes.all(), "muted__username", "at"))
    register("measures", Suspension, ChatBan, MemberWarning, make=_measures)
    register("admin_log", LogEntry, make=_log)


def _account(member: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=member)
    return {
        "name": member.username,
        "email": member.email,
        "email_addresses": rows(addresses, "email", "verified", "primary"),
        "roles": [group.name for group in member.groups.all()],
        "is_administrator": member.is_superuser,
        "joined_at": member.date_joined,
        "last_login": member.last_login,
        "last_seen_on": member.last_seen_on,
        "helped_to_log_in_since": member.helped_at,
    }


def _bots(member: User) -> list[dict[str, Any]]:
    """The member's bots, each with what it took when it last connected."""
    return rows(
        member.bots.order_by("pk"),
        *("username", "date_joined", "connection__takes", "connection__seen_at"),
    )


def _tokens(member: User) -> list[dict[str, Any]]:
    """The member's tokens, without their digests."""
    return rows(
        member.api_tokens.all(), "name", "begins", "scopes", "made_at", "ends_at", "used_at"
    )


def _second_factors(member: User) -> list[dict[str, Any]]:
    """The member's second factors, without their secrets and keys. Passkeys have names."""
    return [
        {
            "type": each.type,
            "name": each.data.get("name", ""),
            "created_at": each.created_at,
            "last_used_at": each.last_used_at,
        }
        for each in Authenticator.objects.filter(user=member)
    ]


def _preferences(member: User) -> dict[str, Any]:
    return model_to_dict(Preferences.of(member), exclude=["id", "user"])


def _password_links(member: User) -> list[dict[str, Any]]:
    """Links that an administrator made for the member, without the link and who made it."""
    return rows(member.password_links.all(), "made_at", "expires_at", "used_at")


def _former_names(member: User) -> list[dict[str, Any]]:
    return rows(FormerName.objects.filter(user=member), "name", "given_up_at", "by_member")


def _invitations(member: User) -> dict[str, Any]:
    """Invitations without their codes: whoever has a code can join."""
    fields = ("note", "most_uses", "used", "created_at", "expires_at", "revoked_at")
    used = InvitationUse.objects.filter(user=member)
    return {"made": rows(member.invitations.all(), *fields), "joined_by": rows(used, "used_at")}


def _sessions(member: User) -> list[dict[str, Any]]:
    return [
        {"browser": each.browser, "since": each.began, "last_used": each.seen}
        for each in open_sessions(member, timezone.now())
    ]


def _measures(member: User) -> dict[str, Any]:
    """What moderators did about the member, without which moderator it was."""
    held = ("reason", "created_at", "until", "lifted_at")
    return {
        "warnings": rows(member.memberwarnings.all(), "reason", "created_at"),
        "chat_bans": rows(member.chatbans.all(), *held),
        "suspensions": rows(member.suspensions.all(), *held),
    }


def _log(member: User) -> dict[str, Any]:
    """Entries of the admin's history: those about the member, without who made the change; and
    those made by the member as a moderator, without whom or what they changed."""
    users = ContentType.objects.get_for_model(User)
    about = LogEntry.objects.filter(content_type=users, object_id=str(member.pk))
    by = LogEntry.objects.filter(user=member)
    return {
        name: [
            {"at": each.action_time, "what": each.get_change_message()}
            for each in found.order_by("action_time")
        ]
        for name, found in (("about_you", about), ("by_you", by))
    }
