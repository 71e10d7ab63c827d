"""``/service-worker.js``: the script that a browser runs when a push arrives, even without an open
page."""

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
    """Returns the script, with the addresses of its pictures in front. It must be at the root to
    serve every page. Browsers check for a new version before using a cached one."""
    icon, badge = (json.dumps(static(file)) for file in ("icons/app-192.png", "icons/badge-96.png"))
    source = finders.find(SOURCE)
    assert isinstance(source, str)
    script = f"const ICON = {icon};\nconst BADGE = {badge};\n{Path(source).read_text()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
