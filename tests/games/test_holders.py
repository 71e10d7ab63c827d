"""Events from before a seat was taken over are told of the seat's holder at that time."""

import json

import pytest

from games.live.catch_up import news
from games.models import ModeratorAct, Tenure
from games.pages.access import get_viewer
from games.pages.holders import names_at_acts
from games.pages.snapshots import snapshot
from games.play.messages import AskVote, CastVote, TakeSeat
from tests.games.acting import act, resign
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sockets import page
from tests.games.sweeps import resolve_if_due
from transport.messages import encode
from transport.threads import in_thread

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def di(member):
    return member("Di")


@pytest.fixture
def game(ada, bo, cy, clock):
    """Ada used an extension, still missed the first turn, and left; nobody has her seat yet."""
    game = begin(
        ada, bo, cy, turn_seconds=DAY, turn_ends="complete", seats_taken_over=True, extensions=1
    )
    for user, x in ((bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    for _ in range(2):
        clock.go(DAY)
        assert resolve_if_due(game)
    assert fresh(game).step == 1
    resign(game_id=game.pk, user=ada)
    return game


@pytest.fixture
def taken(game, di):
    """Di has taken the seat over."""
    act(game.pk, di, TakeSeat(seat=0))
    return game


def told(game, user, now):
    view = snapshot(fresh(game), get_viewer(fresh(game), user, now), watching=0, now=now)
    return json.loads(encode(view))


HAD = [
    {"seat": 0, "name": "Ada", "bot": False, "since": 0},
    {"seat": 0, "name": "Di", "bot": False, "since": 1},
]


def test_members_and_visitors_are_told_who_had_a_seat_from_when(taken, bo, clock):
    for viewer in (bo, None):
        view = told(taken, viewer, clock.now)
        assert view["holders"] == HAD
        assert view["seats"][0]["name"] == "Di"


def test_where_nobody_took_a_seat_over_nothing_is_told(game, ada, bo, cy, clock):
    assert told(game, bo, clock.now)["holders"] == []
    assert "holders" not in told(begin(ada, bo, cy), bo, clock.now)


def test_what_was_missed_tells_it_too(game, bo, di, clock):
    before = told(game, bo, clock.now)["newest"]
    act(game.pk, di, TakeSeat(seat=0))
    viewer = get_viewer(fresh(game), bo, clock.now)
    missed = json.loads(encode(news(fresh(game), viewer, before, watching=0, now=clock.now)))
    changed = [event for event in missed["events"] if event["type"] == "seats.changed"]
    assert [event["holders"] for event in changed] == [HAD]


def test_a_bot_that_takes_a_seat_over_is_told_as_one(game, bo, cy, clock):
    act(game.pk, bo, AskVote(about="bot", seat=0))
    act(game.pk, cy, CastVote(vote=1, yes=True))
    (ada, bot) = told(game, bo, clock.now)["holders"]
    assert (ada["name"], ada["bot"]) == ("Ada", False)
    assert (bot["name"], bot["bot"]) != ("Ada", False)
    assert bot["bot"]


def test_an_account_that_is_gone_has_left_no_name(taken, ada, bo, clock):
    ada.delete()
    assert told(taken, bo, clock.now)["holders"][0]["name"] == "former member"


@pytest.mark.django_db(transaction=True)
async def test_open_pages_learn_it_at_once(game, bo, di):
    async with page(game, bo) as playing:
        await in_thread(act, game.pk, di, TakeSeat(seat=0))
        assert (await playing.hear("seats.changed"))["holders"] == HAD


def test_the_page_of_a_step_lists_the_players_of_that_step(taken, di, bo, cy, client_of):
    for user in (di, bo, cy):
        seal(taken, user, PASS)
    assert fresh(taken).step == 2
    address = taken.get_absolute_url()

    def listed(query):
        return [seat.name for seat in client_of().get(f"{address}{query}").context["seats"]]

    assert listed("?step=1") == ["Ada", "Bo", "Cy"]
    assert listed("?step=2") == listed("") == ["Di", "Bo", "Cy"]


def test_an_act_is_of_whoever_had_the_seat_then_though_it_was_taken_over_at_the_same_step(taken):
    acts = {act.pk: act.what for act in taken.moderator_acts.all()}
    named = [(acts[key], name) for key, name in names_at_acts(taken.pk).items()]
    assert sorted(named) == [("extended", "Ada"), ("seat-offered", "Ada"), ("seat-taken", "Di")]


def rows_of(page, model):
    """The rows of a table on an admin page, as the texts of their cells."""
    tables = page.context["inline_admin_formsets"]
    (table,) = (each for each in tables if each.formset.model is model)
    return [
        [str(field.contents()) for lines in row for line in lines for field in line]
        for row in table
    ]


def test_the_admin_shows_who_has_had_the_seats(taken, mo, client_of):
    page = client_of(mo).get(f"/admin/games/game/{taken.pk}/change/")
    assert rows_of(page, Tenure)[:2] == [
        ["0", "Ada", "1", "1", "resigned"],
        ["0", "Di", "2", "", ""],
    ]
    (extended,) = (row for row in rows_of(page, ModeratorAct) if row[1].startswith("extended"))
    assert extended[3] == "0: Ada"
    assert ">Ada<" in page.text
