"""A session that somebody else helped to begin is not shown what was sealed or planned before it,
in any way, until the turn is over.

The same game is played with several secrets. Everything that reaches the session is recorded and
compared: nothing may differ until the turn is over.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.password_links import make_password_link, use_password_link
from accounts.sessions import HELPED
from games.models import Game
from tests.games.acting import set_plan
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sockets import Page, all_pushes_have_arrived, opened
from tests.games.sweeps import resolve_due_turns, use_due_plans
from tests.games.test_secrecy import start_afresh
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86_400
SECRETS = (place(17, 13), place(3, 4))
GUESSES = (*SECRETS, PASS)
OLD, NEW = "pebble-garden-7", "granite-lantern-8"


@pytest.fixture(autouse=True)
def _nothing_is_random(monkeypatch):
    public_id = Game._meta.get_field("public_id")
    monkeypatch.setattr(public_id, "_get_default", lambda: "c0ffee" * 4)
    monkeypatch.setattr(
        "django.middleware.csrf.get_random_string", lambda length, **_: "x" * length
    )
    monkeypatch.setattr("notices.context_processors.handle_of", lambda _session_key: "x" * 24)


def people() -> tuple[User, User]:
    ada, bo = (User.objects.create_user(name, password=OLD) for name in ("Ada", "Bo"))
    return ada, bo


def helped(ada: User) -> Client:
    """A browser in which a superuser is logged in as Ada, using a password link that they made."""
    root, _ = User.objects.get_or_create(username="Root", defaults={"is_superuser": True})
    now = timezone.now()
    token = make_password_link(member=ada, by=root, now=now)
    use_password_link(token=token, password=NEW, now=now)
    return logged_in("Ada", NEW)


def logged_in(name: str, password: str) -> Client:
    client = Client()
    client.post("/account/login/", {"login": name, "password": password})
    assert "_auth_user_id" in client.session
    return client


def cookie_of(client: Client) -> bytes:
    return f"sessionid={client.cookies['sessionid'].value}".encode()


def socket_of(client: Client, game: Game, after: str = "") -> Any:
    return opened(f"/ws/games/{game.public_id}/{after}", cookie=cookie_of(client))


def shown_on_page(client: Client, game: Game) -> dict[str, Any]:
    """What the page shows of the member's own choices."""
    page = client.get(game.get_absolute_url()).content.decode()
    data = page.split('<script id="game-data" type="application/json">')[1].split("</script>")[0]
    you = json.loads(data)["you"]
    return {name: you[name] for name in ("action", "earlier", "plan")}


def start(secret: Any, *, planned: bool) -> tuple[Game, User, User]:
    start_afresh()
    ada, bo = people()
    game = begin(ada, bo, options={"size": 19}, turn_seconds=DAY, turn_ends="timer")
    if planned:
        set_plan(game_id=game.pk, user=ada, was=[], actions=[place(5, 5), secret, secret])
    else:
        seal(game, ada, secret)
    return game, ada, bo


NOTHING: dict[str, Any] = {"action": None, "earlier": None, "plan": []}


@pytest.mark.parametrize("planned", [False, True])
def test_its_page_shows_no_choice_of_before_and_says_why(clock, planned):
    game, ada, _bo = start(SECRETS[0], planned=planned)
    clock.go(1)
    client = helped(ada)
    assert client.session[HELPED]
    assert shown_on_page(client, game) == NOTHING
    page = client.get(game.get_absolute_url()).content.decode()
    assert "What you chose or planned before you logged in is not shown" in page


def test_what_the_clock_seals_out_of_a_plan_of_before_is_not_shown_either(clock):
    game, ada, _bo = start(SECRETS[0], planned=True)
    clock.go(1)
    client = helped(ada)
    clock.go(DAY)
    resolve_due_turns(sleep=clock.sleep)
    clock.go(2)
    use_due_plans()
    assert fresh(game).sealed_actions.count() == 1
    assert shown_on_page(client, game) == NOTHING


def test_what_the_session_itself_chooses_and_plans_is_shown(clock):
    game, ada, _bo = start(SECRETS[0], planned=True)
    clock.go(1)
    client = helped(ada)
    clock.go(1)
    base = game.get_absolute_url()
    for command, body in (
        ("seal", {"step": 1, "action": place(1, 1)}),
        ("plan", {"was": [], "actions": [place(2, 2)]}),
    ):
        answer = client.post(f"{base}{command}/", body, content_type="application/json")
        assert answer.status_code == 200, answer.content
    shown = shown_on_page(client, game)
    assert (shown["action"], shown["plan"]) == (place(1, 1), [place(2, 2)])
    clock.go(DAY)
    resolve_due_turns(sleep=clock.sleep)
    clock.go(2)
    use_due_plans()
    assert shown_on_page(client, game)["action"] == place(2, 2), "planned in this session"


def test_a_game_that_began_since_hides_nothing_and_says_nothing_of_it(clock):
    _game, ada, bo = start(SECRETS[0], planned=False)
    client = helped(ada)
    clock.go(1)
    Game.objects.all().delete()
    page = client.get(begin(ada, bo).get_absolute_url()).content.decode()
    assert "is not shown until its turn is over" not in page


def test_when_the_turn_is_over_what_was_played_is_everybodys(clock):
    game, ada, _bo = start(SECRETS[0], planned=False)
    client = helped(ada)
    clock.go(DAY)
    resolve_due_turns(sleep=clock.sleep)
    step = client.get(f"{game.get_absolute_url()}steps/1.json").content.decode()
    assert "[17,13]" in step.replace(" ", "")


def test_a_session_that_nobody_helped_to_begin_is_shown_all_of_it(clock):
    game, ada, _bo = start(SECRETS[0], planned=False)
    set_plan(game_id=game.pk, user=ada, was=[], actions=[PASS])
    assert shown_on_page(logged_in("Ada", OLD), game) == {
        "action": SECRETS[0],
        "earlier": None,
        "plan": [PASS],
    }


def told(page: Page) -> list[Any]:
    return [json.loads(frame) for frame in page.frames]


def heard_of(page: Page) -> list[str]:
    """What its socket received, without repetitions: how often the current state is repeated
    depends on how busy the machine is."""
    own = {
        json.dumps(each["you"] if each["type"] == "game.snapshot" else each) for each in told(page)
    }
    return sorted(own)


async def heard_by_a_helped_session(secret: Any, *, planned: bool, clock: Any) -> list[Any]:
    """Everything that such a session is told of a game with this secret: by its socket, in answers
    to its questions, in missed events, by HTTP, and in answers to its guesses."""
    game, ada, bo = await in_thread(partial(start, secret, planned=planned))
    clock.go(1)
    client = await in_thread(helped, ada)
    found: list[Any] = []
    await all_pushes_have_arrived()
    async with socket_of(client, game) as page:
        first = await page.hear("game.snapshot")
        await in_thread(seal, game, bo, place(9, 9))
        await page.hear("action.sealed")
        if planned:
            clock.go(DAY)
            await in_thread(partial(resolve_due_turns, sleep=clock.sleep))
            await page.hear("step.resolved")
            clock.go(2)
            await in_thread(use_due_plans)
            await page.hear("action.sealed")
        await all_pushes_have_arrived()
        found.append((await page.snapshot())["you"])
        found.append(heard_of(page))
        base = game.get_absolute_url()
        reads = ("", "record.json", "log.json?after=0", "steps/0.json", "steps/1.json")
        for path in reads:
            answer = await in_thread(client.get, base + path)
            found.append((path, answer.status_code, answer.content))
        for guess in GUESSES:
            found.append(await page.ask(type="plan.set", was=[guess], actions=[guess, PASS]))
            found.append(await page.ask(type="plan.set", was=[], actions=[place(5, 5)]))
        found.append(await in_thread(shown_on_page, client, game))
    newest = json.dumps(first["newest"])
    async with socket_of(client, game, f"?after={newest}") as page:
        missed = await page.hear("events.missed", "game.snapshot")
        found.append((missed["type"], missed["you"]))
    return found


@pytest.mark.parametrize("planned", [False, True])
async def test_nothing_that_reaches_it_depends_on_what_is_secret(clock, planned):
    begins, runs = clock.now, []
    for secret in SECRETS:
        clock.traveller.move_to(begins, tick=False)
        runs.append(await heard_by_a_helped_session(secret, planned=planned, clock=clock))
    for expected, heard in zip(*runs, strict=True):
        assert heard == expected


@pytest.mark.parametrize("by", ["socket", "http"])
async def test_a_guess_that_is_right_is_answered_as_any_other(clock, by):
    """If sealing the same action again announced no change, that would reveal the secret."""
    begins, runs = clock.now, []
    for secret in SECRETS:
        clock.traveller.move_to(begins, tick=False)
        game, ada, _bo = await in_thread(partial(start, secret, planned=False))
        clock.go(1)
        client = await in_thread(helped, ada)
        clock.go(1)
        await all_pushes_have_arrived()
        async with socket_of(client, game) as page:
            await page.hear("game.snapshot")
            if by == "socket":
                assert (await page.seal(1, SECRETS[0]))["type"] == "command.done"
            else:
                body = {"step": 1, "action": SECRETS[0]}
                address = f"{game.get_absolute_url()}seal/"
                kind = "application/json"
                answer = await in_thread(partial(client.post, address, body, content_type=kind))
                assert answer.status_code == 200
            await page.hear("action.sealed")
            snapshot = await page.snapshot()
        runs.append((snapshot["you"], snapshot["newest"], snapshot["chosen"]))
    assert runs[0] == runs[1]
    assert runs[0][0]["action"] == SECRETS[0]


async def test_what_another_page_of_the_member_seals_reaches_it_as_the_state_of_now(clock):
    game, ada, _bo = await in_thread(partial(start, SECRETS[0], planned=False))
    clock.go(1)
    client = await in_thread(helped, ada)
    clock.go(1)
    async with socket_of(client, game) as page:
        await page.hear("game.snapshot")
        await in_thread(seal, game, ada, SECRETS[1])
        again = await page.hear("game.snapshot")
        assert again["you"]["action"] == SECRETS[1], "sealed since"
    assert not [each for each in told(page) if each["type"] in ("action.kept", "plan.kept")]
