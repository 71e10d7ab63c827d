"""Whom to tell of a seat that can be taken over: members who like to step in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import Mute, Suspension, User
from engines.registry import GAMES
from games.models import Tenure
from games.play.clock import is_live
from games.play.game_transaction import GameTransaction
from games.play.reliability import refusal
from games.store.punctuality import playing
from notices.models import Kind, StepIn
from notices.services.preferences import members_who_asked_for

ONLINE_FOR = timedelta(minutes=2)
"""Whoever had a page of the site open this lately counts as online."""


def save_stepping_in(
    *, member: User, games: Collection[str], live: bool, correspondence: bool
) -> None:
    """Sets in which games the member likes to step in. All games are stored as any game, so that
    games that the club gets later count."""
    known = [game.slug for game in GAMES if game.slug in games]
    values = {
        "games": [] if len(known) == len(GAMES) else known,
        "live": live and bool(known),
        "correspondence": correspondence and bool(known),
    }
    StepIn.objects.update_or_create(member=member, defaults=values)


def members_to_ask(run: GameTransaction) -> list[int]:
    """The members to tell of the seats that this run puts on offer. A live game cannot wait long,
    so that only those who are online are told, if there are any.

    Left out are members who may not take the seat, and who mute a player or are muted by one.
    """
    game, live = run.game, is_live(run.game.settings)
    played = Tenure.objects.filter(game=game.id, member__isnull=False).values("member")
    held = Suspension.objects.holding(run.now).values("user")
    willing = members_who_asked_for(Kind.SEAT).exclude(member__in=played).exclude(member__in=held)
    wishes = {each.member_id: each for each in StepIn.objects.filter(member__in=willing)}
    asked = [
        member
        for member in willing.order_by("member")
        if member not in wishes or wishes[member].wants(game.variant, live=live)
    ]
    known = playing(asked)
    avoided = _apart_from(asked, [seat.user_id for seat in run.seats if seat.user_id is not None])
    lets_in = game.settings.lets_in
    asked = [
        member
        for member in asked
        if member not in avoided
        and refusal(known[member], run.now, live=live, asked=lets_in) is None
    ]
    online = [m for m in asked if m in wishes and _is_online(wishes[m], run.now)]
    return online if live and online else asked


def _apart_from(members: Sequence[int], players: Sequence[int]) -> set[int]:
    """Those of the members who mute a player, or whom a player mutes."""
    theirs = Q(member__in=members, muted__in=players)
    others = Q(member__in=players, muted__in=members)
    pairs = Mute.objects.filter(theirs | others).values_list("member", "muted")
    return {each for pair in pairs for each in pair if each not in players}


def _is_online(wish: StepIn, now: datetime) -> bool:
    return wish.seen_at is not None and wish.seen_at > now - ONLINE_FOR
