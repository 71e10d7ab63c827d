"""A sealed action is seen by nobody before its time.

A game is played several times, identical except for one sealed action. Everything that leaves the
server for others is recorded and compared: sockets, pages, JSON, the admin, errors, logs, and the
contents of Redis. Until the step is opened nothing may differ, neither content nor size.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest
import redis
from celery import Celery
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.services.roles import make_moderator
from config.celery import app
from games.live import watching
from games.models import Game
from games.pages import snapshots
from games.play.messages import TakeSeat
from tests.games.acting import act, pause_game, resign, resume_game
from tests.games.playing import PASS, begin, line_at, place, seal
from tests.games.sockets import Page, page
from tests.games.sweeps import resolve_due_turns, use_due_plans
from tests.servers.emptying import empty_database
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

SECRETS = (place(17, 13), place(3, 4), PASS)
FIXED = place(9, 9)


@pytest.fixture(autouse=True)
def _nothing_is_random(monkeypatch):
    """Makes addresses and tokens the same in every run."""
    public_id = Game._meta.get_field("public_id")
    monkeypatch.setattr(public_id, "_get_default", lambda: "c0ffee" * 4)
    monkeypatch.setattr(
        "django.middleware.csrf.get_random_string", lambda length, **_: "x" * length
    )
    monkeypatch.setattr("notices.context_processors.handle_of", lambda _session_key: "x" * 24)
    monkeypatch.setattr(watching, "TELL_EVERY", 60)


def people() -> dict[str, User]:
    """Ada, whose choice is secret, and everybody else."""
    users = {name: User.objects.create(username=name, password="!") for name in NAMES}
    make_moderator(user=users["Mo"])
    User.objects.filter(username="Root").update(is_superuser=True, is_staff=True)
    return {**users, "Root": User.objects.get(username="Root")}


NAMES = ("Ada", "Bo", "Cy", "Spectator", "Mo", "Root")
OTHERS = ("Bo", "Cy", "Spectator", "Mo", "Root", None)


def asked_by_http(users: dict[str, User], game: Game) -> Iterator[tuple[object, ...]]:
    """What everybody except Ada gets from every address: status, headers and body of the answer."""
    base = game.get_absolute_url()
    reads = ["", "steps/0.json", "steps/1.json", "steps/2.json", "steps/1/heat.json"]
    reads += [
        "steps/0/order.json",
        "log.json?after=0",
        "record.json",
        "record.sgf",
        "?step=1",
        "embed/",
    ]
    reads += [f"steps/{number}.{kind}" for number in (0, 1, 2) for kind in ("svg", "png")]
    paths = [base + path for path in reads]
    paths += ["/games/", "/", "/games/nothing/", "/tables/", "/members/Ada/", "/ratings/"]
    paths += ["/notices/", f"/notices/state.json?game={game.public_id}", "/notices/next/"]
    paths += [f"/reports/games/{game.public_id}/seats/0/", f"/rematch/{game.public_id}/"]
    paths += ["/healthz", f"/tables/find/?id={game.public_id}"]
    admin = ["", "games/game/", "games/game/?q=Ada", "games/chatmessage/"]
    admin += [f"games/game/{game.pk}/{page}/" for page in ("change", "history")]
    admin += ["games/game/?sealed_actions__action__at__0=17"]
    admin += ["games/game/?seats__plan__actions__0__at__0=17", "reports/report/"]
    admin += [f"accounts/user/{users['Ada'].pk}/{page}/" for page in ("change", "history")]
    for name in OTHERS:
        client = Client(raise_request_exception=False)
        if name:
            client.force_login(users[name])
        in_admin = [f"/admin/{path}" for path in admin] if name in ("Mo", "Root") else []
        for path in paths + in_admin:
            yield name, path, *whole(client.get(path))
        for command, body in (
            ("seal", {"step": 1, "action": place(17, 13)}),
            ("seal", {"step": 2, "action": {"type": "place", "at": [99, 1]}}),
            ("withdraw", {"step": 1}),
            ("check", {"step": 1, "action": place(17, 13)}),
            ("plan", {"was": [place(17, 13)], "actions": [place(17, 13)]}),
            ("resign", {"why": ""} if name not in ("Bo", "Cy") else "no JSON"),
            ("end-turn", {"why": "", "step": 2}),
        ):
            answer = client.post(f"{base}{command}/", body, content_type="application/json")
            yield name, command, *whole(answer)


SEALED_BEFORE = (place(17, 13), place(3, 4))


async def test_whoever_takes_a_seat_over_learns_nothing_of_what_was_sealed_there(clock, caplog):
    """Nobody else learns anything either: not when the turn is extended, in votes, or when it is
    resolved, and not by asking whether an old choice was carried out."""
    caplog.set_level(logging.DEBUG)
    runs, start = [], clock.now
    slow = {"turn_seconds": 86_400, "seats_taken_over": True, "extensions": 1}
    for secret in SEALED_BEFORE:
        await in_thread(start_afresh)
        clock.traveller.move_to(start, tick=False)
        caplog.clear()
        users = await in_thread(people)
        three = [users[name] for name in NAMES[:3]]
        game = await in_thread(partial(begin, *three, options={"size": 19}, **slow))
        async with AsyncExitStack() as stack:
            ada: Page = await stack.enter_async_context(page(game, users["Ada"]))
            others: list[Page] = [
                await stack.enter_async_context(page(game, users[name] if name else None))
                for name in OTHERS
            ]
            taker = others[OTHERS.index("Spectator")]
            await ada.ask(type="plan.set", was=[], actions=[secret, PASS])
            await ada.seal(1, secret)
            asked = {"type": "vote.ask", "about": "more-time"}
            assert (await others[0].ask(**asked))["type"] == "command.done"
            clock.go(86_400)
            await in_thread(resolve_due_turns, sleep=clock.sleep)  # others had not chosen
            for each in others:
                await each.hear("clock.changed")
            assert (await ada.ask(type="seat.resign"))["type"] == "command.done"
            assert (await taker.ask(type="seat.take", seat=0))["type"] == "command.done"
            assert (await taker.hear("game.snapshot"))["you"]["plan"] == []
            for step in (0, 1, 2):
                for guess in SEALED_BEFORE:
                    await taker.seal(step, guess)
                    await taker.ask(type="action.withdraw", step=step)
                    await taker.ask(type="action.check", step=step, action=guess)
                    await taker.ask(type="plan.set", was=[guess, PASS], actions=[])
            clock.go(86_400)
            await in_thread(resolve_due_turns, sleep=clock.sleep)
            for each in others:
                await each.hear("step.resolved")
                await each.snapshot()
            for guess in SEALED_BEFORE:
                assert (await taker.seal(1, guess))["code"] == "step-over"
            found = [*await in_thread(all_asked_by_http, users, game)]
            found += [*(sorted(told(each)) for each in others)]
            found += [await in_thread(kept_in_redis), sorted(said(caplog))]
            runs.append(found)
    for expected, heard in zip(*runs, strict=True):
        assert heard == expected


def test_whoever_takes_a_seat_over_learns_not_what_stands_sealed_there(db):
    """In Automatafl a choice is kept while others choose again, even when its player has left."""
    runs, ends = [], ([10, 9], [10, 7])
    for end in ends:
        start_afresh()
        users = people()
        four = [users[name] for name in NAMES[:4]]
        slow = {"turn_seconds": 86_400, "seats_taken_over": True}
        game = begin(*four, variant="automatafl", turn_ends="complete", **slow)
        chosen = (end, [0, 1], [1, 0], [0, 9])
        for user, start, to in zip(four, ([10, 10], [0, 0], [0, 0], [0, 10]), chosen):
            seal(game, user, {"type": "move", "from": start, "to": to}, step=1)
        resign(game_id=game.pk, user=users["Ada"])
        act(game.pk, users["Root"], TakeSeat(seat=0))
        client, found = Client(), []
        client.force_login(users["Root"])
        base = game.get_absolute_url()
        for number in (1, 2):
            for guess in ends:
                move = {"type": "move", "from": [10, 10], "to": guess}
                body = {"step": number, "action": move}
                answer = client.post(f"{base}seal/", body, content_type="application/json")
                found.append((number, guess, *whole(answer)))
        assert {answer[2] for answer in found} == {400}
        reads = ("", "record.json", "log.json?after=0", "steps/1.json")
        found += [(path, *whole(client.get(base + path))) for path in reads]
        runs.append(found)
    for expected, heard in zip(*runs, strict=True):
        assert heard == expected


def all_asked_by_http(users: dict[str, User], game: Game) -> list[tuple[object, ...]]:
    """The same as a list."""
    return list(asked_by_http(users, game))


def whole(answer) -> tuple[object, ...]:
    """The whole answer except the session's cookie, whose key is random."""
    return answer.status_code, sorted(answer.headers.items()), answer.content


def kept_in_redis() -> list[tuple[str, object]]:
    """The contents of the cache and the broker, except what depends on how long a run takes: the
    numbers of spectators and sockets, and who was active in the last seconds."""
    client: Any = redis.from_url(settings.REDIS_URL)
    counts = (b":watching:", b":sockets:", b":sockets-of:", b":limits:")
    keys = sorted(key for key in client.keys("*") if not any(name in key for name in counts))
    found: list[tuple[str, object]] = [(key.decode(), client.dump(key)) for key in keys]
    client.close()
    return found


async def play(secret: dict, clock, caplog) -> tuple[list[object], list[object]]:
    """Plays with one sealed action; returns what left the server for others before its step was
    opened, and after."""
    users = await in_thread(people)
    game = await in_thread(
        begin, users["Ada"], users["Bo"], users["Cy"], options={"size": 19}, absences_allowed=None
    )
    async with AsyncExitStack() as stack:
        ada: Page = await stack.enter_async_context(page(game, users["Ada"]))
        others: list[Page] = [
            await stack.enter_async_context(page(game, users[name] if name else None))
            for name in OTHERS
        ]

        async def all_hear(kind: str) -> None:
            for each in others:
                await each.hear(kind)

        assert (await ada.seal(1, secret))["type"] == "command.done"
        await all_hear("action.sealed")
        await ada.seal(1, FIXED)
        await all_hear("action.sealed")
        await ada.ask(type="action.withdraw", step=1)
        await all_hear("action.withdrawn")
        await ada.seal(1, secret)
        await all_hear("action.sealed")
        for each in others:  # what they may choose does not depend on the secret
            await each.seal(1, place(17, 13))
            await each.ask(type="action.withdraw", step=1)
            await each.seal(1, {"type": "place", "at": [19, 13]})
        for service in (pause_game, resume_game):
            await in_thread(service, game_id=game.pk, by=users["Mo"], why="Tea")
            await all_hear("log.added")
        await in_thread(resign, game_id=game.pk, user=users["Cy"])
        await all_hear("step.resolved")  # Ada's choice is carried over
        for each in others:
            await each.snapshot()
            await each.ask(type="snapshot.ask", after=each.first["newest"])
            assert await each.hear("events.missed")
        pages = await in_thread(lambda: list(asked_by_http(users, game)))
        before = [*pages, *(sorted(told(each)) for each in others)]
        before += [await in_thread(kept_in_redis), sorted(said(caplog))]
        clock.go(60)
        await in_thread(resolve_due_turns, sleep=clock.sleep)
        await all_hear("step.resolved")
        after: list[object] = [each.frames[-1] for each in others]
    return before, after


def told(each: Page) -> list[str]:
    """A page's frames, without the number of spectators, which depends on how long a run takes.
    They may come in any order."""
    frames = (frame for frame in each.frames if json.loads(frame)["type"] != "watching.changed")
    return [re.sub(r'"watching":\d+', '"watching":0', frame) for frame in frames]


def said(caplog) -> list[str]:
    """The lines of the log, from our own code and from libraries."""
    records = [record for record in caplog.records if record.name != "asyncio"]
    return [f"{record.name}: {record.getMessage()}" for record in records]


def start_afresh() -> None:
    """Empties the site, so that the same ids are given again."""
    empty_database(first_keys=True)
    cache.clear()
    snapshots._resolved.cache_clear()


async def test_nothing_that_leaves_the_server_for_others_depends_on_a_sealed_action(clock, caplog):
    caplog.set_level(logging.DEBUG)
    runs = []
    start = clock.now
    for secret in SECRETS:
        await in_thread(start_afresh)
        clock.traveller.move_to(start, tick=False)
        caplog.clear()
        runs.append(await play(secret, clock, caplog))
    (first, shown), *rest = runs
    assert len(first) > 100
    for before, after in rest:
        for expected, found in zip(first, before, strict=True):
            assert found == expected
        assert after != shown  # proof that the comparison notices a difference


def test_a_choice_that_stands_sealed_while_others_choose_again_stays_secret(db):
    """In Automatafl a step may open while some of the choices made for it stay sealed."""
    runs = []
    for end in ([10, 9], [10, 7]):
        start_afresh()
        users = people()
        four = [users[name] for name in ("Ada", "Bo", "Cy", "Spectator")]
        game = begin(*four, variant="automatafl", turn_ends="complete")
        ends = (end, [0, 1], [1, 0], [0, 9])
        for user, start, to in zip(four, ([10, 10], [0, 0], [0, 0], [0, 10]), ends):
            seal(game, user, {"type": "move", "from": start, "to": to}, step=1)
        assert line_at(game, 1)["position"]["standing"] == [0, 3]
        runs.append(list(asked_by_http(users, game)))
    for expected, found in zip(*runs, strict=True):
        assert found == expected


async def test_nothing_that_leaves_the_server_for_others_depends_on_a_plan(clock, caplog):
    """Neither on what is planned nor on how much. Everybody can see that a choice came a second
    after the turn began, as with a bot."""
    caplog.set_level(logging.DEBUG)
    runs, start = [], clock.now
    for planned in ([place(17, 13)], [place(3, 4), place(17, 13), PASS]):
        await in_thread(start_afresh)
        clock.traveller.move_to(start, tick=False)
        caplog.clear()
        users = await in_thread(people)
        three = [users[name] for name in NAMES[:3]]
        by_post = {"turn_seconds": 86_400, "turn_ends": "complete"}
        game = await in_thread(partial(begin, *three, options={"size": 19}, **by_post))
        async with AsyncExitStack() as stack:
            ada: Page = await stack.enter_async_context(page(game, users["Ada"]))
            others: list[Page] = [
                await stack.enter_async_context(page(game, users[name] if name else None))
                for name in OTHERS
            ]
            asked = await ada.ask(type="plan.set", was=[], actions=planned)
            assert asked["type"] == "command.done"
            for x, user in enumerate(three):
                await in_thread(seal, game, user, place(x, x))
            for each in others:
                await each.hear("step.resolved")
            clock.go(1)
            assert await in_thread(use_due_plans) == 1
            for each in others:
                for _ in range(3):  # two by hand (the third ended the turn) and the planned one
                    await each.hear("action.sealed")
                await each.snapshot()
            found = [*await in_thread(all_asked_by_http, users, game)]
            found += [*(sorted(told(each)) for each in others)]
            found += [await in_thread(kept_in_redis), sorted(said(caplog))]
            runs.append(found)
            await ada.hear("plan.kept")
            assert any("17" in frame for frame in ada.frames)
    for expected, heard in zip(*runs, strict=True):
        assert heard == expected


async def test_the_own_seat_alone_is_sent_the_choice(ada, bo, mo):
    game = await in_thread(begin, ada, bo, options={"size": 19})
    async with page(game, ada) as own, page(game, bo) as other, page(game, mo) as moderator:
        await own.seal(1, place(17, 13))
        await own.hear("action.kept")
        for each in (other, moderator):
            await each.hear("action.sealed")
            await each.snapshot()
        sent = re.compile(r"17, ?13")
        assert any(sent.search(frame) for frame in own.frames)
        assert not any(sent.search(frame) for frame in [*other.frames, *moderator.frames])


def test_database_queries_are_not_logged():
    """They would reveal what is stored."""
    configured = settings.LOGGING["loggers"]["django"]
    assert configured["level"] in ("WARNING", "ERROR")
    assert not configured["propagate"]
    assert not logging.getLogger("django.db.backends").isEnabledFor(logging.DEBUG)
    assert not settings.DEBUG


def test_tasks_have_no_arguments_that_could_hold_a_choice():
    assert isinstance(app, Celery)
    app.loader.import_default_modules()
    own = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    taken = {
        task.name: task.run.__code__.co_varnames[: task.run.__code__.co_argcount] for task in own
    }
    assert taken == {
        "accounts.forgotten.send_link": ("email", "language"),
        "scheduler.sweeping.sweep_for": ("queue", "every"),
        "games.archive.uploads.tasks.answer_question": ("public_id", "extra", "step"),
        "games.archive.uploads.tasks.replay_uploads": (),
        "games.pages.animation.make_animation": ("game_id", "first", "last", "look"),
        "games.pages.extras.work_out_extra": ("game_id", "number", "name"),
    }


def test_a_choice_has_no_text_of_its_own_that_a_log_could_show(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(3, 3))
    row = game.sealed_actions.get()
    assert "3, 3" not in f"{row} {row!r}"
