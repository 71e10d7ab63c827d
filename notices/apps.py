"""The notices app."""

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy


class NoticesConfig(AppConfig):
    """Registers the app with Django, and subscribes it to games and tables."""

    name = "notices"
    verbose_name = gettext_lazy("Notifications")

    def ready(self) -> None:
        """Imports models, which are not loaded before."""
        from accounts import publishing
        from games.store.subscribers import subscribe_sql
        from lobby.publishing import subscribe
        from notices import channels, mail, own_data, schedule
        from notices.push import devices, keys
        from notices.push.sending import PUSH
        from notices.services.deeds import tell_of_deed
        from notices.services.telling import hint_at_table, tell_of_run, tell_of_table

        subscribe_sql(tell_of_run)
        subscribe(tell_of_table)
        subscribe(hint_at_table)
        publishing.subscribe(tell_of_deed)
        channels.register(PUSH)
        channels.register(mail.BY_MAIL)
        schedule.register_jobs()
        own_data.register_parts()
        devices.connect_signals()
        checks.register(keys.check_key)
