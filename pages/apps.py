"""The pages app."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Makes the tags and ``write_colours`` known to Django; it has no tables."""

    name = "pages"
