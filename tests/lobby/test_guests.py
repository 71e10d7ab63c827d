"""A visitor plays against bots without an account; nobody else sees the game."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import Invitation, Session, User
from accounts.names import looks_like_guest
from accounts.services.invitations import invite
from engines.bots import Level
from figures.counting import counted_games
from games.models import (
    ArchivedGame,
    ArchivedPlayer,
    Game,
    GameEvent,
    SealedAction,
    Seat,
    Step,
    Tenure,
)
from games.schedule.bots import choose_for_bots
from games.store.rows import state_at
from lobby.offered import offered_games
from lobby.schedule import GUESTS
from lobby.services.practising import practice_games
from notices.models import Notice, TurnWarning
from ratings.models import BotGameToRate, RatedGame
from tests.games.acting import resign
from transport import limits

SLUGS = [engine.slug for engine in offered_games()]
PASS = {"type": "pass"}
PASSWORD = "pebble-garden-7"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted(client_of):
    """Every test begins without games that count for its address."""
    limits.forget(limits.GUEST_GAMES, limits.address_rate_key("127.0.0.1"))


@pytest.fixture
def browser(client_of):
    """A browser in which a visitor plays Parallel Go."""
    client = client_of()
    client.post("/play/parallel-go/")
    return client


@pytest.fixture
def game(browser):
    """The game that is played in ``browser``."""
    return Game.objects.get()


@pytest.fixture
def guest(game):
    return User.objects.get(is_guest=True)


def seal(browser, game, action=PASS, step=1):
    """Seals a choice on the page of the game."""
    body = {"step": step, "action": action}
    address = f"{game.get_absolute_url()}seal/"
    return browser.post(address, body, content_type="application/json")


def play_turn(browser, game, action=None):
    """The guest chooses, by default as a bot would, and the bots after them."""
    action = action or game.engine.bot().think(state_at(game, game.step), 0, game.step)
    assert seal(browser, game, action, game.step + 1).json() == {"ok": True}
    choose_for_bots(game_id=game.pk)
    game.refresh_from_db()


def sweep():
    """What a worker does once a minute."""
    return GUESTS.handle(timezone.now(), set())


def join(browser, name="Jo"):
    """Joins the club by invitation."""
    code = invite(
        creator=None, expires_at=timezone.now() + timedelta(days=1), now=timezone.now()
    ).code
    fields = {"code": code, "username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post(f"/account/join/{code}/", fields).status_code == 302
    return User.objects.get(username=name)


class TestStarting:
    @pytest.mark.parametrize("slug", SLUGS)
    def test_a_tap_leads_to_the_usual_small_board_with_the_easy_bot(self, slug, client_of):
        client = client_of()
        answer = client.post(f"/play/{slug}/", follow=True)
        game = Game.objects.get()
        assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
        assert answer.status_code == 200
        first, *others = game.seats.order_by("number")
        assert (first.user.is_guest, first.user.has_usable_password()) == (True, False)
        assert {seat.user.bot_level for seat in others} == {Level.EASY}
        practice = game.engine.practice.options
        assert {name: game.options[name] for name in practice} == dict(practice)

    def test_the_strength_is_chosen_beside_the_button(self, client_of):
        client_of().post("/play/parallel-go/", {"level": "3"})
        assert Seat.objects.get(engine_plays=True).user.bot_level == Level.MEDIUM

    @pytest.mark.parametrize("level", ["0", "6", "x"])
    def test_a_strength_that_there_is_not_is_refused(self, level, client_of):
        answer = client_of().post("/play/parallel-go/", {"level": level})
        assert (answer.status_code, Game.objects.count()) == (400, 0)

    def test_a_second_tap_leads_to_the_same_game(self, browser, game):
        answer = browser.post("/play/parallel-go/")
        assert (answer["Location"], Game.objects.count()) == (game.get_absolute_url(), 1)

    def test_another_kind_of_game_is_another_game_of_the_same_guest(self, browser, guest):
        browser.post("/play/territory/")
        assert guest.seats.count() == 2
        assert User.objects.filter(is_guest=True).count() == 1

    def test_the_game_is_in_the_visitors_language(self, client_of):
        client_of().post("/play/territory/", headers={"Accept-Language": "de"})
        game = Game.objects.get()
        assert game.title == "Territory gegen Bots"
        assert game.seats.get(number=0).name.startswith("Gast ")

    def test_after_a_win_the_next_stronger_bot_is_offered(self, browser, game, guest):
        resign(game_id=game.pk, user=guest)
        ArchivedPlayer.objects.filter(member=guest).update(first=True, result="won")
        assert '<option value="2" selected>' in browser.get("/rules/parallel-go/").text
        browser.post("/play/parallel-go/")
        newest = Game.objects.latest("pk")
        assert newest.seats.get(engine_plays=True).user.bot_level == Level.FAIRLY_EASY

    def test_the_finished_game_offers_the_next_one(self, browser, game, guest):
        resign(game_id=game.pk, user=guest)
        part = browser.get(f"/play/again/{game.public_id}/").text
        assert 'action="/play/parallel-go/"' in part

    def test_a_member_plays_as_a_member(self, ada, client_of):
        answer = client_of(ada).post("/play/territory/")
        assert answer["Location"] == "/rules/territory/"
        assert not Game.objects.exists()
        assert "/play/territory/" not in client_of(ada).get("/rules/territory/").text

    def test_a_game_that_is_not_played_here_is_not_found(self, client_of):
        assert client_of().post("/play/chess/").status_code == 404


class TestGoingOn:
    @pytest.mark.parametrize("address", ["/", "/rules/parallel-go/"])
    def test_the_visitor_is_offered_to_go_on(self, address, browser, game):
        page = browser.get(address).text
        assert game.get_absolute_url() in page
        assert "Go on with your game" in page

    def test_the_page_of_the_game_is_the_players(self, browser, game):
        page = browser.get(game.get_absolute_url()).text
        assert '"seat": 0' in page
        assert "Join by invitation" in page

    def test_the_bots_answer(self, browser, game, clock):
        clock.go(1)
        play_turn(browser, game, {"type": "place", "at": [2, 2]})
        assert game.step == 1

    def test_a_browser_that_plays_nothing_is_offered_to_begin(self, game, client_of):
        page = client_of().get("/rules/parallel-go/").text
        assert "Play now" in page
        assert "Go on with your game" not in page


class TestEverywhereElseAGuestIsAVisitor:
    @pytest.mark.parametrize("address", ["/", "/games/", "/rules/", "/account/login/", "/ratings/"])
    def test_pages_greet_nobody(self, address, browser, guest):
        answer = browser.get(address)
        assert isinstance(answer.context["user"]._wrapped, AnonymousUser)
        assert guest.username not in answer.text

    @pytest.mark.parametrize("address", ["/tables/", "/account/", "/notices/", "/tables/new/"])
    def test_pages_of_members_ask_to_log_in(self, address, browser):
        assert browser.get(address)["Location"].startswith("/account/login/")

    def test_in_a_game_of_members_they_only_watch(self, browser, ada, bo):
        from tests.games.playing import begin

        watched = begin(ada, bo)
        assert browser.get(watched.get_absolute_url()).status_code == 200
        for command, body in (("say", {"room": "table", "text": "Hi"}), ("resign", {})):
            answer = browser.post(f"{watched.get_absolute_url()}{command}/", body)
            assert answer.json()["code"] == "login-needed"

    def test_the_member_who_logs_in_leaves_it_behind(self, browser, game, guest, ada):
        ada.set_password(PASSWORD)
        ada.save()
        browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
        assert browser.session["_auth_user_id"] == str(ada.pk)
        assert browser.get(game.get_absolute_url()).status_code == 404
        assert not Session.objects.filter(user=guest).exists()


class TestNobodyElseSeesIt:
    @pytest.mark.parametrize("who", ["visitor", "member", "moderator", "another guest"])
    def test_its_addresses_are_not_found(self, who, game, ada, mo, client_of):
        client = client_of({"member": ada, "moderator": mo}.get(who))
        if who == "another guest":
            client.post("/play/territory/")
        paths = ("", "steps/0.json", "steps/0.svg", "log.json", "record.json", "steps/0/area.json")
        found = {path: client.get(game.get_absolute_url() + path).status_code for path in paths}
        assert found == dict.fromkeys(paths, 404)

    def test_it_is_in_no_list(self, browser, game, guest, ada, mo, client_of):
        resign(game_id=game.pk, user=guest)
        root = User.objects.create(username="Root", is_superuser=True, is_staff=True)
        pages = (
            *("/", "/games/", f"/games/?player={guest.username}", "/ratings/", "/rules/"),
            *("/tables/", "/games/?whose=mine", "/admin/games/game/", "/admin/accounts/user/"),
            "/admin/",
        )
        for page in pages:
            for user in (None, ada, mo, root):
                shown = client_of(user).get(page, follow=True).text
                assert game.public_id not in shown, page
                assert guest.username not in shown.replace(f'value="{guest.username}"', ""), page

    def test_a_guest_has_no_page(self, guest, client_of):
        assert client_of().get(f"/members/{guest.username}/").status_code == 404

    def test_moderators_see_how_many_there_are(self, game, client_of):
        root = User.objects.create(username="Root", is_superuser=True, is_staff=True)
        page = client_of(root).get("/admin/").text
        assert re.search(r'Games of guests <span class="work-count">1<', page)

    def test_a_table_like_it_cannot_be_opened(self, game, host, ada, bo, client_of):
        from tests.games.playing import begin

        public = begin(ada, bo, variant="parallel-go")
        for like, is_used in ((game, False), (public, True)):
            page = client_of(host).get(f"/tables/new/?like={like.public_id}")
            assert (page.context["form"].engine == game.engine) == is_used

    def test_a_search_by_its_id_finds_nothing(self, game, ada, client_of):
        address = f"/tables/find/?id={game.public_id}"
        assert "There is no game or table with this id" in client_of(ada).get(address).text

    def test_a_guest_cannot_be_invited_to_a_table(self, guest, host):
        from lobby.services.inviting import invite as invite_to_table
        from tests.lobby.tables import open_one, refused

        with refused("no-such-member"):
            invite_to_table(
                table_id=open_one(host).pk, by=host, name=guest.username, now=timezone.now()
            )

    def test_nothing_is_rated_or_counted_and_nobody_is_notified(self, browser, game, guest, clock):
        for _ in range(8):
            clock.go(1)
            play_turn(browser, game)
        resign(game_id=game.pk, user=guest)
        for model in (RatedGame, BotGameToRate, Notice, TurnWarning):
            assert not model.objects.exists()
        assert not counted_games().exists()


class TestWhatAGuestMayNot:
    @pytest.mark.parametrize(
        ("command", "body"),
        [
            ("say", {"room": "table", "text": "Hello"}),
            ("ask-vote", {"about": "pause", "seconds": 3600}),
            ("cast-vote", {"vote": 1, "yes": True}),
            ("take-seat", {"seat": 1}),
            ("pause", {"why": "Tea"}),
            ("cancel", {"why": "Tea"}),
        ],
    )
    def test_in_their_own_game(self, command, body, browser, game):
        answer = browser.post(
            f"{game.get_absolute_url()}{command}/", body, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")

    @pytest.mark.parametrize("name", ["Guest", "guest 12", "Gast-7", "GUEST l0", "Guest 4821"])
    def test_nobody_can_join_under_a_guests_name(self, name, client_of):
        code = Invitation.objects.create(expires_at=timezone.now() + timedelta(days=1)).code
        fields = {"code": code, "username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert client_of().post(f"/account/join/{code}/", fields).status_code == 200
        assert not User.objects.filter(username=name).exists()

    @pytest.mark.parametrize("name", ["Guestina", "August", "Gastone", "Gasto"])
    def test_other_names_are_free(self, name):
        assert not looks_like_guest(name)


class TestLimits:
    def test_an_address_may_start_so_many_an_hour(self, client_of, settings):
        settings.LIMITS = {"guest-games.address": "2/hour"}
        answers = [client_of().post("/play/territory/") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [302, 302, 429]
        assert 0 < int(answers[-1]["Retry-After"]) <= 3600
        assert "Wait" in answers[-1].text
        assert "/account/signup/" in answers[-1].text

    def test_going_on_counts_for_nothing(self, browser, settings):
        settings.LIMITS = {"guest-games.address": "1/hour"}
        assert {browser.post("/play/parallel-go/").status_code for _ in range(3)} == {302}

    def test_so_many_games_of_guests_run_at_a_time(self, game, client_of, settings):
        settings.GUEST_GAMES = 1
        answer = client_of().post("/play/territory/")
        assert answer.status_code == 503
        assert answer["Retry-After"] == "600"
        assert "Come back in 10 minutes" in answer.text
        assert User.objects.filter(is_guest=True).count() == 1

    def test_a_game_that_is_over_makes_room(self, game, guest, client_of, settings):
        settings.GUEST_GAMES = 1
        resign(game_id=game.pk, user=guest)
        assert client_of().post("/play/territory/").status_code == 302


class TestAfterADay:
    def test_the_game_and_the_guest_are_deleted_with_everything(self, browser, game, guest, clock):
        clock.go(1)
        play_turn(browser, game, {"type": "place", "at": [2, 2]})
        clock.go(24 * 3600 + 60)
        assert sweep() == 1
        models = (Game, Seat, Step, Tenure, SealedAction, GameEvent, ArchivedGame, ArchivedPlayer)
        for model in models:
            assert not model.objects.exists(), model
        assert not User.objects.filter(is_guest=True).exists()
        assert not Session.objects.filter(user=guest.pk).exists()
        assert browser.get(game.get_absolute_url()).status_code == 404
        assert "Play now" in browser.get("/").text

    def test_a_choice_keeps_it_for_another_day(self, browser, game, clock):
        clock.go(20 * 3600)
        play_turn(browser, game, {"type": "place", "at": [2, 2]})
        clock.go(20 * 3600)
        assert sweep() == 0
        assert browser.get(game.get_absolute_url()).status_code == 200

    def test_a_choice_keeps_it_though_the_bots_have_not_chosen_yet(self, browser, game, clock):
        clock.go(24 * 3600 - 60)
        assert seal(browser, game).json() == {"ok": True}
        clock.go(120)
        assert sweep() == 0
        clock.go(24 * 3600)
        assert sweep() == 1

    def test_a_newer_game_of_the_guest_stays(self, browser, game, clock):
        clock.go(20 * 3600)
        browser.post("/play/territory/")
        clock.go(5 * 3600)
        assert sweep() == 1
        assert Game.objects.get().variant == "territory"
        assert browser.get(Game.objects.get().get_absolute_url()).status_code == 200

    def test_members_games_are_none_of_its_business(self, ada, game, clock):
        from lobby.services.practising import start_practice

        kept = start_practice(user=ada, variant="territory", level=Level.EASY, now=timezone.now())
        clock.go(25 * 3600)
        sweep()
        assert list(Game.objects.all()) == [kept]

    def test_bots_that_think_meanwhile_do_no_harm(self, browser, game, clock, monkeypatch):
        from games.schedule import bots

        def think(question, **_):
            Game.objects.all().delete()
            return {}

        monkeypatch.setattr(bots, "think", think)
        clock.go(1)
        assert bots.QUICK.handle(timezone.now(), set()) == 0


class TestJoining:
    def test_the_games_are_the_members(self, browser, game, guest, clock):
        resign(game_id=game.pk, user=guest)
        browser.post("/play/territory/")
        jo = join(browser)
        assert (jo.pk, jo.is_guest, jo.check_password(PASSWORD)) == (guest.pk, False, True)
        assert jo.date_joined == timezone.now()
        assert game.get_absolute_url() in browser.get("/games/?whose=mine").text
        running = practice_games(jo).get()
        assert running.get_absolute_url() in browser.get("/").text
        assert not running.settings.guest
        assert browser.get(running.get_absolute_url()).status_code == 200

    def test_a_running_game_goes_on_as_a_private_one(self, browser, game, ada, client_of, clock):
        join(browser)
        clock.go(1)
        game.refresh_from_db()
        play_turn(browser, game, {"type": "place", "at": [2, 2]})
        clock.go(25 * 3600)
        assert sweep() == 0
        assert client_of(ada).get(game.get_absolute_url()).status_code == 200

    def test_the_member_may_do_there_what_members_may(self, browser, game):
        join(browser)
        answer = browser.post(f"{game.get_absolute_url()}say/", {"room": "table", "text": "Hi"})
        assert answer.json() == {"ok": True}

    def test_the_old_session_is_gone(self, browser, guest):
        old = browser.session.session_key
        join(browser)
        assert not Session.objects.filter(session_key=old).exists()
        assert browser.session["_auth_user_id"] == str(guest.pk)

    def test_who_comes_too_late_becomes_a_member_all_the_same(self, browser, guest, clock):
        clock.go(25 * 3600)
        sweep()
        assert join(browser).pk != guest.pk

    def test_the_page_says_that_games_are_kept(self, browser, client_of):
        assert "stays yours" in browser.get("/account/join/").text
        assert "stays yours" not in client_of().get("/account/join/").text


@pytest.mark.usefixtures("game")
class TestAClubWithoutGuests:
    @pytest.fixture(autouse=True)
    def _off(self, browser, game, settings):
        settings.GUESTS = False

    @pytest.mark.parametrize("page", ["/", "/rules/territory/", "/rules/choose/"])
    def test_has_no_buttons(self, page, client_of, browser):
        for client in (client_of(), browser):
            assert "/play/" not in client.get(page).text
            assert "Go on with your game" not in client.get(page).text

    def test_has_no_addresses(self, browser, game):
        assert browser.post("/play/territory/").status_code == 404
        assert browser.get(game.get_absolute_url()).status_code == 404
        assert seal(browser, game).status_code == 403

    def test_deletes_the_games_that_run(self):
        assert sweep() == 1
        assert not Game.objects.exists()
        assert not User.objects.filter(is_guest=True).exists()


def test_nothing_is_noted_about_a_guest(browser, guest):
    browser.get("/")
    guest.refresh_from_db()
    assert guest.last_seen_on is None
    assert set(Session.objects.get(user=guest).get_decoded()) <= {
        *("_auth_user_id", "_auth_user_backend", "_auth_user_hash", "seen", "ends"),
    }
