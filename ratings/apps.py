"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class RatingsConfig(AppConfig):
    """Registers the app with Django and subscribes it to games."""

    name = "ratings"
    verbose_name = gettext_lazy("Ratings")

    def ready(self) -> None:
        """Subscribes to games and registers jobs, once the models are loaded."""
        from games.store.subscribers import subscribe_sql
        from ratings import own_data, schedule
        from ratings.services.noting import note_end

        subscribe_sql(note_end)
        schedule.register_jobs()
        own_data.register_parts()
