"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the app with Django, and lets sockets hear of sessions that end."""

    name = "games"

    def ready(self) -> None:
        """Connects the signals; only now are the models there."""
        from games.live.session_ends import connect_signals

        connect_signals()
