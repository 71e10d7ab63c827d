"""The lobby and the page of a table."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.roles import may_open_tables
from games.pages.answers import STATUS
from games.pages.cards import Card
from games.pages.picture_views import ALONE, FOR_EVER, answer
from games.pages.words import safe_title
from lobby import lists
from lobby.access import get_table_for_member, may_see, note_host
from lobby.addresses import LONGEST_ASKED, address_of_id
from lobby.models import Table, TableInvitation
from lobby.reliability_shown import waits_until
from lobby.settings_words import summary
from lobby.start import start_of
from lobby.table_page import TablePage
from lobby.table_rows import lost_in_words
from lobby.table_settings import table_settings_of
from lobby.views.parts import asks_for_part, go_to, show
from lobby.wishes_shown import WishesShown
from pages.palette import palette_payload
from transport.limits import PAGES, PICTURES
from transport.refusals import Refused
from transport.requests import counted, parse_int


@never_cache
@require_safe
@login_required
@counted(PAGES)
def lobby(request: HttpRequest) -> HttpResponse:
    """The page with open tables, running games and just-finished ones."""
    user = member_of(request)
    return show_lobby(request, user, WishesShown.of(user, timezone.now()))


def show_lobby(
    request: HttpRequest, user: User, wishing: WishesShown, status: int = 200
) -> HttpResponse:
    """The page with tables and games."""
    context = {**_lists(user), "wishing": wishing}
    return show(request, "lobby/lobby.html", "lobby/_lobby.html", context, status=status)


@never_cache
@require_safe
@login_required
@counted(PAGES)
def find(request: HttpRequest) -> HttpResponse:
    """Redirects to the table or game with the id or link in ``?id=``."""
    user, asked = member_of(request), request.GET.get("id", "").strip()
    address = address_of_id(asked, user)
    if address is not None:
        return redirect(address)
    words = (
        gettext("There is no game or table with this id. Check that you have all of it.")
        if asked
        else gettext("Enter an id or paste a link.")
    )
    wishing = WishesShown.of(user, timezone.now())
    shown = {"wishing": wishing, "asked": asked[:LONGEST_ASKED], "not_found": words}
    context = {**_lists(user), **shown}
    return render(request, "lobby/lobby.html", context, status=404)


def _lists(user: User) -> dict[str, Any]:
    running, finished = lists.games_shown(finished=lists.MOST_FINISHED)
    own, others = lists.tables_shown(user)
    to_join = [row for row in others if row.can_be_joined]
    return {
        "tables": [*own, *to_join],
        "others_open": len(to_join),
        "closed_to_most": [row for row in others if not row.can_be_joined],
        "offered_seats": [] if user.is_bot else lists.offered_seats(user, timezone.now()),
        "running": running,
        "finished": finished,
        "may_open": may_open_tables(user),
        "waits_until": waits_until(user, timezone.now()),
        "now": timezone.now(),
        "asked": "",
        "not_found": "",
    }


@never_cache
@require_safe
@counted(PAGES)
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a table; leads to its game once that has begun. Visitors see only what a public
    table is for."""
    if not request.user.is_authenticated:
        return show_to_visitor(request, public_id)
    words = lost_invitation(request, public_id)
    if words:
        return render(request, "lobby/not_invited.html", {"words": words}, status=404)
    table = table_of(request, public_id)
    if table.game is not None:
        return go_to_game(request, table)
    note_host(table, member_of(request), timezone.now())
    return show_table(request, table)


def show_to_visitor(request: HttpRequest, public_id: str) -> HttpResponse:
    """Shows what a public table is for, so that other sites can show a link to it, but not who sits
    there. Any other address leads to the login page, whether there is such a table or not."""
    table = Table.objects.filter(public_id=public_id, closed_at=None).first()
    if table is None or not table.settings.listed:
        return redirect_to_login(request.get_full_path())
    if table.game is not None:
        return redirect(table.game)
    words = summary(table_settings_of(table))
    card = Card(
        title=safe_title(table),
        words=words,
        picture=request.build_absolute_uri(reverse("kind-png", args=[table.variant])),
        address=request.build_absolute_uri(table.get_absolute_url()),
    )
    context = {"table": table, "summary": words, "card": card}
    return render(request, "lobby/visitor.html", context)


def lost_invitation(request: HttpRequest, public_id: str) -> str:
    """Says why the member's invitation to a table is no longer valid; empty if it is valid, there
    is none, or the member may see the table without it."""
    user, now = member_of(request), timezone.now()
    lost = TableInvitation.objects.filter(table__public_id=public_id, member=user)
    invitation = lost.select_related("table").first()
    if invitation is None or may_see(invitation.table, user, key_of(request)):
        return ""
    return lost_in_words(invitation, now)


def member_of(request: HttpRequest) -> User:
    """The logged-in member; only for views with ``login_required``."""
    assert isinstance(request.user, User)
    return request.user


def table_of(request: HttpRequest, public_id: str) -> Table:
    """The table at this address. Raises Http404 if there is none or the member may not see it."""
    try:
        return get_table_for_member(public_id, request.user, key_of(request))
    except Refused as refused:
        raise Http404(refused.message) from None


def key_of(request: HttpRequest) -> str:
    """The key from the table's link, as sent in the address or by a form; empty if none."""
    return str(request.GET.get("key") or request.POST.get("key") or "")


def go_to_game(request: HttpRequest, table: Table) -> HttpResponse:
    """Leads players, and anybody who has waited on the table's page, to the game. Anybody else gets
    a page that says the game has begun, with a link to watch it."""
    assert table.game is not None
    plays = table.game.seats.filter(user=member_of(request)).exists()
    has_waited = asks_for_part(request) and request.method == "GET"
    if request.method == "GET" and not plays and not has_waited:
        return render(request, "lobby/begun.html", {"table": table, "game": table.game})
    goal = table.game.get_absolute_url() if plays or has_waited else table.get_absolute_url()
    return go_to(request, goal)


def show_table(
    request: HttpRequest, table: Table, refused: Refused | None = None, **posted: Any
) -> HttpResponse:
    """The table's page for the member. ``refused``: a refusal to show on it; ``posted``: the name
    of the ``command`` that was refused, and the colours in its form (``wished``)."""
    page = TablePage.of(
        table, member_of(request), key=key_of(request), refused=refused, wished=posted.get("wished")
    )
    link, command = request.build_absolute_uri(page.link), posted.get("command")
    context = {
        "page": page,
        "table": table,
        "link": link,
        "palette": palette_payload(),
        "waits_until": waits_until(page.user, page.now) if page.may_join else None,
        "now": timezone.now(),
        "is_writing": "write" in request.GET,
        "unsaid": str(request.POST.get("text", "")) if refused else "",
        "uninvited": str(request.POST.get("name", "")) if command == "invite" else "",
        "undressed": parse_int(request.POST.get("place", "")) if command == "dress" else None,
        "refused_name": str(request.POST.get("name", "")),
    }
    status = 200 if refused is None else STATUS.get(refused.code, 400)
    return show(request, "lobby/table.html", "lobby/_table.html", context, status=status)


@require_safe
@login_required
@csp_replace(ALONE)
@counted(PICTURES)
def table_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board of a table with the colours of those seated, in the look that the member prefers.
    Only for members who may see the table. A browser may keep the picture if ``?v=`` is its current
    version."""
    start = start_of(table_of(request, public_id), member_of(request))
    exactly = request.GET.get("v") == start.version
    return answer(request, start.picture(), shared=False, seconds=FOR_EVER if exactly else 0)
