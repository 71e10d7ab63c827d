"""The admin's first page says what there is to do, each with the way there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Suspension
from accounts.services.invitations import invite, register_member
from accounts.services.measures import lift, suspend
from accounts.services.roles import make_moderator
from games.models import ModeratorAct
from notices.models import Channel, PushDevice, Sending
from reports.services.reporting import report
from reports.subjects import player_of_game
from tests.games.acting import ask_for_vote, cast_vote, pause_game, resume_game
from tests.games.playing import begin, fresh

pytestmark = pytest.mark.django_db
INDEX = "/admin/"
DAY = timedelta(days=1)


@pytest.fixture
def desk(client_of, mo):
    """The moderator's client."""
    return client_of(mo)


def section(client, title):
    """Name, note and address of each row of a section, and how many there are in all."""
    found = {each.title: each for each in client.get(INDEX).context["sections"]}
    return found[title]


def names(client, title):
    return [row.name for row in section(client, title).rows]


def reported(game, by, seat=0):
    subject = player_of_game(game.public_id, seat, by)
    return report(by=by, subject=subject, why="spoiling", now=timezone.now())


def test_reports_wait_on_it_the_oldest_first(ada, bo, cy, desk, clock):
    game = begin(ada, bo)
    first = reported(game, cy)
    clock.go(60)
    reported(game, ada, seat=1)
    found = section(desk, "Open reports")
    assert ([row.name for row in found.rows], found.count) == (["Ada", "Bo"], 2)
    assert found.rows[0].address == f"/admin/reports/report/{first.pk}/change/"
    assert "Cheating" in found.rows[0].note
    assert desk.get(found.rows[0].address).status_code == 200


def test_reports_that_concern_the_moderator_do_not(ada, bo, cy, client_of):
    make_moderator(user=bo)
    reported(begin(ada, bo), cy)
    assert section(client_of(bo), "Open reports").count == 0
    assert "Cheating" not in client_of(bo).get(INDEX).text


def suspended(user, mo, until, now=None):
    return Suspension.objects.create(
        user=user, reason="Spam", until=until, by=mo, created_at=now or until - 5 * DAY
    )


def test_suspensions_that_end_soon_or_have_just_ended_are_on_it(ada, bo, cy, mo, member, desk):
    now = timezone.now()
    suspended(ada, mo, now + 2 * DAY)
    suspended(bo, mo, now - DAY / 2)
    suspended(cy, mo, now + 9 * DAY)
    suspended(member("Dee"), mo, now - 3 * DAY)
    lifted = suspend(user=member("Eli"), reason="Spam", until=now + DAY, by=mo, now=now)
    lift(restriction=lifted, now=now)
    found = section(desk, "Suspensions ending")
    assert [row.name for row in found.rows] == ["Bo", "Ada"]
    assert [row.note.split()[0] for row in found.rows] == ["Ended", "Ends"]
    assert found.rows[1].address == f"/admin/accounts/user/{ada.pk}/change/"


def test_games_that_a_moderator_has_to_resume_are_on_it(ada, bo, mo, desk, clock):
    paused, stopped, going = (begin(ada, bo, title=title) for title in ("Tea", "Fault", "Goes on"))
    pause_game(game_id=paused.pk, by=mo, why="Tea is ready")
    clock.go(1)
    pause_game(game_id=stopped.pk, by=mo, why="?")
    ModeratorAct.objects.filter(game=stopped).update(what="stopped", by=None, why="")
    pause_game(game_id=going.pk, by=mo, why="Short")
    resume_game(game_id=going.pk, by=mo, why="Over")
    rows = section(desk, "Stopped games").rows
    assert [row.name for row in rows] == ["Tea", "Fault"]
    assert rows[0].note.startswith("Paused by Mo")
    assert rows[0].note.endswith("“Tea is ready”")
    assert rows[1].note.startswith("Stopped by a fault")
    assert rows[0].address == paused.get_absolute_url()


def test_a_pause_of_the_players_is_their_own(ada, bo, desk):
    game = begin(ada, bo, turn_seconds=86_400)
    ask_for_vote(game_id=game.pk, user=ada, about="pause", seconds=3600)
    cast_vote(game_id=game.pk, user=bo, vote=1)
    assert fresh(game).status == "paused"
    assert names(desk, "Stopped games") == []


def device(user, **more):
    return PushDevice.objects.create(
        member=user, endpoint=f"https://push.example/{user}{more}", p256dh="x", auth="x",
        language="en", session="x", password="x", created_at=timezone.now(), **more,
    )  # fmt: skip


def test_mail_and_push_that_fail_are_on_it_without_addresses(ada, bo, cy, desk):
    now = timezone.now()
    Sending.objects.create(member=ada, channel=Channel.MAIL, held_until=now + DAY, failures=3)
    Sending.objects.create(member=cy, channel=Channel.MAIL, held_until=now)
    device(bo, failing_since=now - DAY)
    device(cy)
    rows = section(desk, "Failed mail and push").rows
    assert [row.name for row in rows] == ["Ada", "Bo"]
    assert "Email failed 3 times" in rows[0].note
    assert "1 device not reached" in rows[1].note
    assert "push.example" not in desk.get(INDEX).text


def test_new_members_are_on_it_with_who_invited_them(ada, mo, client_of, clock):
    clock.go(8 * 86_400)
    made = invite(creator=mo, expires_at=timezone.now() + DAY, now=timezone.now())
    register_member(
        code=made.code, name="Newt", password="pebble-garden-7", email="", now=timezone.now()
    )
    rows = section(client_of(mo), "New members").rows
    assert [row.name for row in rows] == ["Newt"]
    assert "invited by Mo" in rows[0].note


def test_where_there_is_nothing_it_says_so(mo, client_of, clock):
    clock.go(8 * 86_400)
    page = client_of(mo).get(INDEX).text
    for words in (
        "No report waits for you.",
        "No suspension ends within three days.",
        "No game waits for a moderator to resume it.",
        "Everything that is due has been sent.",
        "Nobody joined within the last seven days.",
    ):
        assert words in page


def test_much_of_it_is_counted_and_its_first_rows_shown(member, desk):
    for number in range(12):
        member(f"Newt {number}")
    found = section(desk, "New members")
    assert (found.count > 12, len(found.rows)) == (True, 8)
    assert [row.name for row in found.rows] == [f"Newt {n}" for n in range(11, 3, -1)]
    page = desk.get(INDEX).text
    assert f"All {found.count}" in page
    assert desk.get(found.more).status_code == 200


def test_however_much_there_is_it_asks_the_database_the_same(
    ada, bo, cy, mo, member, desk, django_assert_num_queries, clock
):
    def fill(who, number):
        game = begin(ada, bo, title=f"Game {number}")
        reported(game, cy, seat=0)
        pause_game(game_id=game.pk, by=mo, why="Tea")
        suspended(who, mo, timezone.now() + DAY)
        Sending.objects.create(
            member=who, channel=Channel.MAIL, held_until=timezone.now(), failures=1
        )
        device(who, failing_since=timezone.now())

    fill(member("One"), 1)
    desk.get(INDEX)
    with CaptureQueriesContext(connection) as few:
        desk.get(INDEX)
    for number in range(2, 5):
        fill(member(f"Another {number}"), number)
    with django_assert_num_queries(len(few)):
        desk.get(INDEX)
