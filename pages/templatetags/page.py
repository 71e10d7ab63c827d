"""Template tags that every page may need."""

from __future__ import annotations

import posixpath
import re
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms import BoundField
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, to_locale

from pages.palette import DEFAULT_MARK, DEFAULT_STONE, KEYS

register = template.Library()

RING = SafeString('<circle class="swatch-mark" r="8"/>')
LETTER = '<text class="swatch-letter" y="0.5">{}</text>'

_IMPORT = re.compile(r'(?:^|;)(?:import|export)\b(?:[^"\';]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
"""Matches imports as modules write them, and as in the image, where all are on one line."""


@register.simple_tag
def language_tag() -> str:
    """Returns the page's language for browsers, such as ``en-GB``."""
    return to_locale(get_language() or settings.LANGUAGE_CODE).replace("_", "-")


@register.simple_tag
def languages() -> list[tuple[str, str, str, bool]]:
    """Returns the club's languages: code, tag for browsers, own name, and whether it is the current
    one. Empty if there is only one."""
    now = get_language()
    spoken = [
        (code, to_locale(code).replace("_", "-"), name, code == now)
        for code, name in settings.LANGUAGES
    ]
    return spoken if len(spoken) > 1 else []


@register.simple_tag
def texts_of_modules() -> SafeString | str:
    """Returns the script with the texts of browser modules in the page's language; empty for
    English."""
    path = _file_of_texts(to_locale(get_language() or settings.LANGUAGE_CODE))
    return format_html('<script defer src="{}"></script>', static(path)) if path else ""


@cache
def _file_of_texts(locale: str) -> str:
    """Returns the static file that ``languages.compiling`` makes for this locale; empty without
    one."""
    path = f"languages/{locale}.js"
    return path if finders.find(path) else ""


@register.simple_tag
def moment(value: datetime | None, style: str = "both") -> SafeString | str:
    """Returns a time, which the page shows in the viewer's time zone.

    ``style`` is ``both`` (date and time), ``date``, ``time`` or ``ago``. Without scripts, the text
    stays in UTC and says so.
    """
    return "" if value is None else _moment(value, style, get_language())


@register.simple_tag
def day(value: date) -> SafeString:
    """Returns a day, which is the same in every time zone."""
    text = date_format(value, gettext("j F Y"))
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), text)


@lru_cache(maxsize=2048)
def _moment(value: datetime, style: str, _language: str | None) -> SafeString:
    """Returns the time in the current language. Kept, as lists show the same times to everybody."""
    utc = value.astimezone(UTC)
    # Translators: how Django writes dates, https://docs.djangoproject.com/en/5.2/ref/templates/builtins/#date
    pattern = gettext("j F Y") if style == "date" else gettext("j F Y, H:i \\U\\T\\C")
    text = date_format(utc, pattern)
    return format_html(
        '<time datetime="{}" data-moment="{}">{}</time>',
        utc.isoformat(timespec="seconds").replace("+00:00", "Z"),
        style,
        text,
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Returns an icon of static/icons/icons.svg; with a label, an image with that name."""
    return _icon(static("icons/icons.svg"), name, str(label))


@lru_cache(maxsize=1024, typed=True)
def _icon(file: str, name: str, label: str) -> SafeString:
    address = f"{file}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>',
            label,
            address,
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)


@register.simple_tag
@lru_cache(maxsize=2048, typed=True)
def swatch(stone: str, mark: str = "", letter: str = "") -> SafeString:
    """Returns a small stone in its colour, with a seat's mark and letter.

    It is only decoration: the name beside it says whose stone it is.
    """
    ring = RING if mark else ""
    text = format_html(LETTER, letter) if letter else ""
    return format_html(
        '<svg class="swatch colour-{} mark-{}" viewBox="-16 -16 32 32" aria-hidden="true">'
        '<circle class="swatch-body" r="15"/>{}{}</svg>',
        stone if stone in KEYS else DEFAULT_STONE,
        mark if mark in KEYS else DEFAULT_MARK,
        ring,
        text,
    )


@register.filter
def focused_if_refused(field: BoundField) -> SafeString:
    """Returns a form's field; the form's first invalid field gets the focus when the page opens."""
    first = next((name for name in field.form.fields if name in field.form.errors), None)
    return field.as_widget(attrs={"autofocus": True} if field.name == first else {})


@register.simple_tag
def module_preloads(*entries: str) -> SafeString:
    """Returns links that fetch these modules and everything that they import in parallel.

    Without the links, a browser discovers each level of imports only after it has read the level
    before.
    """
    paths = dict.fromkeys(path for entry in entries for path in imported(entry))
    return _preloads(tuple(map(staticfiles_storage.url, paths)))


@lru_cache(maxsize=64)
def _preloads(addresses: tuple[str, ...]) -> SafeString:
    link = '<link rel="modulepreload" href="{}">'
    return format_html_join("\n", link, ((address,) for address in addresses))


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
