"""The moderators' queue: who sees which report, what is decided, and what members are told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import ChatBan, MemberWarning, Suspension
from accounts.services.members import delete_account
from accounts.services.roles import make_moderator
from games.models import ChatMessage
from games.play.messages import TakeSeat
from notices.models import Notice
from reports.models import Report
from reports.services.deciding import decide
from reports.services.reporting import report
from reports.subjects import message_of_game, player_of_game
from tests.games.acting import act, resign, say
from tests.games.playing import begin, fresh
from tests.notices.told import told
from transport.refusals import Refused

pytestmark = pytest.mark.django_db
LIST = "/admin/reports/report/"


@pytest.fixture
def game(ada, bo):
    game = begin(ada, bo)
    say(game=game, user=ada, room="table", text="You fool")
    return game


@pytest.fixture
def reported(game, bo):
    """What Ada said, reported by Bo."""
    return report_message(game, bo)


def report_message(game, by):
    """The last message of the game's chat, reported."""
    message = ChatMessage.objects.order_by("pk").last()
    subject = message_of_game(game.public_id, message.pk, by, timezone.now())
    return report(by=by, subject=subject, why="insult", now=timezone.now())


def page_of(made):
    """Its page in the admin."""
    return f"{LIST}{made.pk}/change/"


def form(decision, **fields):
    """What a moderator fills in."""
    until = timezone.now() + timedelta(days=2)
    return {"decision": decision, "reason": "Stay polite.", "until": f"{until:%Y-%m-%dT%H:%M}"} | (
        fields
    )


def refused(code):
    return pytest.raises(Refused, match=f"^{code}:")


@pytest.mark.parametrize(
    ("decision", "made"),
    [("warned", MemberWarning), ("chat-banned", ChatBan), ("suspended", Suspension)],
)
def test_a_decision_is_carried_out_told_and_logged(decision, made, reported, ada, mo, client_of):
    before = client_of(mo).get(LIST).text
    client_of(mo).post(page_of(reported), form(decision), follow=True)
    measure = made.objects.get()
    assert (measure.user, measure.reason, measure.by) == (ada, "Stay polite.", mo)
    assert ("moderation", decision) in told(ada)
    page = client_of(ada).get("/notices/").text
    assert "Stay polite." in page
    assert "Bo" not in Notice.objects.get(what=decision).reason
    reported.refresh_from_db()
    assert (reported.outcome, reported.decided_by, reported.waits) == (decision, mo, False)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (mo, str(reported.pk))
    assert ("You fool" in before, "You fool" in client_of(mo).get(LIST).text) == (True, False)
    assert "Stay polite." in client_of(mo).get(page_of(reported)).text


def test_nothing_may_have_to_be_done(reported, ada, mo, client_of):
    client_of(mo).post(page_of(reported), form("nothing", reason=""), follow=True)
    reported.refresh_from_db()
    assert (reported.outcome, told(ada) & {("moderation", "warned")}) == ("nothing", set())


def test_what_is_missing_is_said_at_its_field(reported, mo, client_of):
    client = client_of(mo)
    assert "Give a reason" in client.post(page_of(reported), form("warned", reason=" ")).text
    assert "Choose until when." in client.post(page_of(reported), form("suspended", until="")).text
    past = form("chat-banned", until="2020-01-01T00:00")
    assert "must be in the future" in client.post(page_of(reported), past).text
    far = client.post(page_of(reported), form("suspended", until="9999-12-31T23:59")).text
    assert "too far in the future" in far
    assert "Choose until when." not in far
    long = client.post(page_of(reported), form("warned", reason="x" * 301)).text
    assert "at most 300" in long
    assert "Give a reason" not in long
    reported.refresh_from_db()
    assert reported.waits


def test_who_decides_at_the_same_moment_as_somebody_else_is_told(
    reported, mo, client_of, monkeypatch
):
    def decided_meanwhile(**_):
        raise Refused("decided", "Somebody has decided about it already.")

    monkeypatch.setattr("reports.admin.decide", decided_meanwhile)
    answer = client_of(mo).post(page_of(reported), form("warned"), follow=True)
    assert "Somebody has decided about it already." in answer.text
    assert "successfully" not in answer.text
    assert not LogEntry.objects.exists()


def test_who_decides_after_somebody_else_is_shown_that_decision(reported, mo, member, client_of):
    other = member("Max")
    make_moderator(user=other)
    client_of(mo).post(page_of(reported), form("warned"))
    late = client_of(other).post(page_of(reported), form("suspended"), follow=True)
    assert late.status_code == 200
    assert "Another moderator has decided about it already." in late.text
    assert "Stay polite." in late.text
    twice = client_of(mo).post(page_of(reported), form("warned"), follow=True)
    assert twice.status_code == 200
    assert "Another moderator" not in twice.text
    assert (MemberWarning.objects.count(), Suspension.objects.count()) == (1, 0)


def test_the_page_shows_what_was_said_around_it(game, reported, mo, client_of):
    page = client_of(mo).get(page_of(reported)).text
    assert '<li class="reported">' in page
    assert game.get_absolute_url() in page


def test_reports_of_the_same_message_are_decided_together(game, reported, cy, mo):
    other = report_message(game, cy)
    decide(report_id=other.pk, by=mo, outcome="warned", reason="Stay polite.", now=timezone.now())
    reported.refresh_from_db()
    assert (reported.outcome, MemberWarning.objects.count()) == ("warned", 1)
    with refused("already-decided"):
        decide(report_id=reported.pk, by=mo, outcome="nothing", now=timezone.now())


def test_no_moderator_decides_what_they_have_reported_themselves(game, reported, bo, mo, client_of):
    """Not even when somebody else has reported it as well."""
    report_message(game, mo)
    assert page_of(reported) not in client_of(mo).get(LIST).text
    with refused("not-allowed"):
        decide(report_id=reported.pk, by=mo, outcome="nothing", now=timezone.now())


def test_no_moderator_decides_what_concerns_them(game, ada, bo, cy, mo, member, client_of):
    """Where they have a seat, also when the game is over; what they reported; what is about
    them."""
    for user in (bo, cy):
        make_moderator(user=user)
    player = report_message(game, cy)
    with_bo = begin(member("Dee"), mo)
    say(game=with_bo, user=mo, room="table", text="Hm")
    about_mo = report_message(with_bo, cy)
    for who, which in ((bo, player), (cy, player), (mo, about_mo)):
        assert client_of(who).get(page_of(which)).status_code == 302  # as if there were none
        assert page_of(which) not in client_of(who).get(LIST).text
        with refused("not-allowed"):
            decide(report_id=which.pk, by=who, outcome="nothing", now=timezone.now())
    game.status = "finished"
    game.save()
    with refused("not-allowed"):
        decide(report_id=player.pk, by=bo, outcome="nothing", now=timezone.now())
    decide(report_id=player.pk, by=mo, outcome="nothing", now=timezone.now())


def test_a_game_that_a_moderator_has_left_concerns_them_still(ada, bo, cy, member):
    make_moderator(user=bo)
    game = begin(ada, bo, cy, turn_seconds=86_400, seats_taken_over=True)
    say(game=game, user=ada, room="table", text="You fool")
    made = report_message(game, cy)
    resign(game_id=game.pk, user=bo)
    act(game.pk, member("Dee"), TakeSeat(seat=1))
    with refused("not-allowed"):
        decide(report_id=made.pk, by=bo, outcome="nothing", now=timezone.now())


def test_the_queue_says_who_decides_what_a_moderator_is_not_shown(mo, bo, client_of):
    """In the same words whether there is something or not."""
    alone = client_of(mo).get(LIST).text
    assert "a club needs two" in alone
    make_moderator(user=bo)
    assert "Other moderators decide about those: Bo." in client_of(mo).get(LIST).text


def test_only_moderators_read_and_decide(reported, ada, cy, client_of):
    for user in (None, ada, cy):
        for path in (LIST, page_of(reported)):
            assert "/login/" in client_of(user).get(path)["Location"]
        client_of(user).post(page_of(reported), form("warned"))
    with refused("not-allowed"):
        decide(report_id=reported.pk, by=cy, outcome="nothing", now=timezone.now())
    assert Report.objects.get().waits


def test_reports_are_neither_made_nor_deleted_in_the_admin(reported, mo, member, client_of):
    root = member("Root", is_superuser=True, is_staff=True)
    for user in (mo, root):
        for path in (f"{LIST}add/", f"{LIST}{reported.pk}/delete/"):
            assert client_of(user).get(path).status_code == 403


def test_a_member_who_has_left_the_club_is_named_nowhere(game, reported, ada, mo, client_of):
    delete_account(user=ada)
    page = client_of(mo).get(page_of(reported)).text
    assert "Ada" not in page
    assert "You fool" in page
    assert "has deleted the account" in client_of(mo).post(page_of(reported), form("warned")).text
    client_of(mo).post(page_of(reported), form("nothing"), follow=True)
    assert not Report.objects.get().waits


def test_members_who_have_left_the_club_are_not_taken_for_one_another(game, ada, bo, cy, mo):
    made = []
    for number in (0, 1):
        subject = player_of_game(game.public_id, number, cy)
        made.append(report(by=cy, subject=subject, why="spoiling", now=timezone.now()))
    for user in (ada, bo):
        delete_account(user=user)
    decide(report_id=made[0].pk, by=mo, outcome="nothing", now=timezone.now())
    assert Report.objects.get(pk=made[1].pk).waits


def test_a_player_is_decided_about_as_well(game, ada, bo, mo):
    subject = player_of_game(game.public_id, 0, bo)
    made = report(by=bo, subject=subject, why="spoiling", now=timezone.now())
    assert [line["text"] for line in made.context] == ["You fool"]
    decide(report_id=made.pk, by=mo, outcome="warned", reason="Play on.", now=timezone.now())
    assert ("moderation", "warned") in told(ada)
    assert fresh(game).status == "running"


def test_a_moderator_who_left_a_seat_to_others_decides_nothing_there(ada, bo, cy):
    make_moderator(user=bo)
    game = begin(ada, bo, cy, turn_seconds=86_400, seats_taken_over=True)
    say(game=game, user=ada, room="table", text="You fool")
    resign(game_id=game.pk, user=bo)
    made = report_message(game, cy)
    with refused("not-allowed"):
        decide(report_id=made.pk, by=bo, outcome="nothing", now=timezone.now())


def test_who_left_a_seat_to_others_can_be_reported_there_but_not_by_themselves(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=86_400, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    assert player_of_game(game.public_id, 0, bo).about == ada
    with refused("self"):
        player_of_game(game.public_id, 0, ada)
