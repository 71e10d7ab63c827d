"""Choosing a new password with a link that a superuser made."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.passwords import PasswordByLinkForm
from accounts.services.password_links import find_password_link, use_password_link
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted

PAGE = "accounts/password_link.html"


@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
def password_link(request: HttpRequest, token: str) -> HttpResponse:
    """Asks for the new password, twice; then the member can log in with it."""
    now = timezone.now()
    try:
        member = find_password_link(token, now).member
        form = PasswordByLinkForm(request.POST if request.method == "POST" else None, user=member)
        if form.is_valid():
            password = form.cleaned_data["password1"]
            use_password_link(token=token, password=password, now=now)
            get_adapter().send_notification_mail("account/email/password_link_used", member)
            messages.success(request, gettext("Password changed. Log in with it now."))
            return redirect("account_login")
    except Refused as refused:
        return render(request, PAGE, {"refused": refused}, status=404)
    return render(request, PAGE, {"form": form, "member": member})
