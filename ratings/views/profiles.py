"""A member's page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import LONGEST_NAME, name_key
from ratings import profiles
from transport.limits import PAGES
from transport.requests import counted


@never_cache
@require_safe
@counted(PAGES)
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of a member. Bots have no page: their games are in the archive."""
    member = _member(name)
    if member.is_bot:
        return redirect(reverse("archive", query={"player": member.username}))
    if member.username != name:
        return redirect(member)
    viewer = request.user if isinstance(request.user, User) else None
    if not profiles.shows_itself(member, viewer):
        return render(request, "ratings/hidden.html", {"member": member}, status=403)
    running = profiles.games_now(member, viewer)
    finished = profiles.games_finished(member, viewer)
    context = {
        "member": member,
        "is_you": member == viewer,
        "ladders": profiles.on_ladders(member),
        "running": running[: profiles.MOST_GAMES],
        "running_count": running.count(),
        "finished": finished[: profiles.MOST_GAMES],
        "finished_count": finished.count(),
        "tallies": profiles.tallies(member, viewer),
        "turns": profiles.last_turns(member),
        "opponents": profiles.opponents(member, viewer),
    }
    return render(request, "ratings/profile.html", context)


def _member(name: str) -> User:
    """The member of this name, however its letters are written; raises Http404."""
    found = None
    if len(name) <= LONGEST_NAME:
        found = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if found is None:
        raise Http404
    return found
