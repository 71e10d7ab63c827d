"""Apps of libraries, set up as we need them."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Leaves out the extensions of htmx: we use none, and one refers to a missing file."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "django_htmx/ext/*"]
