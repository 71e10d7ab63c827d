"""Files that programs look for at fixed addresses: the manifest, the service worker,
security.txt."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.middleware import without_session
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
GOOD_FOR = timedelta(days=90)
"""How long a reader may rely on the file; its expiry date moves on every day."""
SERVICE_WORKER = "js/service-worker.js"


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """``/.well-known/security.txt`` (RFC 9116): the contact from the settings; 404 if there is
    none."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    ends = (timezone.now() + GOOD_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
        f"Expires: {ends:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    )
    return HttpResponse("\n".join((*lines, "")), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """``/manifest.webmanifest``: what a phone or computer needs to install the site
    (https://www.w3.org/TR/appmanifest/). It is the same for everybody with the same language."""
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


@without_session
@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """``/service-worker.js``: the script that a browser runs when a push arrives, even without an
    open page, with the addresses of its pictures in front. It must be at the root to serve every
    page. Browsers check for a new version before using a cached one."""
    icon, badge = (json.dumps(static(file)) for file in ("icons/app-192.png", "icons/badge-96.png"))
    source = finders.find(SERVICE_WORKER)
    assert isinstance(source, str)
    script = f"const ICON = {icon};\nconst BADGE = {badge};\n{Path(source).read_text()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
