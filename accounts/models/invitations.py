"""Invitations, and who joined with them."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.models.members import User


def new_code() -> str:
    """A random invitation code of 120 bits, which nobody can guess."""
    return secrets.token_urlsafe(15)


def in_thirty_days() -> datetime:
    """The default expiry of an invitation made now."""
    return timezone.now() + timedelta(days=30)


class Invitation(models.Model):
    """The right to register, for as many people as ``most_uses`` says."""

    code = models.CharField(max_length=40, unique=True, default=new_code, editable=False)
    creator = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("creator"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="invitations",
    )
    note = models.CharField(gettext_lazy("note"), max_length=200, blank=True)
    most_uses = models.PositiveIntegerField(
        gettext_lazy("most uses"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
    )
    used = models.PositiveIntegerField(default=0, editable=False)
    expires_at = models.DateTimeField(gettext_lazy("expires at"), default=in_thirty_days)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(
        gettext_lazy("created at"), default=timezone.now, editable=False
    )

    class Meta:
        verbose_name = gettext_lazy("invitation")
        verbose_name_plural = gettext_lazy("invitations")
        ordering = ["-created_at"]
        permissions = [("revoke_invitation", "Can revoke an invitation")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(used__lte=models.F("most_uses")),
                name="invitation_used_at_most_most_uses",
            ),
        ]

    def __str__(self) -> str:
        return self.note or gettext("invitation %(number)s") % {"number": self.pk}

    def get_absolute_url(self) -> str:
        """The page on which invited people register."""
        return reverse("join_with_code", args=[self.code])

    def state(self, now: datetime) -> str:
        """``open``, or why nobody can join with it: ``revoked``, ``expired`` or ``used-up``."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at <= now:
            return "expired"
        return "open" if self.used < self.most_uses else "used-up"


class InvitationUse(models.Model):
    """Who used an invitation, and when."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    user = models.ForeignKey(
        User, verbose_name=gettext_lazy("member"), null=True, on_delete=models.SET_NULL
    )
    used_at = models.DateTimeField(gettext_lazy("used at"), default=timezone.now)

    class Meta:
        verbose_name = gettext_lazy("invitation use")
        verbose_name_plural = gettext_lazy("invitation uses")
        ordering = ["used_at"]

    def __str__(self) -> str:
        name = self.user or gettext("former member")
        return f"{name}, {self.used_at:%Y-%m-%d}"
