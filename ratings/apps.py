"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class RatingsConfig(AppConfig):
    """Registers the app with Django and subscribes it to games."""

    name = "ratings"
    verbose_name = gettext_lazy("Ratings")

    def ready(self) -> None:
        """Subscribes to games, tells them how strong members are and registers jobs, once the
        models are loaded."""
        from games.store.strength import RatingSource, provide_ratings
        from games.store.subscribers import RunTopic, subscribe_sql
        from ratings import own_data, schedule
        from ratings.listing import ratings_by_game
        from ratings.services import bots
        from ratings.services.noting import note_end
        from ratings.skill import MIDDLE

        subscribe_sql(note_end, RunTopic.END)
        subscribe_sql(bots.note_end, RunTopic.END)
        provide_ratings(RatingSource(ratings_by_game, MIDDLE, bots.ratings_of_bots))
        schedule.register_jobs()
        own_data.register_parts()
