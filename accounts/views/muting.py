"""The page on which a member mutes others."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.muting import MuteForm
from accounts.models import User
from accounts.services.mutes import mute, unmute
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted, parse_int


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
def muted(request: HttpRequest) -> HttpResponse:
    """Lists the muted members; mutes a member by name, and unmutes."""
    user = cast("User", request.user)
    muted_id = parse_int(request.POST.get("unmute", ""))
    if muted_id is not None:
        unmute(member=user, muted_id=muted_id)
        return redirect("muted")
    form = MuteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            mute(member=user, muted=form.cleaned_data["name"], now=timezone.now())
        except Refused as refused:
            form.add_error("name", refused.message)
        else:
            messages.success(request, gettext("Muted."))
            return redirect("muted")
    context = {"form": form, "mutes": user.mutes.select_related("muted")}
    return render(request, "accounts/muted.html", context)
