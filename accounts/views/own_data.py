"""Downloading everything that the site stores about oneself."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.own_data import own_data
from transport.limits import OWN_DATA, count, rate_key_of


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@reauthentication_required()
def my_data(request: HttpRequest) -> HttpResponse:
    """Says what is in the file, with a button for downloading it."""
    if request.method == "GET":
        return render(request, "accounts/my_data.html")
    count(OWN_DATA, rate_key_of(request))
    now = timezone.now()
    found = own_data(User.objects.get(pk=cast("User", request.user).pk))
    answer = JsonResponse(
        {"made_at": now, **found}, json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    answer["Content-Disposition"] = f'attachment; filename="miai-{now:%Y-%m-%d}.json"'
    return answer
