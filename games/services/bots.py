"""Bots: members of their own kind, and when the server chooses for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.names import name_key
from engines.game import Game as Engine
from engines.game import Json
from games.core.choosing import seal_for_bot
from games.core.resolving import time_is_up
from games.core.rows import Status
from games.core.run import Run
from games.models import Game, Heartbeat, SealedAction
from games.outages import AWAY_AFTER, last_heard
from games.services.running import run_game
from games.services.timing import grace, resolve_by_timer
from games.thinking import Question, choose_at_once, think


def bot_member(engine: Engine[Any], taken: Collection[int]) -> User:
    """A bot user for this game whose id is not among ``taken``, made where there is none left.

    The first is named as the game's bot is, the next ones are numbered.
    """
    number = 1
    while True:
        name = engine.bot.name if number == 1 else f"{engine.bot.name} {number}"
        number += 1
        fresh = {"username": name, "is_bot": True, "password": make_password(None)}
        user, _ = User.objects.get_or_create(name_key=name_key(name), defaults=fresh)
        if user.is_bot and user.pk not in taken:
            return user


def seed_for(public_id: str, step: int, seat: int) -> int:
    """The seed of a bot's choice: the same again for the same game, step and seat.

    Keyed with the site's secret: bots are deterministic, and nobody may work out what one
    has sealed.
    """
    digest = salted_hmac("bot", f"{public_id}/{step}/{seat}").digest()
    return int.from_bytes(digest[:8], "big") >> 1


def choose_for_bots(*, game_id: int, go_on: Callable[[], bool] = lambda: True) -> bool:
    """Lets bots of the game that owe a choice choose, and seals it; says whether it did.

    They think before the game is locked. Where ``go_on()`` says no, the rest is due again.
    """
    question = read_question(game_id)
    if question is None:
        return False
    choices = think(question, choice_seconds=settings.BOT_SECONDS, go_on=go_on)
    return seal_choices(game_id, question.step, choices)


def read_question(game_id: int) -> Question | None:
    """What the bots of a running game owe a choice for; None where they owe none.

    Read without a lock: :func:`seal_choices` looks whether it is still so.
    """
    game = Game.objects.filter(pk=game_id, status=Status.RUNNING).first()
    if game is None or game.bots_due is None:
        return None
    engine, step = game.engine, game.next_step
    state = engine.load(game.state)
    chosen = SealedAction.objects.filter(game=game, step=step).values("seat_id")
    bots = game.seats.filter(user__is_bot=True, number__in=engine.awaiting(state))
    numbers = bots.exclude(pk__in=chosen).order_by("number").values_list("number", flat=True)
    seeds = {number: seed_for(game.public_id, step, number) for number in numbers}
    return Question(engine, state, step, seeds)


def seal_choices(game_id: int, step: int, choices: Mapping[int, Json | None]) -> bool:
    """Seals what bots have chosen for ``step``, and resolves it where its time is up and it
    waits for no other bot of the game. Says whether it was still the step to choose for.

    Bots that owe a choice and have none in ``choices`` are due again, after all that are due now.
    Raises Refused ``not-found``.
    """
    with run_game(game_id) as run:
        game = run.game
        if game.status != Status.RUNNING or game.bots_due is None or game.next_step != step:
            return False
        owing = run.bots_that_owe()
        run.bots_asked = all(seat.number in choices for seat in owing)
        for seat in owing:
            action = choices.get(seat.number)
            if action is not None:
                seal_for_bot(run, seat, action)
                if not run.engine.sealed(run.state):
                    break
        if not run.bots_asked:
            game.bots_due = run.now
        elif not run.is_complete() and time_is_up(run, grace()):
            heard_at = last_heard(Heartbeat.Of.CHOICES)
            if heard_at is None or run.now - heard_at <= AWAY_AFTER:
                resolve_by_timer(run, heard_at)
        return True


def seal_at_once(run: Run) -> None:
    """Seals something legal for every bot that owes a choice, in an open step for one of them.

    The last resort: nothing is thought about, so that it takes milliseconds.
    """
    run.bots_asked = True
    for seat in run.bots_that_owe():
        seed = seed_for(run.game.public_id, run.game.next_step, seat.number)
        action = choose_at_once(run.engine, run.state, seat.number, seed)
        if action is not None:
            seal_for_bot(run, seat, action)
            if not run.engine.sealed(run.state):
                return
