"""The part of a member's data export that comes from games."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.own_data import register, rows
from games.models import (
    ArchivedGame,
    ArchivedPlayer,
    ChatMessage,
    Game,
    MemberPunctuality,
    ModeratorAct,
    Plan,
    SealedAction,
    Seat,
    Step,
    Tenure,
)
from games.play.ballot import read_votes
from games.play.reliability import Part
from games.store.punctuality import punctuality_of


def register_parts() -> None:
    """Registers these parts of the export."""
    register(
        "games",
        Game,
        Seat,
        Tenure,
        ArchivedGame,
        ArchivedPlayer,
        Step,
        SealedAction,
        Plan,
        make=_games,
    )
    register("reliability", MemberPunctuality, make=_reliability)
    register("chat_in_games", ChatMessage, make=_chat)
    register("acts_in_games", ModeratorAct, make=_acts)


def _games(member: User) -> list[dict[str, Any]]:
    """Returns the seats that the member has or had, with their choices there. The rest of the game
    is in its record."""
    tenures = member.tenures.select_related("game", "seat").order_by("game__started_at", "pk")
    return [_game(tenure) for tenure in tenures]


def _game(tenure: Tenure) -> dict[str, Any]:
    game, seat = tenure.game, tenure.seat
    return {
        "game": game.get_absolute_url(),
        "title": game.title,
        "variant": game.variant,
        "status": game.status,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "seat": seat.number,
        "colours": [seat.stone_colour, seat.mark_colour],
        "from_step": tenure.from_step,
        "to_step": tenure.to_step,
        "left": tenure.why,
        "missed_in_a_row": seat.absences if tenure.to_step is None else None,
        "rank": seat.rank if tenure.why in ("", Tenure.Why.OVER) else None,
        "choices": _choices(tenure),
        "not_revealed_yet": _waiting(tenure),
        "votes": _votes(tenure),
    }


def _choices(tenure: Tenure) -> list[dict[str, Any]]:
    """Returns the choices on this seat that have been revealed."""
    steps = tenure.game.steps.filter(number__gt=tenure.from_step)
    if tenure.to_step is not None:
        steps = steps.filter(number__lte=tenure.to_step)
    last = _last_revealed(tenure.game)
    if last is not None:
        steps = steps.filter(number__lte=last)
    mine = str(tenure.seat.number)
    return [
        {"step": number, "choice": actions[mine], "at": at}
        for number, actions, at in steps.order_by("number").values_list(
            "number", "actions", "resolved_at"
        )
        if actions and mine in actions
    ]


def _last_revealed(game: Game) -> int | None:
    """Returns the last revealed step if the current turn goes on in secret; None if all steps are
    revealed. In such a turn, a step in which some must choose again is resolved, but the other
    choices stay sealed."""
    newest = game.steps.order_by("-number").values_list("turn", "sealed").first()
    if game.is_over or newest is None:
        return None
    turn, is_sealed = newest
    if not is_sealed:
        return None
    began = game.steps.filter(turn=turn).order_by("number").values_list("number", flat=True)
    return began.first()


def _waiting(tenure: Tenure) -> dict[str, Any]:
    """Says that something is sealed, but not what, because files are easily read by others. It is
    on the game's page, as plans are, and in the file after the turn. Even whether there is a plan
    is left out: a session that may not see it can download this file, too."""
    if tenure.to_step is not None or tenure.game.is_over:
        return {}
    game, seat = tenure.game, tenure.seat
    sealed = SealedAction.objects.filter(game=game, seat=seat)
    return {"sealed": rows(sealed, "step", "sealed_at")}


def _votes(tenure: Tenure) -> list[dict[str, Any]]:
    """Returns the member's vote in the current vote. Earlier votes are in the game's log."""
    vote = read_votes(tenure.game.votes).open if tenure.to_step is None else None
    if vote is None:
        return []
    number = tenure.seat.number
    said = "yes" if number in vote.yes else "no" if number in vote.no else None
    return [{"about": vote.about, "asked_for_it": vote.by == number, "vote": said}]


def _reliability(member: User) -> dict[str, Any]:
    """Returns the stored facts from which the member's reliability is worked out."""
    punctuality = punctuality_of(member)
    return {
        "word": punctuality.word,
        "last_games": ["late" if each == Part.LATE else "well" for each in punctuality.games],
        "live_games_abandoned": list(punctuality.abandoned),
        "waits_until": punctuality.waits_until,
    }


def _chat(member: User) -> list[dict[str, Any]]:
    said = ChatMessage.objects.filter(author=member)
    return rows(said, "game__public_id", "game__title", "room", "text", "said_at")


def _acts(member: User) -> dict[str, Any]:
    """Returns what was done to the member's seats, without who did it; and what the member did."""
    fields = ("game__public_id", "game__title", "what", "why", "step", "at", "until")
    by = ModeratorAct.objects.filter(by=member)
    about = ModeratorAct.objects.filter(seat__user=member).exclude(by=member)
    return {"by_you": rows(by, *fields), "about_you": rows(about, *fields)}
