"""The rematch: what the page of a finished game shows its players about it, and their answers."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models import Game
from games.pages.access import get_game_for_viewer
from games.pages.answers import STATUS
from lobby.models import Table
from lobby.services import inviting
from lobby.services.rematch import may_offer, offer_rematch, rotates
from lobby.views.parts import asks_for_part, show
from lobby.views.tables import member_of
from transport.limits import COMMANDS, PAGES, count, member_rate_key
from transport.refusals import Refused


@dataclass(frozen=True)
class RematchAnswer:
    """A player's answer to the offer of a rematch; neither ``agreed`` nor ``declined`` if there is
    none yet."""

    name: str
    agreed: bool
    declined: bool


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of a finished game's page about its rematch. A POST offers one (``answer=offer``),
    accepts it (``yes``) or declines it (``no``)."""
    user = member_of(request)
    count(COMMANDS if request.method == "POST" else PAGES, member_rate_key(user))
    try:
        game = get_game_for_viewer(public_id)
    except Refused as refused:
        raise Http404(refused.message) from None
    if not game.seats.filter(user=user).exists():
        raise Http404
    if request.method != "POST" and not asks_for_part(request):
        return redirect(game)
    trouble, status = "", 200
    if request.method == "POST":
        try:
            _answer(user, game, request.POST.get("answer", ""))
        except Refused as refused:
            trouble, status = refused.message, STATUS.get(refused.code, 400)
        if not trouble and not asks_for_part(request):
            return redirect(game)
    context = _context(user, game) | {"trouble": trouble}
    return show(request, "lobby/_rematch.html", "lobby/_rematch.html", context, status=status)


def _answer(user: User, game: Game, answer: str) -> None:
    now = timezone.now()
    if answer in ("offer", "yes"):
        offer_rematch(game_id=game.pk, by=user, now=now)
    elif answer == "no":
        table = Table.objects.filter(rematch_of=game).first()
        if table is None:
            raise Refused("not-invited", "Your invitation is no longer valid.")
        inviting.decline_invitation(table_id=table.pk, user=user, now=now)
    else:
        raise Refused("bad-command", "Choose yes or no.")


def _context(user: User, game: Game) -> dict[str, object]:
    now = timezone.now()
    table = Table.objects.select_related("host", "game").filter(rematch_of=game).first()
    context: dict[str, object] = {"game": game, "table": table, "rotates": rotates(game.engine)}
    if table is None:
        others = game.seats.filter(user__is_bot=False).exclude(user=user)
        return context | {"may_offer": may_offer(game, now), "is_alone": not others.exists()}
    invitations = {each.member_id: each for each in table.invitations.all()}
    here = {place.user_id for place in table.places.all()}
    people = [seat for seat in game.seats.select_related("user") if seat.user and not seat.is_bot]
    mine = invitations.get(user.pk)
    return context | {
        "answers": [
            RematchAnswer(
                seat.name,
                seat.user_id in here,
                (invitations[seat.user_id].answer != "" if seat.user_id in invitations else False),
            )
            for seat in people
        ],
        "is_here": user.pk in here,
        "is_asked": table.is_open and mine is not None and mine.stands(now),
        "plays": table.game is not None and table.game.seats.filter(user=user).exists(),
    }
