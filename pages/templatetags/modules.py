"""Browser modules in templates."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT = re.compile(r'(?:^|;)(?:import|export)\b(?:[^"\';]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
"""Matches imports as modules write them, and as in the image, where all are on one line."""


@register.simple_tag
def module_preloads(*entries: str) -> SafeString:
    """Returns links that fetch these modules and everything that they import in parallel.

    Without the links, a browser discovers each level of imports only after it has read the level
    before.
    """
    paths = dict.fromkeys(path for entry in entries for path in imported(entry))
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(path),) for path in paths)
    )


@cache
def imported(path: str) -> tuple[str, ...]:
    """Returns the module at ``path`` (in the static folder) and all that it imports, once each."""
    found: dict[str, None] = {}
    waiting = [path]
    while waiting:
        module = waiting.pop(0)
        if module in found:
            continue
        found[module] = None
        source = finders.find(module)
        if source is not None:
            names = _IMPORT.findall(Path(source).read_text(encoding="utf-8"))
            here = posixpath.dirname(module)
            waiting += [posixpath.normpath(posixpath.join(here, name)) for name in names]
    return tuple(found)
