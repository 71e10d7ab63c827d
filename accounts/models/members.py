"""Members and bots: their names, former names, sessions and links to set a password."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.lookups import Contains
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.lookalikes import lookalike_key
from accounts.names import LONGEST_KEY, LONGEST_NAME, NAME_TAKEN, name_key, validate_name

NAME_RESERVED_FOR = timedelta(days=365)
"""How long nobody else may take a member's former name, or one that looks like it."""


NAME_SHOWN_FOR = timedelta(days=30)
"""How long the member's page shows a former name, and the page's old address leads there."""


class NameKeyField(models.CharField):
    """``username`` normalised for comparing names; updated whenever the row is saved.

    A column of its own: ``lower(username)`` depends on the database's locale, and lowers fewer
    letters than names have. A unique index over it could let both Jörg and JÖRG register.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The key of the name that is being saved."""
        key = name_key(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class LookalikeKeyField(models.CharField):
    """The key that names have in common if they look alike; updated from ``username`` whenever the
    row is saved. Not unique: some names are older than the rule."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The key of the name that is being saved."""
        key = lookalike_key(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


@NameKeyField.register_lookup
class Named(Contains):
    """``name_key__named="jö"``: names that contain this text, ignoring case."""

    lookup_name = "named"

    def get_prep_lookup(self) -> str:
        """The search text in the form in which names are compared."""
        return name_key(super().get_prep_lookup())

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        """The database's operator for searching in a text."""
        return str(connection.operators["contains"] % rhs)


class MemberManager(UserManager["User"]):
    """Finds people by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> User:
        """The user with this name, ignoring case; Django looks it up at login. Raises
        ``User.DoesNotExist``."""
        return self.get(name_key=name_key(username or ""))


class User(AbstractUser):
    """The account of a member, of a bot that the server plays, or of a member's own bot. Guests,
    who play without signing up, have a row here, too, which is deleted a day after their last
    choice."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        gettext_lazy("name"),
        max_length=LONGEST_NAME,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": NAME_TAKEN},
    )
    name_key = NameKeyField(max_length=LONGEST_NAME * 3, unique=True, editable=False)
    lookalike_key = LookalikeKeyField(max_length=LONGEST_KEY, db_index=True, editable=False)
    is_bot = models.BooleanField(gettext_lazy("bot"), default=False)
    owner = models.ForeignKey(
        "self",
        verbose_name=gettext_lazy("owner"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="bots",
    )
    """The member whose program plays as this bot; None for the server's bots and for people."""
    is_guest = models.BooleanField(default=False, editable=False)
    bot_level = models.PositiveSmallIntegerField(null=True, editable=False)
    """How strong the bot is that the server plays as this account (``engines.bots.Level``). None
    for people and members' bots, and for bots from before there were levels, which are medium."""
    helped_at = models.DateTimeField(null=True, editable=False)
    """When somebody else became able to log in as this member (:mod:`accounts.helped`); None if
    nobody did."""
    helped_address = models.CharField(max_length=40, blank=True, default="", editable=False)
    """A keyed hash of the address that the member had at that time."""
    last_seen_on = models.DateField(gettext_lazy("last seen"), null=True, editable=False)
    """The last day (UTC) on which the member used the site while logged in. Not stored more
    precisely."""

    objects: ClassVar[MemberManager] = MemberManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        verbose_name = gettext_lazy("member")  # type: ignore[assignment]
        verbose_name_plural = gettext_lazy("members")  # type: ignore[assignment]
        ordering = ["username"]
        indexes = [
            models.Index("date_joined", name="guests", condition=Q(is_guest=True)),
            # A part of a name may be anywhere in it: all names are read, but not their wide rows.
            models.Index(
                fields=["name_key"],
                include=["id"],
                name="names_of_members",
                condition=Q(is_guest=False),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_member(self) -> bool:
        """Whether this is a person with an account."""
        return not (self.is_bot or self.is_guest)

    def get_full_name(self) -> str:
        """The name: there is only one."""
        return self.username

    def get_absolute_url(self) -> str:
        """The member's page."""
        return reverse("member", args=[self.username])

    def get_short_name(self) -> str:
        """The same name."""
        return self.username


class FormerNameQuerySet(models.QuerySet["FormerName"]):
    """Filters for former names."""

    def reserved(self, now: datetime) -> FormerNameQuerySet:
        """Names that nobody else may take yet."""
        return self.filter(given_up_at__gt=now - NAME_RESERVED_FOR)

    def shown(self, now: datetime) -> FormerNameQuerySet:
        """Names that pages still show; a name that a moderator replaced is never shown."""
        return self.filter(by_member=True, given_up_at__gt=now - NAME_SHOWN_FOR)


class FormerName(models.Model):
    """A name that a member had before. Deleted with the account, or after a year."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=LONGEST_NAME * 3, db_index=True)
    lookalike_key = models.CharField(max_length=LONGEST_KEY, db_index=True)
    by_member = models.BooleanField()
    """True if the member gave the name up; False if a moderator replaced it."""
    given_up_at = models.DateTimeField()

    objects = FormerNameQuerySet.as_manager()

    class Meta:
        ordering = ["-given_up_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Session(AbstractBaseSession):
    """A browser's session, with its member; None for a visitor.

    What the session notes (:mod:`accounts.sessions`) is in its data, which is signed.
    """

    # No constraint: a request may still store the session of a member who is being deleted.
    user = models.ForeignKey(
        User, null=True, on_delete=models.CASCADE, db_constraint=False, related_name="sessions"
    )

    def __str__(self) -> str:
        """The member, not the key, which would log in anyone who reads it."""
        if self.user is None:
            return gettext("session of a visitor")
        return gettext("session of %(name)s") % {"name": self.user}

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """The class that reads and writes the rows."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class PasswordLink(models.Model):
    """A link that a superuser made for a member who forgot the password; it works once. ``digest``
    is the hash of its secret part, which only that superuser gets to see."""

    member = models.ForeignKey(User, on_delete=models.CASCADE, related_name="password_links")
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"link for {self.member_id}"
