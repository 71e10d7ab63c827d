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
"""As modules are written, and as they are in the image, where all of them are in one line."""


@register.simple_tag
def module_preloads(*entries: str) -> SafeString:
    """Links that fetch the modules named, and all that they import, side by side.

    Without them a browser finds out about each level of imports only when it has read the one
    before.
    """
    paths = dict.fromkeys(path for entry in entries for path in imported(entry))
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(path),) for path in paths)
    )


@cache
def imported(path: str) -> tuple[str, ...]:
    """The module at ``path`` (below the static folder) and all that it imports, once each."""
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
