"""The parts of a member's data export that come from tables."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.own_data import register, rows
from lobby.models import Match, Place, Table, TableInvitation, TableMessage, Wish


def register_parts() -> None:
    """Registers all of these parts."""
    register("tables", Table, Place, make=_tables)
    register("invitations_to_tables", TableInvitation, make=_invitations)
    register("chat_at_tables", TableMessage, make=_chat)
    register("wishes_for_a_game", Wish, Match, make=_wishes)


def _tables(member: User) -> dict[str, Any]:
    """The tables that the member has opened, and their places and bots at tables; no join keys."""
    opened = ("title", "variant", "options", "seats", "joining", "listed", "starts", "created_at")
    sits = ("table__title", "number", "stone_colour", "mark_colour", "ready", "joined_at")
    bots = ("table__title", "number", "bot_name", "joined_at")
    return {
        "opened": rows(member.tables.all(), *opened, "host_seen_at", "closed_at"),
        "places": rows(member.places.all(), *sits),
        "bots_seated": rows(member.bots_seated.all(), *bots),
    }


def _invitations(member: User) -> dict[str, Any]:
    told = ("table__title", "answer", "invited_at")
    made = TableInvitation.objects.filter(by=member)
    return {
        "you_were_invited": rows(member.invited_to.all(), *told),
        "you_invited": rows(made, "member__username", *told),
    }


def _chat(member: User) -> list[dict[str, Any]]:
    said = TableMessage.objects.filter(author=member)
    return rows(said, "table__title", "text", "said_at")


def _wishes(member: User) -> list[dict[str, Any]]:
    wished = (
        "pace",
        "games",
        "least",
        "most",
        "near_only",
        "lets_in",
        "keep",
        "since",
        "begins_at",
    )
    asked = ("until", "seen_at", "match__variant", "match__asked_at", "says_yes", "missed_at")
    return rows(member.game_wishes.all(), *wished, *asked)
