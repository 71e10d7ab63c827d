"""The invitations that a member has made."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.joining import InviteForm
from accounts.models import Invitation, User
from accounts.services.invitations import (
    invitations_left,
    invite_as_member,
    none_left,
    revoke_own_invitation,
)
from transport.limits import COMMANDS, INVITATIONS, count, member_rate_key
from transport.refusals import Refused
from transport.requests import parse_int

SHOWN = 50
"""How many of a member's invitations the page shows, the newest first."""

STATUS = {"too-many": 403, "not-allowed": 403, "suspended": 403, "not-found": 404, "too-fast": 429}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """Makes, shows and withdraws the member's own invitations, and says how many are left."""
    member = cast("User", request.user)
    form = InviteForm(request.POST if "invite" in request.POST else None)
    if request.method != "POST":
        return _show(request, member, form)
    try:
        count(COMMANDS, member_rate_key(member))
        if "revoke" in request.POST:
            _revoke(request, member)
        elif form.is_valid():
            count(INVITATIONS, member_rate_key(member))
            note = form.cleaned_data["note"]
            invite_as_member(member=member, note=note, now=timezone.now())
            messages.success(request, gettext("Invitation made. Send its link to one person."))
        else:
            return _show(request, member, form, status=400)
    except Refused as refused:
        status = STATUS.get(refused.code, 400)
        return _show(request, member, form, refused=refused, status=status)
    return redirect("invitations")


def _revoke(request: HttpRequest, member: User) -> None:
    key = parse_int(request.POST["revoke"]) or 0
    revoke_own_invitation(member=member, invitation_id=key, now=timezone.now())
    words = gettext("Invitation withdrawn. Nobody can join with it any more.")
    messages.success(request, words)


def _show(
    request: HttpRequest,
    member: User,
    form: InviteForm,
    *,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    made = Invitation.objects.filter(creator=member).prefetch_related("uses__user")
    context = {
        "form": form,
        "refused": refused,
        "left": invitations_left(member, now),
        "none_left": none_left(member, now),
        "most": settings.INVITATIONS_PER_MEMBER,
        "made": [
            (each, each.state(now), request.build_absolute_uri(each.get_absolute_url()))
            for each in made[:SHOWN]
        ],
    }
    return render(request, "accounts/invitations.html", context, status=status)
