"""Whoever looks for a game is told of an open table that fits, and sees it beside their wish."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import Sum
from django.utils import timezone

from accounts.models import Mute
from accounts.services.bots import register_bot
from figures.models import Waiting
from games.models import Game
from games.play.reliability import LIMITS, Reliability
from lobby.fitting_tables import tables_for
from lobby.lists import other_tables
from lobby.models import Wish
from lobby.seating import Seating
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from lobby.services.wishing import withdraw_wish
from notices.models import Kind, Notice, What
from notices.services.writing import MOST_FITTING_TABLES
from notices.words import sentence
from ratings.models import Standing
from tests.games.playing import begin
from tests.lobby.tables import open_one, say_ready, sit, suspend
from tests.lobby.wishes import wish
from tests.notices.told import shown, told

pytestmark = pytest.mark.django_db
TOLD = {(Kind.TABLE, What.FITS)}


def fitting(user) -> list[str]:
    """The titles of the tables that fit the member's wish."""
    tables = [Seating.of(row.table) for row in other_tables(user)]
    wishes = Wish.objects.filter(member=user).select_related("member")
    found = tables_for(wishes, tables, timezone.now())
    return [table.title for each in found.values() for table in each]


def rated(user, rating: int) -> None:
    """Gives the member a rating in live games of Territory."""
    Standing.objects.create(
        member=user, ladder="territory:live", mu=0, sigma=1, rating=rating, games=9,
        last_at=timezone.now(),
    )  # fmt: skip


def test_whoever_looks_for_the_game_of_a_new_table_is_told(host, ada, bo):
    wish(ada)
    wish(bo, games=["automatafl"])
    open_one(host, "territory")
    assert (told(ada), told(bo)) == (TOLD, set())
    assert sentence(Notice.objects.get()) == (
        f"{host} has opened a table for a game that you are looking for."
    )


def test_whoever_has_as_many_games_going_as_they_wish_for_is_told_of_no_table(host, ada, bo):
    wish(ada, "daily", keep=1)
    wish(bo, "daily", keep=2)
    begin(ada, bo, variant="territory", turn_seconds=86_400)
    open_one(host, "territory", turn_seconds=86_400)
    assert (told(ada) & TOLD, told(bo) & TOLD) == (set(), TOLD)


def test_nobody_is_told_again_and_again_of_the_tables_of_one_host(host, mo, ada, clock):
    wish(ada, "daily")
    for _ in range(MOST_FITTING_TABLES + 1):
        table = open_one(host, "territory", turn_seconds=86_400)
        close_table(table_id=table.pk, by=host, now=timezone.now())
    assert Notice.objects.filter(member=ada).count() == MOST_FITTING_TABLES
    open_one(mo, "territory", turn_seconds=86_400)
    assert Notice.objects.filter(member=ada).count() == MOST_FITTING_TABLES + 1
    clock.go(60 * 60)
    open_one(host, "territory", turn_seconds=86_400)
    assert Notice.objects.filter(member=ada).count() == MOST_FITTING_TABLES + 2


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_the_table_is_shown_beside_the_wish(address, host, ada, bo, client_of):
    table = open_one(host, "territory")
    wish(ada, most=2)
    wish(bo, least=3)
    page = client_of(ada).get(address).text
    assert f"{host}’s table fits" in page
    assert 'id="wish-now-table"' in page
    assert table.get_absolute_url() in page
    assert 'id="wish-now-table"' not in client_of(bo).get(address).text


def test_of_several_tables_the_one_that_will_start_soonest_is_shown(host, mo, ada, bo, client_of):
    open_one(host, "territory", seats=3, title="Later")
    soon = open_one(mo, "territory", seats=3, title="Soon")
    sit(soon, bo)
    wish(ada)
    found = client_of(ada).get("/").context["wishing"].waiting[0].table
    assert found.table.title == "Soon"


@pytest.mark.parametrize(
    ("table", "wished"),
    [
        ({"seats": 4}, {"most": 3}),
        ({"seats": 2}, {"least": 3}),
        ({"joining": "link"}, {}),
        ({"joining": "approval"}, {}),
        ({"listed": False}, {}),
        ({"turn_seconds": 86_400}, {}),
        ({}, {"pace": "daily"}),
        ({}, {"games": ["automatafl"]}),
    ],
)
def test_other_games_other_numbers_and_tables_not_for_everybody_do_not_fit(
    table, wished, host, ada
):
    open_one(host, "territory", **table)
    wish(ada, **wished)
    assert fitting(ada) == []


def test_a_table_by_correspondence_fits_a_wish_for_a_turn_a_day(host, ada):
    open_one(host, "territory", turn_seconds=86_400)
    wish(ada, "daily")
    assert fitting(ada) == ["Tuesday"]


def test_a_wish_for_the_evening_is_met_by_a_table_in_the_evening_only(host, ada, clock):
    clock.go(-6 * 60 * 60)
    open_one(host, "territory")
    wish(ada, "evening")
    assert (fitting(ada), told(ada)) == ([], set())
    clock.go(6 * 60 * 60)
    assert fitting(ada) == ["Tuesday"]


def test_a_full_table_does_not_fit(host, ada, bo, member):
    table = open_one(host, "territory")
    for user in (bo, member("Cy")):
        sit(table, user)
    wish(ada)
    assert fitting(ada) == []


@pytest.mark.parametrize("muting", [("ada", "bo"), ("bo", "ada"), ("ada", "host")])
def test_nobody_is_led_to_somebody_muted(muting, host, ada, bo):
    people = {"ada": ada, "bo": bo, "host": host}
    member, muted = (people[name] for name in muting)
    Mute.objects.create(member=member, muted=muted)
    wish(ada)
    table = open_one(host, "territory", seats=3)
    sit(table, bo)
    assert fitting(ada) == []


def test_a_bot_at_the_table_may_play_other_games_meanwhile(host, ada, bo):
    bot, _ = register_bot(owner=bo, name="Gravel", now=timezone.now())
    for _ in range(LIMITS[Reliability.NEW].live):
        begin(bot, bo)
    wish(ada)
    table = open_one(host, "territory", seats=3, bots_join=True)
    sit(table, bot)
    assert fitting(ada) == ["Tuesday"]


def test_who_wants_players_of_their_strength_is_led_to_no_others(host, ada, bo):
    rated(ada, 1500)
    rated(bo, 1800)
    rated(host, 1600)
    wish(ada, near_only=True)
    table = open_one(host, "territory", seats=3)
    assert fitting(ada) == ["Tuesday"]
    sit(table, bo)
    assert fitting(ada) == []


def test_who_may_not_play_now_is_not_told(host, ada):
    wish(ada)
    suspend(ada)
    open_one(host, "territory")
    assert told(ada) == set()


def starts(table, *users) -> Game | None:
    """These users sit down at the table, and its game begins."""
    for user in users:
        sit(table, user)
    say_ready(table, *users)
    later = timezone.now() + timedelta(minutes=1)
    return start_table(table_id=table.pk, now=later)


def waits() -> dict[str, int]:
    """How many waits are counted, by how people asked for a game."""
    counted = Waiting.objects.values("way").annotate(count=Sum("count"))
    return {row["way"]: row["count"] for row in counted}


def test_a_wish_is_met_by_the_game_of_a_table(host, ada, bo):
    wish(ada)
    wish(ada, "daily")
    starts(open_one(host, "territory"), ada, bo)
    assert list(Wish.objects.values_list("pace", flat=True)) == ["daily"]
    assert waits() == {"now": 1, "table": 1}


def test_a_live_game_ends_wishes_for_other_live_games_unmet(host, ada, bo):
    wish(ada, games=["automatafl"])
    starts(open_one(host, "territory"), ada, bo)
    assert not Wish.objects.exists()
    assert waits() == {"table": 2}


def test_a_game_by_correspondence_meets_a_wish_for_one_that_keeps_none_going(host, ada, bo):
    for user, keep in ((ada, 0), (bo, 2)):
        wish(user, "daily", keep=keep)
        wish(user)
    starts(open_one(host, "territory", turn_seconds=86_400), ada, bo)
    left = set(Wish.objects.values_list("member__username", "pace"))
    assert left == {("Ada", "now"), ("Bo", "daily"), ("Bo", "now")}


def test_the_notice_goes_when_the_table_is_full_and_comes_back_with_a_free_seat(
    host, ada, bo, member
):
    wish(ada)
    table = open_one(host, "territory")
    places = [sit(table, user) for user in (bo, member("Cy"))]
    assert shown(ada) == []
    places[1].delete()
    assert shown(ada) == [What.FITS]


def test_the_notice_goes_when_the_member_no_longer_looks_or_sits_there(host, ada, bo):
    for user in (ada, bo):
        wish(user)
    table = open_one(host, "territory", seats=3)
    withdraw_wish(user=ada, pace="now", now=timezone.now())
    sit(table, bo)
    assert (shown(ada), shown(bo)) == ([], [])
