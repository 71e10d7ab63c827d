"""A small club in the middle of an evening, with something on every page of the site.

It is set up by the site's own services, and the games are the same each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.invitations import invite, register_member, revoke_invitation
from accounts.services.mutes import mute
from accounts.services.roles import make_moderator, set_host
from engines.record import complete_options
from engines.registry import game as engine_for
from engines.rules import Rules
from games.models import Game, MemberPunctuality
from games.play.settings import GameSettings
from games.store.rows import state_at
from games.store.starting import NewSeat, start_game
from lobby.colours import Colours
from lobby.member_settings import member_settings
from lobby.models import Table
from lobby.offered import offered_games
from lobby.services.joining import agree, join_table
from lobby.services.opening import open_table, tables_hosted_by
from lobby.services.places import put_bot
from lobby.services.readiness import set_ready
from lobby.services.starting import start_table
from lobby.services.talking import say as say_at_table
from lobby.table_settings import TableSettings
from pages.palette import BY_THE_RULES
from reports.services.reporting import report
from reports.subjects import message_of_game
from tests.browser.people import PASSWORD
from tests.browser.phases import play_all
from tests.games.acting import pause_game, say, seal_action

VARIANT = "multiplayer-go"
NAMES = ("Ada", "Ben", "Cleo", "Dora")
COLOURS = {
    "Ada": Colours("sea", "straw"),
    "Ben": Colours("ember", "shell"),
    "Cleo": Colours("sky", "ink"),
    "Dora": Colours("straw", "plum"),
}
TURNS = 20
"""Turns played in the main running game."""
OTHER_TURNS = 10
"""Turns played in the running games of the other kinds."""
SEED = 11


@dataclass(frozen=True)
class Club:
    """The paths of things in the club. ``games``: a running game of each other kind; ``phases``:
    boards of every kind, by its slug and the phase's name."""

    invitation: str
    running: str
    paused: str
    finished: str
    table: str
    countdown: str
    begun: str
    admin_game: str
    admin_member: str
    report: str
    admin_report: str
    games: dict[str, str]
    phases: dict[str, str]

    def path(self, template: str) -> str:
        """Returns a path with its names filled in, such as ``{running}?step=3`` or
        ``{games[territory]}``."""
        return template.format(**vars(self))


def found(*, with_phases: bool = False) -> Club:
    """Founds the club in an empty database. ``with_phases`` also plays boards into their phases."""
    now = timezone.now()
    people = {name: User.objects.create_user(name, password=PASSWORD) for name in NAMES}
    for each in people.values():  # they play more games at a time than newcomers may
        MemberPunctuality.objects.create(member=each, games="www")
    mona = User.objects.create_user("Mona", password=PASSWORD, is_staff=True)
    make_moderator(user=mona)
    set_host(user=people["Ada"], hosts=True)
    past = now - timedelta(days=3)
    finished = play_to_the_end(
        begin(people, ("Ada", "Ben", "Cleo"), "Three friends", 9, None, past)
    )
    play_to_the_end(
        begin(people, ("Cleo", "Dora"), "A quick one", 7, None, now - timedelta(days=5))
    )
    running = begin(people, NAMES, "Thursday evening", 13, 600, now)
    for _ in range(TURNS):
        play_turn(running, now)
    for name in ("Ada", "Dora"):
        choose(running, people[name], now)
    talk(running, people, mona, now)
    paused = begin(people, ("Ada", "Cleo"), "Slowly but surely", 9, 86400, now)
    for _ in range(8):
        play_turn(paused, now)
    pause_game(game_id=paused.pk, by=mona, why="Cleo is on a train until eight.")
    of_cleo = running.chat.get(author=people["Cleo"])
    subject = message_of_game(running.public_id, of_cleo.pk, people["Dora"], now)
    reported = report(by=people["Dora"], subject=subject, why="other", now=now)
    mute(member=people["Dora"], muted=people["Cleo"], now=now)
    return Club(
        invitation=make_invitations(mona, now),
        running=running.get_absolute_url(),
        paused=paused.get_absolute_url(),
        finished=finished.get_absolute_url(),
        table=gather(people, now).get_absolute_url(),
        begun=begin_at_a_table(people, mona, now).get_absolute_url(),
        countdown=gather_for_countdown(people, mona, now).get_absolute_url(),
        admin_game=f"/admin/games/game/{running.pk}/change/",
        admin_member=f"/admin/accounts/user/{people['Cleo'].pk}/change/",
        report=reverse("report-game-message", args=[running.public_id, of_cleo.pk]),
        admin_report=f"/admin/reports/report/{reported.pk}/change/",
        games={engine.slug: begin_another(people, engine, now) for engine in other_games()},
        phases=play_all(now) if with_phases else {},
    )


def begin(
    people: dict[str, User],
    names: tuple[str, ...],
    title: str,
    size: int,
    turn_seconds: int | None,
    now: datetime,
) -> Game:
    """Begins a game of these people. Each turn ends when all have chosen."""
    return start_game(
        variant=VARIANT,
        options=complete_options(engine_for(VARIANT), {"size": size}),
        title=title,
        # So that no timer ends a turn in games that began days ago.
        settings=GameSettings(turn_seconds=turn_seconds, patience_seconds=14 * 86_400),
        seats=[NewSeat(people[name], *_colours(name)) for name in names],
        now=now,
        seed=SEED,
    )


def other_games() -> list[Rules[Any]]:
    """Returns the club's kinds of games apart from the main one."""
    return [engine for engine in offered_games() if engine.slug != VARIANT]


def begin_another(people: dict[str, User], engine: Rules[Any], now: datetime) -> str:
    """Begins a game of this kind, plays some turns, and returns its path."""
    names = NAMES[: min(engine.seats_allowed())]
    named = [BY_THE_RULES.get(colour, colour) for colour in engine.fixed_colours]
    given = named or [COLOURS[name].stone for name in names]
    game = start_game(
        variant=engine.slug,
        options=complete_options(engine, {}),
        title=f"{engine.name} at tea",
        settings=GameSettings(listed=False, turn_seconds=600),
        seats=[
            NewSeat(people[name], stone, COLOURS[name].mark) for name, stone in zip(names, given)
        ],
        now=now,
        seed=SEED,
    )
    for _ in range(OTHER_TURNS):
        play_turn(game, now)
    return game.get_absolute_url()


def _colours(name: str) -> tuple[str, str]:
    colours = COLOURS[name]
    return colours.stone, colours.mark


def choose(game: Game, user: User, now: datetime) -> None:
    """Seals for the user what the game's bot would choose."""
    game.refresh_from_db()
    engine = game.engine
    number = game.seats.get(user=user).number
    action = engine.bot().think(state_at(game, game.step), number, game.next_step * 12 + number)
    assert action is not None
    seal_action(game_id=game.pk, user=user, step=game.next_step, action=action, arrived=now)


def play_turn(game: Game, now: datetime) -> None:
    """Everybody the game waits for chooses, which ends the turn."""
    game.refresh_from_db()
    preparing = game.next_step
    for number in game.engine.awaiting(state_at(game, game.step)):
        user = game.seats.get(number=number).user
        assert user is not None
        choose(game, user, now)
        game.refresh_from_db()
        if game.next_step != preparing:  # an open step ends with the first choice
            return


def play_to_the_end(game: Game) -> Game:
    """Plays until the game has an outcome, with a minute for each turn."""
    now = game.started_at
    while not game.is_over:
        now += timedelta(minutes=1)
        play_turn(game, now)
        game.refresh_from_db()
    return game


def talk(game: Game, people: dict[str, User], mona: User, now: datetime) -> None:
    """Adds a few chat messages to the game."""
    for who, text in (
        (people["Ben"], "Good evening, everybody."),
        (people["Cleo"], "Hello! Who wants the middle tonight?"),
        (people["Ada"], "Not me. It is far too warm there."),
    ):
        say(game=game, user=who, room="table", text=text, now=now)
    say(game=game, user=mona, room="spectators", text="Ada looks cold in the corner.", now=now)


def make_invitations(mona: User, now: datetime) -> str:
    """Makes an open and a revoked invitation; returns the path of the open one."""
    later = now + timedelta(days=30)
    revoked = invite(creator=mona, note="Sent to the wrong person", expires_at=later, now=now)
    revoke_invitation(invitation=revoked, now=now)
    friends = invite(creator=mona, note="Friends of Ada", most_uses=3, expires_at=later, now=now)
    return friends.get_absolute_url()


def gather(people: dict[str, User], now: datetime) -> Table:
    """Opens Ada's table: she, Ben and a bot sit there, they chat, and Cleo asks to join."""
    table = open_table(
        host=people["Ada"],
        table_settings=_table_settings("Come and play", 13, 4, "approval"),
        now=now,
    )
    asking = [
        join_table(table_id=table.pk, user=people[name], colours=COLOURS[name], now=now)
        for name in ("Ada", "Ben", "Cleo")
    ]
    agree(table_id=table.pk, by=people["Ada"], place_id=asking[1].pk, now=now)
    put_bot(table_id=table.pk, by=people["Ada"], now=now)
    set_ready(table_id=table.pk, user=people["Ben"], ready=True, now=now)
    for who, text in (
        ("Ben", "A bot for the fourth seat, or do we wait for Cleo?"),
        ("Ada", "She is asking just now."),
    ):
        say_at_table(table_id=table.pk, by=people[who], text=text, now=now)
    return table


def begin_at_a_table(people: dict[str, User], mona: User, now: datetime) -> Table:
    """Opens a table whose game begins without Ada and Ben."""
    table = open_table(
        host=mona, table_settings=_table_settings("Two at eight", 9, 2, "anyone"), now=now
    )
    for name in ("Cleo", "Dora"):
        join_table(table_id=table.pk, user=people[name], colours=COLOURS[name], now=now)
    for name in ("Cleo", "Dora"):
        set_ready(table_id=table.pk, user=people[name], ready=True, now=now)
    start_table(table_id=table.pk, now=now + timedelta(minutes=1))
    # Nobody plays it: on a slow machine both would soon have missed too many turns, and may sit
    # down at no other table then.
    Game.objects.filter(table=table).update(deadline=now + timedelta(days=1))
    return table


def gather_for_countdown(people: dict[str, User], mona: User, now: datetime) -> Table:
    """Opens a full table that waits only for Dora."""
    table = open_table(
        host=mona, table_settings=_table_settings("Two at nine", 9, 2, "anyone"), now=now
    )
    for name in ("Cleo", "Dora"):
        join_table(table_id=table.pk, user=people[name], colours=COLOURS[name], now=now)
    set_ready(table_id=table.pk, user=people["Cleo"], ready=True, now=now)
    return table


def count_down(path: str) -> None:
    """Starts the countdown of the full table, as when the last player is ready. It lasts an hour,
    so that the page does not change while it is tested."""
    found, now = Table.objects.filter(public_id=path.strip("/").rpartition("/")[2]), timezone.now()
    table = found.get()
    for player in User.objects.filter(username__in=("Cleo", "Dora")).order_by("username"):
        if not table.places.filter(user=player).exists():  # on a slow machine seats become free
            join_table(table_id=table.pk, user=player, colours=COLOURS[player.username], now=now)
        for ready in (player.username == "Cleo", True):
            set_ready(table_id=table.pk, user=player, ready=ready, now=now)
    found.update(starts_at=timezone.now() + timedelta(hours=1))


def invite_by_members() -> None:
    """Makes Ada invite three people: one invitation is open, one used, one revoked. A second call
    changes nothing."""
    ada = User.objects.get(username="Ada")
    if ada.invitations.exists():
        return
    now = timezone.now()
    notes = ("Eva from the chess club", "My neighbour", "Sent to the wrong person")
    made = [
        invite(creator=ada, note=note, expires_at=now + timedelta(days=30), now=now)
        for note in notes
    ]
    register_member(code=made[1].code, name="Emil", password=PASSWORD, email="", now=timezone.now())
    revoke_invitation(invitation=made[2], now=now)


def open_tables_of_their_own(name: str) -> None:
    """Opens as many tables as a member may have."""
    member = User.objects.get(username=name)
    while tables_hosted_by(member).count() < settings.QUICK_TABLES_PER_MEMBER:
        chosen = member_settings(_table_settings("Who is there?", 9, 2, "anyone"), member)
        open_table(host=member, table_settings=chosen, now=timezone.now())


def _table_settings(title: str, size: int, seats: int, joining: str) -> TableSettings:
    options: dict[str, Any] = dict(complete_options(engine_for(VARIANT), {"size": size}))
    return TableSettings(
        variant=VARIANT,
        options=options,
        seats=seats,
        settings=GameSettings(turn_seconds=60),
        joining=joining,
        title=title,
    )
