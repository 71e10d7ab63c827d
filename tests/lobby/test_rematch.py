"""A rematch: one per game, for its players, with everybody's answer."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from lobby.models import Table
from lobby.schedule import OFFERS, STARTS
from lobby.services.inviting import decline_invitation
from lobby.services.rematch import OFFERED_WITHIN, offer_rematch
from tests.games.acting import resign
from tests.games.playing import begin, fresh
from tests.lobby.tables import refused, suspend


def over(*players, **changes):
    """A finished game of these players."""
    game = begin(*players, **changes)
    for player in players[1:]:
        if not player.is_bot:
            resign(game_id=game.pk, user=player)
    if not fresh(game).is_over:
        resign(game_id=game.pk, user=players[0])
    return fresh(game)


def offer(game, by):
    """A player offers a rematch, or agrees to the one that is offered."""
    return offer_rematch(game_id=game.pk, by=by, now=timezone.now())


def begun(table, clock):
    """The table's game, after its countdown."""
    clock.go(5)
    STARTS.handle(timezone.now(), set())
    return Table.objects.get(pk=table.pk).game


def players(game):
    """The names of the players, in seat order."""
    return [seat.name for seat in game.seats.order_by("number")]


def test_it_begins_when_all_have_agreed_with_everything_as_it_was(ada, bo, clock):
    game = over(ada, bo, turn_seconds=600, options={"size": 7}, title="Tuesday")
    table = offer(game, bo)
    assert begun(table, clock) is None
    offer(game, ada)
    again = begun(table, clock)
    assert (again.title, again.variant, again.options, again.settings) == (
        game.title,
        game.variant,
        game.options,
        game.settings,
    )
    colours = [list(g.seats.values_list("user", "stone_colour")) for g in (game, again)]
    assert sorted(colours[0]) == sorted(colours[1])


@pytest.mark.parametrize("variant", ["parallel-go", "automatafl"])
def test_seats_rotate_where_they_or_their_colours_differ(variant, ada, bo, clock):
    game = over(ada, bo, variant=variant)
    table = offer(game, ada)
    offer(game, bo)
    again = begun(table, clock)
    assert (players(game), players(again)) == (["Ada", "Bo"], ["Bo", "Ada"])


def test_a_rematch_of_a_game_that_silence_could_end_is_one_that_it_cannot(ada, bo, clock):
    for options in ({"size": 7, "agreement": "assumed"}, {"size": 7}):
        game = over(ada, bo, variant="parallel-go", options={"size": 7})
        Game.objects.filter(pk=game.pk).update(options=options)
        game = fresh(game)
        table = offer(game, ada)
        offer(game, bo)
        assert begun(table, clock).options == {"size": 7, "agreement": "needed"}


def sits_down_as_the_page_offers(client, table):
    """Presses the button on the table's page without changing anything in its form."""
    page = client.get(table.get_absolute_url()).text
    chosen = dict(re.findall(r'name="(number|stone|mark)" value="(\w+)" checked', page))
    client.post(reverse("table-join", args=[table.public_id]), chosen)


def test_the_page_of_its_table_offers_the_seat_that_is_meant(ada, bo, member, clock, client_of):
    cy, dee = member("Cy"), member("Dee")
    table = offer(over(ada, bo, cy, dee, variant="automatafl"), ada)
    for user in (dee, cy, bo):
        sits_down_as_the_page_offers(client_of(user), table)
    assert players(begun(table, clock)) == ["Dee", "Ada", "Bo", "Cy"]


def test_the_page_of_its_table_offers_the_colours_that_are_meant(ada, bo, member, clock, client_of):
    game = over(ada, bo, cy := member("Cy"))
    stones = {"Ada": "sea", "Bo": "ember", "Cy": "sky"}
    game.seats.filter(number=2).update(stone_colour="sky")
    table = offer(game, ada)
    for user in (cy, bo):
        sits_down_as_the_page_offers(client_of(user), table)
    again = begun(table, clock)
    assert dict(again.seats.values_list("user__username", "stone_colour")) == stones


def test_the_page_of_its_table_says_that_it_is_one(ada, bo, client_of):
    table = offer(over(ada, bo), ada)
    page = client_of(bo).get(table.get_absolute_url()).text
    assert "Ada offers a rematch" in page
    assert "invites you" not in page


def test_bots_sit_down_again_under_their_names(ada, bo, member, clock):
    game = over(ada, bo, member("Pebble", is_bot=True))
    game.seats.filter(number=2).update(bot_name="Rocky")
    table = offer(game, ada)
    offer(game, bo)
    again = begun(table, clock)
    assert set(players(again)) == {"Ada", "Bo", "Rocky"}
    assert again.seats.get(bot_name="Rocky").engine_plays


def test_a_game_against_bots_begins_again_at_once(ada, member, clock):
    game = over(ada, member("Pebble", is_bot=True))
    assert begun(offer(game, ada), clock) is not None


def test_two_who_offer_at_once_offer_the_same(ada, bo, clock):
    game = over(ada, bo)
    assert offer(game, ada) == offer(game, bo) == offer(game, bo)
    assert Table.objects.count() == 1
    again = begun(Table.objects.get(), clock)
    assert again is not None
    for user in (ada, bo):
        with refused("rematch-over"):
            Table.objects.get().places.filter(user=user).delete()
            offer(game, user)
    assert Game.objects.count() == 2


def test_a_game_whose_title_is_older_than_the_rule_has_a_rematch(ada, bo):
    game = over(ada, bo, title="Log in at evil.example")
    assert offer(game, ada).title == game.engine.name


def test_only_players_of_a_game_that_is_over_offer_one(ada, bo, member, clock):
    game = begin(ada, bo)
    with refused("not-over"):
        offer(game, ada)
    resign(game_id=game.pk, user=bo)
    with refused("not-your-seat"):
        offer(game, member("Cy"))
    suspend(bo)
    with refused("suspended"):
        offer(game, bo)
    clock.go(OFFERED_WITHIN.total_seconds() + 1)
    with refused("too-late"):
        offer(game, ada)


def test_when_the_only_other_declines_it_is_over(ada, bo):
    table = offer(game := over(ada, bo), ada)
    decline_invitation(table_id=table.pk, user=bo, now=timezone.now())
    assert not Table.objects.get().is_open
    with refused("rematch-over"):
        offer(game, bo)


def test_the_others_may_go_on_when_one_declines(ada, bo, member):
    cy = member("Cy")
    table = offer(game := over(ada, bo, cy), ada)
    offer(game, bo)
    decline_invitation(table_id=table.pk, user=cy, now=timezone.now())
    assert Table.objects.get().is_open


@pytest.mark.parametrize(("listed", "leads"), [(True, True), (False, False)])
def test_who_declined_is_led_to_a_rematch_that_anybody_may_find(
    listed, leads, ada, bo, member, client_of
):
    cy = member("Cy")
    table = offer(game := over(ada, bo, cy, listed=listed), ada)
    offer(game, bo)
    decline_invitation(table_id=table.pk, user=cy, now=timezone.now())
    again = begin(ada, bo, listed=listed)
    Table.objects.filter(pk=table.pk).update(game=again)
    address = reverse("rematch", args=[game.public_id])
    shown = {
        user: client_of(user).get(address, headers={"Miai-Part": "1"}).content.decode()
        for user in (bo, cy)
    }
    assert again.get_absolute_url() in shown[bo]
    assert (again.get_absolute_url() in shown[cy]) is leads


@pytest.mark.parametrize(("turn", "lasts"), [(60, 600), (600, 86_400), (None, 86_400)])
def test_an_offer_goes_away_after_a_time(turn, lasts, ada, bo, clock):
    ends = {} if turn else {"turn_ends": "complete"}
    offer(over(ada, bo, turn_seconds=turn, **ends), ada)
    clock.go(lasts - 1)
    assert OFFERS.handle(timezone.now(), set()) == 0
    clock.go(1)
    assert OFFERS.handle(timezone.now(), set()) == 1
    assert not Table.objects.get().is_open


def test_an_offer_that_was_taken_up_at_the_last_moment_begins(ada, bo, clock):
    table = offer(game := over(ada, bo), ada)
    clock.go(599)
    offer(game, bo)
    clock.go(2)
    assert OFFERS.handle(timezone.now(), set()) == 0
    assert begun(table, clock) is not None


class TestPage:
    @pytest.fixture
    def game(self, ada, bo):
        return over(ada, bo)

    @pytest.fixture
    def part(self, client_of, game):
        """Returns a function that gets a user's view of the rematch, or sends an answer."""

        def ask(user, answer=None):
            client, address = client_of(user), f"/rematch/{game.public_id}/"
            headers = {"Miai-Part": "1"}
            if answer is None:
                return client.get(address, headers=headers)
            return client.post(address, {"answer": answer}, headers=headers)

        return ask

    def test_one_tap_offers_and_one_answers(self, game, part, ada, bo, clock, client_of):
        assert f"/rematch/{game.public_id}/" in client_of(ada).get(game.get_absolute_url()).text
        assert "Offer a rematch" in part(ada).text
        assert "You have offered a rematch." in part(ada, "offer").text
        assert "Ada offers a rematch." in part(bo).text
        assert "about to start" in part(bo, "yes").text
        again = begun(Table.objects.get(), clock)
        assert f'data-game="{again.get_absolute_url()}"' in part(bo).text

    def test_declining_is_said(self, part, ada, bo):
        part(ada, "offer")
        assert "not everybody accepted" in part(bo, "no").text
        assert part(bo, "yes").status_code == 400

    def test_nobody_else_is_shown_or_answers(self, game, part, ada, bo, mo, client):
        assert part(mo).status_code == 404
        assert part(mo, "offer").status_code == 404
        assert "/login/" in part(None)["Location"]
        assert f"/rematch/{game.public_id}/" not in client.get(game.get_absolute_url()).text
        assert not Table.objects.exists()

    def test_nonsense_is_refused(self, part, ada):
        assert part(ada, "perhaps").status_code == 400
        assert part(ada, "no").status_code == 400


def test_a_member_who_has_left_the_club_leaves_the_seat_free(ada, bo, member):
    cy = member("Cy")
    game = over(ada, bo, cy)
    cy.delete()
    table = offer(game, ada)
    assert (table.seats, table.invitations.get().member) == (3, bo)
    assert table.closes_at - timezone.now() == timedelta(minutes=10)
