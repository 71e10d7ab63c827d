"""Wishing for a game, and answering when one is found: forms on the home page and the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.pages.answers import STATUS, integer_of, text_of
from lobby.access import refuse_floods
from lobby.forms.wishing import WishForm
from lobby.services.matching import answer_match
from lobby.services.wishing import make_wish, withdraw_wish
from lobby.views.home import show_home
from lobby.views.parts import go_to
from lobby.views.tables import member_of, show_lobby
from lobby.wishes_shown import WishesShown
from transport.refusals import Refused

PAGES = {"home": show_home, "tables": show_lobby}
"""The pages with the forms, by the name that a form sends as ``page``."""

View = Callable[[HttpRequest], HttpResponse]


def _posted(act: Callable[[HttpRequest, User], HttpResponse]) -> View:
    """A view for members; a GET, such as a reload of a refusal, leads back to the page."""

    @login_required
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest) -> HttpResponse:
        return act(request, member_of(request)) if request.method == "POST" else redirect("home")

    return view


@_posted
def wish(request: HttpRequest, user: User) -> HttpResponse:
    """Stores what the member wishes for."""
    form = WishForm(request.POST)
    if not form.is_valid():
        return _refuse(request, user, 400, form=form)
    try:
        refuse_floods(user)
        make_wish(user=user, choice=form.choice, now=timezone.now(), is_there=True)
    except Refused as refused:
        return _refuse(request, user, STATUS.get(refused.code, 400), form=form, refused=refused)
    return redirect(_page(request))


@_posted
def withdraw(request: HttpRequest, user: User) -> HttpResponse:
    """Ends a wish of the member's."""
    try:
        refuse_floods(user)
        withdraw_wish(user=user, pace=text_of(request.POST.dict(), "pace"), now=timezone.now())
    except Refused as refused:
        return _refuse(request, user, STATUS.get(refused.code, 400), refused=refused)
    return redirect(_page(request))


@_posted
def answer(request: HttpRequest, user: User) -> HttpResponse:
    """Stores whether the member plays the game that was found; leads to it if it begins."""
    try:
        refuse_floods(user)
        fields = request.POST.dict()
        said = text_of(fields, "plays")
        if said not in ("yes", "no"):
            raise Refused("bad-command", "Choose yes or no.")
        match_id = integer_of(fields, "match")
        now, plays = timezone.now(), said == "yes"
        game = answer_match(user=user, match_id=match_id, plays=plays, now=now)
    except Refused as refused:
        return _refuse(request, user, STATUS.get(refused.code, 400), refused=refused)
    return redirect(_page(request)) if game is None else go_to(request, game.get_absolute_url())


def _page(request: HttpRequest) -> str:
    name = request.POST.get("page", "")
    return name if name in PAGES else "home"


def _refuse(request: HttpRequest, user: User, status: int, **shown: Any) -> HttpResponse:
    """The page from which the form came, with what was refused."""
    wishing = WishesShown.of(user, timezone.now(), **shown)
    return PAGES[_page(request)](request, user, wishing, status)
