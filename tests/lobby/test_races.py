"""Two people do something at a table at the same moment."""

from __future__ import annotations

from datetime import timedelta
from threading import Thread

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.bots import register_bot, retire_bot
from accounts.services.members import delete_account
from engines.bots import Level
from games.models import Game, Heartbeat, MemberPunctuality, Seat
from lobby.models import Match, Place, Table, Wish
from lobby.schedule import LEAVING
from lobby.services.closing import close_table
from lobby.services.joining import agree
from lobby.services.locking import lock_open_table
from lobby.services.matching import answer_match, settle_lapsed
from lobby.services.places import change_seat
from lobby.services.practising import start_practice
from lobby.services.readiness import set_ready
from lobby.services.starting import start_table
from lobby.services.wishing import lock_wishes
from lobby.wished_games import ANSWER_WITHIN
from tests.at_once import JOIN_SECONDS, await_locked, refer_to, together, while_it_waits
from tests.lobby.tables import counting_down, fresh, open_one, say_ready, sit
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 5


def starting(table):
    """A worker finds that the countdown has ended."""
    return lambda: start_table(table_id=table.pk, now=timezone.now()) is not None


def moving(table, user, number):
    """A member takes another seat."""
    return lambda: change_seat(table_id=table.pk, user=user, number=number, now=timezone.now())


def un_ready(table, user):
    """A member is no longer ready."""
    return lambda: set_ready(table_id=table.pk, user=user, ready=False, now=timezone.now()) or True


@pytest.fixture(autouse=True)
def _a_table_each_round(settings):
    settings.TABLES_PER_HOST = ROUNDS
    settings.RELIABILITY = False  # which limits how many of these games newcomers may have


def test_a_host_who_opens_in_two_tabs_has_no_more_tables_open_than_allowed(host, settings):
    for number in range(1, ROUNDS + 1):
        settings.TABLES_PER_HOST = number
        outcomes = together(lambda: open_one(host), lambda: open_one(host))
        assert sorted(outcomes) == ["done", "too-many"]


def test_of_two_who_take_the_last_seat_one_gets_it_and_the_other_is_told(host, ada, bo, member):
    for number in range(ROUNDS):
        table = open_one(host)
        sit(table, member(f"First {number}"), "ember")
        outcomes = together(lambda: sit(table, ada, "sky"), lambda: sit(table, bo, "ink"))  # noqa: B023
        assert sorted(outcomes) == ["done", "full"]
        assert table.places.count() == 2


def test_of_two_who_take_the_same_colour_one_gets_it_and_the_other_is_offered_another(
    host, ada, bo
):
    table = open_one(host)
    outcomes = together(lambda: sit(table, ada, "sea"), lambda: sit(table, bo, "sea"))
    assert sorted(outcomes) == ["done", "too-close"]


def test_one_member_in_two_tabs_sits_on_one_seat(host, ada):
    table = open_one(host)
    outcomes = together(lambda: sit(table, ada, "sea"), lambda: sit(table, ada, "ember"))
    assert sorted(outcomes) == ["already-here", "done"]


def test_the_host_who_agrees_in_two_tabs_seats_no_more_than_there_are_seats(host, ada, bo, member):
    table = open_one(host, joining="approval")
    sit(table, host)
    places = [sit(table, ada), sit(table, bo)]

    def agreeing(place):
        return lambda: agree(table_id=table.pk, by=host, place_id=place.pk, now=timezone.now())

    assert sorted(together(*map(agreeing, places))) == ["done", "full"]
    assert table.places.filter(number__isnull=False).count() == 2


def test_two_workers_start_a_table_once(host, ada, bo, clock):
    for _ in range(ROUNDS):
        table = counting_down(host, ada, bo)
        clock.go(5)
        assert sorted(together(starting(table), starting(table))) == ["done", "nothing"]
    assert Game.objects.count() == ROUNDS


def test_an_un_ready_at_the_moment_of_the_start_stops_it_or_comes_too_late(host, ada, bo, clock):
    for _ in range(ROUNDS):
        table = counting_down(host, ada, bo)
        clock.go(5)
        outcomes = together(starting(table), un_ready(table, ada))
        started = fresh(table).game is not None
        assert outcomes == (["done", "table-started"] if started else ["nothing", "done"])


def test_closing_at_the_moment_of_the_start_closes_it_or_comes_too_late(host, ada, bo, clock):
    for _ in range(ROUNDS):
        table = counting_down(host, ada, bo)
        clock.go(5)
        closing = lambda: close_table(table_id=table.pk, by=host, now=timezone.now())  # noqa: B023, E731
        outcomes = together(starting(table), closing)
        started = fresh(table).game is not None
        assert outcomes == (["done", "table-started"] if started else ["nothing", "done"])


def test_the_two_last_who_are_ready_at_once_begin_one_countdown(host, ada, bo):
    for _ in range(ROUNDS):
        table = open_one(host)
        sit(table, ada)
        sit(table, bo)
        acts = [lambda user=user: say_ready(table, user) for user in (ada, bo)]  # noqa: B023
        assert together(*acts) == ["done", "done"]
        assert fresh(table).starts_at is not None


def test_of_two_who_move_to_one_free_seat_one_gets_it_and_the_other_is_told(host, ada, bo):
    for _ in range(ROUNDS):
        table = open_one(host, "automatafl", seats=4)
        for number, user in enumerate((ada, bo)):
            sit(table, user, number=number)
        moves = [moving(table, user, 3) for user in (ada, bo)]
        assert sorted(together(*moves)) == ["done", "seat-taken"]


def test_workers_that_match_at_the_same_moment_ask_nobody_twice(member):
    members = [member(f"Member {number}") for number in range(6)]
    for user in members:
        wish(user, most=2)
    together(look, look, look)
    assert Match.objects.count() == 3
    assert all(asked(user) is not None for user in members)


def test_the_last_two_answers_at_the_same_moment_begin_one_game(member):
    for number in range(ROUNDS):
        ada, bo = (member(f"{name} {number}") for name in ("Ada", "Bo"))
        for user in (ada, bo):
            wish(user)
        look()
        assert together(lambda a=ada: answer(a), lambda b=bo: answer(b)) == ["done", "done"]
        assert Game.objects.count() == number + 1


def test_an_answer_at_the_last_moment_counts_or_is_refused_but_never_twice(member, clock):
    for number in range(ROUNDS):
        ada, bo = (member(f"{name} {number}") for name in ("Ada", "Bo"))
        for user in (ada, bo):
            wish(user)
        look()
        answer(ada)
        clock.go(ANSWER_WITHIN["now"].total_seconds())
        late = timezone.now() - timedelta(seconds=1)
        match = asked(bo).pk
        together(
            lambda m=match: settle_lapsed(match_id=m, now=timezone.now()),
            lambda m=match, u=bo, at=late: answer_match(user=u, match_id=m, plays=True, now=at),
        )
        games = Seat.objects.filter(user=ada).count()
        waits = Wish.objects.filter(member=ada, match=None).count()
        assert games + waits == 1
        Wish.objects.all().delete()


def test_a_start_that_waits_for_all_wishes_holds_up_no_match_that_has_them(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    Heartbeat.objects.get_or_create(of=Heartbeat.Of.CHOICES, defaults={"at": timezone.now()})
    start = Thread(target=together, args=[starting(table)])
    with transaction.atomic():
        lock_wishes()
        start.start()
        await_locked()
        # As the game of a match does.
        assert list(Heartbeat.objects.select_for_update(nowait=True))
    start.join(JOIN_SECONDS)
    assert fresh(table).game is not None


def test_a_member_who_wishes_twice_at_the_same_moment_has_one_wish(member):
    ada = member("Ada")
    assert together(lambda: wish(ada), lambda: wish(ada)) == ["done", "done"]
    assert Wish.objects.count() == 1


def test_a_bot_is_retired_while_its_table_changes(host, ada):
    bot, _ = register_bot(owner=ada, name="Gravel", now=timezone.now())
    table = open_one(host)
    now = timezone.now()
    place = Place.objects.create(table=table, user=bot, number=0, joined_at=now, seated_by=ada)

    def change_place():
        lock_open_table(table.pk)
        table.places.filter(pk=place.pk).update(ready=True)

    retire = lambda: retire_bot(owner=ada, bot_id=bot.pk)  # noqa: E731
    assert while_it_waits(retire, first=change_place, then=lambda: refer_to(bot)) == "done"
    assert not table.places.exists()
    assert not User.objects.filter(pk=bot.pk).exists()


def test_an_account_is_deleted_while_a_turn_of_its_game_ends(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    starting(table)()
    game = fresh(table).game

    def end_turn():
        list(Game.objects.select_for_update().filter(pk=game.pk))
        Seat.objects.filter(game=game).update(absences=1)

    delete = lambda: delete_account(user=ada)  # noqa: E731
    assert while_it_waits(delete, first=end_turn, then=lambda: refer_to(ada)) == "done"
    assert not User.objects.filter(pk=ada.pk).exists()
    assert game.seats.filter(user=None).count() == 1


def hold_heartbeats():
    """Locks the heartbeats, as the start of a game does until its transaction ends."""
    list(Heartbeat.objects.select_for_update().order_by("of"))


def test_a_practice_game_starts_while_a_table_with_the_member_does(ada):
    Heartbeat.objects.create(of=Heartbeat.Of.CHOICES, at=timezone.now())
    practise = lambda: start_practice(  # noqa: E731
        user=ada, variant="parallel-go", level=Level.EASY, now=timezone.now()
    )
    # The table's game refers to its players while it holds the heartbeats.
    then = lambda: refer_to(ada)  # noqa: E731
    assert while_it_waits(practise, first=hold_heartbeats, then=then) == "done"
    assert Seat.objects.filter(user=ada).count() == 1


def test_two_workers_free_the_seats_of_members_who_sat_down_in_another_order(host, ada, bo):
    first, second = open_one(host, seats=3), open_one(host, seats=3)
    for table, member in ((first, bo), (second, ada), (first, ada), (second, bo)):
        sit(table, member)
    MemberPunctuality.objects.create(member=ada, leaves_tables=True)

    def lock(table):
        return lambda: list(Table.objects.select_for_update().filter(pk=table.pk))

    leave = lambda: LEAVING.handle(timezone.now(), set())  # noqa: E731
    assert while_it_waits(leave, first=lock(first), then=lock(second)) == "done"
    assert not Place.objects.filter(user=ada).exists()
