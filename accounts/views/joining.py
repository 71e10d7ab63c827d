"""Registering by invitation."""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import complete_signup
from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms.joining import CodeAgainForm, CodeForm, JoinForm
from accounts.guests import guest_of
from accounts.invitations import try_code
from accounts.services.invitations import register_member
from transport.refusals import Refused

STATUS_OF = {"too-many": 429}


@never_cache
@require_http_methods(["GET", "POST"])
def ask_for_code(request: HttpRequest) -> HttpResponseBase:
    """Explains how the club works and asks for an invitation code."""
    if request.user.is_authenticated:
        return _already_a_member(request)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask(request, form)
    try:
        invitation = try_code(request, form.cleaned_data["code"], timezone.now())
    except Refused as refused:
        form.add_error("code", refused.message)
        status = STATUS_OF.get(refused.code, 200)
        return _ask(request, form, status=status)
    return redirect(invitation)


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "POST"])
@rate_limit(action="signup")
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """The form for a new member, with the code from the link filled in."""
    if request.user.is_authenticated:
        return _already_a_member(request)
    if request.method == "POST":
        return _register(request)
    try:
        invitation = try_code(request, code, timezone.now())
    except Refused as refused:
        ask = CodeForm({"code": code})
        ask.add_error("code", refused.message)
        status = STATUS_OF.get(refused.code, 404)
        return _ask(request, ask, status=status)
    code_form = CodeAgainForm(initial={"code": invitation.code})
    return _page(request, code_form, JoinForm())


def _ask(request: HttpRequest, form: CodeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "guest": guest_of(request)}
    return render(request, "accounts/ask_for_code.html", context, status=status)


def _register(request: HttpRequest) -> HttpResponseBase:
    """Checks the code first; without a valid one, nothing else is checked."""
    now = timezone.now()
    code_form = CodeAgainForm(request.POST)
    typed = JoinForm(initial={name: request.POST.get(name, "") for name in ("username", "email")})
    if not code_form.is_valid():
        return _page(request, code_form, typed)
    code = code_form.cleaned_data["code"]
    try:
        try_code(request, code, now)
    except Refused as refused:
        return _refused(request, code_form, typed, refused)
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _page(request, code_form, form)
    data = form.cleaned_data
    try:
        user = register_member(
            code=code,
            name=data["username"],
            password=data["password1"],
            email=data.get("email", ""),
            now=now,
            guest=guest_of(request),
        )
    except Refused as refused:  # somebody else was faster
        return _refused(request, code_form, form, refused)
    record_authentication(request, user, method="password")
    return complete_signup(request, user, None, None)


def _refused(
    request: HttpRequest, code_form: CodeAgainForm, form: JoinForm, refused: Refused
) -> HttpResponse:
    if refused.code == "name-taken":
        form.add_error("username", refused.message)
    else:
        code_form.add_error("code", refused.message)
    return _page(request, code_form, form, status=STATUS_OF.get(refused.code, 200))


def _page(
    request: HttpRequest, code_form: CodeAgainForm, form: JoinForm, status: int = 200
) -> HttpResponse:
    context = {"code_form": code_form, "form": form, "guest": guest_of(request)}
    return render(request, "accounts/join.html", context, status=status)


def _already_a_member(request: HttpRequest) -> HttpResponse:
    messages.info(request, gettext("You are a member already, and logged in."))
    return redirect("home")
