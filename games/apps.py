"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the app with Django, and says what is due in games."""

    name = "games"

    def ready(self) -> None:
        """Only now are the models there."""
        from games.clock.kinds import register_kinds

        register_kinds()
