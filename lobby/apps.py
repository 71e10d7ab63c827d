"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Registers the app with Django, and lets the lists hear of the games."""

    name = "lobby"

    def ready(self) -> None:
        """Listens; only now are the models there."""
        from games.publishing import listen
        from lobby.live import hints_of_run

        listen(hints_of_run)
