"""Installs the app, so that Django finds its management commands."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class DatabaseConfig(AppConfig):
    """Registers the check of the database's version; the app has no models."""

    name = "database"

    def ready(self) -> None:
        """Registers the check."""
        from database.squashing import refuse_older_databases

        register(refuse_older_databases, Tags.database)
