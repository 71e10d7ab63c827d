"""Limits for members who are new or often late, waits after abandoned games, and tables and wishes
that ask for reliable members."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.services.bots import register_bot
from games.models import MemberPunctuality
from games.play.reliability import LIMITS, Reliability
from games.play.settings import LetsIn
from lobby.models import Wish
from lobby.schedule import LEAVING
from lobby.services.inviting import invite
from lobby.services.places import put_bot
from lobby.services.rematch import offer_rematch
from lobby.services.starting import start_table
from lobby.similar import table_like
from lobby.table_settings import table_settings_of
from tests.games.acting import resign
from tests.games.playing import begin
from tests.lobby.tables import counting_down, fresh, open_one, refused, say_ready, sit
from tests.lobby.wishes import look, wish

pytestmark = pytest.mark.django_db

DAY = 86_400


def known(member, games="", abandoned=(), **more):
    """Stores how the member played before."""
    MemberPunctuality.objects.create(member=member, games=games, abandoned=list(abandoned), **more)


@pytest.fixture
def busy(ada, bo):
    """Ada, who is new, has as many live games running as she may."""
    for _ in range(LIMITS[Reliability.NEW].live):
        begin(ada, bo)
    known(bo, "www")


def test_who_has_enough_live_games_joins_no_other(busy, host, ada, bo):
    table = open_one(host)
    with refused("enough-games", "You are playing 2 live games"):
        sit(table, ada)
    sit(table, bo)


def test_they_may_still_play_by_correspondence_and_against_bots_alone(busy, host, ada):
    sit(open_one(host, turn_seconds=DAY), ada)
    against_bots = open_one(host, seats=2)
    put_bot(table_id=against_bots.pk, by=host, now=timezone.now())
    sit(against_bots, ada)
    say_ready(against_bots, ada)


def test_they_neither_wish_nor_offer_a_rematch(busy, ada, bo):
    with refused("enough-games"):
        wish(ada)
    over = begin(ada, bo)
    resign(game_id=over.pk, user=bo)
    with refused("enough-games"):
        offer_rematch(game_id=over.pk, by=ada, now=timezone.now())


def test_who_sits_at_two_tables_loses_the_seat_when_the_first_game_is_one_too_many(
    host, ada, bo, clock
):
    known(ada, "ll")
    known(bo, "www")
    table = counting_down(host, ada, bo)
    begin(ada, bo)
    clock.go(5)
    assert start_table(table_id=table.pk, now=timezone.now()) is None
    assert [place.user for place in table.places.all()] == [bo]
    assert fresh(table).is_open


def test_a_table_lets_in_whom_it_asks_for(host, ada, bo):
    known(ada, "ll")
    reliable = open_one(host, lets_in=LetsIn.RELIABLE)
    not_late = open_one(host, lets_in=LetsIn.NOT_LATE)
    for table in (reliable, not_late):
        with refused("reliable-only", ".* 5 more games"):
            sit(table, ada)
    with refused("reliable-only", ".* 3 more games"):
        sit(reliable, bo)
    sit(not_late, bo)


def test_a_bot_sits_down_by_itself_only_where_its_owner_would_be_let_in(host, ada):
    bot, _ = register_bot(owner=ada, name="Gravel", now=timezone.now())
    table = open_one(host, lets_in=LetsIn.RELIABLE, bots_join=True)
    known(host, "w" * 10)
    known(ada, "ll")
    sit(table, host)
    with refused("reliable-only"):
        sit(table, bot)
    MemberPunctuality.objects.filter(member=ada).update(games="w" * 10)
    sit(table, bot)


def test_an_invitation_by_name_opens_such_a_table(host, ada):
    table = open_one(host, lets_in=LetsIn.RELIABLE)
    invite(table_id=table.pk, by=host, name=ada.username, now=timezone.now())
    sit(table, ada)


def test_a_table_that_does_not_let_the_member_in_is_not_offered_instead_of_their_own(host, ada):
    table = open_one(host, lets_in=LetsIn.RELIABLE)
    assert table_like(table_settings_of(table), ada) is None
    known(ada, "www")
    assert table_like(table_settings_of(table), ada).table == table


def test_wishes_for_reliable_members_meet_only_those(ada, bo, member):
    cy = member("Cy")
    known(ada, "www")
    known(cy, "www")
    wish(ada, lets_in=LetsIn.RELIABLE, most=2)
    wish(bo, most=2)
    look()
    assert not Wish.objects.filter(match__isnull=False).exists()
    wish(cy, most=2)
    look()
    assert {each.member for each in Wish.objects.filter(match__isnull=False)} == {ada, cy}


def test_wishes_of_members_who_play_enough_wait(ada, bo, member):
    wish(ada)
    wish(bo)
    known(bo, "www")
    for number in range(LIMITS[Reliability.NEW].live):
        begin(ada, member(f"Cy {number}"))
    look()
    assert not Wish.objects.filter(match__isnull=False).exists()


@pytest.fixture
def abandoned(ada, bo, host, clock):
    """Ada sat at tables and wished for games when she abandoned a live one."""
    tables = {
        "live": open_one(host, seats=3),
        "long": open_one(host, seats=3, turn_seconds=DAY),
    }
    for table in tables.values():
        sit(table, ada)
    wish(ada)
    wish(ada, "daily")
    known(ada, "wwwl", [timezone.now()], leaves_tables=True)
    return tables


def test_who_abandons_a_live_game_leaves_live_tables_and_wishes_at_once(abandoned, ada):
    LEAVING.handle(timezone.now(), set())
    assert [table.places.count() for table in abandoned.values()] == [0, 1]
    assert [each.pace for each in Wish.objects.filter(member=ada)] == ["daily"]
    assert LEAVING.first(timezone.now(), set()) is None


def test_a_table_of_their_own_at_which_nobody_else_is_closes(ada, bo, settings):
    settings.EVERY_MEMBER_HOSTS = True
    alone, with_bo = open_one(ada, seats=3), open_one(ada, seats=3)
    for table in (alone, with_bo):
        sit(table, ada)
    sit(with_bo, bo)
    known(ada, abandoned=[timezone.now()], leaves_tables=True)
    LEAVING.handle(timezone.now(), set())
    assert (fresh(alone).is_open, fresh(with_bo).is_open) == (False, True)


def test_they_wait_for_the_next_live_game_and_the_page_says_until_when(
    abandoned, ada, client_of, clock
):
    with refused("must-wait", ".* In 5 minutes"):
        say_ready(abandoned["live"], ada)
    say_ready(abandoned["long"], ada)
    for path in ("/", "/tables/"):
        page = client_of(ada).get(path).text
        assert "No live games for a moment" in page
        assert f"{timezone.now() + timedelta(minutes=5):%Y-%m-%dT%H:%M}" in page
    clock.go(5 * 60)
    assert "No live games for a moment" not in client_of(ada).get("/").text
    say_ready(abandoned["live"], ada)


def test_a_moderator_ends_the_wait(abandoned, ada, mo, client_of):
    address, chosen = "/admin/games/memberpunctuality/", {"_selected_action": ada.pk}
    desk = client_of(mo)
    page = desk.post(address, {"action": "end_waits", **chosen}, follow=True)
    assert "They can play live again" in page.text
    say_ready(abandoned["live"], ada)
    again = desk.post(address, {"action": "end_waits", **chosen}, follow=True)
    assert "Nothing had to be changed." in again.text
    assert LogEntry.objects.count() == 1


def test_the_table_shows_how_reliable_the_others_are(host, ada, bo, client_of):
    known(bo, "ll")
    table = open_one(host, seats=3)
    sit(table, bo)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "often late" in page
    assert "You cannot take a seat here now" not in page


def test_the_page_of_a_table_says_why_one_cannot_sit_down_and_what_to_do(host, ada, client_of):
    table = open_one(host, lets_in=LetsIn.RELIABLE)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "You cannot take a seat here now" in page
    assert "Play 3 more games" in page
    assert "reliable members only" in client_of(ada).get("/tables/").text


def test_a_club_can_do_without_all_that(busy, host, ada, settings, client_of):
    known(ada, "ll", [timezone.now()])
    table = open_one(host, lets_in=LetsIn.RELIABLE)
    settings.RELIABILITY = False
    sit(table, ada)
    pages = [client_of(host).get(table.get_absolute_url()).text]
    settings.RELIABILITY = True
    pages.append(client_of(host).get(table.get_absolute_url()).text)
    assert ["often late" in page for page in pages] == [False, True]
