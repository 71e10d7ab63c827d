"""A club stored by commit 84810de goes on: nothing is lost, revealed early or done twice.

It was stored in PostgreSQL. tests/database/test_from_sqlite.py tests that the same club in SQLite
becomes the same: every row, the schema and the next keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth import authenticate
from django.test import Client
from django.utils.dateparse import parse_datetime

from accounts.lookalikes import lookalike_key
from accounts.models import ChatBan, Invitation, Preferences, Session, Suspension, User
from accounts.roles import is_moderator, may_host
from accounts.services.invitations import register_member
from accounts.services.sessions import end_expired_sessions
from engines.command_line import main
from games.models import Game, Heartbeat, ModeratorAct, Plan, SealedAction, Seat
from games.pages.payloads import own_earlier_action
from games.schedule.outages import beat
from games.store.rows import shown_seats
from lobby.models import Place, Table
from lobby.services.joining import agree
from ratings.models import LadderState, RatedGame
from tests.database.stored_club import copy_of, migrated_club, stored_rows
from tests.games.acting import cast_vote, end_turn, pause_game, resume_game
from tests.games.playing import START, fresh, line_at, place, seal, sealed, seat, state_of, steps
from tests.games.sweeps import (
    play_due_bots,
    resolve_due_turns,
    take_out_former_members,
    use_due_plans,
)
from tests.lobby.sweeps import start_ready_tables
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

PASSWORD = "seven quiet herons"
GAMES = stored_rows("games_game")


def waiting() -> dict[str, dict[int, Any]]:
    """The choices sealed for the next step, by game and seat."""
    title = {row["id"]: row["title"] for row in GAMES}
    number = {row["id"]: row["number"] for row in stored_rows("games_seat")}
    found: dict[str, dict[int, Any]] = {}
    for row in stored_rows("games_sealedaction"):
        found.setdefault(title[row["game_id"]], {})[number[row["seat_id"]]] = row["action"]
    return found


def in_utc(stored: str) -> datetime:
    """A time in SQLite's text form, as UTC."""
    found = parse_datetime(stored)
    assert found is not None
    return found.replace(tzinfo=UTC)


TITLES = [row["title"] for row in GAMES]
WAITING = waiting()


@pytest.fixture(scope="module", autouse=True)
def _club(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), copy_of(migrated_club()):
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
    """Does what workers do at each tick."""
    beat(Heartbeat.Of.CHOICES)
    beat(Heartbeat.Of.TURNS)
    resolve_due_turns(sleep=clock.sleep)


# Members


def test_who_was_logged_in_still_is():
    (session, *_) = (
        row for row in stored_rows("accounts_session") if row["session_key"][:3] == "ada"
    )
    response = browser(session["session_key"]).get("/")
    assert response.context["user"] == named("Ada")
    assert Session.objects.get(pk=session["session_key"]).user == named("Ada")


def test_a_session_that_had_run_out_lets_nobody_in_and_goes():
    (session,) = (
        row for row in stored_rows("accounts_session") if row["session_key"][:4] == "over"
    )
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
    assert list(Preferences.objects.order_by("pk").values_list("confirm_sealing", flat=True)) == [
        "always",
        "never",
    ]


def test_an_invitation_still_lets_somebody_in():
    code = Invitation.objects.get(note="For the chess club").code
    newcomer = register_member(code=code, name="Ida", password=PASSWORD, email="", now=START)
    assert newcomer.pk > max(row["id"] for row in stored_rows("accounts_user"))


# Past games


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


# Running games


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
    """Ten minutes passed during the update, in which the game of bots alone was due."""
    before = {row["title"]: row["deadline"] for row in GAMES}
    seen = Heartbeat.objects.get(of=Heartbeat.Of.TURNS).at
    assert timedelta(0) < START - seen < timedelta(minutes=11)
    sweep(clock)
    for title in ("Parallel choices", "Bots alone", "With bots"):
        assert titled(title).deadline == in_utc(before[title]) + (START - seen)
    assert not Seat.objects.filter(game__status="running", absences__gt=1).exists()
    stored_before = [row["what"] for row in stored_rows("games_moderatoract")]
    assert stored_before.count("away") < ModeratorAct.objects.filter(what="away").count()
    assert titled("Parallel choices").moderator_acts.filter(what="away", at=START).exists()


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
    assert game.deadline is not None  # without a timer a turn is missed after a day
    state = state_of(game)
    seal(game, named("Ada"), game.engine.bot().think(state, 0, 1))
    assert fresh(game).step > game.step


def test_in_a_conflict_the_standing_moves_stand_until_the_others_have_chosen_again(client_of):
    game = titled("Two want one piece")
    stand = game.steps.get(number=1).actions
    seats = list(game.seats.all())
    told = [own_earlier_action(game, each, state_of(game)) for each in seats]
    assert told == [stand["0"], None, None, stand["3"]]
    assert shown_seats(game, seats[1].user_id).choice == WAITING[game.title][1]
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


def test_settings_are_what_they_were():
    for table, model in (("games_game", Game), ("lobby_table", Table)):
        for row in stored_rows(table):
            settings = model.objects.get(title=row["title"]).settings.as_json()
            for name, value in row["settings"].items():
                # Every vote was allowed then; this version has one more.
                kept = set(settings[name]) >= set(value) if name == "votes" else False
                assert kept or settings[name] == value
            assert model.objects.filter(title=row["title"], listed=row["listed"]).exists()


def test_bots_keep_their_seats_and_places():
    for table, model in (("games_seat", Seat), ("lobby_place", Place)):
        for row in stored_rows(table):
            found = model.objects.get(pk=row["id"])
            assert (found.engine_plays, found.user_id) == (
                bool(row["engine_plays"]),
                row["user_id"],
            )


def test_a_plan_is_played_turn_by_turn(clock):
    game = titled("Planned ahead")
    assert Plan.objects.get(seat__game=game).actions == [place(1, 1), place(2, 2)]
    sweep(clock)
    clock.go(5)
    use_due_plans()
    assert sealed(game) == {0: place(1, 1)}
    seal(game, named("Bo"), place(0, 4))
    assert steps(game)[-1] == ("complete", {"0": place(1, 1), "1": place(0, 4)})
    clock.go(1)
    use_due_plans()
    assert sealed(game) == {0: place(2, 2)}
    assert not Plan.objects.filter(seat__game=game).exists()


def test_an_open_vote_is_decided_by_those_who_have_not_voted():
    game = titled("Asked to pause")
    for name in ("Jörg", "Cy"):
        cast_vote(game_id=game.pk, user=named(name), vote=fresh(game).votes["count"])
    assert fresh(game).status == "paused"
    assert sealed(game) == {1: place(2, 2)}


def test_what_members_said_is_still_in_the_chat():
    game = titled("Asked to pause")
    assert [said.text for said in game.chat.all()] == ["Schöne Grüße – „gleich“ 🙂"]


# What later versions have added


def test_names_have_keys_that_find_lookalikes():
    for user in User.objects.all():
        assert user.lookalike_key == lookalike_key(user.username)


def test_members_were_last_seen_when_they_last_logged_in():
    for row in stored_rows("accounts_user"):
        login = row["last_login"] if not row["is_bot"] else None
        seen = in_utc(login).date() if login else None
        assert User.objects.get(pk=row["id"]).last_seen_on == seen


def test_who_lifted_a_measure_is_known_from_the_admin_s_history():
    (ban,) = ChatBan.objects.all()
    assert ban.lifted_by == named("Gil")


# Tables


def test_a_table_whose_countdown_ran_starts(clock, settings):
    settings.RELIABILITY = False  # its players have more games than newcomers may have
    table = Table.objects.get(title="About to begin")
    start_ready_tables(sleep=clock.sleep)
    table.refresh_from_db()
    assert table.game.pk > max(row["id"] for row in GAMES)
    seal(table.game, named("Ada"), place(0, 0))


def test_somebody_who_asked_for_a_seat_gets_it(clock):
    table = Table.objects.get(title="Ask me")
    (asking,) = Place.objects.filter(table=table, number=None)
    agree(table_id=table.pk, by=named("Ada"), place_id=asking.pk, now=clock.now)
    assert asking.user == named("Jörg")


def test_games_that_count_are_rated_again_and_others_are_not_rated():
    before = {row["game_id"] for row in stored_rows("ratings_ratedgame")}
    after = {rated.game_id: rated.waits for rated in RatedGame.objects.all()}
    assert before
    assert after == {pk: True for pk in before if not Game.objects.get(pk=pk).unrated}
    ladders = {row["ladder"] for row in stored_rows("ratings_ratedgame")}
    assert set(LadderState.objects.filter(is_again=True).values_list("slug", flat=True)) == ladders
