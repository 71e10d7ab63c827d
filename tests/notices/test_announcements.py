"""A message from the moderators to all members, shown until it is read or ended."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from accounts.services.invitations import invite as invite_to_the_club
from accounts.services.invitations import register_member
from accounts.services.members import delete_account
from notices import words
from notices.lists import with_words
from notices.mail import BY_MAIL
from notices.models import Announcement, Channel, Kind, Notice
from notices.preferences import preferences_of, wanted_by, wanted_in_site
from notices.push.sending import PUSH
from notices.services import announcing
from notices.services.announcing import announce, end_announcement
from notices.services.preferences import set_preferences
from notices.services.reading import prune_notices, read_all, read_notice
from tests.at_once import while_it_waits
from tests.lobby.tables import refused

pytestmark = pytest.mark.django_db

ADMIN = "/admin/notices/announcement/"
TEXT = "On Sunday the site moves. Games are paused for an hour."


@pytest.fixture
def club(ada, bo, bot):
    """Members of the club; it also has a bot."""
    return ada, bo


@pytest.fixture
def word(club, mo, clock):
    """A moderator's announcement, shown for two weeks."""
    until = clock.now + timedelta(days=14)
    return announce(text=TEXT, until=until, by=mo, now=clock.now)


@pytest.fixture
def desk(client_of, mo):
    """The moderator's browser."""
    return client_of(mo)


def shows(client, path="/"):
    return TEXT in client.get(path).text


def notice_of(member):
    return Notice.objects.get(member=member, kind=Kind.NEWS)


class TestShown:
    def test_it_is_on_every_page_of_every_member_and_of_no_visitor(self, ada, bo, word, client_of):
        for member in (ada, bo):
            for path in ("/", "/tables/", "/rules/", "/account/", "/notices/preferences/"):
                assert shows(client_of(member), path)
        assert not shows(client_of())

    def test_it_counts_in_the_bell_and_is_in_the_list(self, ada, word, client_of):
        client = client_of(ada)
        state = client.get("/notices/state.json").json()
        assert (state["unread"], state["news"]) == (1, [notice_of(ada).pk])
        page = client.get("/notices/").text
        assert page.count(TEXT) == 2
        assert "From the moderators" in page

    def test_whoever_has_read_it_is_shown_it_no_more_and_others_still(
        self, ada, bo, word, client_of
    ):
        client, key = client_of(ada), notice_of(ada).pk
        answer = client.post(f"/notices/{key}/read/", {"next": "/rules/?a=b"})
        assert answer["Location"] == "/rules/?a=b"
        assert not shows(client)
        assert client.get("/notices/state.json").json()["news"] == []
        assert shows(client_of(bo))

    @pytest.mark.parametrize("elsewhere", ["https://evil.example.org/", "//evil.example.org", ""])
    def test_nobody_is_led_to_another_site(self, ada, word, client_of, elsewhere):
        answer = client_of(ada).post(f"/notices/{notice_of(ada).pk}/read/", {"next": elsewhere})
        assert answer["Location"] == "/notices/"

    def test_nobody_reads_it_for_another(self, ada, bo, word, client_of):
        client_of(bo).post(f"/notices/{notice_of(ada).pk}/read/")
        assert notice_of(ada).read_at is None

    def test_marking_all_as_read_is_reading_it(self, ada, word, client_of, clock):
        read_all(member=ada, now=clock.now)
        assert not shows(client_of(ada))

    def test_it_has_a_page_of_its_own_on_which_addresses_are_links(self, ada, mo, clock, client_of):
        until = clock.now + timedelta(days=1)
        text = "See https://club.example.org/day\n<b>Come!</b>"
        announce(text=text, until=until, by=mo, now=clock.now)
        page = client_of(ada).get(f"/notices/{notice_of(ada).pk}/").text
        assert '<a href="https://club.example.org/day" rel="nofollow">' in page
        assert "&lt;b&gt;Come!&lt;/b&gt;" in page
        assert "<b>Come!" not in page

    def test_somebody_who_joins_while_it_is_shown_is_shown_it(self, word, mo, clock, client_of):
        code = invite_to_the_club(
            creator=mo, expires_at=clock.now + timedelta(days=1), now=clock.now
        ).code
        new = register_member(
            code=code, name="Eve", password="granite-lantern-8", email="", now=clock.now
        )
        assert shows(client_of(new))

    def test_it_is_shown_to_no_bot(self, bot, word):
        assert not Notice.objects.filter(member=bot).exists()

    def test_it_goes_to_all_open_pages_at_once(self, ada, bo, mo, club, clock, monkeypatch):
        hinted = []
        monkeypatch.setattr(announcing, "send_on_commit", lambda *hints: hinted.extend(hints))
        announce(text=TEXT, until=clock.now + timedelta(days=1), by=mo, now=clock.now)
        assert {f"account.{each.pk}" for each in (ada, bo)} <= {group for group, _ in hinted}

    def test_a_page_without_one_asks_the_database_nothing_more(self, ada, word, clock, client_of):
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        client = client_of(ada)
        client.get("/rules/")
        with CaptureQueriesContext(connection) as before:
            client.get("/rules/")
        read_notice(member=ada, number=notice_of(ada).pk, now=clock.now)
        with CaptureQueriesContext(connection) as after:
            client.get("/rules/")
        assert len(after) == len(before) - 1


class TestEnds:
    def test_when_its_time_is_over(self, ada, word, clock, client_of):
        clock.go(14 * 86_400)
        assert not shows(client_of(ada))
        assert client_of(ada).get("/notices/state.json").json()["unread"] == 0

    def test_when_a_moderator_ends_it_and_twice_is_the_same(self, ada, word, clock, client_of):
        end_announcement(announcement=word, now=clock.now)
        ended_at = word.ended_at
        clock.go(60)
        end_announcement(announcement=word, now=clock.now)
        assert (shows(client_of(ada)), word.ended_at) == (False, ended_at)

    def test_then_what_was_told_of_it_is_forgotten(self, ada, word, clock):
        prune_notices(now=clock.now)
        assert Notice.objects.filter(kind=Kind.NEWS).exists()
        end_announcement(announcement=word, now=clock.now)
        prune_notices(now=clock.now)
        assert not Notice.objects.filter(kind=Kind.NEWS).exists()
        assert Announcement.objects.exists()

    def test_it_outlives_the_account_of_whoever_wrote_it(self, ada, mo, word, client_of):
        delete_account(user=mo)
        assert shows(client_of(ada))


class TestWays:
    def test_by_mail_and_push_it_goes_only_to_those_who_ask(self, ada, word):
        for out in (BY_MAIL, PUSH):
            assert Kind.NEWS not in wanted_by(out, preferences_of(ada))
        set_preferences(member=ada, by={Channel.MAIL: ["news"]})
        assert Kind.NEWS in wanted_by(BY_MAIL, preferences_of(ada))

    def test_in_the_site_it_is_shown_to_those_who_want_to_be_told_nothing(
        self, ada, word, client_of
    ):
        set_preferences(member=ada, by={Channel.SITE: []})
        assert Kind.NEWS in wanted_in_site(preferences_of(ada))
        assert shows(client_of(ada))

    def test_the_preferences_say_that_it_is_always_shown(self, ada, client_of):
        page = client_of(ada).get("/notices/preferences/").text
        assert 'value="news" aria-labelledby="kind-news way-site" checked disabled' in page

    def test_a_sentence_of_it_is_its_text(self, ada, word):
        notice = with_words(Notice.objects.filter(member=ada)).get()
        assert words.sentence(notice) == TEXT


class TestAdmin:
    def test_a_moderator_writes_one_which_is_logged(self, ada, mo, desk, client_of):
        data = {"text": f"  {TEXT} ", "until": "2026-12-01T18:30"}
        assert desk.post(f"{ADMIN}add/", data)["Location"] == ADMIN
        made = Announcement.objects.get()
        assert (made.text, made.by) == (TEXT, mo)
        assert made.until.isoformat() == "2026-12-01T18:30:00+00:00"
        assert shows(client_of(ada))
        entry = LogEntry.objects.get()
        assert (entry.user, entry.object_id) == (mo, str(made.pk))

    @pytest.mark.parametrize(
        ("changes", "says"),
        [
            ({"until": "2026-11-20T11:59"}, "The end is in the past"),
            ({"until": "9999-12-31T23:59"}, "too far in the future"),
            ({"text": " "}, "required"),
            ({"text": "x" * 501}, "at most 500"),
            ({"until": "soon"}, "valid date/time"),
        ],
    )
    def test_what_cannot_be_is_said_and_shown_to_nobody(self, desk, changes, says):
        data = {"text": TEXT, "until": "2026-12-01T18:30", **changes}
        assert says in desk.post(f"{ADMIN}add/", data).text
        assert not Announcement.objects.exists()

    def test_the_list_says_how_many_have_read_it(self, ada, bo, mo, word, desk, clock):
        read_all(member=ada, now=clock.now)
        page = desk.get(ADMIN).text
        assert '<td class="field-read_by">1 of 3</td>' in page
        assert '<td class="field-state">shown</td>' in page

    def test_a_moderator_ends_it_which_is_logged(self, ada, mo, word, desk, client_of):
        data = {"action": "end", "_selected_action": [word.pk]}
        assert "nobody is shown them" in desk.post(ADMIN, data, follow=True).text
        assert not shows(client_of(ada))
        assert LogEntry.objects.get(object_id=str(word.pk)).user == mo
        log = desk.get("/admin/acts/").text
        assert "Wrote to all members, or ended that" in log
        assert "On Sunday the site moves." in log
        assert "Nothing had to be changed." in desk.post(ADMIN, data, follow=True).text
        assert LogEntry.objects.filter(object_id=str(word.pk)).count() == 1

    def test_nobody_changes_or_deletes_one(self, word, desk):
        desk.post(f"{ADMIN}{word.pk}/change/", {"text": "Other", "until": "2026-12-01T18:30"})
        desk.post(f"{ADMIN}{word.pk}/delete/", {"post": "yes"})
        assert Announcement.objects.get().text == TEXT

    def test_members_do_not_write_any(self, ada, client_of):
        data = {"text": TEXT, "until": "2026-12-01T18:30"}
        client_of(ada).post(f"{ADMIN}add/", data)
        assert not Announcement.objects.exists()


def test_an_end_in_the_past_and_an_empty_text_are_refused(mo, clock):
    with refused("past"):
        announce(text=TEXT, until=clock.now, by=mo, now=clock.now)
    with refused("empty"):
        announce(text=" \n", until=clock.now + timedelta(days=1), by=mo, now=clock.now)


@pytest.mark.django_db(transaction=True)
def test_whoever_joins_at_the_same_moment_is_shown_it(mo, clock):
    until = clock.now + timedelta(days=1)
    code = invite_to_the_club(creator=mo, expires_at=until, now=clock.now).code
    new = {"code": code, "name": "Dee", "password": "a long password", "email": ""}
    outcome = while_it_waits(
        lambda: announce(text=TEXT, until=until, by=mo, now=clock.now),
        first=lambda: register_member(now=clock.now, **new),
        then=lambda: None,
    )
    assert outcome == "done"
    assert notice_of(User.objects.get(username="Dee")).read_at is None
