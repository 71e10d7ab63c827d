"""The page of a member's webhook: set, test and remove it, and see whether it works."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.sessions import hidden_before
from notices.endpoints import LONGEST
from notices.hooks.sending import is_on
from notices.hooks.services import (
    confirm_webhook,
    remove_webhook,
    send_test,
    set_webhook,
)
from notices.models import Webhook
from transport.limits import COMMANDS, WEBHOOK_TESTS, count, rate_key_of
from transport.refusals import Refused
from transport.requests import counted


class WebhookForm(forms.Form):
    """The address of a webhook."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "In Discord: the settings of a channel, Integrations, Webhooks, Copy Webhook URL."
        ),
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@counted(COMMANDS)
@reauthentication_required(allow_get=True)
def webhook(request: HttpRequest) -> HttpResponse:
    """The member's webhook. Its secret is shown in the answer to the form, and never again."""
    if not is_on():
        raise Http404
    user, now = cast("User", request.user), timezone.now()
    hook = Webhook.objects.filter(member=user).select_related("member").first()
    is_helped = hidden_before(request.session) is not None
    if "remove" in request.POST or "test" in request.POST:
        return _change(request, hook)
    if "confirm" in request.POST and not is_helped:
        return _confirm(request, hook)
    form, made = WebhookForm(request.POST if request.method == "POST" else None), None
    if is_helped and request.method == "POST":
        form.add_error(None, gettext("In a session that began with help you cannot set webhooks."))
    elif form.is_valid():
        try:
            hook = made = set_webhook(member=user, address=form.cleaned_data["address"], now=now)
        except Refused as refused:
            form.add_error("address", refused.message)
        else:
            form = WebhookForm()
    tested = hook is not None and hook.calls.exists()
    context = {"hook": hook, "form": form, "made": made, "is_helped": is_helped, "tested": tested}
    return render(request, "notices/webhook.html", context)


def _change(request: HttpRequest, hook: Webhook | None) -> HttpResponse:
    if hook is None:
        messages.info(request, gettext("The webhook had already been removed."))
    elif "remove" in request.POST:
        remove_webhook(member=cast("User", request.user))
        messages.success(request, gettext("The webhook has been removed."))
    else:
        count(WEBHOOK_TESTS, rate_key_of(request))
        send_test(hook=hook, now=timezone.now())
        messages.success(
            request,
            gettext("A test is on its way. Reload this page in a few seconds to see the result."),
        )
    return redirect("webhook")


def _confirm(request: HttpRequest, hook: Webhook | None) -> HttpResponse:
    if hook is None:
        messages.info(request, gettext("The webhook had already been removed."))
    else:
        confirm_webhook(hook=hook, member=cast("User", request.user))
        messages.success(request, gettext("The webhook is on again."))
    return redirect("webhook")
