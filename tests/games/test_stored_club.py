"""What an earlier version stored goes on in this one: nothing is lost, seen early or done twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth import authenticate
from django.test import Client
from django.utils.dateparse import parse_datetime

from accounts.models import Invitation, Preferences, Session, Suspension, User
from accounts.roles import is_moderator, may_host
from accounts.services.invitations import register_member
from accounts.services.sessions import end_expired_sessions
from engines.command_line import main
from games.models import Game, Heartbeat, SealedAction, Seat
from games.payloads import own_action, own_earlier_action
from games.play.settings import GameSettings
from games.schedule.outages import beat
from lobby.models import Place, Table
from lobby.services.joining import agree
from ratings.models import RatedGame
from ratings.placing import Placed, placed, who_played
from tests.games.acting import end_turn, pause_game, resume_game
from tests.games.playing import START, fresh, line_at, place, seal, sealed, seat, state_of, steps
from tests.games.stored_club import STORED, migrated_club
from tests.games.sweeps import play_due_bots, resolve_due_turns, take_out_former_members
from tests.lobby.sweeps import start_ready_tables
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

PASSWORD = "seven quiet herons"


def stored(label: str) -> list[dict[str, Any]]:
    """The rows of a table as they were stored."""
    table = STORED["rows"][label]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def waiting() -> dict[str, dict[int, Any]]:
    """What was sealed for the next step, by game and seat."""
    title = {row["id"]: row["title"] for row in stored("games.game")}
    number = {row["id"]: row["number"] for row in stored("games.seat")}
    found: dict[str, dict[int, Any]] = {}
    for row in stored("games.sealedaction"):
        found.setdefault(title[row["game_id"]], {})[number[row["seat_id"]]] = row["action"]
    return found


TITLES = [row["title"] for row in stored("games.game")]
WAITING = waiting()


@pytest.fixture(scope="module", autouse=True)
def _club(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    with django_db_blocker.unblock(), migrated_club():
        yield


@pytest.fixture(autouse=True)
def _its_key(settings: Any) -> None:
    settings.SECRET_KEY = "the key of a stored club"


def titled(title: str) -> Game:
    return Game.objects.get(title=title)


def named(name: str) -> User:
    return User.objects.get(username=name)


def browser(key: str) -> Client:
    """A browser that still has the cookie of a stored session."""
    client = Client()
    client.cookies[site_settings.SESSION_COOKIE_NAME] = key
    return client


def sweep(clock: Any) -> None:
    """What the workers do at each tick."""
    beat(Heartbeat.Of.CHOICES)
    beat(Heartbeat.Of.TURNS)
    resolve_due_turns(sleep=clock.sleep)


# Members


def test_who_was_logged_in_still_is():
    (session, *_) = (row for row in stored("sessions.session") if row["session_key"][:3] == "ada")
    response = browser(session["session_key"]).get("/")
    assert response.context["user"] == named("Ada")
    assert Session.objects.get(pk=session["session_key"]).user == named("Ada")


def test_a_session_that_had_run_out_lets_nobody_in_and_goes():
    (session,) = (row for row in stored("sessions.session") if row["session_key"][:4] == "over")
    assert browser(session["session_key"]).get("/").context["user"].is_anonymous
    assert end_expired_sessions(now=START) == 1


@pytest.mark.parametrize("name", ["Ada", "Jörg", "JÖRG"])
def test_a_password_is_still_right(name):
    assert authenticate(username=name, password=PASSWORD) is not None
    assert authenticate(username=name, password=PASSWORD + "s") is None


def test_roles_and_suspensions_hold():
    assert [name for name in ("Gil", "Ada") if is_moderator(named(name))] == ["Gil"]
    assert [name for name in ("Gil", "Ada", "Bo") if may_host(named(name))] == ["Gil", "Ada"]
    assert named("Gil").has_perm("games.moderate_game")
    assert Suspension.of(named("Eve"), START) is not None
    assert Suspension.of(named("Di"), START) is None


def test_preferences_are_kept():
    own = Preferences.of(named("Ada"))
    assert (own.board_look, own.motion, own.time_zone) == ("slate", "reduced", "Europe/Vienna")
    # Stored as yes and no, when there were no other answers.
    assert list(Preferences.objects.order_by("pk").values_list("confirm_sealing", flat=True)) == [
        "always",
        "never",
    ]


def test_an_invitation_still_lets_somebody_in():
    code = Invitation.objects.get(note="For the chess club").code
    newcomer = register_member(code=code, name="Ida", password=PASSWORD, email="", now=START)
    assert newcomer.pk > max(row["id"] for row in stored("accounts.user"))


# What was played


@pytest.mark.parametrize("title", TITLES)
def test_a_game_can_be_looked_at_and_its_record_replays_to_each_of_its_steps(
    title, client_of, tmp_path, capsys
):
    game, client = titled(title), client_of()
    address = game.get_absolute_url()
    assert client.get(address).status_code == 200
    assert client.get(f"{address}log.json").status_code == 200
    for number in range(game.step + 1):
        shown = client.get(f"{address}steps/{number}.json").json()
        assert shown["step"] == number
    record = tmp_path / "record.json"
    record.write_bytes(client.get(f"{address}record.json").content)
    assert main(["replay", "--each", str(record)]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    lines = [line_at(game, number) for number in range(game.step + 1)]
    in_its_turn = 1 if title == "Two want one piece" else 0
    assert replayed == lines[: len(lines) - in_its_turn]


@pytest.mark.parametrize("path", ["/", "/games/", "/games/?player=j%C3%B6rg"])
def test_lists_show_what_was_stored(path, client_of):
    assert client_of(named("Ada")).get(path).status_code == 200


# What goes on


@pytest.mark.parametrize("title", WAITING)
def test_what_was_sealed_is_shown_to_nobody_else_and_played_once(title, client_of, clock):
    game, moderator = titled(title), named("Gil")
    step = game.next_step
    assert sealed(game) == WAITING[title]
    for watcher in (None, named("Eve"), moderator):
        page = client_of(watcher).get(game.get_absolute_url())
        told = page.context["snapshot"]
        assert told["chosen"] == sorted(WAITING[title])
        assert told["you"] is None or told["you"]["action"] is None
    sweep(clock)
    if fresh(game).status == "paused":
        resume_game(game_id=game.pk, by=moderator, why="On we go")
    if fresh(game).step < step:
        end_turn(game_id=game.pk, by=moderator, why="On we go", step=step)
    actions = game.steps.get(number=step).actions
    assert {number: actions[str(number)] for number in WAITING[title]} == WAITING[title]
    assert not SealedAction.objects.filter(game=game, step=step).exists()
    with pytest.raises(Refused):
        end_turn(game_id=game.pk, by=moderator, why="Again", step=step)


def test_a_choice_that_waits_is_resolved_when_the_last_one_comes(clock):
    game = titled("A choice waits")
    seal(game, named("Bo"), {"type": "pass"})
    seal(game, named("Jörg"), {"type": "pass"})
    cause, actions = steps(game)[-1]
    assert (cause, actions["0"]) == ("complete", WAITING[game.title][0])
    assert fresh(game).deadline == clock.now + timedelta(hours=1)


def test_clocks_get_the_time_of_the_update_back_and_nobody_was_absent(clock):
    """Ten minutes had passed; the game of bots alone was due in them."""
    before = {row["title"]: row["deadline"] for row in stored("games.game")}
    seen = Heartbeat.objects.get(of=Heartbeat.Of.TURNS).at
    assert timedelta(0) < START - seen < timedelta(minutes=11)
    sweep(clock)
    for title in ("Parallel choices", "Bots alone", "With bots"):
        assert titled(title).deadline == parse_datetime(before[title]) + (START - seen)
    assert not Seat.objects.filter(game__status="running", absences__gt=1).exists()
    (act,) = titled("Parallel choices").moderator_acts.all()
    assert act.what == "away"


def test_the_timer_ends_a_turn(clock):
    game = titled("Parallel choices")
    sweep(clock)
    clock.traveller.move_to(fresh(game).deadline)
    for of in Heartbeat.Of:
        Heartbeat.objects.update_or_create(of=of, defaults={"at": clock.now})
    sweep(clock)
    assert steps(game) == [("timer", {str(n): a for n, a in WAITING[game.title].items()})]


def test_bots_choose_where_they_are_due(clock):
    game = titled("Bots that are due")
    play_due_bots()
    assert list(sealed(game)) == [1]
    assert titled("Bots alone").bots_alone
    assert titled("Bots alone").step > 0
    seal(game, named("Di"), {"type": "move", "from": [0, 0], "to": [0, 2]})
    assert fresh(game).step == 1


def test_a_pause_holds_and_the_time_that_was_left_goes_on(clock):
    game = titled("Stands still")
    left = game.time_left
    assert timedelta(0) < left <= timedelta(minutes=10)
    sweep(clock)
    assert fresh(game).status == "paused"
    resume_game(game_id=game.pk, by=named("Gil"), why="Tea is over")
    assert fresh(game).deadline == clock.now + left
    pause_game(game_id=game.pk, by=named("Gil"), why="More tea")
    assert fresh(game).time_left == left


def test_what_is_complete_in_a_pause_is_played_when_it_ends():
    game = titled("Tiles in a pause")
    resume_game(game_id=game.pk, by=named("Gil"), why="Supper is over")
    assert fresh(game).step == game.step + 1


def test_a_count_ends_when_the_other_one_accepts_too():
    game = titled("They count")
    assert line_at(game)["phase"] == "counting"
    seal(game, named("Ada"), {"type": "accept"})
    assert fresh(game).status == "finished"


def test_a_game_without_a_timer_goes_on():
    game = titled("No hurry")
    assert game.deadline is not None  # what nobody does anything about is missed after a day
    state = state_of(game)
    seal(game, named("Ada"), game.engine.bot.choose(state, 0, 1))
    assert fresh(game).step > game.step


def test_in_a_conflict_the_standing_moves_stand_until_the_others_have_chosen_again(client_of):
    game = titled("Two want one piece")
    stand = game.steps.get(number=1).actions
    seats = list(game.seats.all())
    told = [own_earlier_action(game, each, state_of(game)) for each in seats]
    assert told == [stand["0"], None, None, stand["3"]]
    assert own_action(game, seats[1]) == WAITING[game.title][1]
    assert client_of().get(f"{game.get_absolute_url()}record.json").json()["steps"] == []
    seal(game, named("Cy"), {"type": "move", "from": [10, 5], "to": [8, 5]})
    after = fresh(game)
    assert (after.step, after.engine.turn(state_of(after))) == (2, 2)


def test_the_seat_of_somebody_who_has_gone_leaves(clock):
    game = titled("Somebody is gone")
    take_out_former_members(now=clock.now)
    assert game.seats.get(user=None).left_why == "gone"
    assert SealedAction.objects.filter(game=game).count() == 1


def test_who_has_left_stays_away():
    game = titled("One has left")
    assert seat(game, named("Di")).left_why == "resigned"
    with pytest.raises(Refused, match="not-awaited"):
        seal(game, named("Di"), place(0, 0))


@pytest.mark.parametrize("title", TITLES)
def test_every_seat_has_the_tenure_that_it_had(title):
    game = titled(title)
    for own in game.seats.all():
        (tenure,) = own.tenures.all()
        assert (tenure.game, tenure.member, tenure.from_step) == (game, own.user, 0)
        over = (game.step, "over") if game.is_over else (None, "")
        ended = (own.left_at_step, own.left_why) if own.left_why else over
        assert (tenure.to_step, tenure.why) == ended


def test_settings_are_what_stood_in_columns_of_their_own():
    for label, model in (("games.game", Game), ("lobby.table", Table)):
        for row in stored(label):
            settings = model.objects.get(title=row["title"]).settings.as_json()
            added = GameSettings().as_json()
            assert settings == {name: row.get(name, added[name]) for name in added}
            assert model.objects.filter(title=row["title"], listed=row["listed"]).exists()


def test_the_server_chooses_where_a_bot_s_account_sat():
    people = {row["id"]: row for row in stored("accounts.user")}
    for label, model in (("games.seat", Seat), ("lobby.place", Place)):
        for row in stored(label):
            user = people.get(row["user_id"])
            found = model.objects.get(pk=row["id"])
            assert found.engine_plays == bool(user and user["is_bot"])


# Tables


def test_a_table_whose_countdown_ran_starts(clock):
    table = Table.objects.get(title="About to begin")
    start_ready_tables(sleep=clock.sleep)
    table.refresh_from_db()
    assert table.game.pk > max(row["id"] for row in stored("games.game"))
    seal(table.game, named("Ada"), place(0, 0))


def test_somebody_who_asked_for_a_seat_gets_it(clock):
    table = Table.objects.get(title="Ask me")
    (asking,) = Place.objects.filter(table=table, number=None)
    agree(table_id=table.pk, by=named("Ada"), place_id=asking.pk, now=clock.now)
    assert asking.user == named("Jörg")


def test_games_that_ended_before_there_were_ratings_are_rated_by_the_same_rule():
    ended = Game.objects.filter(status="finished").prefetch_related("seats__user")
    rated = {
        game.pk: placed(who_played(game.seats.all())) for game in ended if not game.why_unrated
    }
    noted = RatedGame.objects.filter(waits=True).prefetch_related("results")
    found = {
        game.pk: [
            Placed(each.seat, each.member_id, each.place, each.points)
            for each in game.results.order_by("seat")
        ]
        for game in noted
    }
    assert found == rated != {}
