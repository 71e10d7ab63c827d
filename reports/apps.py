"""The reports app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class ReportsConfig(AppConfig):
    """Registers the app with Django, and its jobs with the scheduler."""

    name = "reports"
    verbose_name = gettext_lazy("Reports")

    def ready(self) -> None:
        """Registers jobs and a part of the data export, once the models are loaded."""
        from reports import own_data, schedule

        schedule.register_jobs()
        own_data.register_parts()
