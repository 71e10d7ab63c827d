"""Making, finding and ending the tokens of members' programs."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import ApiToken, Scope, User
from accounts.models.tokens import digest_of
from accounts.services.locking import lock_member
from database.queries import KEY, Prepared
from transport.refusals import Refused

BEGINNING = "miai_"
"""How every token begins, so that people and scanners of leaked secrets recognise it."""
MOST_TOKENS = 20
"""How many tokens a member may have."""
LONGEST_DAYS = 366
"""How many days a token may last."""
NOTED_EVERY = timedelta(hours=1)
"""How often the use of a token is stored."""


def make_token(
    *, member: User, name: str, scopes: Collection[str], days: int, now: datetime
) -> tuple[ApiToken, str]:
    """Makes a token; returns its row, and the token itself, which nobody can read again.

    Raises Refused: ``bad-name``, ``bad-scope``, ``bad-time``, ``too-many``.
    """
    if not name.strip() or len(name) > 60:
        raise Refused("bad-name", "Say in up to 60 characters what the token is for.", at="name")
    if not set(scopes) <= set(Scope.values):
        raise Refused("bad-scope", "There is no such scope.", at="scopes")
    if not 1 <= days <= LONGEST_DAYS:
        values = {"most": LONGEST_DAYS}
        raise Refused("bad-time", "A token lasts 1 to %(most)s days.", values=values, at="days")
    token = BEGINNING + secrets.token_urlsafe(32)
    with transaction.atomic():
        member = lock_member(member.pk)
        password_digest = digest_of((member.owner or member).password)
        outdated = ~Q(password_digest=password_digest)
        member.api_tokens.filter(Q(ends_at__lte=now) | outdated).delete()
        if member.api_tokens.count() >= MOST_TOKENS:
            values = {"most": MOST_TOKENS}
            raise Refused(
                "too-many", "You have %(most)s tokens, the most there may be.", values=values
            )
        row = ApiToken.objects.create(
            member=member,
            name=name.strip(),
            begins=token[:12],
            digest=digest_of(token),
            password_digest=password_digest,
            scopes=[scope for scope in Scope.values if scope in scopes],
            made_at=now,
            ends_at=now + timedelta(days=days),
        )
    return row, token


def find_token(token: str, now: datetime) -> ApiToken | None:
    """Returns the row of a token that works, with its member, and stores that it is used; None if
    there is none."""
    found = next(iter(_token_by_digest().rows(digest=digest_of(token))), None)
    if found is None or not found.is_valid(now):
        return None
    if found.used_at is None or found.used_at <= now - NOTED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(used_at=now)
    return found


@cache
def _token_by_digest() -> Prepared[ApiToken]:
    digest = "a digest"
    return Prepared(_tokens_with_members().filter(digest=digest).order_by(), {"digest": digest})


def token_that_works(token_id: int, now: datetime) -> ApiToken | None:
    """Returns the row of a token, with its member, if it still works."""
    found = next(iter(_token_by_key().rows(token=token_id)), None)
    return found if found is not None and found.is_valid(now) else None


@cache
def _token_by_key() -> Prepared[ApiToken]:
    return Prepared(_tokens_with_members().filter(pk=KEY).order_by(), {"token": KEY})


def tokens_that_work(token_ids: Collection[int], now: datetime) -> set[int]:
    """Returns which of these tokens are still valid at ``now``, by their ids."""
    found = _tokens_with_members().filter(pk__in=token_ids)
    return {token.pk for token in found if token.is_valid(now)}


def working_tokens(*, member: User, now: datetime) -> QuerySet[ApiToken]:
    """The tokens of a member that have not ended, neither at their time nor with an earlier
    password."""
    return member.api_tokens.filter(ends_at__gt=now, password_digest=digest_of(member.password))


def end_token(*, member: User, token_id: int) -> bool:
    """Ends one of the member's tokens; False if it is not theirs or has already ended."""
    return bool(member.api_tokens.filter(pk=token_id).delete()[0])


def delete_ended_tokens(*, now: datetime) -> int:
    """Deletes tokens that have ended; returns how many."""
    return ApiToken.objects.filter(ends_at__lte=now).delete()[0]


def _tokens_with_members() -> QuerySet[ApiToken]:
    return ApiToken.objects.select_related("member__preferences", "member__owner")
