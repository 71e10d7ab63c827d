"""A picture of the board at the start of a table's game."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.pages.picture_views import ALONE, FOR_EVER, answer
from lobby.start import start_of
from lobby.views.tables import member_of, table_of
from transport.limits import PICTURES
from transport.requests import counted


@require_safe
@login_required
@csp_replace(ALONE)
@counted(PICTURES)
def table_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board of a table with the colours of those seated, in the look that the member prefers.
    Only for members who may see the table. A browser may keep the picture if ``?v=`` is its current
    version."""
    start = start_of(table_of(request, public_id), member_of(request))
    exactly = request.GET.get("v") == start.version
    return answer(request, start.picture(), shared=False, seconds=FOR_EVER if exactly else 0)
