"""The pages of notices: what they show, who may open them, and what counts as read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.services.measures import warn
from accounts.services.members import update_member
from accounts.services.mutes import mute
from accounts.services.roles import set_host
from accounts.zones import own_zone
from games.models import Game
from lobby.services.closing import close_table
from lobby.services.inviting import invite
from lobby.services.joining import agree, decline
from lobby.services.places import leave_table
from lobby.services.rematch import offer_rematch
from lobby.services.talking import say
from lobby.views.parts import tag_of
from notices.kinds import ALWAYS_IN_SITE, OF_MODERATORS
from notices.lists import counts
from notices.mail import BY_MAIL
from notices.models import Channel, Kind, Notice, Preference, Sending, Timing
from notices.preferences import preferences_of, wanted_by
from notices.services.preferences import set_preferences
from notices.services.reading import prune_notices, read_all, read_game
from tests.games.acting import resign
from tests.games.playing import begin, place, seal
from tests.games.statements import statements_sent
from tests.lobby.tables import open_one, say_ready, sit
from tests.notices.told import DAY, forget, shown, told

pytestmark = pytest.mark.django_db

READ = ("notices", "next-game", "notice-preferences", "notice")
POSTED = ("read-notices", "opened", "notice-preferences")


def began_with_a_warning(game, member):
    """Adds a second notice about the game: the member's time runs out."""
    what = {"kind": Kind.TIME, "what": "runs-out", "game": game, "step": 1, "at": timezone.now()}
    Notice.objects.create(member=member, **what)


def unread(client):
    """The number that the bell shows."""
    return client.get(reverse("notices-state")).json()["unread"]


@pytest.mark.parametrize("name", READ)
def test_visitors_have_no_notices(client_of, name):
    arguments = [1] if name == "notice" else []
    assert "/login/" in client_of().get(reverse(name, args=arguments))["Location"]


@pytest.mark.parametrize("name", ["read-notices", "notice-preferences"])
def test_visitors_change_no_notices(client_of, name):
    assert "/login/" in client_of().post(reverse(name))["Location"]


def test_a_page_whose_member_has_just_logged_out_is_told_of_nothing(ada, bo, client_of):
    game = begin(ada, bo)
    client = client_of(ada)
    client.logout()
    answers = (
        client.get(reverse("notices-state")),
        client.post(f"{reverse('opened')}?game={game.public_id}"),
    )
    for answer in answers:
        assert (answer.status_code, answer.json()) == (
            200,
            {"unread": 0, "here": 0, "asked": 0, "begun": "", "owed": 0, "news": []},
        )
    assert len(told(ada)) == 1


@pytest.mark.parametrize("name", POSTED)
def test_another_site_cannot_post(ada, bo, name):
    begin(ada, bo)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(reverse(name)).status_code == 403
    assert len(told(ada)) == 1
    assert not Preference.objects.exists()


@pytest.mark.parametrize("name", ["read-notices", "opened"])
def test_nothing_is_read_by_following_a_link(ada, client_of, name):
    assert client_of(ada).get(reverse(name)).status_code == 405


def test_a_member_sees_only_their_own(ada, bo, cy, client_of):
    begin(ada, bo, title="Secret evening")
    assert "Secret evening" in client_of(ada).get(reverse("notices")).text
    assert "Secret evening" not in client_of(cy).get(reverse("notices")).text
    assert (unread(client_of(ada)), unread(client_of(cy))) == (1, 0)


def test_nothing_that_is_sealed_is_in_a_notice(ada, bo, client_of):
    pages = []
    for at in ((1, 1), (3, 2)):
        game = begin(ada, bo, turn_seconds=DAY, title="Same")
        seal(game, ada, place(*at))
        page = client_of(bo).get(reverse("notices"), headers={"Miai-Part": "1"}).text
        number = f"notice-{Notice.objects.get(member=bo).pk}"
        pages.append(tag_of(page.replace(game.public_id, "GAME").replace(number, "NOTICE")))
        game.delete()
    assert pages[0] == pages[1]


def test_the_bell_counts_what_is_new_in_the_list_and_says_so_in_words(ada, bo, client_of):
    for _ in range(2):
        began_with_a_warning(begin(ada, bo), ada)
    page = client_of(ada).get(reverse("notices")).text
    assert "Notifications, 4 unread" in page
    assert page.count("notice-row--unread") == 4


def test_what_is_unread_is_shown_however_much_came_since_and_was_read(
    ada, bo, client_of, clock, monkeypatch
):
    monkeypatch.setattr("notices.lists.MOST_SHOWN", 2)
    for title in ("First", "Second", "Third"):
        begin(ada, bo, title=title)
        if title != "First":
            read_game(member=ada, public_id=Game.objects.get(title=title).public_id, now=clock.now)
        clock.go(1)
    page = client_of(ada).get(reverse("notices"), headers={"Miai-Part": "1"}).text
    assert [title for title in ("Third", "Second", "First") if title in page] == ["Third", "First"]
    assert page.index("Third") < page.index("First")
    assert "Mark all as read" in page


def test_a_game_that_is_opened_is_read(ada, bo, client_of):
    games = [begin(ada, bo) for _ in range(2)]
    client = client_of(ada)
    assert 'data-unread="1"' in client.get(games[0].get_absolute_url()).text
    here = f"?game={games[0].public_id}"
    now = client.get(reverse("notices-state") + here).json()
    other = {"asked": 0, "begun": games[1].get_absolute_url(), "owed": 1, "news": []}
    assert now == {"unread": 1, "here": 1, **other}
    answer = client.post(reverse("opened") + here)
    assert answer.json() == {"unread": 1, "here": 0, **other}
    assert len(told(bo)) == 1


def test_who_comes_to_the_game_by_a_notice_of_its_table_has_read_that(ada, bo, client_of, clock):
    game = begin(ada, bo)
    read_all(member=ada, now=clock.now)
    set_host(user=bo, hosts=True)
    table = open_one(bo, seats=2)
    Notice.objects.create(
        member=ada, kind=Kind.MENTION, what="mentioned", table=table, at=clock.now
    )
    type(table).objects.filter(pk=table.pk).update(game=game, closed_at=clock.now)
    client, here = client_of(ada), f"?game={game.public_id}"
    assert client.get(table.get_absolute_url())["Location"] == game.get_absolute_url()
    assert client.post(reverse("opened") + here).json()["here"] == 0
    assert unread(client) == 0


def test_a_notice_of_the_account_is_read_where_it_stands(ada, bo, mo, client_of, clock):
    for user in (ada, bo):
        warn(user=user, reason="Stay <b>polite</b>.", by=mo, now=clock.now)
    begun = begin(ada, bo).get_absolute_url()
    number = Notice.objects.get(member=ada, what="warned").pk
    client = client_of(ada)
    address = reverse("notice", args=[number])
    listed = client.get(reverse("notices")).text
    assert f'href="{address}"' in listed
    assert "Stay &lt;b&gt;polite&lt;/b&gt;." in listed
    page = client.get(address).text
    assert "Stay &lt;b&gt;polite&lt;/b&gt;." in page
    assert f'data-unread="1" data-game="" data-table="" data-notice="{number}" data-here' in page
    answer = client.post(f"{reverse('opened')}?notice={number}")
    left = {"unread": 1, "here": 0, "asked": 0, "begun": begun, "owed": 1, "news": []}
    assert answer.json() == left
    assert ("moderation", "warned") not in told(ada)
    for nobodys in (Notice.objects.get(member=bo, what="warned").pk, "x", "9" * 30):
        assert client.post(f"{reverse('opened')}?notice={nobodys}").status_code == 200
    assert ("moderation", "warned") in told(bo)


def test_all_is_read_at_once(ada, bo, client_of):
    for _ in range(2):
        begin(ada, bo)
    client = client_of(ada)
    assert client.post(reverse("read-notices")).status_code == 302
    assert unread(client) == 0
    assert "Mark all as read" not in client.get(reverse("notices")).text


def test_reading_is_told_to_all_pages_of_the_member(ada, bo, monkeypatch, clock):
    begin(ada, bo)
    hinted = []
    monkeypatch.setattr("notices.services.reading.hint_on_commit", hinted.append)
    assert (read_all(member=ada, now=clock.now), hinted) == (1, [ada.pk])
    assert (read_all(member=ada, now=clock.now), hinted) == (0, [ada.pk])


def test_what_comes_after_reading_is_unread(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete")
    read_all(member=ada, now=clock.now)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    assert told(ada) == {("turn", "your-turn")}


def test_a_kind_that_is_not_wished_for_is_not_shown(ada, bo, client_of):
    begin(ada, bo)
    client = client_of(ada)
    client.post(reverse("notice-preferences"), {"site": ["course", "time"]})
    assert (unread(client), shown(ada)) == (0, [])
    client.post(reverse("notice-preferences"), {"site": [kind.value for kind in Kind]})
    assert (unread(client), shown(ada)) == (1, ["began"])


def test_kinds_that_are_none_are_not_stored(ada, client_of):
    client_of(ada).post(reverse("notice-preferences"), {"site": ["nonsense", "turn"]})
    assert set(Preference.objects.values_list("kind", flat=True)) == {*Kind} - {*OF_MODERATORS}
    wanted = Preference.objects.filter(wanted=True).values_list("kind", flat=True)
    assert set(wanted) == {"turn", *ALWAYS_IN_SITE}


class TestPreferences:
    TIMES = {
        "warn_before": "240",
        "quiet": "on",
        "quiet_from": "21:30",
        "quiet_until": "06:00",
        "time_zone": "Asia/Tokyo",
    }

    @pytest.fixture
    def page(self, ada, client_of, settings):
        settings.EMAIL_HOST = "127.0.0.1"
        client = client_of(ada)
        address = reverse("notice-preferences")

        def ask(**posted):
            if not posted:
                return client.get(address).text
            return client.post(address, posted, follow=True).text

        return ask

    def test_where_nothing_can_be_sent_nothing_is_said_of_it_or_of_quiet_hours(
        self, page, settings
    ):
        assert "By email" in page()
        assert "except an email" in page()
        settings.EMAIL_HOST = ""
        assert "mail" not in page()
        assert "Quiet" in page()
        settings.VAPID_PRIVATE_KEY = ""
        for word in ("On your devices", "Quiet", "Time zone"):
            assert word not in page()

    def test_what_is_chosen_is_kept_and_shown(self, ada, page):
        assert "Saved." in page(site=["turn"], mail=["turn", "mention"], **self.TIMES)
        chosen = page()
        for kept in ('value="21:30"', 'value="06:00"', 'value="240" selected', "selected>Tokyo"):
            assert kept in chosen
        assert wanted_by(BY_MAIL, preferences_of(ada)) == {Kind.TURN, Kind.MENTION}
        assert own_zone(type(ada).objects.get()).key == "Asia/Tokyo"

    def test_a_refusal_says_why_and_keeps_what_was_entered(self, page):
        again = page(mail=["mention"], **{**self.TIMES, "quiet_until": "soon"})
        assert "Enter a time, such as 22:00" in again
        assert 'value="mention" aria-labelledby="kind-mention way-mail" checked' in again
        assert 'value="21:30"' in again
        assert not Timing.objects.exists()
        again = page(**{**self.TIMES, "quiet_until": "21:30"})
        assert "Quiet hours need to end at another time than they start." in again

    def test_what_is_saved_where_nothing_can_be_sent_leaves_the_rest_as_it_was(
        self, page, settings
    ):
        page(mail=["turn"], **self.TIMES)
        settings.EMAIL_HOST = settings.VAPID_PRIVATE_KEY = ""
        page(site=["turn"])
        settings.EMAIL_HOST = "127.0.0.1"
        assert 'value="21:30"' in page()
        assert 'value="turn" aria-labelledby="kind-turn way-mail" checked' in page()

    def test_other_quiet_hours_let_go_what_waits_for_the_end_of_these(self, ada, page, clock):
        later = clock.now + timedelta(hours=8)
        Sending.objects.create(member=ada, channel=Channel.MAIL, held_until=later)
        page(site=["turn"])
        assert Sending.objects.get().held_until == clock.now

    def test_somebody_whom_no_mail_reaches_is_told_what_to_do(self, ada, page):
        assert "add an address and confirm it" in page()
        EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
        assert "add an address and confirm it" not in page()


def test_anyone_who_wants_nothing_by_a_way_is_not_told_of_kinds_that_are_new(ada):
    set_preferences(member=ada, by={Channel.MAIL: []})
    Preference.objects.filter(kind=Kind.TURN).delete()
    assert wanted_by(BY_MAIL, preferences_of(ada)) == frozenset()
    set_preferences(member=ada, by={Channel.MAIL: ["course"]})
    Preference.objects.filter(kind=Kind.TURN).delete()
    assert wanted_by(BY_MAIL, preferences_of(ada)) == {Kind.TURN, Kind.COURSE}


class TestNextGame:
    def test_it_leads_through_all_games_the_most_urgent_first(self, ada, bo, client_of):
        late, soon, never = (begin(ada, bo, turn_seconds=seconds) for seconds in (DAY, 60, None))
        client, found, here = client_of(ada), [], ""
        for _ in range(4):
            answer = client.get(reverse("next-game"), {"after": here})
            here = answer["Location"].split("/")[2]
            found.append(here)
        assert found == [game.public_id for game in (soon, late, never, soon)]

    def test_a_game_in_which_one_has_chosen_is_passed_over(self, ada, bo, client_of):
        game = begin(ada, bo)
        seal(game, ada, place(1, 1))
        client = client_of(ada)
        assert client.get(reverse("next-game"))["Location"] == "/"
        assert client.get(reverse("notices-state")).json()["owed"] == 0

    def test_the_only_game_is_not_next_to_itself(self, ada, bo, client_of):
        game = begin(ada, bo)
        client = client_of(ada)
        here = {"after": game.public_id}
        assert client.get(reverse("next-game"), here)["Location"] == "/"
        assert "No other game is waiting" in client.get("/").text


class TestTables:
    @pytest.fixture
    def table(self, bo):
        set_host(user=bo, hosts=True)
        return open_one(bo, seats=3, joining="approval")

    def test_a_host_learns_who_asks(self, ada, bo, table, client_of):
        sit(table, ada)
        assert told(bo) == {("table", "asked")}
        page = client_of(bo).get(reverse("notices")).text
        assert 'href="/members/Ada/">Ada</a> asks for a seat at your table.' in page

    @pytest.mark.parametrize(("answer", "what"), [(agree, "let-in"), (decline, "refused")])
    def test_who_asked_learns_the_answer(self, ada, bo, table, clock, answer, what):
        place_of = sit(table, ada)
        answer(table_id=table.pk, by=bo, place_id=place_of.pk, now=clock.now)
        assert told(ada) == {("table", what)}

    def test_a_table_that_is_opened_is_read(self, ada, bo, table, client_of):
        sit(table, ada)
        client = client_of(bo)
        assert 'data-unread="0"' in client.get(table.get_absolute_url()).text
        client.post(f"{reverse('opened')}?table={table.public_id}")
        assert told(bo) == set()

    def test_who_asks_at_a_table_that_has_closed_is_shown_no_longer(self, ada, bo, table, clock):
        sit(table, ada)
        type(table).objects.filter(pk=table.pk).update(closed_at=clock.now)
        assert shown(bo) == []


class TestModerators:
    def test_all_who_were_at_a_table_learn_that_a_moderator_closed_it(self, ada, bo, cy, mo, clock):
        set_host(user=bo, hosts=True)
        tables = [open_one(bo, seats=3) for _ in range(2)]
        for table in tables:
            sit(table, ada)
        close_table(table_id=tables[0].pk, by=bo, now=clock.now)
        assert [shown(user) for user in (ada, bo, cy)] == [[], [], []]
        close_table(table_id=tables[1].pk, by=mo, now=clock.now)
        assert [shown(user) for user in (ada, bo, cy, mo)] == [["closed"], ["closed"], [], []]

    def test_a_member_who_is_given_another_name_learns_it(self, ada, mo, client_of):
        ada.username = "Ada L"
        update_member(user=ada, hosts=True, by=mo)
        page = client_of(ada).get(reverse("notices")).text
        assert "A moderator has changed your name to “Ada L”." in page
        forget()
        update_member(user=ada, hosts=False, by=mo)
        mo.username = "Momo"
        update_member(user=mo, hosts=False, by=mo)
        assert (shown(ada), shown(mo)) == ([], [])


class TestForgetting:
    def test_a_notice_is_forgotten_thirty_days_after_it_was_read(self, ada, bo, clock):
        begin(ada, bo)
        read_all(member=ada, now=clock.now)
        clock.go(30 * DAY - 1)
        assert prune_notices(now=clock.now) == 0
        clock.go(1)
        assert prune_notices(now=clock.now) == 1
        assert Notice.objects.get().member == bo

    def test_a_deleted_account_takes_its_notices_along(self, ada, bo):
        begin(ada, bo)
        ada.delete()
        assert Notice.objects.get().member == bo

    def test_a_notice_for_a_member_who_has_just_gone_is_found(self, ada, bo, clock):
        begin(ada, bo)
        Notice.objects.filter(member=ada).update(member_id=10**6)
        clock.go(3600)
        assert prune_notices(now=clock.now) == 1


def test_what_every_page_asks_about_notices_is_one_statement(ada, bo):
    for _ in range(5):
        begin(ada, bo)
    with statements_sent() as sent:
        counts(ada)
    assert len(sent) == 1


def test_the_numbers_beside_the_bell_are_those_of_this_member_at_this_time(ada, bo, clock):
    set_host(user=ada, hosts=True)
    table = open_one(ada, joining="link", listed=False, seats=4)
    invite(table_id=table.pk, by=ada, name=bo.username, now=timezone.now())
    games = [begin(ada, bo), begin(ada, bo)]
    seal(games[0], bo, place(1, 1))
    assert (counts(ada)["owed"], counts(bo)["owed"]) == (2, 1)
    assert counts(ada, game=games[0].public_id)["owed"] == 1
    before = counts(bo)["unread"]
    on_table = counts(bo, table=table.public_id)
    assert (on_table["unread"], on_table["here"]) == (before - 1, 1)
    clock.go(2 * DAY)
    assert counts(bo)["unread"] == before - 1


class TestInvitations:
    def test_a_notice_of_an_invitation_is_taken_up_or_declined(self, ada, bo, cy, client_of):
        set_host(user=ada, hosts=True)
        table = open_one(ada, joining="link", listed=False, seats=4)
        for user in (bo, cy):
            invite(table_id=table.pk, by=ada, name=user.username, now=timezone.now())
        assert told(bo) == told(cy) == {("table", "invited")}
        page = client_of(bo).get(reverse("notices")).text
        assert 'href="/members/Ada/">Ada</a> invites you to a table.' in page
        client_of(bo).post(reverse("table-join", args=[table.public_id]))
        client_of(cy).post(reverse("table-stay-away", args=[table.public_id]))
        assert table.places.get().user == bo
        assert (shown(bo), shown(cy)) == ([], [])

    def test_one_that_cannot_be_taken_up_is_not_shown(self, ada, bo, clock):
        set_host(user=ada, hosts=True)
        table = open_one(ada)
        invite(table_id=table.pk, by=ada, name="Bo", now=timezone.now())
        assert shown(bo) == ["invited"]
        clock.go(DAY)
        assert shown(bo) == []

    def test_nobody_is_told_of_one_by_a_member_whom_they_mute(self, ada, bo, clock):
        set_host(user=ada, hosts=True)
        mute(member=bo, muted=ada, now=clock.now)
        invite(table_id=open_one(ada).pk, by=ada, name="Bo", now=clock.now)
        assert told(bo) == set()

    def test_a_rematch_is_told_to_those_who_played(self, ada, bo, cy, clock):
        game = begin(ada, bo)
        resign(game_id=game.pk, user=bo)
        forget()
        offer_rematch(game_id=game.pk, by=ada, now=clock.now)
        assert (told(ada), told(bo), told(cy)) == (set(), {("table", "rematch")}, set())


class TestBeforeTheGame:
    @pytest.fixture
    def table(self, ada, bo):
        """Ada's table with Bo."""
        set_host(user=ada, hosts=True)
        table = open_one(ada, listed=False)
        sit(table, bo)
        return table

    def test_those_who_are_near_are_told_that_they_are_mentioned(self, table, ada, bo, cy, clock):
        say(table_id=table.pk, by=ada, text="@Bo and @Cy, hello", now=clock.now)
        assert (told(bo), told(cy)) == ({("mention", "mentioned")}, set())

    def test_at_a_listed_table_every_member_is_told(self, ada, bo, cy, clock, table):
        public = open_one(ada)
        mute(member=bo, muted=ada, now=clock.now)
        say(table_id=public.pk, by=ada, text="@Bo and @Cy, hello", now=clock.now)
        assert (told(bo), told(cy)) == (set(), {("mention", "mentioned")})

    def test_players_are_told_that_the_game_is_about_to_start(self, table, ada, bo):
        sit(table, ada)
        say_ready(table, ada, bo)
        assert told(ada) == told(bo) == {("table", "starting")}
        assert shown(bo) == ["starting"]
        say_ready(table, bo, ready=False)
        assert shown(bo) == []

    def test_they_are_told_once_a_table_whoever_changes_their_mind(self, table, ada, bo, clock):
        sit(table, ada)
        say_ready(table, ada, bo)
        read_all(member=ada, now=clock.now)
        told_at = Notice.objects.get(member=bo).at
        for _ in range(3):
            clock.go(2)
            say_ready(table, bo, ready=False)
            say_ready(table, bo)
        assert (told(ada), shown(bo)) == (set(), ["starting"])
        assert Notice.objects.get(member=bo).at == told_at

    def test_whoever_has_left_the_table_is_not_told_of_its_next_start(
        self, table, ada, bo, cy, clock
    ):
        sit(table, ada)
        say_ready(table, ada, bo)
        leave_table(table_id=table.pk, user=bo, now=clock.now)
        sit(table, cy, "ember")
        say_ready(table, ada, cy)
        assert (shown(bo), shown(cy)) == ([], ["starting"])
