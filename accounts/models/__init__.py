"""The models of people, by topic."""

from accounts.models.bots import CONNECTED_FOR, BotConnection
from accounts.models.invitations import Invitation, InvitationUse, in_thirty_days, new_code
from accounts.models.measures import (
    ChatBan,
    Measure,
    MemberWarning,
    Restriction,
    RestrictionQuerySet,
    Suspension,
    restricting_accounts,
)
from accounts.models.members import (
    NAME_RESERVED_FOR,
    NAME_SHOWN_FOR,
    FormerName,
    FormerNameQuerySet,
    LookalikeKeyField,
    MemberManager,
    Named,
    NameKeyField,
    PasswordLink,
    Session,
    User,
)
from accounts.models.preferences import DaysOff, Mute, Preferences
from accounts.models.tokens import ApiToken, Scope

__all__ = [
    "CONNECTED_FOR",
    "NAME_RESERVED_FOR",
    "NAME_SHOWN_FOR",
    "ApiToken",
    "BotConnection",
    "ChatBan",
    "DaysOff",
    "FormerName",
    "FormerNameQuerySet",
    "Invitation",
    "InvitationUse",
    "LookalikeKeyField",
    "Measure",
    "MemberManager",
    "MemberWarning",
    "Mute",
    "NameKeyField",
    "Named",
    "PasswordLink",
    "Preferences",
    "Restriction",
    "RestrictionQuerySet",
    "Scope",
    "Session",
    "Suspension",
    "User",
    "in_thirty_days",
    "new_code",
    "restricting_accounts",
]
