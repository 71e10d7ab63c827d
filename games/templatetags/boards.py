"""The boards of the games in templates: their browser modules and style sheets."""

from __future__ import annotations

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from engines.registry import GAMES

register = template.Library()


@register.simple_tag
def board_module(variant: str) -> str:
    """The address of the board of a game: folders are named after the games' slugs."""
    return static(f"js/boards/{variant}/index.js")


@register.simple_tag
def board_styles(*variants: str) -> SafeString:
    """Links to the style sheets of these games' boards, where a game has its own; with no
    argument, of all games' boards."""
    slugs = variants or tuple(game.slug for game in GAMES)
    paths = (f"css/boards/{slug}.css" for slug in slugs)
    return format_html_join(
        "\n",
        '<link rel="stylesheet" href="{}">',
        ((static(path),) for path in paths if finders.find(path)),
    )
