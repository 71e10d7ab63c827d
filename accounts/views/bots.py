"""The page of a member's own bots: the list, registering, renewing a token, and retiring."""

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

from accounts.forms.names import BotForm
from accounts.models import User
from accounts.services.bots import MOST_BOTS, register_bot, renew_token, retire_bot
from accounts.sessions import hidden_before
from transport.limits import COMMANDS
from transport.refusals import Refused
from transport.requests import counted, parse_int


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
@reauthentication_required(allow_get=True)
def bots(request: HttpRequest) -> HttpResponse:
    """Lists the member's bots. A new token is shown in the answer to the form, and never again."""
    user = cast("User", request.user)
    is_helped = hidden_before(request.session) is not None
    registers = request.method == "POST" and "username" in request.POST
    form = BotForm(request.POST if registers else None)
    made: tuple[User, str] | None = None
    if request.method == "POST":
        try:
            if "retire" in request.POST:
                return _retire(request, user)
            if is_helped:
                # A token would outlast such a session.
                raise Refused(
                    "not-allowed", "In a session that began with help you cannot make tokens."
                )
            if "renew" in request.POST:
                bot_id = _key(request.POST["renew"])
                made = renew_token(owner=user, bot_id=bot_id, now=timezone.now())
            elif form.is_valid():
                name = form.cleaned_data["username"]
                made = register_bot(owner=user, name=name, now=timezone.now())
                form = BotForm()
        except Refused as refused:
            messages.error(request, refused.message)
            return redirect("bots")
    return render(request, "accounts/bots.html", _context(user, form, made, is_helped))


def _context(
    user: User, form: BotForm, made: tuple[User, str] | None, is_helped: bool
) -> dict[str, Any]:
    now = timezone.now()
    own = list(user.bots.select_related("connection").order_by("date_joined", "pk"))
    tokens = [(bot, bot.api_tokens.first()) for bot in own]
    rows = [
        {
            "bot": bot,
            "is_connected": hasattr(bot, "connection") and bot.connection.is_open(now),
            "token": token if token is not None and token.is_valid(now) else None,
        }
        for bot, token in tokens
    ]
    has_room = len(own) < MOST_BOTS
    return {
        "rows": rows,
        "form": form,
        "made": made,
        "is_helped": is_helped,
        "has_room": has_room,
        "most": MOST_BOTS,
    }


def _retire(request: HttpRequest, user: User) -> HttpResponse:
    retired = retire_bot(owner=user, bot_id=_key(request.POST["retire"]))
    words = gettext("%(name)s is retired, and its token no longer works.")
    messages.success(request, words % {"name": retired.username})
    return redirect("bots")


def _key(text: str) -> int:
    """The key of a bot in a form; 0, which no bot has, if it cannot be read."""
    return parse_int(text, digits=18) or 0
