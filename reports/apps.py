"""The reports app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ReportsConfig(AppConfig):
    """Registers the app with Django, and says what is due."""

    name = "reports"
    verbose_name = gettext_lazy("Reports")

    def ready(self) -> None:
        """Only now are the models there."""
        from reports import own_data, schedule

        schedule.register_jobs()
        own_data.register_parts()
