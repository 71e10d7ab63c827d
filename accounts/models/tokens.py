"""API tokens: passwords that members make for their programs."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy

from accounts.models.members import User


class Scope(models.TextChoices):
    """What a token may do besides reading what visitors read."""

    READ = "read", gettext_lazy("Read what you can read in games: your choices, plans, chats")
    PLAY = "play", gettext_lazy("Play: choose, plan, chat, vote, take over a seat, resign")
    TABLES = "tables", gettext_lazy("Tables and wishes: read, open, join, chat, get ready, leave")


class ApiToken(models.Model):
    """A token of a member. The token itself is shown once and not stored, only its digest, so that
    nobody who reads the database can use it."""

    member = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    """What it is for, in the member's words."""
    begins = models.CharField(max_length=12)
    """The first characters of the token, by which its member recognises it."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token in hexadecimal. Tokens are random, so nothing slower is needed."""
    password_digest = models.CharField(max_length=64)
    """SHA-256 of the member's stored password hash: a token ends when the password changes."""
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), default=list)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    """When it was last used, to the hour."""

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.begins}… of {self.member_id}"

    def is_valid(self, now: datetime) -> bool:
        """Whether the token still works: it has not ended, its member is active (and so is the
        owner, if it is a bot's), and the member's or the owner's password is the same as when it
        was made."""
        member = self.member
        person = member.owner or member
        return (
            self.ends_at > now
            and member.is_active
            and person.is_active
            and self.password_digest == digest_of(person.password)
        )


def digest_of(secret: str) -> str:
    """What is stored of a random secret: its SHA-256, in hexadecimal."""
    return sha256(secret.encode(errors="replace")).hexdigest()
