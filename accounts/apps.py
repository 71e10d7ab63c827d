"""The accounts app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    """Registers the app with Django, makes the groups once the tables are there, and lets changes
    of how members log in have what follows, for open sockets too."""

    name = "accounts"
    verbose_name = "Membership"

    def ready(self) -> None:
        """Asks for the groups after every app's ``migrate``: the rights are of several apps."""
        from accounts import signals, sockets
        from accounts.services.roles import make_groups

        signals.connect_signals()
        sockets.connect_signals()
        post_migrate.connect(make_groups, dispatch_uid="accounts.make_groups")
