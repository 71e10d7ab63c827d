"""Takes an uploaded record, shows its progress, and then its game.

Only the browser that sent a record can see it. A signed cookie gives access, and only to the member
who was logged in when it was sent, or to no member if nobody was.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from redis import RedisError

from engines import registry
from engines.rules import Json
from games.archive.uploads import queue, tasks, words
from games.models import Upload
from games.pages.answers import STATUS, View, ask_again, refusals_as_json, unpacked_for
from games.pages.views import page_data
from transport.limits import STEPS, UPLOADS, count, rate_key_of
from transport.refusals import RateLimited, Refused
from transport.requests import counted, with_retry_after

COOKIE = settings.UPLOADS_COOKIE_NAME
COOKIE_SECONDS = 86400

LARGEST = 1024 * 1024
"""The most bytes of a record."""


class UploadForm(forms.Form):
    """One file of at most the size of a record."""

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
        """Returns the content of the file."""
        record: bytes = self.cleaned_data["record"].read()
        if len(record) > LARGEST:
            raise forms.ValidationError(
                gettext("That file is larger than 1 MB. Game files are smaller.")
            )
        return record


@contextmanager
def away_refused() -> Iterator[None]:
    """Turns RedisError into a refusal."""
    try:
        yield
    except RedisError:
        raise Refused("not-now", words.AWAY) from None


def json_view(view: View) -> View:
    """Makes a view safe and never cached; it answers with refusals as JSON."""
    return never_cache(require_safe(refusals_as_json(away_refused()(view))))


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Shows a form for a record; a record that it accepts gets a page of its own."""
    if request.method != "POST":
        return _form_page(request, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    sender, token = rate_key_of(request), _token(request, secrets.token_urlsafe(24))
    try:
        count(UPLOADS, sender)
        if not form.is_valid():
            return _form_page(request, form, status=400)
        with away_refused():
            found = queue.admit(form.cleaned_data["record"], sender, token)
    except Refused as refused:
        return _refusal_page(request, refused)
    response = redirect("uploaded-record", found.public_id)
    response.set_signed_cookie(
        COOKIE,
        token.partition(" ")[0],
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
    """Shows the game page with the record, or its progress, or why it is not shown."""
    try:
        found, result = _opened(request, upload_id)
    except Refused as refused:
        return _refusal_page(request, refused)
    if found.state == Upload.State.REFUSED:
        return _form_page(request, UploadForm(), refused=_told(found, result))
    if found.state != Upload.State.SHOWN:
        context = {"upload_id": upload_id, "upload": found, "told": _told(found, result)}
        return render(request, "games/replaying.html", context)
    return render(request, "games/page.html", _page_context(request, result["head"]))


@json_view
def state_json(request: HttpRequest, upload_id: str) -> HttpResponse:
    """Returns the progress of an upload. A page that stops asking counts as closed."""
    found, result = _opened(request, upload_id)
    progress = {"step": found.step, "steps": found.steps}
    return JsonResponse({"state": found.state, "words": _told(found, result), **progress})


@json_view
def shown_json(request: HttpRequest, upload_id: str) -> HttpResponse:
    """Returns the snapshot, all lines and the log of a record, for its page."""
    found, _ = _opened(request, upload_id)
    page = found.part("page")
    if page is None:
        raise Refused("not-found", words.GONE)
    return unpacked_for(request, page)


@json_view
@counted(STEPS)
def extra_json(request: HttpRequest, upload_id: str, number: int, name: str) -> HttpResponse:
    """Returns an extra of the state after a step, such as areas; 202 means: ask again soon."""
    found, result = _opened(request, upload_id)
    head = result.get("head")
    if head is None:
        raise Refused("not-found", words.GONE)
    extras = [extra.name for extra in registry.game(head["game"]["variant"]).extras]
    if number > head["step"]["step"] or name not in extras:
        raise Refused("not-found", "This game has nothing of that name.")
    body = tasks.answer(found, name, number)
    return ask_again() if body is None else unpacked_for(request, body)


@away_refused()
def _opened(request: HttpRequest, upload_id: str) -> tuple[Upload, Json]:
    """Returns the upload, if this browser sent it, and how its replay ended; empty while it
    runs."""
    found = queue.look(upload_id, _token(request))
    if found.state == Upload.State.WAITING:
        tasks.ask_for_replay()
    if found.state in (Upload.State.WAITING, Upload.State.REPLAYING):
        return found, {}
    result = found.part("result")
    if result is None:
        raise Refused("not-found", words.GONE)
    return found, result


def _form_page(
    request: HttpRequest, form: UploadForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {"form": form, "largest": LARGEST, "refused": refused}
    return render(request, "games/upload.html", context, status=status)


def _refusal_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    status = STATUS[refused.code]
    response = _form_page(request, UploadForm(), refused=refused.message, status=status)
    return with_retry_after(response, refused) if isinstance(refused, RateLimited) else response


def _page_context(request: HttpRequest, head: Json) -> dict[str, Any]:
    snapshot, outcome = words.named(head), head["step"]["outcome"]
    by_leaving = outcome is not None and outcome["reason"] == "leave"
    return {
        "engine": registry.game(head["game"]["variant"]),
        "snapshot": snapshot,
        "seats": snapshot["seats"],
        "page_data": page_data(request, record=f"{request.path}shown.json"),
        "everyone_left": by_leaving and all(seat["left"] for seat in head["seats"]),
    }


def _told(found: Upload, result: Json) -> str:
    """Returns the text that the reader gets about an upload."""
    if found.state == Upload.State.WAITING:
        return words.waiting(queue.ahead_of(found))
    if found.state == Upload.State.REPLAYING:
        return str(words.PLAYING)
    return words.not_shown(**result) if found.state == Upload.State.REFUSED else ""


def _token(request: HttpRequest, otherwise: str = "") -> str:
    """Returns the token that opens this browser's uploads for whoever is logged in. ``otherwise``
    is used if the browser has no cookie of ours."""
    kept = request.get_signed_cookie(COOKIE, otherwise, salt=__name__, max_age=COOKIE_SECONDS)
    return f"{kept} {request.user.pk or ''}"
