"""Showing a record that somebody uploads: checked and replayed, and not stored."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.colours import palette_payload
from engines.game import Json
from engines.record import RecordError
from games.boards import has_board
from games.uploaded_record import ShownRecord, TooLong, shown_record
from games.views.pages import preferences_payload
from transport.limits import UPLOADS, TooFast, asker_of, count

LARGEST = 1024 * 1024
"""Bytes of a record; what a record holds may take seconds to replay."""


class UploadForm(forms.Form):
    """One file that holds a record."""

    record = forms.FileField(
        label="The record",
        help_text="A .json file of at most 1 MB, as the archive gives it. It is shown to you "
        "and not stored.",
        error_messages={
            "required": "Choose the file of a record first.",
            "empty": "That file is empty. Choose the file of a record.",
        },
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_record(self) -> ShownRecord:
        """The record, replayed."""
        file: UploadedFile = self.cleaned_data["record"]
        if file.size is None or file.size > LARGEST:
            raise forms.ValidationError("That file is larger than 1 MB. A record is smaller.")
        try:
            shown = shown_record(file.read())
        except RecordError as error:
            raise forms.ValidationError(f"This record cannot be replayed. {error}.") from None
        except TooLong:
            raise forms.ValidationError(
                "This record is right, but too long to be shown here. "
                "The command line replays it: python -m engines replay RECORD.json"
            ) from None
        if not has_board(shown.engine.slug):
            raise forms.ValidationError(
                f"This record is right, but there is no board for {shown.engine.name} here yet. "
                "The command line replays it: python -m engines replay RECORD.json"
            )
        return shown


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """A form for a record; and the record itself in the page of a game."""
    context = {"form": UploadForm(), "largest": LARGEST}
    if request.method != "POST":
        return render(request, "games/upload.html", context)
    try:
        count(UPLOADS, asker_of(request))
    except TooFast as refused:
        context["refused"] = refused.message
        response = render(request, "games/upload.html", context, status=429)
        response.headers["Retry-After"] = str(refused.retry_after)
        return response
    form = context["form"] = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "games/upload.html", context, status=400)
    return render(request, "games/page.html", _page_context(request, form.cleaned_data["record"]))


def _page_context(request: HttpRequest, shown: ShownRecord) -> dict[str, Any]:
    page_data: Json = {
        "socket": None,
        "address": None,
        "csrf": get_token(request),
        "step": 0,
        "lines": shown.lines,
        "log": shown.log,
        "log_after": 0,
        "preferences": preferences_payload(request.user),
        "palette": palette_payload(),
    }
    return {
        "engine": shown.engine,
        "snapshot": shown.snapshot(timezone.now()),
        "page_data": page_data,
    }
