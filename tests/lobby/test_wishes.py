"""Wishing for a game: who fits is asked, who does not answer falls out, and the game begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import Mute, Preferences
from accounts.services.members import delete_account
from engines.bots import Level
from games.models import Game
from games.store.presence import note_pages
from lobby.models import Match, Table, Wish
from lobby.schedule import ENDS_OF_WISHES
from lobby.services.matching import RESTS_FOR, answer_match, settle_lapsed
from lobby.services.practising import start_practice
from lobby.services.starting import start_table
from lobby.services.wishing import LEFT_FOR, WishChoice, check_choice, note_seen, withdraw_wish
from lobby.wished_games import ANSWER_FROM_AFAR, ANSWER_WITHIN, evening_of
from ratings.models import Standing
from tests.games.acting import resign
from tests.games.playing import begin
from tests.games.sweeps import look_for_players
from tests.lobby.sweeps import club_works, go_without_web
from tests.lobby.tables import fresh, open_one, refused, say_ready, sit, suspend
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


@pytest.fixture
def cy(member):
    return member("Cy")


@pytest.fixture
def di(member):
    return member("Di")


def players(game: Game) -> set[str]:
    """The names of those who play."""
    return {str(seat.user) for seat in game.seats.select_related("user")}


def rated(user, rating: int, pace: str) -> None:
    """Gives the member a rating in Territory."""
    now, ladder = timezone.now(), f"territory:{pace}"
    Standing.objects.create(
        member=user, ladder=ladder, mu=0, sigma=1, rating=rating, games=9, last_at=now
    )


def end_wishes() -> None:
    """What a worker does now and then: it ends wishes that are over."""
    ENDS_OF_WISHES.handle(timezone.now(), set())


def wishes_of(user) -> list[str]:
    """The paces for which the member has a wish."""
    return list(Wish.objects.looking().filter(member=user).values_list("pace", flat=True))


def test_two_who_wish_the_same_are_asked_and_play_as_soon_as_both_say_yes(ada, bo):
    wish(ada)
    wish(bo)
    look()
    assert asked(ada) == asked(bo) is not None
    assert answer(ada) is None
    game = answer(bo)
    assert players(game) == {"Ada", "Bo"}
    assert (game.variant, game.settings.turn_seconds) == ("territory", MINUTE)
    assert not Wish.objects.exists()
    assert not Match.objects.exists()


def test_the_game_of_a_match_is_public_and_rated_and_has_a_table_that_nobody_hosts(ada, bo):
    wish(ada)
    wish(bo)
    look()
    answer(ada)
    game = answer(bo)
    assert (game.settings.listed, game.settings.rated) == (True, True)
    assert (game.table.host, game.table.joining) == (None, Table.Joining.LINK)


def test_one_alone_waits(ada):
    wish(ada)
    look()
    assert asked(ada) is None


def test_wishes_for_another_pace_do_not_fit(ada, bo):
    wish(ada)
    wish(bo, "daily")
    look()
    assert asked(ada) is None


def test_who_comes_later_is_matched_with_who_waits(ada, bo, clock):
    wish(ada)
    look()
    clock.go(5 * MINUTE)
    wish(bo)
    look()
    assert asked(ada) == asked(bo)
    assert asked(ada).answer_by == timezone.now() + ANSWER_WITHIN["now"]


def test_who_does_not_answer_falls_out_and_the_others_play(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user)
    look()
    assert asked(ada).asked == 3
    answer(ada)
    answer(bo)
    clock.go(MINUTE)
    look()
    assert players(Game.objects.get()) == {"Ada", "Bo"}
    assert not Wish.objects.looking().exists()


def test_who_could_not_answer_for_the_club_was_away_is_still_asked(ada, bo, clock):
    wish(ada)
    wish(bo)
    club_works()
    look()
    go_without_web(clock, 3 * MINUTE, look)
    club_works()
    look()
    assert asked(ada).answer_by == timezone.now() + ANSWER_WITHIN["now"]
    answer(ada)
    for _ in range(MINUTE):
        clock.go(1)
        club_works()
        look()
    assert (asked(ada), asked(bo)) == (None, None)


def test_if_too_few_want_to_play_those_who_do_wait_on_as_old_as_they_are(ada, bo, cy, clock):
    since = wish(ada).since
    wish(bo)
    look()
    answer(ada)
    clock.go(MINUTE)
    look()
    assert (asked(ada), wishes_of(bo)) == (None, [])
    assert Wish.objects.looking().get().since == since
    wish(cy)
    look()
    assert asked(ada) == asked(cy) is not None


def test_nobody_is_asked_about_a_live_game_while_they_play_one(ada, bo, cy, clock):
    game = begin(bo, cy)
    for user in (ada, bo):
        wish(user)
    look()
    assert asked(ada) is None
    resign(game_id=game.pk, user=cy)
    clock.go(MINUTE)
    look()
    assert asked(ada) == asked(bo) is not None


def test_a_no_ends_the_wish_and_the_others_are_asked_on(ada, bo, cy):
    for user in (ada, bo, cy):
        wish(user)
    look()
    answer(ada)
    answer(bo, plays=False)
    assert wishes_of(bo) == []
    game = answer(cy)
    assert players(game) == {"Ada", "Cy"}


def test_a_no_that_leaves_too_few_frees_the_others_at_once(ada, bo):
    wish(ada)
    wish(bo)
    look()
    answer(ada)
    answer(bo, plays=False)
    assert asked(ada) is None
    assert wishes_of(ada) == ["now"]


def test_an_answer_that_comes_too_late_is_refused(ada, bo, clock):
    wish(ada)
    wish(bo)
    look()
    match = asked(ada)
    clock.go(MINUTE)
    with refused("match-over"):
        answer(ada)
    look()
    with refused("match-over"):
        answer_match(user=ada, match_id=match.pk, plays=True, now=timezone.now())


def test_nobody_answers_for_a_match_of_others(ada, bo, cy):
    wish(ada)
    wish(bo)
    look()
    with refused("match-over"):
        answer_match(user=cy, match_id=asked(ada).pk, plays=True, now=timezone.now())


def test_a_match_is_settled_once(ada, bo, clock):
    wish(ada)
    wish(bo)
    look()
    match = asked(ada)
    clock.go(MINUTE)
    results = [settle_lapsed(match_id=match.pk, now=timezone.now()) for _ in range(2)]
    assert results == [True, False]


def test_those_who_mute_each_other_are_not_asked_together(ada, bo):
    Mute.objects.create(member=bo, muted=ada)
    wish(ada)
    wish(bo)
    look()
    assert asked(ada) is None


def test_who_is_suspended_wishes_nothing_and_is_not_asked(ada, bo, cy):
    wish(ada)
    wish(bo)
    suspend(bo)
    look()
    assert asked(ada) is None
    with refused("suspended"):
        wish(bo)


def test_who_is_suspended_after_saying_yes_does_not_play(ada, bo, cy):
    for user in (ada, bo, cy):
        wish(user)
    look()
    answer(ada)
    suspend(ada)
    answer(bo)
    assert players(answer(cy)) == {"Bo", "Cy"}


def test_players_of_about_the_same_strength_are_found_by_their_ratings(ada, bo, cy):
    for user, rating, ladder in (
        (ada, 1900, "territory:live"),
        (bo, 1600, "territory:live"),
        (cy, 1800, "territory:live"),
        (bo, 1900, "territory:correspondence"),
    ):
        Standing.objects.create(
            member=user,
            ladder=ladder,
            mu=0,
            sigma=1,
            rating=rating,
            games=9,
            last_at=timezone.now(),
        )
    wish(ada, near_only=True)
    wish(bo)
    wish(cy)
    look()
    assert (asked(bo), asked(ada)) == (None, asked(cy))


def test_a_newcomer_counts_as_the_rating_of_newcomers(ada, bo):
    rated(ada, 1750, "live")
    wish(ada)
    wish(bo, near_only=True)
    look()
    assert asked(ada) is None


def test_any_game_fits_a_wish_without_games(ada, bo):
    wish(ada, games=[])
    wish(bo, games=["automatafl"])
    look()
    assert asked(ada).variant == "automatafl"


def test_a_new_wish_for_the_same_pace_replaces_the_old_one(ada):
    wish(ada, least=2)
    wish(ada, least=3)
    assert Wish.objects.get().least == 3


def test_while_a_member_is_asked_the_wish_is_neither_changed_nor_withdrawn(ada, bo):
    wish(ada)
    wish(bo)
    look()
    with refused("being-asked"):
        wish(ada)
    with refused("being-asked"):
        withdraw_wish(user=ada, pace="now", now=timezone.now())


def test_a_wish_that_is_withdrawn_is_gone(ada, bo):
    wish(ada)
    withdraw_wish(user=ada, pace="now", now=timezone.now())
    wish(bo)
    look()
    assert asked(bo) is None


def test_a_wish_to_play_now_ends_at_its_time(ada, clock):
    wish(ada, minutes=15)
    for _ in range(14):
        clock.go(MINUTE)
        note_seen(ada.pk, timezone.now())
        end_wishes()
    assert wishes_of(ada) == ["now"]
    clock.go(MINUTE)
    note_seen(ada.pk, timezone.now())
    end_wishes()
    assert wishes_of(ada) == []


def test_a_wish_to_play_now_ends_when_its_member_has_left_the_page(ada, clock):
    wish(ada)
    wish(ada, "daily")
    clock.go(LEFT_FOR.total_seconds() - 1)
    end_wishes()
    assert wishes_of(ada) == ["now", "daily"]
    clock.go(1)
    end_wishes()
    assert wishes_of(ada) == ["daily"]


def test_a_wish_to_play_now_outlasts_a_time_in_which_no_page_could_be_open(ada, clock):
    wish(ada)
    club_works()
    go_without_web(clock, 4 * MINUTE, end_wishes)
    club_works()
    end_wishes()
    assert wishes_of(ada) == ["now"]
    for _ in range(int(LEFT_FOR.total_seconds())):
        clock.go(1)
        club_works()
    end_wishes()
    assert wishes_of(ada) == []


def test_whoever_plays_a_bot_meanwhile_keeps_the_wish_until_they_leave_that_page(ada, clock):
    wish(ada)
    game = start_practice(user=ada, variant="territory", level=Level.EASY, now=timezone.now())
    seat = game.seats.get(user=ada).pk
    for _ in range(4):
        note_pages([seat], timezone.now())
        clock.go(MINUTE)
    end_wishes()
    assert wishes_of(ada) == ["now"]
    look_for_players()
    end_wishes()
    assert wishes_of(ada) == []


def test_a_wish_that_is_over_is_not_matched_before_it_is_deleted(ada, bo, clock):
    wish(ada, minutes=15)
    clock.go(15 * MINUTE)
    wish(bo)
    look()
    assert asked(bo) is None


def test_the_wish_of_a_deactivated_account_ends(ada, bo):
    wish(ada, "daily")
    ada.is_active = False
    ada.save()
    wish(bo, "daily")
    look()
    end_wishes()
    assert (asked(bo), wishes_of(ada)) == (None, [])


def test_a_deleted_account_leaves_no_wish_and_its_match_goes_on(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user)
    look()
    cy.delete()
    answer(ada)
    assert players(answer(bo)) == {"Ada", "Bo"}


def test_a_wish_for_correspondence_stands_until_it_is_met(ada, bo, clock):
    wish(ada, "daily")
    clock.go(30 * DAY)
    end_wishes()
    wish(bo, "daily")
    look()
    answer(ada)
    game = answer(bo)
    assert game.settings.turn_seconds == DAY
    assert not Wish.objects.exists()


def test_a_wish_that_keeps_a_game_going_waits_until_that_is_over(ada, bo, cy, clock):
    wish(ada, "daily", keep=1)
    wish(bo, "daily")
    look()
    answer(ada)
    game = answer(bo)
    wish(cy, "daily")
    look()
    assert (wishes_of(ada), asked(cy)) == (["daily"], None)
    resign(game_id=game.pk, user=bo)
    clock.go(MINUTE)
    look()
    assert asked(ada) == asked(cy) is not None


def test_a_wish_that_keeps_two_games_going_begins_a_second_one(ada, bo, cy):
    wish(ada, "daily", keep=2)
    for other in (bo, cy):
        wish(other, "daily")
        look()
        answer(ada)
        assert players(answer(other)) == {"Ada", str(other)}
    wish(bo, "daily")
    look()
    assert asked(ada) is None


def test_nobody_is_asked_about_two_live_games_at_once(ada, bo, cy):
    wish(ada)
    wish(bo)
    look()
    wish(ada, "evening")
    wish(cy, "evening")
    look()
    assert asked(cy) is None
    assert asked(ada).pace == "now"


def test_a_live_game_ends_the_members_other_live_wishes(ada, bo):
    wish(ada, "evening")
    wish(ada, "daily")
    wish(ada)
    wish(bo)
    look()
    answer(ada)
    answer(bo)
    assert wishes_of(ada) == ["daily"]


def test_who_said_yes_and_then_begins_another_live_game_is_no_longer_in_the_match(
    host, ada, bo, cy, di, clock
):
    for user in (ada, bo, cy):
        wish(user)
    look()
    answer(ada)
    table = open_one(host, "territory")
    for user in (ada, di):
        sit(table, user)
    say_ready(table, ada, di)
    clock.go(5)
    assert start_table(table_id=table.pk, now=timezone.now()) is not None
    assert answer(bo) is None
    assert players(answer(cy)) == {"Bo", "Cy"}


def test_a_table_whose_hosts_account_is_deleted_meets_its_players_wishes(host, ada, bo, clock):
    wish(ada)
    table = open_one(host, "territory")
    for user in (ada, bo):
        sit(table, user)
    delete_account(user=host)
    say_ready(table, ada, bo)
    clock.go(5)
    start_table(table_id=table.pk, now=timezone.now())
    assert fresh(table).game is not None
    assert not Wish.objects.exists()


def test_a_wish_for_the_evening_waits_for_the_members_evening(ada, bo, clock):
    for user, zone in ((ada, "America/New_York"), (bo, "Europe/Berlin")):
        Preferences.objects.create(user=user, time_zone=zone)
        wish(user, "evening")
    look()  # at 21:00 in Berlin, 15:00 in New York
    assert asked(bo) is None
    clock.go(2 * HOUR)
    end_wishes()
    assert (wishes_of(ada), wishes_of(bo)) == (["evening"], [])
    Preferences.objects.filter(user=bo).update(time_zone="America/Toronto")
    bo.refresh_from_db()
    wish(bo, "evening")
    look()
    assert asked(bo) is None
    clock.go(HOUR)
    look()
    assert asked(ada) == asked(bo) is not None


def test_in_the_evening_a_wish_for_it_meets_one_for_now(ada, bo, clock):
    for user in (ada, bo):
        Preferences.objects.create(user=user, time_zone="Europe/Berlin")  # it is 21:00 there
    wish(ada, "evening")
    look()
    assert asked(ada) is None
    wish(bo)
    look()
    match = asked(bo)
    assert asked(ada) == match is not None
    assert match.pace == "now"
    assert match.answer_by == timezone.now() + ANSWER_FROM_AFAR
    answer(ada)
    assert players(answer(bo)) == {"Ada", "Bo"}
    assert (wishes_of(ada), wishes_of(bo)) == ([], [])


def test_before_the_evening_a_wish_for_it_meets_none_for_now(ada, bo):
    Preferences.objects.create(user=ada, time_zone="America/New_York")  # it is 15:00 there
    wish(ada, "evening")
    wish(bo)
    look()
    assert asked(ada) is None
    assert asked(bo) is None


def test_those_who_wish_for_the_same_pace_are_asked_first(ada, bo, cy, clock):
    Preferences.objects.create(user=ada, time_zone="Europe/Berlin")
    wish(ada, "evening", most=2)
    clock.go(MINUTE)
    for user in (bo, cy):
        wish(user, most=2)
    look()
    assert asked(ada) is None
    assert asked(bo) == asked(cy) is not None
    assert asked(bo).answer_by == timezone.now() + ANSWER_WITHIN["now"]


def test_if_a_member_who_wished_for_the_evening_does_not_answer_the_other_waits_on(ada, bo, clock):
    Preferences.objects.create(user=ada, time_zone="Europe/Berlin")
    wish(ada, "evening")
    wish(bo)
    look()
    answer(bo)
    clock.go(ANSWER_FROM_AFAR.total_seconds())
    note_seen(bo.pk, timezone.now())
    look()
    assert wishes_of(bo) == ["now"]
    assert asked(ada) is asked(bo) is None


def test_a_member_who_wished_for_the_evening_is_asked_twice_and_not_within_an_hour(
    ada, bo, clock, client_of
):
    Preferences.objects.create(user=ada, time_zone="UTC")  # it is 20:00 there
    wish(ada, "evening")
    wish(bo, minutes=120)
    look()
    clock.go(ANSWER_FROM_AFAR.total_seconds())
    look()
    wish(bo, minutes=120)
    clock.go(RESTS_FOR.total_seconds() - 1)
    note_seen(bo.pk, timezone.now())
    look()
    assert asked(ada) is None
    assert "You did not answer in time, and are asked once more." in client_of(ada).get("/").text
    clock.go(1)
    look()
    assert asked(ada) is not None
    clock.go(ANSWER_FROM_AFAR.total_seconds())
    look()
    assert (wishes_of(ada), Wish.objects.get(member=ada).missed_at) == ([], timezone.now())


def test_late_in_the_evening_a_member_is_asked_once(ada, bo, clock):
    Preferences.objects.create(user=ada, time_zone="Africa/Johannesburg")  # it is 22:00 there
    assert wish(ada, "evening").until == timezone.now() + RESTS_FOR
    wish(bo)
    look()
    assert asked(ada) is not None
    clock.go(ANSWER_FROM_AFAR.total_seconds())
    look()
    assert (wishes_of(ada), Wish.objects.get(member=ada).missed_at) == ([], timezone.now())


@pytest.mark.parametrize(
    ("hour", "begins", "ends"),
    [(9, "21 18:00", "21 23:00"), (20, "21 18:00", "21 23:00"), (23, "22 18:00", "22 23:00")],
)
def test_the_evening_is_in_the_members_time_zone_and_late_the_next_one(hour, begins, ends):
    zone = ZoneInfo("Europe/Berlin")
    found = evening_of(datetime(2026, 11, 21, hour, 0, tzinfo=zone).astimezone(UTC), zone)
    assert [f"{at.astimezone(zone):%d %H:%M}" for at in found] == [begins, ends]


@pytest.mark.parametrize(
    ("code", "choice"),
    [
        ("bad-pace", {"pace": "soon"}),
        ("bad-games", {"games": ["chess"]}),
        ("bad-seats", {"least": 4, "most": 3}),
        ("bad-seats", {"least": 1, "most": 4}),
        ("bad-seats", {"least": 2, "most": 2**40}),
        ("bad-seats", {"games": ["parallel-go"], "least": 3, "most": 4}),
        ("bad-seats", {"games": ["automatafl"], "least": 3, "most": 3}),
        ("bad-time", {"minutes": 7}),
        ("bad-time", {"keep": 4}),
    ],
)
def test_what_cannot_be_met_is_refused(code, choice):
    with refused(code):
        check_choice(WishChoice(**{"pace": "now", **choice}))


def test_a_game_that_cannot_begin_lets_its_wishes_wait_on(ada, bo, clock, monkeypatch):
    wish(ada)
    wish(bo)
    look()
    answer(ada)
    Wish.objects.filter(member=bo).update(says_yes=True)
    monkeypatch.setattr("lobby.services.matching.start_table", lambda **_: None)
    clock.go(MINUTE)
    look()
    assert set(Wish.objects.values_list("match", flat=True)) == {None}
    assert Wish.objects.count() == 2
    assert not Table.objects.exists()


def test_wishes_that_nobody_fits_are_looked_at_again_only_after_a_while(ada):
    wish(ada)
    look()
    assert Wish.objects.get().due_at == timezone.now() + timedelta(minutes=1)
