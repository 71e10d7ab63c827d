"""How one member likes the site."""

from __future__ import annotations

from django.forms import model_to_dict

from accounts.models import Preferences


def save_preferences(*, preferences: Preferences) -> None:
    """Stores a member's preferences, the first time too.

    Two pages that save at once leave the later one's; there is one row a member.
    """
    values = model_to_dict(preferences, exclude=["id", "user"])
    Preferences.objects.update_or_create(user=preferences.user, defaults=values)
