"""``/service-worker.js``: what a browser runs when a push comes and no page of the site is open."""

from __future__ import annotations

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.middleware import without_session

SOURCE = "js/service-worker.js"


@without_session
@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script, with the addresses of its pictures before it. It stands at the root so that it
    serves every page; browsers ask for it again before they go on using the one they have."""
    icon, badge = (json.dumps(static(file)) for file in ("icons/app-192.png", "icons/badge-96.png"))
    source = finders.find(SOURCE)
    assert isinstance(source, str)
    script = f"const ICON = {icon};\nconst BADGE = {badge};\n{Path(source).read_text()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
