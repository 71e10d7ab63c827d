"""The accounts app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    """Sets up the app: its signals, periodic jobs and parts of the data export."""

    name = "accounts"
    verbose_name = gettext_lazy("Membership")

    def ready(self) -> None:
        """Connects the signals and registers jobs and parts. The groups are made after all apps
        have migrated, because their permissions are about models of several apps."""
        from accounts import own_data_parts, schedule, signals, sockets
        from accounts.services.roles import make_groups

        signals.connect_signals()
        sockets.connect_signals()
        schedule.register_jobs()
        own_data_parts.register_parts()
        post_migrate.connect(make_groups, dispatch_uid="accounts.make_groups")
