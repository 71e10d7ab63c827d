"""The pages app."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Makes template tags and ``write_colours`` known to Django; the app has no tables."""

    name = "pages"
