"""The page for changing one's name."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.names import ChangeNameForm
from accounts.models import User
from accounts.services.names import change_own_name, name_is_kept_until
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
@reauthentication_required(allow_get=True)
def change_name(request: HttpRequest) -> HttpResponse:
    """The form for changing one's name; if it is too early, the page says when that is possible."""
    member = User.objects.get(pk=cast("User", request.user).pk)
    now = timezone.now()
    form = ChangeNameForm(request.POST if request.method == "POST" else None, member=member)
    kept_until = name_is_kept_until(member, now)
    if kept_until is None and form.is_valid():
        before = member.username
        try:
            change_own_name(member=member, name=form.cleaned_data["username"], now=now)
        except Refused as refused:
            form.add_error("username", refused.message)
        else:
            told = {"before": before}
            get_adapter().send_notification_mail("account/email/name_changed", member, told)
            words = gettext("You are now called %(name)s. Log in with this name from now on.")
            messages.success(request, words % {"name": member.username})
            return redirect("account")
    context = {"form": form, "kept_until": kept_until, "name": member.username}
    return render(request, "accounts/change_name.html", context)
