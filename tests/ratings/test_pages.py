"""Ladders, seasons and members' pages: what they show, and to whom. Those of a ladder with ranked
members are in ``test_ladder_pages.py``."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Preferences
from accounts.services.members import delete_account
from games.archive.search import Wanted, find
from games.models import Seat
from games.play.messages import TakeSeat
from ratings import member_urls, urls
from ratings.listing import Season
from ratings.models import Standing
from ratings.profiles import last_turns
from tests.games.acting import act, resign
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sweeps import resolve_due_turns
from tests.ratings.rated import LIVE, drawn, rate, won

pytestmark = pytest.mark.django_db

LADDER = "/ratings/multiplayer-go/live/"
SEASON = "/ratings/seasons/"


def text(client, path, status=200):
    """What the page at an address says."""
    answer = client.get(path, follow=False)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def rated_often(winner, loser, clock, times):
    for _ in range(times):
        won(winner, loser)
        clock.go(1)
    rate()


EVERYBODY = {"visitor", "member", "moderator", "superuser"}
PAGES = {
    "/ratings/": EVERYBODY,
    "/ratings/<slug:variant>/<slug:pace>/": EVERYBODY,
    "/ratings/bots/": EVERYBODY,
    "/ratings/seasons/": EVERYBODY,
    "/ratings/seasons/<int:year>-<int:quarter>/": EVERYBODY,
    "/members/<str:name>/": EVERYBODY,
    "/members/<str:name>/ of somebody who hides": EVERYBODY - {"visitor"},
}
"""Who may read what; there is nothing to write."""

FILLED_IN = {
    "<slug:variant>": "territory",
    "<slug:pace>": "correspondence",
    "<int:year>": "2026",
    "<int:quarter>": "4",
}


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_every_page_is_for_whom_it_is_meant(ada, bo, mo, member, client_of, role):
    root = member("Root", is_superuser=True, is_staff=True)
    users = {"visitor": None, "member": ada, "moderator": mo, "superuser": root}
    Preferences.objects.create(user=bo, hides_profile=True)
    client, found = client_of(users[role]), set()
    for page in PAGES:
        path, _, hidden = page.partition(" ")
        path = path.replace("<str:name>", "Bo" if hidden else "Ada")
        for placeholder, value in FILLED_IN.items():
            path = path.replace(placeholder, value)
        if client.get(path).status_code == 200:
            found.add(page)
        assert client.post(path).status_code == 405
    assert found == {page for page, roles in PAGES.items() if role in roles}


def test_the_table_has_every_page():
    named = [("/ratings/", urls.urlpatterns), ("/members/", member_urls.urlpatterns)]
    assert {f"{at}{each.pattern}" for at, found in named for each in found} <= PAGES.keys()


@pytest.mark.parametrize(
    "path",
    [
        "/ratings/chess/live/",
        "/ratings/multiplayer-go/fast/",
        "/ratings/seasons/2026-5/",
        "/ratings/seasons/2027-1/",
        "/ratings/seasons/1-1/",
        "/ratings/seasons/999999999999-1/",
        "/members/Nobody/",
        "/members/%00/",
        f"/members/{'a' * 300}/",
    ],
)
def test_what_is_not_there_is_not_found(client_of, path):
    assert client_of(None).get(path).status_code in (400, 404)


def test_before_ten_games_a_rating_is_provisional(ada, bo, clock, client_of):
    rated_often(ada, bo, clock, times=9)
    assert "Nobody is ranked yet" in text(client_of(None), LADDER)
    assert "provisional" in text(client_of(None), "/members/Ada/")


def test_equal_ratings_share_a_place(ada, bo, cy, client_of, clock):
    for user, rating in ((ada, 1600), (bo, 1600), (cy, 1500)):
        Standing.objects.create(
            member=user, ladder=LIVE, mu=25, sigma=2, rating=rating, games=10, last_at=clock.now
        )
    rows = client_of(None).get(LADDER).context["shown"].rows
    assert [(row.place, row.name) for row in rows] == [(1, "Ada"), (1, "Bo"), (3, "Cy")]


def test_a_ladder_asks_few_questions_however_many_are_on_it(member, client_of, clock):
    users = [member(f"Number {number}") for number in range(40)]
    Standing.objects.bulk_create(
        Standing(member=user, ladder=LIVE, mu=25, sigma=2, rating=1500, games=12, last_at=clock.now)
        for user in users
    )
    with CaptureQueriesContext(connection) as queries:
        text(client_of(None), LADDER)
    assert len(queries) <= 4
    with CaptureQueriesContext(connection) as queries:
        text(client_of(None), LADDER)
    assert len(queries) <= 1


def test_a_season_counts_who_was_behind_and_beside(ada, bo, cy, client_of):
    won(ada, bo, cy)
    drawn(ada, bo)
    rate()
    rows = client_of(None).get(SEASON).context["rows"]
    assert [(row.name, row.points, row.games) for row in rows] == [
        ("Ada", 5, 2),
        ("Cy", 2, 1),
        ("Bo", 1, 2),
    ]


def test_a_season_is_a_quarter():
    season = Season.at(datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert season == Season(2026, 4)
    assert (season.next, season.previous) == (Season(2027, 1), Season(2026, 3))
    assert Season(2026, 1).previous == Season(2025, 4)
    assert (season.began, season.ends) == (
        datetime(2026, 10, 1, tzinfo=UTC),
        datetime(2027, 1, 1, tzinfo=UTC),
    )


def test_a_page_is_found_however_its_name_is_written(member, client_of):
    jo = member("Jörg O'Neil")
    client = client_of(None)
    assert reverse("member", args=["Jörg O'Neil"]) == "/members/J%C3%B6rg%20O'Neil/"
    assert "Jörg O'Neil" in text(client, jo.get_absolute_url())
    assert client.get("/members/J%C3%96RG%20O'NEIL/").url == jo.get_absolute_url()


def test_bots_and_former_members_have_no_page(ada, bo, bot, client_of):
    won(ada, bo)
    address = bo.get_absolute_url()
    delete_account(user=bo)
    client = client_of(None)
    assert client.get(address).status_code == 404
    assert client.get(f"/members/{bot}/").url == "/games/?player=Pebble"
    ada.is_active = False
    ada.save()
    assert client.get("/members/Ada/").status_code == 404
    assert "/members/" not in text(client, "/games/").replace("/members/NAME", "")


def test_a_page_tells_results_rating_and_opponents(ada, bo, cy, clock, client_of):
    rated_often(ada, bo, clock, times=2)
    won(cy, ada)
    rate()
    page = client_of(None).get("/members/Ada/")
    (tally,) = page.context["tallies"]
    assert (tally.engine.slug, tally.games, tally.first) == ("multiplayer-go", 3, 2)
    assert [(o.name, o.games, o.ahead, o.behind) for o in page.context["opponents"]] == [
        ("Bo", 2, 2, 0),
        ("Cy", 1, 0, 1),
    ]
    (on,) = page.context["ladders"]
    assert [point.place for point in on.curve.points] == [1, 1, 2]
    assert on.curve.points[-1].rating == on.standing.rating
    said = unescape(page.content.decode())
    assert "the rating after each of the last 3 games" in said
    assert said.count('<tr><th scope="row"><a href="/games/') == 3


def test_visitors_do_not_see_who_hides_among_the_opponents(ada, bo, cy, member, client_of):
    dee = member("Dee")
    for loser in (bo, cy, dee):
        won(ada, loser)
    Preferences.objects.create(user=bo, hides_profile=True)
    Preferences.objects.create(user=cy)
    seen = {}
    for viewer in (None, dee, bo):
        page = client_of(viewer).get("/members/Ada/")
        seen[viewer and viewer.username] = [other.name for other in page.context["opponents"]]
    assert seen == {None: ["Cy", "Dee"], "Dee": ["Bo", "Cy", "Dee"], "Bo": ["Bo", "Cy", "Dee"]}


def test_opponents_are_counted_in_the_last_games_and_the_page_says_so(
    ada, bo, cy, clock, client_of, monkeypatch
):
    for loser in (bo, bo, cy, cy):
        won(ada, loser)
        clock.go(1)
    assert "Counted in the last" not in text(client_of(None), "/members/Ada/")
    monkeypatch.setattr("ratings.profiles.MOST_GAMES_MET_IN", 3)
    page = client_of(None).get("/members/Ada/")
    assert [(o.name, o.games) for o in page.context["opponents"]] == [("Cy", 2), ("Bo", 1)]
    assert "Counted in the last 3 finished games." in page.text
    assert [tally.games for tally in page.context["tallies"]] == [4]


def test_a_game_that_several_won_is_told_as_a_draw(ada, bo, client_of):
    drawn(ada, bo)
    page = text(client_of(None), "/members/Ada/")
    assert (page.count(">draw<"), page.count(">won<")) == (2, 0)


WHO_KNOWS = {"visitor": False, "stranger": False, "the other player": True, "member": True}


@pytest.mark.parametrize("who", WHO_KNOWS)
def test_games_by_link_are_told_to_those_who_play_in_them(ada, bo, cy, client_of, who):
    users = {"visitor": None, "stranger": cy, "the other player": bo, "member": ada}
    begin(ada, bo, listed=False, title="Our secret")
    won(ada, bo, listed=False, title="Another secret")
    said = text(client_of(users[who]), "/members/Ada/")
    knows = WHO_KNOWS[who]
    assert ("Our secret" in said) == ("Another secret" in said) == knows
    assert ("/members/Bo/" in said) == knows


def test_reading_a_page_of_somebody_tells_nothing_that_is_sealed(ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")

    def shown():
        token = r'name="csrfmiddlewaretoken" value="[^"]+"'
        return re.sub(token, "", text(client_of(None), "/members/Ada/"))

    before = shown()
    seal(game, ada, place(2, 2))
    assert shown() == before


def test_turns_that_were_missed_are_counted_among_those_awaited(ada, bo, clock):
    game = begin(ada, bo, absences_allowed=None)
    for n in range(3):
        seal(game, ada, place(n, 0))
        clock.go(60)
        resolve_due_turns(sleep=clock.sleep)
    turns = {user.username: last_turns(user) for user in (ada, bo)}
    assert (turns["Ada"].awaited, turns["Ada"].missed) == (3, 0)
    assert (turns["Bo"].awaited, turns["Bo"].missed) == (3, 3)


def test_of_the_turns_the_last_hundred_are_looked_at(ada, bo, clock, monkeypatch):
    monkeypatch.setattr("ratings.profiles.TURNS_LOOKED_AT", 2)
    game = begin(ada, bo, absences_allowed=None)
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    for _ in range(2):
        seal(game, ada, PASS)
        seal(game, bo, place(3, 3))
        clock.go(60)
        resolve_due_turns(sleep=clock.sleep)
        break
    turns = last_turns(ada)
    assert (turns.awaited, turns.missed) == (2, 1)


def test_turns_of_games_by_link_are_not_counted(ada, bo, clock):
    begin(ada, bo, absences_allowed=None, listed=False)
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    assert last_turns(ada).awaited == 0


def test_names_lead_to_pages(ada, bo, cy, clock, client_of):
    game = won(ada, bo)
    client = client_of(cy)
    for path in ("/games/", "/tables/"):
        assert 'href="/members/Ada/"' in text(client, path)
    assert "/members/NAME/" in text(client, game.get_absolute_url())
    assert Seat.objects.filter(game=game).count() == 2


def test_a_game_says_whether_it_is_rated(ada, bo, bot, client_of):
    games = [begin(ada, bo), begin(ada, bo, rated=False), begin(ada, bot)]
    found = [text(client_of(None), game.get_absolute_url()) for game in games]
    assert ">Rated<" in found[0]
    assert "Unrated: the host’s choice" in found[1]
    assert "Unrated: a bot plays" in found[2]


def test_who_left_finished_ahead_of_nobody_who_stayed_whatever_the_area(ada, bo, cy, client_of):
    game = begin(ada, bo, cy, turn_ends="complete")
    for user, choice in ((ada, place(1, 1)), (bo, PASS), (cy, PASS)):
        seal(game, user, choice)
    resign(game_id=game.pk, user=ada)
    for user in (bo, cy):
        seal(game, user, PASS)
    assert [seat.rank for seat in fresh(game).seats.order_by("number")] == [1, 2, 2]
    others = client_of(None).get("/members/Bo/").context["opponents"]
    assert [(o.name, o.ahead, o.behind) for o in others] == [("Ada", 1, 0), ("Cy", 0, 0)]
    met = client_of(None).get("/members/Ada/").context["opponents"]
    assert [(o.name, o.ahead, o.behind) for o in met] == [("Bo", 0, 1), ("Cy", 0, 1)]


def test_who_left_a_seat_to_others_keeps_the_game_and_their_own_turns_alone(
    ada, bo, cy, member, clock, client_of
):
    game = begin(ada, bo, cy, absences_allowed=None, seats_taken_over=True)
    for user, x in ((bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    resign(game_id=game.pk, user=ada)
    di = member("Di")
    act(game.pk, di, TakeSeat(seat=0))
    for user in (bo, cy, di):
        seal(game, user, PASS)
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    assert fresh(game).status == "finished"
    turns = [(last_turns(user).awaited, last_turns(user).missed) for user in (ada, di)]
    assert turns == [(1, 1), (1, 0)]
    context = client_of(None).get("/members/Ada/").context
    assert [(each.games, each.first) for each in context["tallies"]] == [(1, 0)]
    met = [(o.name, o.games, o.ahead, o.behind) for o in context["opponents"]]
    assert met == [("Bo", 1, 0, 1), ("Cy", 1, 0, 1), ("Di", 1, 0, 1)]
    assert find(Wanted(player="Ada")).games == [game]
