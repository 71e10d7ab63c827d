"""The ratings app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Registers the app with Django, and lets it hear of games."""

    name = "ratings"

    def ready(self) -> None:
        """Only now are the models there."""
        from games.publishing import follow
        from ratings import clock, own_data
        from ratings.services.noting import note_end

        follow(note_end)
        clock.register_kinds()
        own_data.register_parts()
