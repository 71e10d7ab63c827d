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
        from games.store.subscribers import RunTopic, subscribe, subscribe_sql
        from lobby import publishing as tables
        from notices import channels, mail, own_data, schedule
        from notices.hooks import club
        from notices.hooks.sending import BY_HOOK
        from notices.live import hints_of_choices
        from notices.push import devices, keys
        from notices.push.sending import PUSH
        from notices.services.accounts import write_account_notices
        from notices.services.writing import (
            hint_at_table,
            write_game_notices,
            write_table_notices,
        )

        subscribe_sql(write_game_notices, RunTopic.COURSE)
        subscribe(hints_of_choices, RunTopic.CHOICES)
        subscribe_sql(club.tell_beginning, RunTopic.BEGINNING)
        subscribe_sql(club.tell_end, RunTopic.END)
        tables.subscribe(write_table_notices)
        tables.subscribe(hint_at_table)
        tables.subscribe(club.write_table_calls)
        publishing.subscribe(write_account_notices)
        channels.register(PUSH)
        channels.register(mail.BY_MAIL)
        channels.register(BY_HOOK)
        schedule.register_jobs()
        own_data.register_parts()
        devices.connect_signals()
        checks.register(keys.check_key)
