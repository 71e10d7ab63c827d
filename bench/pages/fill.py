"""``python -m bench.pages.fill``: fills a migrated database with a club, by COPY.

Runs with the site's settings. Reads JSON from standard input: ``{"running": 1000, "finished":
10000, "members": 5000}``; writes the cookies and addresses to visit to standard output. A few games
are played with the site's own services; all others are copies with other players and times.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import django

from bench.pages.copying import Copies, copied
from bench.site.prepare.games import COLOURS, play_step
from bench.site.prepare.members import bots, cookie

STEPS = {
    "multiplayer-go": 12,
    "parallel-go": 30,
    "continuous-go": 8,
    "territory": 12,
    "automatafl": 10,
}
"""The games of the club, and how many steps of each are played before it is copied."""
SEATS = {"multiplayer-go": 4, "territory": 3}
"""Seats of a game, if it is not two."""
ACTIVE_RUNNING = 40
"""How many games in progress the active member has."""
ACTIVE_SHARE = 10
"""The active member played in one of this many finished games."""
WITH_BOTS, DRAWN, LEFT, BY_LINK = 10, 12, 9, 15
"""One in this many finished games has a bot, was drawn, ended by leaving, or is not public."""
TABLES_PER_GAME, OFFERED_PER_GAME = 16, 50
"""There is one open table, and one offered seat, for this many games in progress."""
DAYS = 700
"""How many days ago the first game ended."""
SEEN_LIVE = "multiplayer-go"
"""The kind of game whose pages are visited."""


@dataclass(frozen=True)
class Template:
    """A played game with the rows that belong to it, to be copied."""

    game: Any
    seats: list[Any]
    steps: list[Any]


class Club:
    """The club to make. All random choices come from one seed, so clubs of one size are alike."""

    def __init__(self, running: int, finished: int, members: int) -> None:
        from django.utils import timezone

        self.running, self.finished = running, finished
        self.chance = Random(1)
        self.now: datetime = timezone.now()
        self.templates = [played(slug) for slug in STEPS]
        self.bots = {each.game.variant: bots(each.game.engine, 1)[0] for each in self.templates}
        self.members = list(self._make_members(members))
        self.standings: dict[tuple[int, str], int] = {}

    def _make_members(self, count: int) -> Iterator[Any]:
        from accounts.models import User

        first = User.objects.order_by("-pk")[0].pk + 1
        rows = (
            {
                "id": first + number,
                "username": f"Member {number}",
                "name_key": f"member {number}",
                "lookalike_key": f"member {number}",
                "password": "!unusable",
            }
            for number in range(count)
        )
        copied(User(), rows)
        return User.objects.filter(pk__gte=first).order_by("pk").iterator()

    def fill(self) -> None:
        """Makes the games with everything that belongs to them, and the tables."""
        from games.archive.noting import note_games

        copies = Copies()
        numbers = iter(range(1_000, 1_000 + self.finished + self.running))
        for nth in range(self.finished):
            self._finished(copies, next(numbers), nth)
        for nth in range(self.running):
            self._running(copies, next(numbers), nth)
        self._standings(copies)
        self._tables(copies)
        copies.write()
        note_games(0, 1_000 + self.finished)
        copies.analyse()

    def _players(self, template: Template, with_active: bool, with_bot: bool) -> list[Any]:
        """Draws a game's players so that some members play far more often than others."""
        players = [self.members[0]] if with_active else []
        if with_bot:
            players.append(self.bots[template.game.variant])
        while len(players) < len(template.seats):
            member = self.members[1 + int((len(self.members) - 1) * self.chance.random() ** 2)]
            if member not in players:
                players.append(member)
        return players

    def _finished(self, copies: Copies, key: int, nth: int) -> None:
        template = self.templates[nth % len(self.templates)]
        ended = self.now - timedelta(days=DAYS * (1 - nth / self.finished), minutes=1)
        players = self._players(template, nth % ACTIVE_SHARE == 0, nth % WITH_BOTS == 0)
        ranks = list(range(1, len(players) + 1))
        self.chance.shuffle(ranks)
        if nth % DRAWN == 0:
            ranks = [1] * len(ranks)
        leaves = nth % LEFT == 0
        outcome = {"reason": "leave" if leaves else "agreement", "ranks": ranks}
        game = {
            "status": "finished",
            "finished_at": ended,
            "started_at": ended - timedelta(days=3),
            "outcome": {**outcome, "scores": [10.0 - rank for rank in ranks]},
            "deadline": None,
            "awaiting": [],
            "settings": self._settings(nth % 3 == 0, nth % BY_LINK != 0),
        }
        host = players[-1]
        self._game(copies, key, template, game, host, f"Game {nth}", last_state_alone=True)
        for number, (user, rank) in enumerate(zip(players, ranks)):
            out = leaves and rank > 1
            self._seat(copies, key, template, number, user, rank, "resigned" if out else "")
        if nth % WITH_BOTS and nth % BY_LINK:
            self._rated(copies, key, template, players, ranks, ended, nth)

    def _settings(self, live: bool, listed: bool) -> Any:
        from games.play.settings import read_settings

        return read_settings({"turn_seconds": 60 if live else 86_400, "listed": listed})

    def _running(self, copies: Copies, key: int, nth: int) -> None:
        template = self.templates[nth % len(self.templates)]
        players = self._players(template, nth < ACTIVE_RUNNING, nth % WITH_BOTS == 0)
        began = self.now - timedelta(minutes=10 * (self.running - nth))
        game = {
            "status": "running",
            "started_at": began,
            "deadline": self.now + timedelta(hours=1 + nth % 23),
            "settings": self._settings(False, nth % BY_LINK != 0),
        }
        title = f"A game of the evening {nth}"
        self._game(copies, key, template, game, players[-1], title)
        offered = None if nth % OFFERED_PER_GAME else self.now + timedelta(hours=20)
        for number, user in enumerate(players):
            last = number == len(players) - 1
            until = offered if last else None
            self._seat(copies, key, template, number, user, None, "", until)
            if not user.is_bot and until is None:
                notice = {"member_id": user.pk, "kind": "turn", "what": "your-turn"}
                step = template.game.step + 1
                copies.add("notices.Notice", {**notice, "game_id": key, "step": step, "at": began})

    def _game(
        self,
        copies: Copies,
        key: int,
        template: Template,
        changed: Mapping[str, Any],
        host: Any,
        title: str,
        *,
        last_state_alone: bool = False,
    ) -> None:
        row = {"id": key, "public_id": secrets.token_hex(12), "title": title, **changed}
        copies.add("games.Game", row, like=template.game)
        # States are stored as changes, so the last one needs all steps since the last full one.
        first = template.steps[-1].whole if last_state_alone else 0
        for step in template.steps[first:]:
            copies.add("games.Step", {"game_id": key}, like=step)
        begun = {
            "id": key,
            "public_id": secrets.token_hex(12),
            "game_id": key,
            "host_id": host.pk,
            "title": title,
            "variant": template.game.variant,
            "options": template.game.options,
            "seats": len(template.seats),
            "settings": changed["settings"],
            "created_at": changed["started_at"],
        }
        copies.add("lobby.Table", begun)

    def _seat(
        self,
        copies: Copies,
        key: int,
        template: Template,
        number: int,
        user: Any,
        rank: int | None,
        left: str,
        offered_until: datetime | None = None,
    ) -> None:
        seat = {
            "id": 12 * key + number,
            "game_id": key,
            "user_id": None if offered_until else user.pk,
            "former_id": user.pk if offered_until else None,
            "offered_until": offered_until,
            "engine_plays": user.is_bot,
            "rank": rank,
            "left_why": left,
            "left_at_step": template.game.step if left else None,
        }
        copies.add("games.Seat", seat, like=template.seats[number])
        ended = rank is not None or offered_until is not None
        tenure = {
            "game_id": key,
            "seat_id": seat["id"],
            "member_id": user.pk,
            "to_step": template.game.step if ended else None,
            "why": left or ("resigned" if offered_until else "over" if ended else ""),
        }
        copies.add("games.Tenure", tenure)
        place = {"table_id": key, "number": number, "user_id": user.pk}
        colours = {"stone_colour": COLOURS[0], "mark_colour": COLOURS[1]}
        copies.add("lobby.Place", {**place, **colours, "engine_plays": user.is_bot})

    def _rated(
        self,
        copies: Copies,
        key: int,
        template: Template,
        players: list[Any],
        ranks: list[int],
        ended: datetime,
        nth: int,
    ) -> None:
        ladder = f"{template.game.variant}:{'live' if nth % 3 == 0 else 'correspondence'}"
        rated = {"game_id": key, "ladder": ladder, "ended_at": ended, "waits": False}
        copies.add("ratings.RatedGame", rated)
        for number, (user, rank) in enumerate(zip(players, ranks)):
            result = {
                "rated_game_id": key,
                "seat": number,
                "member_id": user.pk,
                "place": rank,
                "points": 2 * (len(ranks) - rank),
                "mu": 25 + 5 * self.chance.random(),
                "sigma": 2.0,
                "ladder": ladder,
                "ended_at": ended,
            }
            copies.add("ratings.Result", result)
            count = self.standings.get((user.pk, ladder), 0)
            self.standings[user.pk, ladder] = count + 1

    def _standings(self, copies: Copies) -> None:
        for (member, ladder), games in self.standings.items():
            mu = 20 + 10 * self.chance.random()
            row = {
                "member_id": member,
                "ladder": ladder,
                "mu": mu,
                "sigma": 2.0,
                "rating": 1500 + round((mu - 25) * 30),
                "games": games,
                "last_at": self.now - timedelta(days=self.chance.randrange(120)),
            }
            copies.add("ratings.Standing", row)

    def _tables(self, copies: Copies) -> None:
        for nth in range(self.running // TABLES_PER_GAME):
            template = self.templates[nth % len(self.templates)]
            host = self.members[nth % len(self.members)]
            key = 1_000 + self.finished + self.running + nth
            table = {
                "id": key,
                "public_id": secrets.token_hex(12),
                "host_id": host.pk,
                "title": f"Somebody for a game? {nth}",
                "variant": template.game.variant,
                "options": template.game.options,
                "seats": len(template.seats),
                "settings": self._settings(False, True),
                "created_at": self.now - timedelta(minutes=nth),
            }
            copies.add("lobby.Table", table)
            place = {"table_id": key, "number": 0, "user_id": host.pk}
            colours = {"stone_colour": COLOURS[0], "mark_colour": COLOURS[1]}
            copies.add("lobby.Place", {**place, **colours})

    def visits(self) -> Any:
        """The cookies of the viewers and the addresses to visit."""
        from games.models import Game

        member, active = self.members[len(self.members) // 2], self.members[0]
        games = Game.objects.filter(variant=SEEN_LIVE, listed=True).order_by("pk")
        playing = games.filter(status="running", seats__user=active).first()
        watched = games.filter(status="running", step__gt=0).exclude(seats__user=active).first()
        over = games.filter(status="finished").last()
        assert playing is not None
        assert watched is not None
        assert over is not None
        return {
            "cookies": {"member": cookie(member), "active": cookie(active), "visitor": ""},
            "addresses": {
                "member": member.get_absolute_url(),
                "active": active.get_absolute_url(),
                "player": active.username,
                "playing": playing.get_absolute_url(),
                "watched": watched.get_absolute_url(),
                "over": over.get_absolute_url(),
            },
        }


def played(slug: str) -> Template:
    """Makes a game and plays it with bots' choices up to its middle."""
    from django.utils import timezone

    from engines.registry import game as engine_for
    from games.play.settings import read_settings
    from games.store.starting import NewSeat, start_game

    engine = engine_for(slug)
    stones = engine.fixed_colours or COLOURS
    users = [_player(f"{slug} {number}") for number in range(SEATS.get(slug, 2))]
    game = start_game(
        variant=slug,
        options=engine.usual_options(),
        title="played",
        settings=read_settings({"listed": False, "turn_seconds": 86_400}),
        seats=[
            NewSeat(user, stone, mark) for user, stone, mark in zip(users, stones, COLOURS[::-1])
        ],
        now=timezone.now(),
    )
    for _ in range(STEPS[slug]):
        play_step(game, "bot")
    game.refresh_from_db()
    return Template(game, list(game.seats.all()), list(game.steps.order_by("number")))


def _player(name: str) -> Any:
    from accounts.models import User

    user = User(username=name)
    user.set_unusable_password()
    user.save()
    return user


def main() -> None:
    """Makes the club described on standard input."""
    django.setup()
    club = Club(**json.load(sys.stdin))
    club.fill()
    json.dump(club.visits(), sys.stdout)


if __name__ == "__main__":
    main()
