"""A member's account: its page, name, sessions, the file with their data, deletion."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms.names import ChangeNameForm
from accounts.forms.passwords import DeleteAccountForm
from accounts.models import User
from accounts.own_data import own_data
from accounts.roles import is_appointed, is_host
from accounts.second_factors import has_second_factor
from accounts.services.days_off import days_left
from accounts.services.invitations import invitations_left
from accounts.services.members import delete_account
from accounts.services.names import change_own_name, name_is_kept_until
from accounts.services.sessions import end_other_sessions, end_session
from accounts.sessions import handle_of, open_sessions
from transport.limits import COMMANDS, OWN_DATA, count, rate_key_of
from transport.refusals import Refused
from transport.requests import counted


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
        "has_webhooks": settings.WEBHOOKS,
        "hosts": is_host(user) or settings.EVERY_MEMBER_HOSTS,
    }
    return render(request, "accounts/account.html", context)


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


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@reauthentication_required(allow_get=True)
def sessions(request: HttpRequest) -> HttpResponse:
    """Lists the browsers in which the member is logged in; each can be logged out."""
    user = cast("User", request.user)
    if request.method == "POST":
        return _end(request, user)
    found = open_sessions(user, timezone.now())
    context = {"sessions": found, "here": handle_of(request.session.session_key)}
    return render(request, "accounts/sessions.html", context)


def _end(request: HttpRequest, user: User) -> HttpResponse:
    handle = request.POST.get("session", "")
    if handle == handle_of(request.session.session_key):
        return redirect("account_logout")
    if "others" in request.POST:
        end_other_sessions(user=user, kept=request.session.session_key)
        messages.success(request, gettext("You have been logged out everywhere else."))
    elif end_session(user=user, handle=handle):
        messages.success(request, gettext("That browser has been logged out."))
    else:
        messages.info(request, gettext("That browser was logged out already."))
    return redirect("sessions")


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
