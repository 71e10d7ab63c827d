"""Changing who sits at a table before it starts."""

from __future__ import annotations

from django.utils import timezone

from accounts.services.members import delete_account
from lobby.colours import Colours
from lobby.services import joining, places
from tests.lobby.tables import open_one, refused, seated, sit, suspend


def change(table, user, stone, mark):
    """The user chooses other colours."""
    colours = Colours(stone, mark)
    places.change_colours(table_id=table.pk, user=user, colours=colours, now=timezone.now())


def move(table, user, number):
    """The user changes seats."""
    places.change_seat(table_id=table.pk, user=user, number=number, now=timezone.now())


def leave(table, user):
    """The user leaves their seat."""
    places.leave_table(table_id=table.pk, user=user, now=timezone.now())


def remove(table, by, place):
    """This user frees a seat."""
    places.remove_place(table_id=table.pk, by=by, place_id=place.pk, now=timezone.now())


def put_bot(table, by, number=None):
    """This user puts a bot on a seat."""
    return places.put_bot(table_id=table.pk, by=by, number=number, now=timezone.now())


def test_colours_can_be_changed_to_free_ones(host, ada):
    table = open_one(host)
    place = sit(table, ada, "ember")
    change(table, ada, "sky", "ink")
    place.refresh_from_db()
    assert (place.stone_colour, place.mark_colour) == ("sky", "ink")


def test_ones_own_colour_is_not_in_ones_way(host, ada):
    table = open_one(host)
    place = sit(table, ada, "ember")
    change(table, ada, "ember", "ink")
    place.refresh_from_db()
    assert place.mark_colour == "ink"


def test_colours_cannot_be_changed_to_those_of_another(host, ada, bo):
    table = open_one(host)
    sit(table, ada, "ember")
    sit(table, bo, "sky")
    with refused("too-close"):
        change(table, bo, "ember", "ink")


def test_who_leaves_is_gone_and_those_behind_move_up(host, ada, bo, mo):
    table = open_one(host, seats=4)
    for user in (ada, bo, mo):
        sit(table, user)
    leave(table, ada)
    assert seated(table) == ["Bo", "Mo"]
    assert sorted(table.places.values_list("number", flat=True)) == [0, 1]


def test_who_deletes_the_account_leaves_no_gap_that_stays(host, ada, bo, mo):
    table = open_one(host, seats=4)
    for user in (ada, bo):
        sit(table, user)
    delete_account(user=ada)
    sit(table, mo, "straw")
    assert sorted(table.places.values_list("user__username", "number")) == [("Bo", 0), ("Mo", 1)]


def test_who_is_not_there_can_neither_leave_nor_change_colours(host, ada):
    table = open_one(host)
    with refused("not-here"):
        leave(table, ada)
    with refused("not-here"):
        change(table, ada, "sky", "ink")


def test_the_host_frees_a_seat(host, ada, bo):
    table = open_one(host)
    place = sit(table, ada)
    sit(table, bo)
    remove(table, host, place)
    assert seated(table) == ["Bo"]
    with refused("not-here"):
        remove(table, host, place)


def test_nobody_but_the_host_frees_seats_or_puts_bots(host, ada, bo, mo):
    table = open_one(host, players_seat_bots=False)
    place = sit(table, ada)
    for user in (ada, bo, mo):
        with refused("not-allowed"):
            remove(table, user, place)
        with refused("not-allowed"):
            put_bot(table, user)


def test_a_seat_at_another_table_is_not_freed_from_here(host, member, ada):
    theirs = sit(open_one(host), ada)
    with refused("not-here"):
        remove(open_one(host), host, theirs)


def test_bots_are_different_members_in_colours_that_fit(host, ada):
    table = open_one(host, seats=4)
    sit(table, ada, "ember")
    bots = [put_bot(table, host) for _ in range(3)]
    assert all(bot.user.is_bot for bot in bots)
    assert len({bot.user_id for bot in bots}) == 3
    assert len({"ember", *(bot.stone_colour for bot in bots)}) == 4


def test_a_bot_is_taken_away_again(host):
    table = open_one(host)
    remove(table, host, put_bot(table, host))
    assert seated(table) == []


def test_no_bot_goes_on_a_full_table(host):
    table = open_one(host)
    put_bot(table, host)
    put_bot(table, host)
    with refused("full"):
        put_bot(table, host)


def test_a_suspended_host_puts_no_bots_and_a_suspended_member_keeps_the_colours(host, ada):
    table = open_one(host)
    sit(table, ada)
    suspend(host)
    suspend(ada)
    with refused("suspended"):
        put_bot(table, host)
    with refused("suspended"):
        change(table, ada, "sky", "ink")


def test_a_suspended_host_removes_nobody(host, ada):
    table = open_one(host)
    place = sit(table, ada)
    suspend(host)
    with refused("suspended"):
        places.remove_place(table_id=table.pk, by=host, place_id=place.pk, now=timezone.now())
    assert seated(table) == ["Ada"]


def test_a_suspended_member_can_still_leave(host, ada):
    table = open_one(host)
    sit(table, ada)
    suspend(ada)
    leave(table, ada)
    assert seated(table) == []


def test_where_seats_have_colours_one_picks_the_seat_and_has_its_colour(host, ada, bo):
    table = open_one(host, "parallel-go")
    assert sit(table, ada, number=1).stone_colour == "shell"
    with refused("seat-taken"):
        sit(table, bo, number=1)
    assert sit(table, bo, number=0).stone_colour == "ink"


def test_where_seats_have_colours_a_free_seat_can_be_taken_instead(host, ada):
    table = open_one(host, "parallel-go")
    place = sit(table, ada, number=0)
    move(table, ada, 1)
    place.refresh_from_db()
    assert (place.number, place.stone_colour) == (1, "shell")


def test_where_seats_have_colours_the_mark_alone_is_changed(host, ada):
    table = open_one(host, "parallel-go")
    place = sit(table, ada, number=0)
    change(table, ada, "rose", "straw")
    place.refresh_from_db()
    assert (place.stone_colour, place.mark_colour) == ("ink", "straw")


def test_where_seats_have_colours_nobody_moves_up(host, ada, bo):
    table = open_one(host, "parallel-go")
    sit(table, ada, number=0)
    sit(table, bo, number=1)
    leave(table, ada)
    assert table.places.get().number == 1


def test_a_seat_that_does_not_exist_is_refused(host, ada, bo):
    table = open_one(host, "parallel-go")
    sit(table, ada, number=0)
    for number in (-1, 2, 10**8):
        with refused("bad-seat"):
            move(table, ada, number)
        with refused("bad-seat"):
            sit(table, bo, number=number)
        with refused("bad-seat"):
            put_bot(table, host, number)


def test_where_colours_are_free_seats_are_not_chosen(host, ada):
    table = open_one(host)
    sit(table, ada)
    with refused("bad-seat"):
        move(table, ada, 1)


def test_where_seats_differ_one_picks_the_seat_and_keeps_ones_colours(host, ada, bo):
    table = open_one(host, "automatafl", seats=4)
    place = sit(table, ada, "ember", number=2)
    with refused("seat-taken"):
        sit(table, bo, "sky", number=2)
    sit(table, bo, "sky")
    move(table, ada, 3)
    place.refresh_from_db()
    assert (place.number, place.stone_colour) == (3, "ember")
    assert table.places.get(user=bo).number == 0


def test_of_two_who_want_each_others_seat_neither_moves_while_it_is_taken(host, ada, bo):
    table = open_one(host, "automatafl")
    sit(table, ada, "ember", number=0)
    sit(table, bo, "sky", number=1)
    for user, number in ((ada, 1), (bo, 0)):
        with refused("seat-taken", "Somebody else"):
            move(table, user, number)
    assert seated(table) == ["Ada", "Bo"]


def test_who_asked_where_seats_differ_gets_a_free_one_and_nobody_moves_up(host, ada, bo):
    table = open_one(host, "automatafl", seats=4, joining="approval")
    asking = [sit(table, user, stone) for user, stone in ((ada, "ember"), (bo, "sky"))]
    for place in asking:
        joining.agree(table_id=table.pk, by=host, place_id=place.pk, now=timezone.now())
    move(table, bo, 3)
    leave(table, ada)
    assert table.places.get().number == 3


def test_whoever_waits_for_the_hosts_word_has_no_seat_to_move_from(host, ada):
    table = open_one(host, "automatafl", joining="approval")
    sit(table, ada)
    with refused("bad-seat"):
        move(table, ada, 1)


def numbers(table):
    """Each user's seat."""
    return {place.user.username: place.number for place in table.places.all()}


def test_a_bot_goes_on_any_free_seat_and_people_take_the_lowest_ones_round_it(host, ada, bo):
    table = open_one(host, "territory", seats=4)
    first, third = put_bot(table, host, 2), put_bot(table, host, 0)
    sit(table, ada)
    sit(table, bo)
    names = [third.user.username, "Ada", first.user.username, "Bo"]
    assert seated(table) == names
    assert numbers(table) == {name: number for number, name in enumerate(names)}


def test_no_bot_goes_on_a_seat_that_is_taken(host, ada):
    table = open_one(host, "territory", seats=3)
    sit(table, ada)
    with refused("seat-taken"):
        put_bot(table, host, 0)
    with refused("bad-seat"):
        put_bot(table, host, 3)


def test_when_somebody_leaves_bots_keep_their_seats_and_people_move_up_round_them(
    host, ada, bo, mo
):
    table = open_one(host, seats=5)
    for user in (ada, bo):
        sit(table, user)
    bot = put_bot(table, host, 2)
    sit(table, mo)
    leave(table, ada)
    assert numbers(table) == {"Bo": 0, "Mo": 1, bot.user.username: 2}
    leave(table, bo)
    leave(table, mo)
    assert numbers(table) == {bot.user.username: 2}


def test_who_joins_behind_a_gap_of_a_deleted_account_moves_up_round_the_bots(host, ada, bo, mo):
    table = open_one(host, seats=3)
    for user in (ada, bo):
        sit(table, user)
    bot = put_bot(table, host)
    delete_account(user=ada)
    sit(table, mo, "straw")
    assert numbers(table) == {"Bo": 0, "Mo": 1, bot.user.username: 2}
