"""Whether a member may act at this moment, read after waiting for a lock.

A command may wait for the lock of its game. Meanwhile its member may have logged out, got another
password, been deactivated or been suspended, so all of that is read once the lock is held. The
statements contain no times, so that they can be sent together with the one that waits for the lock.
Python then decides which restrictions are in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.conduct import Held
from accounts.models import ApiToken, User
from accounts.roles import MODERATORS
from accounts.second_factors import SECOND_FACTORS
from accounts.sessions import hidden_before
from accounts.zones import zone_of


@dataclass(frozen=True, slots=True)
class Login:
    """The member who acts, with their session.

    ``password``: the stored hash when the request arrived or the socket was opened, for a member's
    bot that of its owner; if it has changed since, the session has ended. ``token_id``: a program
    acts with this token, which is checked instead of a session. Both None: the server acts for the
    member, and neither is checked.
    ``hidden_before``: what was sealed before this time is not shown to the session
    (:func:`accounts.sessions.hidden_before`).
    """

    user_id: int
    password: str
    session_key: str | None
    hidden_before: datetime | None = None
    token_id: int | None = None


def login_of(user: User, session: Any) -> Login:
    """The member with the session of a request or socket."""
    return Login(user.pk, user.password, session.session_key, hidden_before(session))


def without_session(user: User) -> Login:
    """The member, when the server acts for them without a session."""
    return Login(user.pk, user.password, session_key=None)


def with_token(token: ApiToken) -> Login:
    """The login of a program that acts for a member with this token."""
    member = token.member
    password = (member.owner or member).password
    return Login(member.pk, password, session_key=None, token_id=token.pk)


RESTRICTING = "(%(user)s, (SELECT owner_id FROM accounts_user WHERE id = %(user)s))"
"""The same accounts as :func:`accounts.models.restricting_accounts`, in SQL."""

READ_STANDING = f"""
SELECT u.username, u.is_bot, COALESCE(owner.password, u.password),
  u.is_active AND COALESCE(owner.is_active, true),
  COALESCE(open.expire_date, token.ends_at),
  COALESCE(NULLIF(own.time_zone, ''), own.browser_zone, ''),
  held.kind, held.created_at, held.until, held.reason
FROM accounts_user u
LEFT JOIN accounts_user owner ON owner.id = u.owner_id
LEFT JOIN accounts_preferences own ON own.user_id = u.id
LEFT JOIN accounts_session open ON open.session_key = %(session)s AND open.user_id = u.id
LEFT JOIN accounts_apitoken token ON token.id = %(token)s AND token.member_id = u.id
LEFT JOIN (
  SELECT 'suspension' AS kind, created_at, until, reason
  FROM accounts_suspension WHERE user_id IN {RESTRICTING} AND lifted_at IS NULL
  UNION ALL
  SELECT 'chat ban', created_at, until, reason
  FROM accounts_chatban WHERE user_id IN {RESTRICTING} AND lifted_at IS NULL
) held ON true
WHERE u.id = %(user)s
"""  # noqa: S608 - our own
"""Reads a member and one of their sessions or tokens for :func:`standing_in`, with a row for each
suspension and chat ban that was not lifted; for a member's bot, also for those of its owner."""

READ_ROLE = """
SELECT u.is_active AND NOT u.is_bot, u.is_superuser, u.is_staff,
  EXISTS (
    SELECT 1 FROM accounts_user_groups own JOIN auth_group g ON g.id = own.group_id
    WHERE own.user_id = u.id AND g.name = %(moderators)s
  ),
  EXISTS (
    SELECT 1 FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id
    WHERE t.app_label = %(app)s AND p.codename = %(codename)s AND (
      EXISTS (
        SELECT 1 FROM accounts_user_user_permissions own
        WHERE own.user_id = u.id AND own.permission_id = p.id
      ) OR EXISTS (
        SELECT 1 FROM accounts_user_groups own
        JOIN auth_group_permissions gp ON gp.group_id = own.group_id
        WHERE own.user_id = u.id AND gp.permission_id = p.id
      )
    )
  ),
  EXISTS (SELECT 1 FROM mfa_authenticator a WHERE a.user_id = u.id AND a.type = ANY(%(factors)s))
FROM accounts_user u WHERE u.id = %(user)s
"""
"""Reads a member for :func:`role_in`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A logged-in member, with their current suspension and chat ban, if any (of several, the one
    that ends last), each with its end in the member's own time zone."""

    name: str
    is_bot: bool
    suspension: Held | None = None
    chat_ban: Held | None = None


@dataclass(frozen=True, slots=True)
class Role:
    """``moderates``: whether they may moderate now. ``needs_second_factor``: whether they could if
    they set up two-factor login."""

    moderates: bool
    needs_second_factor: bool


def standing_values(login: Login) -> dict[str, Any]:
    """The parameters of :data:`READ_STANDING`."""
    return {"user": login.user_id, "session": login.session_key, "token": login.token_id}


def standing_in(rows: Iterable[Sequence[Any]], login: Login, now: datetime) -> Standing | None:
    """A member's standing at ``now``, from rows of :data:`READ_STANDING`; None if they are no
    longer logged in."""
    found = list(rows)
    if not found or not _is_logged_in(found[0], login, now):
        return None
    name, is_bot, *_ = found[0]
    held: dict[str, Held] = {}
    for *_, zone, kind, begins, until, reason in found:
        if kind is None or not begins <= now < until:
            continue
        if kind not in held or held[kind].until < until:
            held[kind] = Held(until.astimezone(zone_of(zone)), reason)
    return Standing(name, is_bot, held.get("suspension"), held.get("chat ban"))


def role_values(user_id: int, permission: str) -> dict[str, Any]:
    """The parameters of :data:`READ_ROLE`. ``permission``: the one that moderating needs, such as
    ``games.moderate_game``."""
    app, _, codename = permission.partition(".")
    factors = [str(kind) for kind in SECOND_FACTORS]
    names = {"app": app, "codename": codename, "moderators": MODERATORS}
    return {"user": user_id, "factors": factors, **names}


def role_in(row: Sequence[Any]) -> Role:
    """A member's role, from the row of :data:`READ_ROLE`; the same rules as in
    :mod:`accounts.roles`."""
    is_person, is_superuser, is_staff, is_in_group, is_permitted, has_factor = row
    appointed = is_person and (is_superuser or is_in_group)
    lacks = settings.MODERATORS_NEED_SECOND_FACTOR and not has_factor
    return Role(
        moderates=appointed and not lacks and (is_superuser or is_permitted),
        needs_second_factor=lacks and (is_staff or is_superuser or appointed),
    )


def _is_logged_in(row: Sequence[Any], login: Login, now: datetime) -> bool:
    _name, _is_bot, password, is_active, session_ends, *_ = row
    if not is_active or (login.session_key is None and login.token_id is None):
        return bool(is_active)
    return password == login.password and session_ends is not None and session_ends > now
