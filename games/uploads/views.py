"""Taking a record that somebody uploads, and showing how far it is and then its game.

Only the browser that sent a record sees it again: a signed cookie opens it, to the member who was
logged in, or to nobody.
"""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from redis import RedisError

from engines import registry
from engines.rules import Json
from games.tasks import ask_about_upload
from games.uploads import questions, waiting, words
from games.uploads.allowance import Sender
from games.uploads.asked_for import Question
from games.uploads.receiving import LARGEST
from games.uploads.waiting import Upload
from games.views.answers import ask_again, refusals_as_json, unpacked_for
from games.views.pages import preferences_payload
from pages.palette import palette_payload
from transport.limits import STEPS, UPLOADS, RateLimited, count, rate_key_of
from transport.refusals import Refused
from transport.requests import counted, with_retry_after

COOKIE = settings.UPLOADS_COOKIE_NAME
COOKIE_SECONDS = 86400


class UploadForm(forms.Form):
    """One file that is no larger than a record."""

    record = forms.FileField(
        label=gettext_lazy("Game file"),
        help_text=gettext_lazy(
            "A .json file of at most 1 MB, as downloaded from the archive. It is shown to you and "
            "not stored."
        ),
        error_messages={
            "required": gettext_lazy("Choose a game file first."),
            "empty": gettext_lazy("That file is empty. Choose a game file."),
        },
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_record(self) -> bytes:
        """What the file holds."""
        file: UploadedFile = self.cleaned_data["record"]
        if file.size is None or file.size > LARGEST:
            raise forms.ValidationError(
                gettext("That file is larger than 1 MB. Game files are smaller.")
            )
        return file.read()


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """A form for a record; what it takes is shown at an address of its own."""
    if request.method != "POST":
        return _form_page(request)
    sender = Sender(rate_key_of(request), _token(request, secrets.token_urlsafe(24)))
    try:
        count(UPLOADS, sender.rate_key)
    except RateLimited as refused:
        return with_retry_after(_form_page(request, refused=refused.message, status=429), refused)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, form=form, status=400)
    try:
        upload_id = waiting.admit(form.cleaned_data["record"], sender)
    except waiting.Refused as refused:
        return _form_page(request, refused=str(refused), status=429)
    except RedisError:
        return _form_page(request, refused=str(words.AWAY), status=503)
    response = redirect("uploaded-record", upload_id)
    response.set_signed_cookie(
        COOKIE,
        sender.token.partition(" ")[0],
        salt=__name__,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@never_cache
@require_safe
def uploaded(request: HttpRequest, upload_id: str) -> HttpResponse:
    """The page of a game with the record, or how far it is, or why it is not shown."""
    try:
        found = waiting.look(upload_id, _token(request))
    except RedisError:
        return _form_page(request, refused=str(words.AWAY), status=503)
    if found is None:
        return _form_page(request, refused=str(words.GONE), status=404)
    if found.state == "refused":
        return _form_page(request, refused=found.words)
    if found.head is None:
        context = {"upload_id": upload_id, "upload": found, "told": _told(found)}
        return render(request, "games/replaying.html", context)
    return render(request, "games/page.html", _page_context(request, upload_id, found.head))


@never_cache
@require_safe
def state_json(request: HttpRequest, upload_id: str) -> HttpResponse:
    """How far an upload is. Whoever stops asking has left."""
    try:
        found = waiting.look(upload_id, _token(request))
    except RedisError:
        return JsonResponse({"message": str(words.AWAY)}, status=503)
    if found is None:
        return JsonResponse({"message": str(words.GONE)}, status=404)
    return JsonResponse(
        {
            "state": found.state,
            "words": _told(found),
            "step": found.step,
            "steps": found.steps,
        }
    )


@never_cache
@require_safe
def shown_json(request: HttpRequest, upload_id: str) -> HttpResponse:
    """The snapshot, all lines and the log of a record, for its page."""
    try:
        packed = waiting.packed(upload_id, _token(request))
    except RedisError:
        return JsonResponse({"message": str(words.AWAY)}, status=503)
    if packed is None:
        return JsonResponse({"message": str(words.GONE)}, status=404)
    return unpacked_for(request, packed)


@never_cache
@require_safe
@refusals_as_json
@counted(STEPS)
def extra_json(request: HttpRequest, upload_id: str, number: int, name: str) -> HttpResponse:
    """What can be worked out from the state after a step, such as areas; 202: ask again soon."""
    asked = Question(name, number)
    try:
        body = questions.find(upload_id, _token(request), asked)
    except RedisError:
        raise Refused("not-now", words.AWAY) from None
    if body is not None:
        return unpacked_for(request, body)
    ask_about_upload(upload_id, asked)
    return ask_again()


def _form_page(
    request: HttpRequest, *, form: UploadForm | None = None, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {"form": form or UploadForm(), "largest": LARGEST, "refused": refused}
    return render(request, "games/upload.html", context, status=status)


def _page_context(request: HttpRequest, upload_id: str, head: Json) -> dict[str, Any]:
    page_data: Json = {
        "socket": None,
        "address": None,
        "csrf": get_token(request),
        "step": None,
        "record": f"{request.path}shown.json",
        "log": [],
        "members": None,
        "log_after": 0,
        "preferences": preferences_payload(request.user),
        "palette": palette_payload(),
    }
    engine = registry.game(head["game"]["variant"])
    snapshot = words.named(head)
    outcome = head["step"]["outcome"]
    by_leaving = outcome is not None and outcome["reason"] == "leave"
    return {
        "engine": engine,
        "snapshot": snapshot,
        "seats": snapshot["seats"],
        "page_data": page_data,
        "everyone_left": by_leaving and all(seat["left"] for seat in head["seats"]),
    }


def _told(found: Upload) -> str:
    if found.state == "waiting":
        return words.waiting(found.before)
    return str(words.PLAYING) if found.state == "replaying" else found.words


def _token(request: HttpRequest, otherwise: str = "") -> str:
    """What opens the uploads of this browser, for whoever is logged in there; ``otherwise`` is
    taken where the browser has no cookie of ours."""
    kept = request.get_signed_cookie(COOKIE, otherwise, salt=__name__, max_age=COOKIE_SECONDS)
    return f"{kept} {request.user.pk or ''}"
