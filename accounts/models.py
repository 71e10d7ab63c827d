"""People: members and bots, invitations, preferences and suspensions."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.lookups import Contains
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.lookalikes import lookalike_key
from accounts.names import LONGEST_KEY, LONGEST_NAME, NAME_TAKEN, name_key, validate_name
from pages.palette import DEFAULT_MARK, DEFAULT_STONE

NAME_RESERVED_FOR = timedelta(days=365)
"""How long nobody else may take a member's former name, or one that looks like it."""
NAME_SHOWN_FOR = timedelta(days=30)
"""How long the member's page shows a former name, and the page's old address leads there."""


class NameKeyField(models.CharField):
    """The form of ``username`` in which names are compared; updated whenever the row is saved.

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
    """A member, or a bot: an account that the server plays."""

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
    helped_at = models.DateTimeField(null=True, editable=False)
    """When somebody else became able to log in as this member (:mod:`accounts.helped`); None if
    nobody did."""
    helped_address = models.CharField(max_length=40, blank=True, default="", editable=False)
    """A keyed hash of the address that the member had at that time."""
    last_seen_on = models.DateField(gettext_lazy("last seen"), null=True, editable=False)
    """The last day, in UTC, on which they used the site while logged in; nothing finer is kept."""

    objects: ClassVar[MemberManager] = MemberManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        verbose_name = gettext_lazy("member")  # type: ignore[assignment]
        verbose_name_plural = gettext_lazy("members")  # type: ignore[assignment]
        ordering = ["username"]

    def __str__(self) -> str:
        return self.username

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

    # Without a constraint: a request may still store the session of a member who is being deleted.
    user = models.ForeignKey(
        User, null=True, on_delete=models.CASCADE, db_constraint=False, related_name="sessions"
    )

    def __str__(self) -> str:
        """Not the key, which would log in anyone who reads it."""
        if self.user is None:
            return gettext("session of a visitor")
        return gettext("session of %(name)s") % {"name": self.user}

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """The class that reads and writes the rows."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


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
        """``open``, or why it lets nobody in: ``revoked``, ``expired`` or ``used-up``."""
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


class Preferences(models.Model):
    """One member's preferences. Without a row, the defaults apply."""

    class BoardLook(models.TextChoices):
        WOOD = "wood", gettext_lazy("Wood")
        PAPER = "paper", gettext_lazy("Paper")
        SLATE = "slate", gettext_lazy("Slate")

    class Theme(models.TextChoices):
        SYSTEM = "system", gettext_lazy("Same as this device")
        LIGHT = "light", gettext_lazy("Light")
        DARK = "dark", gettext_lazy("Dark")

    class Motion(models.TextChoices):
        SYSTEM = "system", gettext_lazy("Same as this device")
        REDUCED = "reduced", gettext_lazy("Reduced")
        FULL = "full", gettext_lazy("Full")

    class Confirm(models.TextChoices):
        TOUCH = "touch", gettext_lazy("On touch screens")
        ALWAYS = "always", gettext_lazy("Always")
        NEVER = "never", gettext_lazy("Never")

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="preferences")
    stone_colour = models.CharField(max_length=20, default=DEFAULT_STONE)
    mark_colour = models.CharField(max_length=20, default=DEFAULT_MARK)
    board_look = models.CharField(max_length=10, choices=BoardLook, default=BoardLook.WOOD)
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)
    sounds = models.BooleanField(default=True)
    confirm_sealing = models.CharField(max_length=10, choices=Confirm, default=Confirm.TOUCH)
    """``touch``: only on touch screens, and only if the choice may end the turn."""
    show_heat = models.BooleanField(default=True)
    always_signs = models.BooleanField(default=False)
    """Whether stones that already differ by light and dark have signs, too."""
    motion = models.CharField(max_length=10, choices=Motion, default=Motion.SYSTEM)
    time_zone = models.CharField(max_length=60, blank=True)
    """An IANA name; empty means the browser's own."""
    browser_zone = models.CharField(max_length=60, blank=True)
    """The time zone of the browser that the member used last, for messages sent to them."""
    language = models.CharField(max_length=10, blank=True)
    """One of ``settings.LANGUAGES``; empty means what the browser asks for."""
    hides_profile = models.BooleanField(default=False)
    """Whether the profile is hidden from visitors; members always see it."""

    class Meta:
        verbose_name_plural = gettext_lazy("preferences")

    def __str__(self) -> str:
        return gettext("preferences of %(name)s") % {"name": self.user}

    @classmethod
    def of(cls, user: User | AnonymousUser | None) -> Preferences:
        """The user's preferences, or the defaults (not saved) if there are none.

        For the user of a request they are already loaded (``accounts.backends``).
        """
        own = getattr(user, "preferences", None)
        return own if isinstance(own, cls) else cls()


class DaysOff(models.Model):
    """A period in which a member is off, from ``first`` to ``last``. ``begins_at`` and ``ends_at``
    are worked out in the member's time zone when the period is entered."""

    member = models.ForeignKey(User, on_delete=models.CASCADE, related_name="days_off")
    first = models.DateField()
    last = models.DateField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"

    @property
    def count(self) -> int:
        """The number of days."""
        return (self.last - self.first).days + 1


class Measure(models.Model):
    """What a moderator did about a member, and why."""

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
        """The member's restriction in force at ``now``, of several the one that ends last; None if
        there is none."""
        if not isinstance(user, User):
            return None
        found: Self | None = cls.objects.holding(now).filter(user=user).order_by("-until").first()
        return found

    @classmethod
    def holds_for_any(cls, users: Iterable[User], now: datetime) -> bool:
        """Whether one of these members is under such a restriction at ``now``."""
        return cls.objects.holding(now).filter(user__in=users).exists()


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


class Mute(models.Model):
    """``member`` does not want to read what ``muted`` writes in chats."""

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="mutes"
    )  # the constraint's index is enough
    muted = models.ForeignKey(User, on_delete=models.CASCADE, related_name="muted_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["muted__username"]
        constraints = [
            models.UniqueConstraint(fields=["member", "muted"], name="a_member_is_muted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.muted_id} for {self.member_id}"
