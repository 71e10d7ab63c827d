"""Members' own settings: preferences, days off, and muted members."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.models.members import User
from pages.palette import DEFAULT_MARK, DEFAULT_STONE


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
    """Days off of a member, from ``first`` to ``last``. ``begins_at`` and ``ends_at`` are computed
    in the member's time zone when the days are entered."""

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
