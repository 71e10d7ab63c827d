"""``python -m bench.site``: the site's figures as a table, on the production set-up."""

from __future__ import annotations

import asyncio

import django
from django.core.management import call_command
from django.utils import timezone

from bench.site import choices, first_view, production, turns, watchers
from bench.site.figures import HEAD, Figures


def main() -> None:
    """Starts everything, measures, prints the table."""
    with production.servers():
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        with production.site() as running:
            print(HEAD, flush=True)
            for measure in (measure_turns, measure_choices, measure_watchers):
                print(measure(running).line(), flush=True)
            for measured in (*measure_views(running), measure_steps(running)):
                print(measured.line(), flush=True)


def measure_turns(_running: production.Running) -> Figures:
    """200 games of 4 bots, their deadlines spread over the length of a turn."""
    from bench.site import club
    from games.live import groups
    from games.models import Game

    players = club.bots(4)
    games = [
        club.begin(players, turn_seconds=turns.TURN_SECONDS, turn_ends="timer")
        for _ in range(turns.GAMES)
    ]
    ids = [game.public_id for game in games]
    due = {groups.watchers(game.public_id): game.deadline for game in games if game.deadline}
    figures = asyncio.run(turns.measure(ids, due))
    Game.objects.filter(public_id__in=ids).update(status=Game.Status.CANCELLED)
    return figures


def measure_choices(running: production.Running) -> Figures:
    """50 games of 2 members whose turns end when both have chosen."""
    from bench.site import club

    games = []
    for number in range(choices.GAMES):
        players = [club.member(f"one{number}"), club.member(f"two{number}")]
        game = club.begin(players, turn_seconds=600, turn_ends="complete")
        games.append((game.public_id, club.cookie(players[0]), club.cookie(players[1])))
    return asyncio.run(choices.measure(running, games))


def measure_watchers(running: production.Running) -> Figures:
    """A 19×19 game of 4 with 1,000 visitors; a step is opened whenever the last one has come."""
    from bench.site import club
    from games.models import Step
    from games.services.opening import resolve_step

    players = [club.member(f"watched{number}") for number in range(4)]
    game = club.begin(players, turn_seconds=600, turn_ends="timer", size=19)

    def open_next() -> None:
        game.refresh_from_db()
        resolve_step(
            game_id=game.pk, step=game.preparing, cause=Step.Cause.MODERATOR, now=timezone.now()
        )

    async def send() -> None:
        await asyncio.to_thread(open_next)

    return asyncio.run(watchers.measure(running, game.public_id, send))


def measure_views(running: production.Running) -> list[Figures]:
    """A running 19×19 game of 4, half full, as a visitor sees it first."""
    from bench.site import club

    players = [club.member(f"seen{number}") for number in range(4)]
    game = club.begin(players, turn_seconds=600, turn_ends="complete", size=19)
    for _ in range(45):
        club.play_turn(game)
    return first_view.measure_views(running, game.get_absolute_url())


def measure_steps(running: production.Running) -> Figures:
    """A 25×25 game of 4, half full, in which the next turn is opened when the last is drawn."""
    from bench.site import club

    players = [club.member(f"drawn{number}") for number in range(4)]
    game = club.begin(players, turn_seconds=600, turn_ends="complete", size=25)
    for _ in range(75):
        club.play_turn(game)
    return first_view.measure_steps(running, game.get_absolute_url(), lambda: club.play_turn(game))


if __name__ == "__main__":
    main()
