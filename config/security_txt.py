"""``/.well-known/security.txt`` (RFC 9116): where to report a vulnerability."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=90)
"""How long a reader may rely on the file; its expiry date moves on every day."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Returns the contact from the settings; 404 if there is none."""
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
