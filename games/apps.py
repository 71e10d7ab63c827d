"""The games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class GamesConfig(AppConfig):
    """Registers the app with Django, and says what is due in games."""

    name = "games"
    verbose_name = gettext_lazy("Games")

    def ready(self) -> None:
        """Imports models, which are not loaded before."""
        from accounts.backends import load_along
        from games.archive import own_data
        from games.archive.noting import note_finished
        from games.schedule.jobs import register_jobs
        from games.store.metrics import count_run
        from games.store.punctuality import note_parts
        from games.store.subscribers import RunTopic, subscribe, subscribe_sql

        subscribe_sql(note_finished, RunTopic.END)
        subscribe_sql(note_parts, RunTopic.PARTING)
        subscribe(count_run, RunTopic.CHOICES, RunTopic.COURSE)
        load_along("punctuality")
        register_jobs()
        own_data.register_parts()
