"""Members who like to know are told that somebody looks for a live game that they play."""

from __future__ import annotations

import json
from datetime import time, timedelta

import pytest
from django.utils import timezone

from accounts.models import Mute, User
from accounts.own_data import own_data
from accounts.services.days_off import enter_days_off
from games.models import Game, MemberPunctuality
from games.play.settings import LetsIn
from lobby.models import Wish
from lobby.schedule import ENDS_OF_WISHES, TELLING
from lobby.services.wishing import TOLD_AFTER, end_live_wishes, withdraw_wish
from lobby.wished_games import sizes_of
from notices import lists
from notices.hooks.bodies import body_of_notices
from notices.mail import written
from notices.models import Channel, Kind, Notice, PushDevice, What
from notices.preferences import kinds_for, preferences_of, wanted_by, wanted_in_site
from notices.push.messages import pushes_of, seconds_of_use
from notices.push.sending import PUSH
from notices.services import looking
from notices.services.preferences import save_quiet_hours, set_preferences
from notices.words import sentence
from ratings.models import Standing
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.games.playing import begin
from tests.lobby.tables import suspend
from tests.lobby.wishes import answer, asked, look, wish
from tests.notices.told import DAY, shown

pytestmark = pytest.mark.django_db

MINUTE, HOUR = 60, 60 * 60
PAGE = "/notices/preferences/"


def wants_to_know(*members: User) -> None:
    """These members switch the notification on."""
    for each in members:
        set_preferences(member=each, by={Channel.SITE: [Kind.LOOKING]}, offered=[Kind.LOOKING])


def play(*members: User, variant: str = "territory") -> Game:
    """These members play a game by correspondence, which begins now."""
    return begin(*members, variant=variant, turn_seconds=DAY)


@pytest.fixture
def willing(member):
    """Returns a function that makes members who play Territory and like to know."""

    def make(*names: str) -> list[User]:
        made = [member(name) for name in names]
        play(*made, *([member("Partner")] if len(made) == 1 else []))
        wants_to_know(*made)
        return made

    return make


@pytest.fixture
def tell(clock):
    """Returns a function that lets a minute pass, after which a worker tells of wishes; it returns
    the names of all who were told so far."""

    def after(seconds: float = MINUTE) -> list[str]:
        clock.go(seconds)
        sweep([TELLING], ahead=timedelta(0), sleep=lambda _seconds: None)
        found = Notice.objects.filter(kind=Kind.LOOKING).order_by("member__username")
        return list(found.values_list("member__username", flat=True))

    return after


def the_notice() -> Notice:
    """The only such notice, with all that its sentence needs."""
    return lists.with_words(Notice.objects.filter(kind=Kind.LOOKING)).get()


class TestWhoIsTold:
    def test_those_who_switched_it_on_if_nobody_is_there_after_a_quarter_of_a_minute(
        self, ada, member, tell, willing
    ):
        bo, other = willing("Bo", "Other")
        set_preferences(member=other, by={Channel.SITE: []}, offered=[Kind.LOOKING])
        silent = member("Silent")
        play(silent, bo)
        wish(ada)
        assert tell(14) == []
        assert tell(1) == ["Bo"]
        assert sentence(the_notice()) == (
            "Somebody is looking for a live game of Territory. Would you like to play?"
        )

    def test_it_is_off_by_default_on_the_site_and_by_every_channel(self, ada):
        chosen = preferences_of(ada)
        assert Kind.LOOKING in kinds_for(ada)
        assert Kind.LOOKING not in wanted_in_site(chosen)
        assert Kind.LOOKING not in wanted_by(PUSH, chosen)

    def test_nobody_is_told_of_other_paces(self, ada, tell, willing):
        willing("Bo")
        wish(ada, "daily")
        wish(ada, "evening")
        assert tell() == []

    def test_nobody_is_told_while_others_are_asked(self, ada, member, tell, willing):
        willing("Bo")
        for user in (ada, member("Cy")):
            wish(user)
        look()
        assert tell() == []

    def test_only_of_games_that_they_began_lately(self, ada, bo, member, tell, willing, clock):
        _dan, eve = willing("Dan", "Eve")
        clock.go(91 * DAY)
        play(bo, member("Fay"), variant="automatafl")
        play(eve, member("Gus"))
        wants_to_know(bo)
        wish(ada, games=["territory"])
        assert tell() == ["Eve"]

    def test_of_any_game_the_ones_that_they_play(self, ada, bo, member, tell, willing):
        (dan,) = willing("Dan")
        play(dan, bo, variant="automatafl")
        wish(ada, games=[])
        assert tell() == ["Dan"]
        assert "of Territory or Automatafl." in sentence(the_notice())

    @pytest.mark.parametrize(("more", "told"), [(0, ["Dan"]), (1, [])])
    def test_a_game_for_fewer_players_does_not_fit(self, more, told, ada, bo, tell, willing):
        (dan,) = willing("Dan")
        play(dan, bo, variant="continuous-go")
        players = max(sizes_of("now")["continuous-go"]) + more
        wish(ada, games=["continuous-go", "multiplayer-go"], least=players, most=players)
        assert tell() == told

    def test_who_mutes_whom_the_others_are_told(self, ada, tell, willing):
        muting, muted, _other = willing("Muting", "Muted", "Other")
        Mute.objects.create(member=muting, muted=ada)
        Mute.objects.create(member=ada, muted=muted)
        wish(ada)
        assert tell() == ["Other"]

    def test_who_may_not_play_or_is_not_reliable_enough_is_left_out(self, ada, tell, willing):
        held, late, waiting, _fine = willing("Held", "Late", "Waiting", "Zoe")
        suspend(held)
        MemberPunctuality.objects.update_or_create(member=late, defaults={"games": "ll"})
        MemberPunctuality.objects.update_or_create(
            member=waiting, defaults={"games": "w", "abandoned": [timezone.now()]}
        )
        wish(ada, lets_in=LetsIn.NOT_LATE)
        assert tell() == ["Zoe"]

    def test_of_a_wish_for_the_own_strength_only_those_who_are_near(self, ada, tell, willing):
        near, far = willing("Near", "Zoe")
        for user, rating in ((ada, 1500), (near, 1600), (far, 1800)):
            Standing.objects.create(
                member=user, ladder="territory:live", mu=0, sigma=1, rating=rating, games=9,
                last_at=timezone.now(),
            )  # fmt: skip
        wish(ada, near_only=True)
        assert tell() == ["Near"]

    def test_who_plays_a_live_game_or_looks_for_one_is_left_in_peace(
        self, ada, member, tell, willing
    ):
        plays, looks, _free = willing("Plays", "Looks", "Free")
        begin(plays, member("Cy"), turn_seconds=60)
        wish(looks, games=["automatafl"])
        wish(ada)
        assert tell() == ["Free"]

    def test_so_is_who_has_a_day_off_or_quiet_hours(self, ada, tell, willing):
        off, quiet, _free = willing("Off", "Quiet", "Zoe")
        today = timezone.now().date()
        enter_days_off(
            member=off, first=today + timedelta(days=1), last=today + timedelta(days=1),
            zone="UTC", now=timezone.now(),
        )  # fmt: skip
        off.days_off.update(begins_at=timezone.now() - timedelta(hours=1))
        save_quiet_hours(member=quiet, hours=(time(19), time(23)), now=timezone.now())
        wish(ada)
        assert tell() == ["Zoe"]


class TestHowOften:
    def test_a_few_for_each_wish_then_a_few_more_and_nobody_twice(self, ada, tell, willing):
        for letter in "BCD":
            willing(*(f"{letter}{number}" for number in range(6)))
        wish(ada, minutes=120)
        told = tell(TOLD_AFTER[0].total_seconds())
        assert len(set(told)) == looking.MOST_TOLD < 6
        for times in (2, 3):
            wait = (TOLD_AFTER[times - 1] - TOLD_AFTER[times - 2]).total_seconds()
            assert tell(wait - 1) == told
            more = tell(1)
            assert len(set(more)) == times * looking.MOST_TOLD
            assert set(told) < set(more)
            told = more
        assert tell(HOUR) == told

    def test_a_member_once_an_hour_whoever_looks(self, ada, bo, tell, willing, clock):
        (dan,) = willing("Dan")
        wish(ada)
        first = tell() and the_notice()
        wish(bo, games=["territory", "automatafl"])
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        tell()
        assert the_notice() == first
        withdraw_wish(user=bo, pace="now", now=timezone.now())
        clock.go(HOUR)
        wish(bo)
        tell()
        assert dan.notices.get(kind=Kind.LOOKING) != first

    @pytest.mark.parametrize(("minutes", "again"), [(14, False), (15, True)])
    def test_who_has_begun_a_live_game_since_is_told_again_after_a_quarter_of_an_hour(
        self, minutes, again, ada, member, tell, willing, clock
    ):
        (dan,) = willing("Dan")
        wish(ada)
        first = tell(15) and the_notice()
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        clock.go(1)
        game = begin(dan, member("Eve"), turn_seconds=60)
        resign(game_id=game.pk, user=dan)
        clock.go(minutes * MINUTE - 16)
        wish(member("Cy"))
        tell(15)
        assert (the_notice() != first) == again

    def test_a_game_by_correspondence_or_one_that_began_before_changes_nothing(
        self, ada, member, tell, willing, clock
    ):
        (dan,) = willing("Dan")
        game = begin(dan, member("Eve"), turn_seconds=60)
        resign(game_id=game.pk, user=dan)
        clock.go(1)
        wish(ada)
        first = tell() and the_notice()
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        play(dan, member("Fay"))
        clock.go(50 * MINUTE)
        wish(member("Cy"))
        tell()
        assert the_notice() == first

    def test_others_are_told_at_once_of_the_next_wish_of_somebody_who_has_played(
        self, ada, member, tell, willing, clock
    ):
        wish(ada)
        willing("Dan")
        assert tell() == ["Dan"]
        clock.go(1)
        game = begin(ada, member("Eve"), turn_seconds=60)
        resign(game_id=game.pk, user=ada)
        willing("E1", "E2")
        clock.go(1)
        wish(ada)
        assert tell() == ["Dan", "E1", "E2"]

    def test_nobody_is_told_of_wishes_that_are_made_over_and_over(self, ada, tell, willing):
        wish(ada)
        (_dan,) = willing("Dan")
        assert tell() == ["Dan"]
        willing("E1", "E2")
        wish(ada)
        assert tell() == ["Dan"]
        wish(ada)
        assert tell(15 * MINUTE) == ["Dan", "E1", "E2"]


class TestWhileItLasts:
    def test_it_goes_when_the_wish_is_withdrawn(self, ada, tell, willing):
        (dan,) = willing("Dan")
        wish(ada)
        tell()
        assert shown(dan) == [What.LOOKS, What.BEGAN]
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        assert What.LOOKS not in shown(dan)
        assert the_notice().read_at is not None

    def test_it_goes_when_the_wish_ends_unmet(self, ada, tell, willing, clock):
        (dan,) = willing("Dan")
        wish(ada, minutes=15)
        tell()
        clock.go(15 * MINUTE)
        assert What.LOOKS not in shown(dan)
        ENDS_OF_WISHES.handle(timezone.now(), set())
        assert the_notice().wish is None

    def test_it_goes_when_a_live_game_of_the_other_begins(self, ada, tell, willing):
        (dan,) = willing("Dan")
        wish(ada)
        tell()
        end_live_wishes([ada.pk])
        assert What.LOOKS not in shown(dan)
        assert the_notice().read_at is not None

    def test_it_goes_with_the_account(self, ada, tell, willing):
        (dan,) = willing("Dan")
        wish(ada)
        tell()
        ada.delete()
        assert What.LOOKS not in shown(dan)

    def test_it_is_away_while_the_other_is_asked_about_a_game(self, ada, bo, tell, willing):
        (dan,) = willing("Dan")
        wish(ada)
        tell()
        wish(bo)
        look()
        assert What.LOOKS not in shown(dan)
        answer(bo, plays=False)
        assert What.LOOKS in shown(dan)

    def test_pages_hear_that_it_came_and_went(self, ada, tell, willing, monkeypatch):
        (dan,) = willing("Dan")
        hinted: list[int] = []
        monkeypatch.setattr(looking, "hint_on_commit", hinted.append)
        wish(ada)
        tell()
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        assert hinted == [dan.pk, dan.pk]

    def test_a_push_service_keeps_it_for_minutes(self, ada, tell, willing, clock):
        willing("Dan")
        wish(ada)
        tell()
        clock.go(MINUTE)
        assert seconds_of_use(the_notice(), timezone.now()) == 14 * MINUTE


def fields_of(choice):
    """What the form sends that wishes for ``choice``."""
    return {
        "pace": choice.pace, "minutes": choice.minutes, "games": list(choice.games),
        "least": choice.least, "most": choice.most, "strength": "any",
    }  # fmt: skip


class TestItsPage:
    @pytest.fixture
    def dan(self, ada, tell, willing):
        """Somebody who was told that Ada looks for a game."""
        (dan,) = willing("Dan")
        wish(ada, games=["territory", "automatafl"], least=2, most=3)
        tell()
        return dan

    @pytest.fixture
    def browser(self, dan, client_of):
        return client_of(dan)

    def address(self) -> str:
        return f"/notices/{the_notice().pk}/"

    def test_one_tap_wishes_for_what_both_play_and_the_other_is_asked(self, ada, dan, browser):
        page = browser.get(self.address())
        assert "live game of Territory." in page.text
        assert "2 to 3 players" in page.text
        fields = fields_of(page.context["choice"])
        for name, value in fields.items():
            for each in value if isinstance(value, list) else [value]:
                assert f'name="{name}" value="{each}"' in page.text
        assert browser.post("/wishes/new/", fields)["Location"] == "/"
        assert Wish.objects.get(member=dan).games == ["territory"]
        look()
        assert asked(ada) == asked(dan) is not None
        assert answer(ada) is not None

    def test_who_comes_too_late_looks_with_one_tap_for_the_games_they_play(
        self, ada, dan, browser, member
    ):
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        page = browser.get(self.address())
        assert "Nobody is waiting for this game any more." in page.text
        assert 'id="play-this"' not in page.text
        assert "a live game of Territory yourself" in page.text
        fields = fields_of(page.context["choice"])
        browser.post("/wishes/new/", fields)
        wish(member("Cy"))
        look()
        assert asked(dan) is not None

    def test_it_is_too_late_while_the_other_is_asked_about_a_game(self, ada, bo, browser):
        wish(bo)
        look()
        assert asked(ada) is not None
        assert 'id="look-myself"' in browser.get(self.address()).text

    def test_who_comes_too_late_and_plays_a_live_game_is_only_told_so(
        self, ada, dan, member, browser
    ):
        withdraw_wish(user=ada, pace="now", now=timezone.now())
        begin(dan, member("Cy"), turn_seconds=60)
        page = browser.get(self.address()).text
        assert "Nobody is waiting for this game any more." in page
        assert 'id="look-myself"' not in page

    def test_it_leads_those_who_look_themselves_to_their_wish(self, dan, browser):
        wish(dan)
        assert browser.get(self.address())["Location"] == "/"

    def test_nobody_else_sees_it(self, bo, dan, client_of):
        assert client_of(bo).get(self.address())["Location"] == "/notices/"
        assert "/login/" in client_of().get(self.address())["Location"]

    def test_who_looks_is_named_nowhere(self, ada, dan, browser):
        User.objects.filter(pk=ada.pk).update(username="Rumpelstilz")
        notice, now = the_notice(), timezone.now()
        device = PushDevice(member=dan, endpoint="https://push.example/", language="en-gb")
        (push,) = pushes_of([notice], device, now=now)
        mail = written(dan, "dan@example.org", [notice], "key")
        told = [
            browser.get(self.address()).text,
            browser.get("/notices/").text,
            browser.get("/").text,
            push.text.decode(),
            f"{mail.subject} {mail.body} {mail.alternatives}",
            json.dumps(body_of_notices([notice], now), default=str),
            json.dumps(own_data(dan), default=str),
        ]
        assert ["Rumpelstilz" in each for each in told] == [False] * len(told)

    def test_the_settings_have_it_switched_off(self, ada, client_of):
        page = client_of(ada).get(PAGE).text
        assert '<input type="checkbox" name="site" value="looking"' in page
        row = page.split('value="looking"')[1].split(">")[0]
        assert "checked" not in row
