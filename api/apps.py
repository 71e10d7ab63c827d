"""The API as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """It has no models of its own: tokens belong to accounts."""

    name = "api"
