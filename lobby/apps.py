"""The lobby app."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Registers the app with Django."""

    name = "lobby"
