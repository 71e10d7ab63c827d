"""Opening a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.roles import may_host
from engines.registry import GAMES
from engines.rules import Rules
from games.pages.access import get_game_for_viewer, refuse_suspended
from games.pages.answers import STATUS
from lobby.access import refuse_floods
from lobby.forms.members import FILLED, MembersTableForm
from lobby.forms.opening import OpenTableForm, defaults, kept_for, like, one_of
from lobby.forms.presets import PRESETS, Preset, preset_of
from lobby.forms.times import own_zone
from lobby.lists import TableRow
from lobby.models import Table
from lobby.offered import offered_games
from lobby.services import opening
from lobby.services.joining import join_table
from lobby.settings_words import details, summary
from lobby.similar import table_like
from lobby.views.parts import show
from lobby.views.tables import member_of
from transport.limits import TABLES, count, member_rate_key
from transport.refusals import Refused

OPEN, OPEN_ANYWAY = "open", "open-anyway"
"""What the form's buttons send as ``do`` to open the table; the second one although there is an
open table like it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def open_table(request: HttpRequest) -> HttpResponse:
    """The form that opens a table: the full one for hosts, a short one for other members.

    ``do=check`` describes the table in words, ``preset`` fills in a preset, ``do=open`` opens the
    table or offers an open one like it, ``do=open-anyway`` opens it in any case.
    """
    user = member_of(request)
    try:
        if request.method == "POST":  # keeps what was filled in; opening checks the rest
            opening.refuse_those_who_never_may(user)
            refuse_suspended(user, timezone.now())
        else:
            opening.refuse_opening(user, timezone.now())
    except Refused as refused:
        return _may_not_open(request, user, refused)
    if request.method != "POST":
        return _show(request, _first_form(user, request.GET))
    return _posted(request, user)


def _first_form(user: User, asked: QueryDict) -> OpenTableForm:
    """The form for the rules ``game``, or for a table like the one of the game with the id
    ``like``."""
    games = offered_games()
    with suppress(Refused):
        example = get_game_for_viewer(asked.get("like", ""))
        if example.engine in games:
            return _form(user, example.engine, initial=like(example))
    return _form(user, one_of(games, asked.get("game")))


def _may_not_open(request: HttpRequest, user: User, refused: Refused) -> HttpResponse:
    context = {"refused": refused, "tables": opening.tables_hosted_by(user)}
    return render(request, "lobby/may_not_open.html", context, status=403)


def _form(
    user: User,
    engine: Rules[Any],
    data: QueryDict | None = None,
    initial: Mapping[str, Any] | None = None,
) -> OpenTableForm:
    """The form for hosts, or the one for other members."""
    if data is None:
        initial = {**own_zone(user), **(initial or {})}
    kind = OpenTableForm if may_host(user) else MembersTableForm
    return kind(data, engine=engine, host=user, initial=initial, games=offered_games())


def _posted(request: HttpRequest, user: User) -> HttpResponse:
    engine = one_of(offered_games(), request.POST.get("variant"))
    shown = request.POST.get("shown", engine.slug)
    if request.POST.get("variant") == engine.slug != shown:
        return _show(request, _for_another_game(user, engine, request.POST))
    preset = preset_of(request.POST.get("preset"))
    if preset is not None:
        return _show(request, _with_preset(user, engine, request.POST, preset))
    form, do = _form(user, engine, request.POST), request.POST.get("do")
    opens = do in (OPEN, OPEN_ANYWAY)
    if not form.is_valid():
        return _show(request, form, status=400 if opens else 200)
    if not opens:
        return _show(request, form)
    like = table_like(form.table_settings, user) if do == OPEN else None
    if like is not None:
        return _show(request, form, like=like)
    try:
        refuse_floods(user)
        count(TABLES, member_rate_key(user))
        table = _open(user, form)
    except Refused as refused:
        form.add_error(None, refused.message)
        return _show(request, form, status=STATUS.get(refused.code, 400))
    return redirect(table)


def _for_another_game(user: User, engine: Rules[Any], data: QueryDict) -> OpenTableForm:
    """The form for ``engine``, chosen after the form for another game had been filled in
    (``data``). Keeps the values that fit; if they were those of a preset, applies that preset to
    the new game."""
    before = _form(user, one_of(GAMES, data.get("shown")), data)
    preset = next((preset for preset in PRESETS if before.holds(preset)), None)
    if preset is not None:
        return _with_preset(user, engine, data, preset)
    return _form(user, engine, initial=kept_for(_form(user, engine), data))


def _with_preset(user: User, engine: Rules[Any], data: QueryDict, preset: Preset) -> OpenTableForm:
    kept = kept_for(_form(user, engine), data)
    filled = {**kept, **preset.fields(engine), FILLED: preset.slug}
    return _form(user, engine, initial=filled)


def _open(host: User, form: OpenTableForm) -> Table:
    """Opens the table and, if the form says so, seats the host, in one transaction."""
    now = timezone.now()
    with transaction.atomic():
        table = opening.open_table(host=host, table_settings=form.table_settings, now=now)
        if form.takes_seat:
            join_table(table_id=table.pk, user=host, now=now)
    return table


def _show(
    request: HttpRequest, form: OpenTableForm, status: int = 200, like: TableRow | None = None
) -> HttpResponse:
    """The page with the form and its settings in words: the filled-in ones, or the defaults.
    ``like``: an open table that is offered instead."""
    said = form if form.is_bound else _as_filled_in(form)
    meant = said.table_settings if said.is_valid() else None
    context = {
        "form": form,
        "refused": status >= 400,
        "like": like,
        "summary": summary(meant) if meant else None,
        "details": details(meant) if meant else [],
    }
    return show(request, "lobby/open.html", "lobby/_open_form.html", context, status=status)


def _as_filled_in(form: OpenTableForm) -> OpenTableForm:
    """The same form, bound to the values that it shows."""
    shown = {**defaults(form.engine), **form.initial}
    data = QueryDict(mutable=True)
    for name, value in shown.items():
        several = value if isinstance(value, list) else ["" if value is None else value]
        data.setlist(name, several)
    return _form(form.host, form.engine, data)
