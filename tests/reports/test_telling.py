"""Moderators hear of reports, those who reported hear what came of it, and messages come down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.services.roles import make_moderator, unmake_moderator
from games.models import ChatMessage
from lobby.models import TableMessage
from lobby.services import talking
from notices import words
from notices.mail import BY_MAIL
from notices.models import Channel, Kind, Notice
from notices.preferences import preferences_of, wanted_by, wanted_in_site
from notices.push.sending import PUSH
from notices.services.preferences import set_preferences
from reports.models import Report
from reports.queue import waiting_count
from reports.services.deciding import decide
from reports.services.reporting import report
from reports.subjects import message_at_table, message_of_game, player_of_game
from tests.games.acting import say
from tests.games.playing import begin
from tests.games.sockets import opened
from tests.lobby.tables import open_one, sit
from tests.notices.told import told
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = pytest.mark.django_db
LIST = "/admin/reports/report/"
WAITING = "/reports/waiting.json"
REPORTED = ("report", "reported")


@pytest.fixture
def game(ada, bo):
    game = begin(ada, bo)
    say(game=game, user=ada, room="table", text="You fool")
    return game


def report_message(game, by):
    """The last message of the game's chat, reported."""
    message = ChatMessage.objects.order_by("pk").last()
    subject = message_of_game(game.public_id, message.pk, by, timezone.now())
    return report(by=by, subject=subject, why="insult", now=timezone.now())


def decided(made, by, outcome="nothing", **more):
    """A decision, with a reason and an end where they matter."""
    until = timezone.now() + timedelta(days=2)
    given = {"reason": "Stay polite.", "until": until, "now": timezone.now()} | more
    return decide(report_id=made.pk, by=by, outcome=outcome, **given)


def form(decision, **fields):
    """What a moderator fills in."""
    until = timezone.now() + timedelta(days=2)
    return {"decision": decision, "reason": "Stay polite.", "until": f"{until:%Y-%m-%dT%H:%M}"} | (
        fields
    )


class TestModerators:
    def test_they_are_told_unless_it_concerns_them(self, game, bo, cy, mo, member):
        make_moderator(user=bo)
        root = member("Root", is_superuser=True, is_staff=True)
        report_message(game, cy)
        assert [REPORTED in told(user) for user in (mo, root, bo, cy)] == [True, True, False, False]

    def test_the_notice_names_the_member_and_leads_to_the_queue(self, game, bo, mo, client_of):
        report_message(game, bo)
        client = client_of(mo)
        assert "reported" in client.get("/notices/").text
        assert "Ada" in client.get("/notices/").text
        address = reverse("notice", args=[Notice.objects.get(member=mo).pk])
        assert client.get(address).url == LIST
        sentence = words.sentence(Notice.objects.get(member=mo))
        assert ("Ada" in sentence, "Bo" in sentence) == (True, False)

    def test_several_reports_are_one_notice(self, game, bo, cy, mo):
        report_message(game, bo)
        subject = player_of_game(game.public_id, 1, cy)
        report(by=cy, subject=subject, why="spoiling", now=timezone.now())
        assert Notice.objects.get(member=mo, kind=Kind.REPORT).who == bo

    def test_a_notice_is_read_once_the_queue_was_looked_at(self, game, bo, mo, client_of):
        report_message(game, bo)
        client_of(mo).get(LIST)
        assert REPORTED not in told(mo)

    def test_a_notice_is_read_where_somebody_else_has_decided(self, game, bo, cy, mo):
        make_moderator(user=cy)
        one = report_message(game, bo)
        subject = player_of_game(game.public_id, 0, bo)
        other = report(by=bo, subject=subject, why="spoiling", now=timezone.now())
        decided(one, mo)
        assert REPORTED in told(cy)
        decided(other, mo)
        assert REPORTED not in told(cy)

    def test_every_page_says_how_many_wait(self, game, bo, ada, mo, client_of):
        desk = client_of(mo)
        made = report_message(game, bo)
        assert "1 report waits for you" in desk.get("/notices/").text
        assert desk.get(WAITING).json() == {"waiting": 1}
        decided(made, mo)
        assert desk.get(WAITING).json() == {"waiting": 0}
        unmake_moderator(user=mo)
        for user in (mo, ada, None):
            assert "reports-waiting" not in client_of(user).get("/notices/", follow=True).text
            assert client_of(user).get(WAITING).json() == {"waiting": 0}

    def test_what_concerns_them_is_not_counted(self, game, bo, cy):
        make_moderator(user=bo)
        report_message(game, cy)
        assert waiting_count(bo) == 0

    def test_mail_comes_to_those_who_ask_for_it(self, mo):
        usual = preferences_of(mo)
        assert Kind.REPORT in wanted_in_site(usual)
        assert Kind.REPORT in wanted_by(PUSH, usual)
        assert Kind.REPORT not in wanted_by(BY_MAIL, usual)
        set_preferences(member=mo, by={Channel.MAIL: ["report"]})
        mo.refresh_from_db()
        assert wanted_by(BY_MAIL, preferences_of(mo)) == {Kind.REPORT}

    def test_members_are_not_asked_and_choose_nothing_for_later(self, ada, mo, client_of):
        words = "Somebody reports a message or a player to the moderators"
        page = "/notices/preferences/"
        assert words in client_of(mo).get(page).text
        client = client_of(ada)
        assert words not in client.get(page).text
        client.post(page, {"site": ["turn"]})
        make_moderator(user=ada)
        assert Kind.REPORT in wanted_in_site(preferences_of(ada))


class TestThoseWhoReported:
    @pytest.mark.parametrize(
        ("outcome", "take_down", "what"),
        [
            ("nothing", False, "r-nothing"),
            ("warned", False, "r-warned"),
            ("chat-banned", False, "r-banned"),
            ("suspended", False, "r-suspended"),
            ("nothing", True, "rg-nothing"),
            ("warned", True, "rg-warned"),
            ("chat-banned", True, "rg-banned"),
            ("suspended", True, "rg-suspended"),
        ],
    )
    def test_they_all_hear_what_came_of_it(
        self, game, bo, cy, mo, client_of, outcome, take_down, what
    ):
        made = report_message(game, bo)
        report_message(game, cy)
        decided(made, mo, outcome, take_down=take_down)
        assert ("moderation", what) in told(bo) & told(cy)
        client, notice = client_of(bo), Notice.objects.get(member=bo, what=what)
        page = client.get(reverse("notice", args=[notice.pk])).text
        assert "Your report" in page
        assert "your report about" in page
        assert "Ada" in page
        assert "Go to your account" not in page
        assert "Stay polite." not in page  # that is for Ada

    def test_an_account_that_is_gone_is_told_nothing(self, game, bo, mo):
        made = report_message(game, bo)
        Report.objects.filter(pk=made.pk).update(by=None)
        decided(made, mo)
        assert not Notice.objects.filter(what="r-nothing").exists()


class TestTakingDown:
    def test_the_message_goes_and_its_author_is_told_why(self, game, ada, bo, mo, client_of):
        made = report_message(game, bo)
        client_of(mo).post(f"{LIST}{made.pk}/change/", form("nothing", take_down="on"))
        made.refresh_from_db()
        assert (made.taken_down, made.outcome, made.waits) == (True, "nothing", False)
        assert not ChatMessage.objects.exists()
        assert Notice.objects.get(member=ada, what="message-gone").reason == "Stay polite."
        page = client_of(mo).get(f"{LIST}{made.pk}/change/").text
        assert "You fool" in page  # moderators still read what it was about

    def test_without_the_tick_it_stays(self, game, bo, mo, client_of):
        made = report_message(game, bo)
        client_of(mo).post(f"{LIST}{made.pk}/change/", form("warned"))
        made.refresh_from_db()
        assert (made.taken_down, ChatMessage.objects.count()) == (False, 1)

    def test_a_measure_says_why_and_is_not_told_twice(self, game, ada, bo, mo):
        decided(report_message(game, bo), mo, "warned", take_down=True)
        assert {what for _, what in told(ada)} & {"warned", "message-gone"} == {"warned"}

    def test_it_takes_a_reason(self, game, bo, mo, client_of):
        made = report_message(game, bo)
        given = form("nothing", take_down="on", reason=" ")
        assert "Give a reason" in client_of(mo).post(f"{LIST}{made.pk}/change/", given).text
        with pytest.raises(Refused, match=r"^no-reason:"):
            decided(made, mo, take_down=True, reason="")
        assert ChatMessage.objects.exists()

    def test_of_a_player_there_is_no_message_to_take_down(self, game, bo, mo, client_of):
        subject = player_of_game(game.public_id, 0, bo)
        made = report(by=bo, subject=subject, why="spoiling", now=timezone.now())
        page = f"{LIST}{made.pk}/change/"
        assert "take_down" not in client_of(mo).get(page).text
        client_of(mo).post(page, form("nothing", take_down="on", reason=""))
        made.refresh_from_db()
        assert (made.taken_down, made.waits) == (False, False)

    def test_a_message_at_a_table_goes_as_well(self, ada, bo, mo):
        make_moderator(user=ada)
        table = open_one(ada)
        sit(table, bo)
        unmake_moderator(user=ada)
        talking.say(table_id=table.pk, by=ada, text="You fool", now=timezone.now())
        message = TableMessage.objects.get()
        subject = message_at_table(table.public_id, message.pk, bo, "")
        made = report(by=bo, subject=subject, why="insult", now=timezone.now())
        decided(made, mo, take_down=True)
        assert not TableMessage.objects.exists()
        assert ("moderation", "rg-nothing") in told(bo)


@pytest.mark.django_db(transaction=True)
async def test_open_pages_of_moderators_hear_at_once_of_reports_and_decisions(ada, bo, mo):
    game = await in_thread(begin, ada, bo)
    await in_thread(say, game=game, user=ada, room="table", text="You fool")
    async with opened("/ws/notices/", mo) as page:
        await page.hear("notices.changed")
        made = await in_thread(report_message, game, bo)
        await page.hear("notices.changed")
        await in_thread(decided, made, mo, take_down=True)
        await page.hear("notices.changed")
