"""What others have sealed, planned or wished for is in no answer of the API, nor what stands unseen
while others choose again.

Every operation is asked by everybody, with every scope. Then only the secrets are changed in the
database, and all is asked again: the answers must be the same, with their headers, and so must be
how many statements each takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Scope
from accounts.services.bots import register_bot
from accounts.services.roles import set_host
from accounts.services.tokens import make_token
from api import events
from api.events import MemberStream
from games.models import Plan, SealedAction
from games.pages import snapshots
from games.play.messages import SetPlan
from games.play.states import packed
from games.store.rows import state_at
from lobby.models import Wish
from tests.api.conftest import Program
from tests.api.test_rights import NEEDS
from tests.games.acting import act
from tests.games.playing import PASS, begin, place, seal
from tests.lobby.tables import open_one, sit
from transport import limits
from transport.threads import in_thread

SECRETS = ((place(17, 13), "territory"), (PASS, "parallel-go"))
"""Of each run, what is sealed, planned and wished for."""
GUESS = place(17, 13)
PLENTY = "100000/second"
SCOPES: tuple[tuple[str, ...], ...] = ((), *((scope,) for scope in Scope.values), (*Scope.values,))
STREAM = ("get", "/events")
LENGTH = "Content-Length"
NEW_KEYS = re.compile(r'(?<="place":)\d+|(?<=id":")[0-9a-f]{24}|(?<=/tables/)[0-9a-f]{24}')
"""The keys of what a request makes, which are others each time. Without them lengths differ only if
the contents do."""

BODIES: dict[str, dict[str, Any]] = {
    "seal": {"step": 1, "action": GUESS},
    "withdraw": {"step": 1},
    "check": {"step": 1, "action": GUESS},
    "plan": {"was": [GUESS], "actions": [GUESS]},
    "say": {"room": "table", "text": "Hello"},
    "take-seat": {"seat": 0},
    "ask-vote": {"about": "more-time"},
    "cast-vote": {"vote": 1, "yes": True},
    "end-turn": {"step": 1, "why": "Tea"},
    "remove-seat": {"seat": 2, "why": "Tea"},
    "resolve": {"choices": {"1": GUESS}},
    "wishes": {"pace": "daily", "games": ["territory"], "least": 2, "most": 2},
    **{name: {"why": "Tea"} for name in ("pause", "resume", "cancel")},
}
"""What is sent with a POST, by the last part of the address."""


@pytest.fixture
def secrets(ada, bo, cy, mo, clock, settings):
    """A game in which Ada has sealed and planned something, and her wish for another. Returns what
    the addresses name, and a function that changes the secrets."""
    kinds = [each for each in vars(limits).values() if isinstance(each, limits.Limit)]
    settings.LIMITS = {f"{each.name}.member": PLENTY for each in kinds if each.member}
    settings.LIMITS |= {f"{each.name}.address": PLENTY for each in kinds if each.address}
    slow = {"turn_seconds": 86_400, "turn_ends": "complete"}
    game = begin(ada, bo, cy, options={"size": 19}, **slow)
    seal(game, ada, GUESS)
    act(game.pk, ada, SetPlan(was=[], actions=[GUESS]))
    wish = Wish.objects.create(
        member=ada, pace="daily", games=[], least=2, most=2, since=clock.now,
        begins_at=clock.now, seen_at=clock.now, due_at=clock.now,
    )  # fmt: skip
    set_host(user=bo, hosts=True)
    table = open_one(bo, seats=3)
    sit(table, bo)

    def change(sealed: Any, wished: str) -> None:
        SealedAction.objects.filter(game=game, seat__number=0).update(action=sealed)
        Plan.objects.filter(seat__game=game).update(actions=[sealed])
        Wish.objects.filter(pk=wish.pk).update(games=[wished])

    named = {"game_id": game.public_id, "step": "0", "extra": "heat", "name": "Ada"}
    named |= {"game": "territory", "table_id": table.public_id, "pace": "daily", "match_id": "1"}
    return named, change


def move(from_x: int, from_y: int, to_x: int, to_y: int) -> dict[str, Any]:
    return {"type": "move", "from": [from_x, from_y], "to": [to_x, to_y]}


def asked(
    callers: dict[str, Program], named: dict[str, str], bodies: dict[str, dict[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    """What each caller gets from each operation, each undone before the next."""
    for caller, program in callers.items():
        for method, path in NEEDS:
            if (method, path) == STREAM:
                continue
            body = bodies.get(path.rpartition("/")[2], {}) if method == "post" else {}
            with CaptureQueriesContext(connection) as statements, transaction.atomic():
                answer = getattr(program, method)(path.format(**named), **body)
                transaction.set_rollback(True)
            headers = {name: each for name, each in answer.headers.items() if name != LENGTH}
            content = NEW_KEYS.sub("", answer.content.decode())
            yield caller, method, path, answer.status_code, headers, content, len(statements)


def compare(
    callers: dict[str, Program],
    named: dict[str, str],
    change: Any,
    secrets: tuple[Any, ...] = SECRETS,
    bodies: dict[str, dict[str, Any]] = BODIES,
) -> int:
    """Asks everything twice, with other secrets; returns how many answers were compared."""
    # What is read once for a member and kept afterwards is read by one of the member's programs.
    members = {program.member: caller for caller, program in callers.items()}
    [*asked({caller: callers[caller] for caller in members.values()}, named, bodies)]
    runs = []
    for secret in secrets:
        change(*secret)
        runs.append([*asked(callers, named, bodies)])
    for one, other in zip(*runs, strict=True):
        assert one == other
    return len(runs[0])


def test_no_operation_tells_others_what_somebody_has_sealed_planned_or_wished_for(
    secrets, bo, cy, mo, clock
):
    named, change = secrets
    bot, _ = register_bot(owner=bo, name="Gravel", now=clock.now)
    callers = {f"player {scopes}": Program(bo, *scopes) for scopes in SCOPES}
    callers |= {str(each): Program(each, *Scope.values) for each in (cy, mo, bot)}
    found = compare({"visitor": Program(None), **callers}, named, change)
    assert found == (len(NEEDS) - 1) * (len(SCOPES) + 4)


def test_no_operation_tells_others_what_stands_while_they_choose_again(secrets, ada, bo, cy, mo):
    """In Automatafl, after a conflict of Bo and Cy."""
    players = (ada, bo, cy, mo)
    game = begin(*players, variant="automatafl", turn_seconds=86_400, turn_ends="complete")
    chosen = {0: move(1, 3, 1, 2), 1: move(4, 0, 4, 2), 2: move(4, 0, 4, 3), 3: move(9, 3, 9, 2)}
    for seat, player in enumerate(players):
        seal(game, player, chosen[seat])
    step = game.steps.get(number=1)
    before, engine = state_at(game, 0), game.engine

    def change(*stands: Any) -> None:
        choices = {**chosen, 0: stands[0], 3: stands[1]}
        after, _ = engine.resolve(before, choices)
        step.actions = {str(seat): choice for seat, choice in choices.items()}
        step.state, step.whole = packed(engine.dump(after)), step.number
        step.save()
        snapshots._resolved.cache_clear()

    ways = ((chosen[0], chosen[3]), (move(1, 7, 1, 8), move(9, 7, 9, 8)))
    again = {"step": 2, "action": move(4, 10, 4, 8)}
    bodies = {**BODIES, "seal": again, "check": again, "resolve": {"choices": {}}}
    named = {**secrets[0], "game_id": game.public_id, "step": "1"}
    callers = {str(each): Program(each, *Scope.values) for each in (bo, cy)}
    compare({"visitor": Program(None), **callers}, named, change, ways, bodies)
    with pytest.raises(AssertionError):  # the comparison notices it where it is told
        compare({"Ada": Program(ada, "read")}, named, change, ways, bodies)


def test_nor_does_any_tell_the_member_s_own_programs_that_may_not_read_it(secrets, ada):
    """Except that one with `tables` reads the member's own wishes."""
    named, change = secrets
    reads = [path for method, path in NEEDS if method == "get" and (method, path) != STREAM]
    for scopes in ((), ("play",), ("tables",)):
        own, runs = Program(ada, *scopes), []
        for secret in SECRETS:
            change(*secret)
            found = {path: own.get(path.format(**named)).content for path in reads}
            if "tables" in scopes:
                assert secret[1] in found.pop("/wishes").decode()
            runs.append(found)
        assert runs[0] == runs[1]


def test_a_member_s_own_program_that_reads_does_see_it(secrets, ada):
    """Proof that the comparison notices a difference."""
    named, change = secrets
    with pytest.raises(AssertionError):
        compare({"Ada": Program(ada, "read")}, named, change)


@pytest.mark.django_db(transaction=True)
async def test_the_stream_tells_others_nothing_of_it(ada, bo, clock, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    game = await in_thread(partial(begin, ada, bo, options={"size": 19}, turn_seconds=86_400))
    token = await in_thread(
        lambda: make_token(member=bo, name="Own", scopes=["read"], days=1, now=clock.now)[0]
    )
    await in_thread(partial(seal, game, ada, GUESS))
    runs = []
    for sealed, _ in SECRETS:
        await in_thread(SealedAction.objects.filter(game=game).update, action=sealed)
        async with aclosing(MemberStream(token, {}).lines()) as lines:
            runs.append([await anext(lines), await anext(lines)])
    assert runs[0] == runs[1]
    assert json.loads(runs[0][0])["event"]["chosen"] == [0]
