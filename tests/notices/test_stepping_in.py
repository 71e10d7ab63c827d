"""Who is told of a seat that has become free: members who like to step into such games."""

import pytest
from django.utils import timezone

from accounts.services.mutes import mute
from games.models import MemberPunctuality
from games.play.settings import LetsIn
from notices.live import NoticesConsumer
from notices.models import Channel, Kind, Notice, StepIn
from notices.services.preferences import set_preferences
from notices.services.stepping_in import save_stepping_in
from notices.words import sentence
from tests.games.acting import resign
from tests.games.conftest import *  # noqa: F403
from tests.games.playing import begin
from tests.lobby.tables import suspend

pytestmark = pytest.mark.django_db

DAY = 86_400
PAGE = "/notices/preferences/"


@pytest.fixture
def willing(member):
    """Returns a function that makes members who want to be told of free seats."""

    def make(*names, **chosen):
        made = [member(name) for name in names]
        for each in made:
            set_preferences(member=each, by={Channel.SITE: ["seat"]})
            if chosen:
                usual = {"games": ["multiplayer-go"], "live": True, "correspondence": True}
                save_stepping_in(member=each, **{**usual, **chosen})
        return made if len(made) > 1 else made[0]

    return make


def left(ada, bo, cy, **changes):
    """Ada leaves a game, and her seat is offered."""
    game = begin(ada, bo, cy, **{"turn_seconds": DAY, "seats_taken_over": True, **changes})
    resign(game_id=game.pk, user=ada)
    return game


def told():
    """The names of those who are told."""
    found = Notice.objects.filter(kind=Kind.SEAT).order_by("member")
    return list(found.values_list("member__username", flat=True))


def test_members_say_in_which_games_and_at_which_pace(ada, bo, cy, willing):
    willing("Any")
    willing("Go")
    willing("Territory", games=["territory"])
    willing("Live", correspondence=False)
    willing("Slow", live=False)
    left(ada, bo, cy)
    assert told() == ["Any", "Go", "Slow"]
    assert "until 23 November 2026, 20:00" in sentence(Notice.objects.filter(kind="seat")[0])


def test_in_a_live_game_those_who_are_online_are_told_first(ada, bo, cy, willing):
    here, _away = willing("Here", "Away", live=True)
    left(ada, bo, cy, turn_seconds=60)
    assert told() == ["Away", "Here"]
    Notice.objects.all().delete()
    NoticesConsumer().groups_for(here)
    left(ada, bo, cy, turn_seconds=60)
    assert told() == ["Here"]
    Notice.objects.all().delete()
    left(ada, bo, cy)
    assert told() == ["Away", "Here"]


def test_who_and_a_player_mute_each_other_is_not_asked(ada, bo, cy, willing):
    muting, muted, _other = willing("Muting", "Muted", "Other")
    mute(member=muting, muted=bo, now=timezone.now())
    mute(member=cy, muted=muted, now=timezone.now())
    left(ada, bo, cy)
    assert told() == ["Other"]


def test_who_may_not_take_the_seat_is_not_asked(ada, bo, cy, willing):
    held, late, waiting, _fine = willing("Held", "Late", "Waiting", "Fine")
    suspend(held)
    MemberPunctuality.objects.create(member=late, games="ll")
    MemberPunctuality.objects.create(member=waiting, games="w", abandoned=[timezone.now()])
    left(ada, bo, cy, turn_seconds=60, lets_in=LetsIn.NOT_LATE)
    assert told() == ["Fine"]


def test_the_settings_have_what_was_chosen(ada, client_of):
    browser = client_of(ada)
    page = browser.get(PAGE)
    assert page.context["step_in"].initial["live"]
    fields = {"site": ["seat"], "live": "on", "step_in_games": ["territory", "automatafl"]}
    assert browser.post(PAGE, fields).status_code == 302
    row = StepIn.objects.get()
    assert (row.live, row.correspondence) == (True, False)
    assert set(row.games) == {"territory", "automatafl"}
    shown = browser.get(PAGE).context["step_in"].initial
    assert set(shown["step_in_games"]) == {"territory", "automatafl"}


def test_an_unknown_game_is_refused_and_nothing_is_stored(ada, client_of):
    fields = {"site": ["seat"], "live": "on", "step_in_games": ["chess"]}
    page = client_of(ada).post(PAGE, fields)
    assert page.status_code == 200
    assert not StepIn.objects.exists()
