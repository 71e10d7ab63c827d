"""Members can download everything that the site stores about them, without anybody
else's secrets."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import DaysOff, Invitation, MemberWarning, Mute, Session, Suspension
from accounts.own_data import exported_models, own_data
from accounts.services.names import change_own_name
from accounts.services.roles import set_host
from games.models import Game
from lobby.models import TableInvitation, TableMessage
from notices.models import Channel, Kind, Notice, Preference, PushDevice, What
from reports.models import Report
from tests.games.acting import ask_for_vote, resign, say, set_plan
from tests.games.conftest import *  # noqa: F403
from tests.games.playing import begin, place, play_turns, seal
from tests.lobby.tables import open_one, sit
from tests.lobby.wishes import wish

pytestmark = pytest.mark.django_db

PAGE = "/account/data/"
PASSWORD = "pebble-garden-7"

NOT_IN_THE_FILE = {
    # model: why none of it is in the file
    "account.EmailConfirmation": "the key of a link in a mail; its address is in the account",
    "auth.Group_permissions": "what a role may do: not about anyone",
    "auth.Permission": "what can be allowed: not about anyone",
    "accounts.User_user_permissions": "nobody is given single permissions",
    "contenttypes.ContentType": "names of models",
    "figures.Waiting": "how many people waited how long for a game: not who",
    "figures.WeekOfGames": "sums of games, turns and members by week: about nobody",
    "games.GameEvent": "for an hour, copies of what is in games and chats, for pages that are open",
    "games.Heartbeat": "whether processes live",
    "games.Outage": "when the club was away",
    "games.Presence": "whether a page is open at this moment",
    "games.Upload": "for minutes, how far an uploaded file is: not which member sent it",
    "notices.HookCall": "for a day at most, what a webhook is still to be told: no member's",
    "notices.Sending": "until when the sending of notices waits",
    "notices.TurnWarning": "when a game's players are warned: of a game, not of a member",
    "ratings.BotGameToRate": "games of which the bots' ratings do not know yet",
    "ratings.LadderState": "whether a ladder is computed again",
}


def test_every_model_is_in_the_file_or_in_the_table_that_says_why_not():
    there = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    exported = {model._meta.label for model in exported_models()}
    assert exported & set(NOT_IN_THE_FILE) == set()
    assert there - exported == set(NOT_IN_THE_FILE)


@pytest.fixture
def browser(ada):
    """A browser in which Ada logged in some time ago."""
    ada.set_password(PASSWORD)
    ada.save()
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def downloaded(browser):
    """Returns a function that downloads Ada's data as she would."""

    def download() -> Any:
        browser.post("/account/reauthenticate/", {"password": PASSWORD})
        answer = browser.post(PAGE)
        assert answer["Content-Disposition"].startswith('attachment; filename="miai-')
        assert "no-store" in answer["Cache-Control"]
        return json.loads(answer.content)

    return download


def test_what_accounts_hold_is_in_it(downloaded, ada, bo):
    now = timezone.now()
    change_own_name(member=ada, name="Zoe", now=now)
    ada.refresh_from_db()
    DaysOff.objects.create(member=ada, first=now, last=now, begins_at=now, ends_at=now)
    Invitation.objects.create(creator=ada, note="For Jo")
    Mute.objects.create(member=ada, muted=bo)
    MemberWarning.objects.create(user=ada, reason="Spam", by=bo)
    Suspension.objects.create(user=ada, reason="More spam", by=bo, until=now + timedelta(days=1))
    found = downloaded()
    assert found["account"]["name"] == "Zoe"
    assert found["former_names"][0]["name"] == "Ada"
    assert found["days_off"][0]["first"] == f"{now:%Y-%m-%d}"
    assert found["invitations"]["made"][0]["note"] == "For Jo"
    assert found["muted"][0]["muted_username"] == "Bo"
    assert found["measures"]["warnings"][0]["reason"] == "Spam"
    assert found["measures"]["suspensions"][0]["reason"] == "More spam"
    assert found["preferences"]["board_look"] == "wood"
    assert len(found["logged_in"]) == 1


def test_what_games_hold_is_in_it(downloaded, ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=1)
    say(game=game, user=ada, room="table", text="Hello Bo")
    say(game=game, user=bo, room="table", text="Hello Ada")
    found = downloaded()
    assert [each["title"] for each in found["games"]] == ["Tuesday"]
    assert [choice["step"] for choice in found["games"][0]["choices"]] == [1]
    assert found["games"][0]["choices"][0]["choice"] == game.steps.get(number=1).actions["0"]
    assert [each["text"] for each in found["chat_in_games"]] == ["Hello Bo"]


def test_what_is_sealed_or_planned_is_in_it_after_its_turn_alone(downloaded, ada, bo):
    game = begin(ada, bo, turn_seconds=3600)
    seal(game, ada, place(2, 3))
    seal(game, bo, place(1, 4))
    set_plan(game_id=game.pk, user=ada, was=[], actions=[place(4, 0)], step=1)
    [mine] = downloaded()["games"]
    assert mine["choices"] == []
    assert [each["step"] for each in mine["not_revealed_yet"]["sealed"]] == [1]
    assert "planned" not in json.dumps(mine), "a session that may not see plans has the file, too"
    written = json.dumps(mine)
    assert not any(f"[{x}, {y}]" in written for x, y in ((2, 3), (1, 4), (4, 0)))


def test_what_stands_while_others_choose_again_is_not_in_it(ada, bo):
    """Step 2 of the same turn is resolved, but its kept choices are still sealed."""
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=2)
    first = game.steps.get(number=1)
    game.steps.filter(number=2).update(turn=first.turn, sealed=True)
    assert [choice["step"] for choice in own_data(ada)["games"][0]["choices"]] == [1]


def test_what_somebody_else_chose_on_the_same_seat_is_not_in_it(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=3)
    game.seats.get(number=0).tenures.update(from_step=1, to_step=2)
    assert [choice["step"] for choice in own_data(ada)["games"][0]["choices"]] == [2]


def test_how_the_member_votes_is_in_it(ada, bo):
    game = begin(ada, bo)
    ask_for_vote(game_id=game.pk, user=ada, about="pause", seconds=3600)
    assert own_data(ada)["games"][0]["votes"][0]["vote"] == "yes"
    assert own_data(bo)["games"][0]["votes"][0]["vote"] is None


def test_what_tables_notices_ratings_and_reports_hold_is_in_it(downloaded, ada, bo):
    now = timezone.now()
    over = begin(ada, bo, turn_ends="complete")
    play_turns(over, ada, bo)
    resign(game_id=over.pk, user=bo)
    set_host(user=ada, hosts=True)
    table = open_one(ada, seats=3)
    sit(table, ada)
    TableMessage.objects.create(table=table, author=ada, text="Tea?", said_at=now)
    TableInvitation.objects.create(table=table, member=bo, by=ada, invited_at=now)
    wish(ada, "daily", keep=2)
    Preference.objects.create(member=ada, kind=Kind.SEAT, channel=Channel.MAIL)
    Notice.objects.create(member=ada, kind=Kind.MODERATION, what=What.WARNED, reason="Spam", at=now)
    Report.objects.create(by=ada, about=bo, why="spam", game=over)
    found = downloaded()
    assert found["tables"]["opened"][0]["title"] == table.title
    assert found["tables"]["places"][0]["table_title"] == table.title
    assert found["chat_at_tables"][0]["text"] == "Tea?"
    assert found["invitations_to_tables"]["you_invited"][0]["member_username"] == "Bo"
    assert [each["keep"] for each in found["wishes_for_a_game"]] == [2]
    assert found["notification_settings"]["wishes"][0]["way"] == Channel.MAIL
    assert "Spam" in [each["reason"] for each in found["notices"]]
    assert found["ratings"]["results"][0]["place"] == 1
    assert found["reports_written"][0]["about_username"] == "Bo"


def test_it_has_no_secrets(downloaded, ada, bo, mo):
    now = timezone.now()
    invitation = Invitation.objects.create(creator=ada)
    set_host(user=ada, hosts=True)
    table = open_one(ada, seats=3)
    Authenticator.objects.create(
        user=ada, type="webauthn", data={"name": "Phone", "credential": "the-credential"}
    )
    PushDevice.objects.create(
        member=ada, endpoint="https://push.example.org/the-endpoint", p256dh="the-key",
        auth="the-auth", language="en", session="the-session", password="the-mark", created_at=now,
    )  # fmt: skip
    MemberWarning.objects.create(user=ada, reason="Spam", by=mo)
    Report.objects.create(by=bo, about=ada, why="rude", text="the-report")
    found = downloaded()
    written = json.dumps(found)
    assert found["two_factor_login"][0]["name"] == "Phone"
    assert found["notified_browsers"][0]["push_service"] == "push.example.org"
    ada.refresh_from_db()
    secrets = ["the-", invitation.code, table.join_key, ada.password, mo.username, "Bo"]
    secrets += Session.objects.values_list("session_key", flat=True)
    assert [secret for secret in secrets if f"{secret}" in written] == []


def test_the_password_is_asked_for_before(browser):
    for verb in ("get", "post"):
        assert getattr(browser, verb)(PAGE).url.startswith("/account/reauthenticate/")


def test_it_is_downloaded_five_times_an_hour_at_most(browser):
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert [browser.post(PAGE).status_code for _ in range(6)] == [200] * 5 + [429]


def test_games_that_are_over_have_all_choices(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=2)
    resign(game_id=game.pk, user=bo)
    assert Game.objects.get().is_over
    assert [choice["step"] for choice in own_data(ada)["games"][0]["choices"]] == [1, 2]
