"""A member's tokens for the API: the list, and making and ending them."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.tokens import TokenForm
from accounts.models import ApiToken, Scope, User
from accounts.services.tokens import end_token, make_token, working_tokens
from accounts.sessions import hidden_before
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted, parse_int


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
@reauthentication_required(allow_get=True)
def tokens(request: HttpRequest) -> HttpResponse:
    """Lists the member's tokens. A new one is shown in the answer to the form, and never again."""
    user = cast("User", request.user)
    if "end" in request.POST:
        return _end(request, user)
    is_helped = hidden_before(request.session) is not None
    form = TokenForm(request.POST if request.method == "POST" else None)
    made = None
    if is_helped and request.method == "POST":
        # A token would show what this session may not see.
        form.add_error(None, gettext("In a session that began with help you cannot make tokens."))
    elif form.is_valid():
        chosen = form.cleaned_data
        try:
            _, made = make_token(member=user, now=timezone.now(), **chosen)
        except Refused as refused:
            form.add_error(refused.at if isinstance(refused.at, str) else None, refused.message)
        else:
            form = TokenForm()
    context = {
        "tokens": [_shown(token) for token in working_tokens(member=user, now=timezone.now())],
        "form": form,
        "made": made,
        "is_helped": is_helped,
    }
    return render(request, "accounts/tokens.html", context)


def _shown(token: ApiToken) -> dict[str, Any]:
    words = dict(Scope.choices)
    return {"row": token, "scopes": [words[scope] for scope in token.scopes]}


def _end(request: HttpRequest, user: User) -> HttpResponse:
    wanted = parse_int(request.POST["end"], digits=18)
    if wanted is not None and end_token(member=user, token_id=wanted):
        messages.success(request, gettext("The token no longer works."))
    else:
        messages.info(request, gettext("That token had ended already."))
    return redirect("tokens")
