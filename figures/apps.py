"""The figures app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class FiguresConfig(AppConfig):
    """Registers the app with Django, subscribes it to the lobby, and registers its job."""

    name = "figures"
    verbose_name = gettext_lazy("Figures")

    def ready(self) -> None:
        """Subscribes to the lobby and registers the job, once the models are loaded."""
        from figures import schedule
        from figures.waiting import note_waiting
        from lobby.publishing import subscribe

        subscribe(note_waiting)
        schedule.register_jobs()
