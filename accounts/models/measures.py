"""Moderators' measures: suspensions, chat bans and warnings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.models.members import User


def restricting_accounts(user: User) -> list[int]:
    """The keys of the accounts whose restrictions apply to ``user``: their own and, if ``user`` is
    a member's bot, the owner's."""
    return [key for key in (user.pk, user.owner_id) if key is not None]


class Measure(models.Model):
    """A moderator's measure against a member, with the reason."""

    user = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("member"),
        on_delete=models.CASCADE,
        related_name="%(class)ss",
    )
    reason = models.CharField(gettext_lazy("reason"), max_length=300)
    by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(
        gettext_lazy("created at"), default=timezone.now, editable=False
    )

    class Meta:
        abstract = True
        ordering = ["-created_at"]


class RestrictionQuerySet(models.QuerySet[Any]):
    """Filters for restrictions."""

    def holding(self, now: datetime) -> RestrictionQuerySet:
        """Restrictions in force at ``now``."""
        return self.filter(lifted_at=None, created_at__lte=now, until__gt=now)


class Restriction(Measure):
    """Forbids a member something until ``until``, unless it is lifted earlier."""

    until = models.DateTimeField(gettext_lazy("until"))
    lifted_at = models.DateTimeField(
        gettext_lazy("lifted at"), null=True, blank=True, editable=False
    )
    lifted_by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("lifted by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    objects = RestrictionQuerySet.as_manager()

    class Meta(Measure.Meta):
        abstract = True

    def __str__(self) -> str:
        until = timezone.localtime(self.until)
        values = {"name": self.user, "time": f"{until:%Y-%m-%d %H:%M %Z}"}
        return gettext("%(name)s until %(time)s") % values

    @classmethod
    def of(cls, user: User | AnonymousUser | None, now: datetime) -> Self | None:
        """The member's restriction in force at ``now``; of several, the one that ends last. None if
        there is none."""
        if not isinstance(user, User):
            return None
        found: Self | None = (
            cls.objects.holding(now)
            .filter(user__in=restricting_accounts(user))
            .order_by("-until")
            .first()
        )
        return found

    @classmethod
    def among(cls, users: Iterable[User], now: datetime) -> set[int]:
        """The keys of those of these users who are under such a restriction at ``now``."""
        accounts = {user.pk: restricting_accounts(user) for user in users}
        keys = {key for each in accounts.values() for key in each}
        holding = cls.objects.holding(now).filter(user__in=keys)
        restricted = set(holding.values_list("user", flat=True))
        return {user for user, each in accounts.items() if not restricted.isdisjoint(each)}


class Suspension(Restriction):
    """A member may watch but not play, host or chat until ``until``."""

    class Meta(Restriction.Meta):
        abstract = False
        verbose_name = gettext_lazy("suspension")
        verbose_name_plural = gettext_lazy("suspensions")
        permissions = [("lift_suspension", "Can lift a suspension")]


class ChatBan(Restriction):
    """A member may read chats but not write in them until ``until``."""

    class Meta(Restriction.Meta):
        abstract = False
        verbose_name = gettext_lazy("chat ban")
        verbose_name_plural = gettext_lazy("chat bans")
        permissions = [("lift_chatban", "Can lift a chat ban")]


class MemberWarning(Measure):
    """A moderator's warning to a member. It forbids nothing; moderators see who was warned."""

    class Meta(Measure.Meta):
        abstract = False
        verbose_name = gettext_lazy("warning")
        verbose_name_plural = gettext_lazy("warnings")

    def __str__(self) -> str:
        return gettext("warning to %(name)s") % {"name": self.user}
