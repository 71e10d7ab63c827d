"""A member's own pages: account, preferences, deleting the account."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms.passwords import DeleteAccountForm
from accounts.forms.preferences import PreferencesForm
from accounts.models import Preferences, User
from accounts.roles import is_appointed, is_host
from accounts.second_factors import has_second_factor
from accounts.services.days_off import days_left
from accounts.services.invitations import invitations_left
from accounts.services.members import delete_account, save_preferences
from accounts.sessions import open_sessions
from pages.palette import palette_payload


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The page with the member's data and links for changing them."""
    user = request.user
    context = {
        "address": EmailAddress.objects.filter(user=user).order_by("-primary").first(),
        "moderates": is_appointed(user),
        "has_second_factor": has_second_factor(cast("User", user)),
        "open_sessions": len(open_sessions(cast("User", user), timezone.now())),
        "invites": invitations_left(cast("User", user), timezone.now())
        if settings.INVITATIONS_PER_MEMBER
        else None,
        "days_off": days_left(cast("User", user), timezone.now()) if settings.DAYS_OFF else None,
        "hosts": is_host(user) or settings.EVERY_MEMBER_HOSTS,
    }
    return render(request, "accounts/account.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Shows and stores the member's preferences."""
    own = Preferences.of(request.user)
    own.user = cast("User", request.user)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=own)
    if form.is_valid():
        save_preferences(preferences=form.save(commit=False))
        messages.success(request, gettext("Preferences saved."))
        return redirect("preferences")
    context = {
        "form": form,
        "palette": palette_payload(),
    }
    return render(request, "accounts/preferences.html", context)


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Asks for the password once, then deletes the account."""
    form = DeleteAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _knows_password(request, form):
        delete_account(user=User.objects.get(pk=cast("User", request.user).pk))
        logout(request)
        messages.success(
            request, gettext("Your account has been deleted. Thank you for playing with us.")
        )
        return redirect("home")
    return render(request, "accounts/delete.html", {"form": form})


def _knows_password(request: HttpRequest, form: DeleteAccountForm) -> bool:
    adapter = get_adapter()
    try:
        if adapter.reauthenticate(request.user, form.cleaned_data["password"]):
            return True
        raise adapter.validation_error("incorrect_password")
    except ValidationError as error:  # wrong, or too many attempts
        form.add_error("password", error)
        return False
