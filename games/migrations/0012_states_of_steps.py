"""Steps held their positions whole; from now on they hold what they change in the engine's state.

Every game is played again from its record, one after the other, a few steps at a time, each game
in a transaction of its own: what was done stays done where it is interrupted.
"""

from typing import Any

from django.db import migrations, transaction

from engines.registry import game as engine_for
from games.play.states import whole_state

AT_ONCE = 50
"""Steps; their positions, which may be large, are never read."""


class DoesNotReplay(Exception):
    """The record of a game does not lead to the state that is stored of it."""


def play_again(apps: Any, schema_editor: Any) -> None:
    """Fills the new columns of every game's steps that are empty still."""
    database = schema_editor.connection.alias
    steps = apps.get_model("games", "Step").objects.using(database)
    undone = steps.filter(whole=None).order_by("game_id")
    for game_id in list(undone.values_list("game_id", flat=True).distinct()):
        with transaction.atomic(using=database):
            _play_game(apps, database, game_id)


def _play_game(apps: Any, database: str, game_id: int) -> None:
    Step = apps.get_model("games", "Step")
    games = apps.get_model("games", "Game").objects.using(database)
    game = games.get(pk=game_id)
    seats = apps.get_model("games", "Seat").objects.using(database).filter(game=game).count()
    of_game = Step.objects.using(database).filter(game=game).order_by("number")
    fields = ("pk", "number", "actions", "leave", "line__events", "line__turn", "line__sealed")
    engine = engine_for(game.variant)
    state = engine.new_state(engine.complete_options(game.options), seats, game.seed)
    stored, held = whole_state(0, engine.dump(state))
    last = -1
    while rows := list(of_game.filter(number__gt=last).values_list(*fields)[:AT_ONCE]):
        filled = []
        for pk, number, actions, leave, events, turn, sealed in rows:
            if number:
                state = _after(engine, state, actions, leave, f"{game.public_id}, step {number}")
                stored, held = stored.then(engine.dump(state))
            step = Step(pk=pk, played=actions, events=events, turn=turn, sealed=sealed)
            step.state, step.whole = held, stored.whole
            filled.append(step)
            last = number
        columns = ["played", "events", "turn", "sealed", "state", "whole"]
        Step.objects.using(database).bulk_update(filled, columns)
    if any(stored.dump.get(name) != value for name, value in game.state.items()):
        raise DoesNotReplay(_words(game.public_id))
    games.filter(pk=game.pk).update(awaiting=list(engine.awaiting(state)))


def _after(engine: Any, state: Any, actions: Any, leave: Any, where: str) -> Any:
    try:
        if leave is not None:
            return engine.leave(state, leave)[0]
        return engine.resolve(state, {int(seat): each for seat, each in (actions or {}).items()})[0]
    except Exception as error:
        raise DoesNotReplay(_words(where)) from error


def _words(where: str) -> str:
    return (
        f"The record of game {where}, does not lead to what is stored of it. Nothing of this game"
        " was changed. Go on with the version before, and report this."
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0011_room_for_states")]

    operations = [migrations.RunPython(play_again, migrations.RunPython.noop)]
