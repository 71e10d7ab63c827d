"""``/manifest.webmanifest``: what a phone or computer needs to install the site
(https://www.w3.org/TR/appmanifest/)."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from pages.templatetags.page import language_tag

PANEL, PAPER = "#fdfaf3", "#f4eee1"
"""The light theme's background of the header and of pages, as in ``static/css/tokens.css``. In the
dark theme, pages set the header's colour themselves (``theme-color``)."""
ICONS = (
    ("icons/app-192.png", 192, "any"),
    ("icons/app-512.png", 512, "any"),
    ("icons/app-maskable-512.png", 512, "maskable"),
)
"""The files, their sides in pixels, and whether they may be cropped to a shape (``make icons``)."""


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Returns the manifest, which is the same for everybody with the same language."""
    home = reverse("home")
    return JsonResponse(
        {
            "id": home,
            "name": "Miai",
            "short_name": "Miai",
            "description": gettext("A club for games in which everybody moves at once."),
            "lang": language_tag(),
            "start_url": home,
            "scope": home,
            "display": "standalone",
            "theme_color": PANEL,
            "background_color": PAPER,
            "icons": [
                {
                    "src": static(file),
                    "sizes": f"{side}x{side}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for file, side, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )
