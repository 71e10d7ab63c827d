"""Whatever a page sends, the server answers: it carries it out, or refuses it with a code."""

import json

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.registry import GAMES
from games.play import commands
from games.play.commands import read_message
from tests.games.acting import act
from tests.games.playing import begin
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

EDGES = [0, 1, -1, 2, 5, 2**31, 2**53, 2**63, -(2**70), 1.5, -0.0, 1e308, True, None, "", "1"]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=45) | st.sampled_from(
    ["\x00", "a\x00b", "table", "pause", "bot", "place", "pass", "draw", "move", "mark", "everyone"]
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.sampled_from(EDGES) | st.integers() | FLOATS | TEXTS
NAMES = ["type", "at", "path", "from", "to", "card", "then", "page", "number", "everyone"]
KEYS = st.sampled_from(NAMES) | TEXTS
ANYTHING = st.recursive(
    LEAVES,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(KEYS, some, max_size=4),
    max_leaves=12,
)
POINTS = st.lists(st.integers(-1, 9) | st.floats(-1, 9), min_size=2, max_size=2)
ACTIONS = st.fixed_dictionaries(
    {"type": st.sampled_from(["place", "pass", "draw", "move", "mark", "accept", "undo"])},
    optional={
        "at": POINTS | ANYTHING,
        "path": st.lists(POINTS, max_size=4) | ANYTHING,
        "from": POINTS | ANYTHING,
        "to": POINTS | ANYTHING,
        "card": st.sampled_from(["double-move", "replacement", "freedom"]) | ANYTHING,
        "then": POINTS | ANYTHING,
    },
)
ORDERS = st.fixed_dictionaries({"page": TEXTS, "number": st.integers(0, 5)})
LIKELY = {
    "step": st.sampled_from([0, 1, 1, 1, 2]),
    "action": st.just({"type": "pass"}) | ACTIONS,
    "actions": st.lists(ACTIONS, max_size=3),
    "was": st.lists(ACTIONS, max_size=1),
    "order": ORDERS,
    "room": st.sampled_from(["table", "spectators"]),
    "about": st.sampled_from(["pause", "resume", "more-time", "end", "cancel", "bot"]),
    "yes": st.booleans(),
}


@st.composite
def messages(draw):
    """A command with fields that may be unknown or have wrong values."""
    kind = draw(st.sampled_from(sorted(commands.REGISTRY)))
    fields = {}
    for name in commands.REGISTRY[kind].command.__struct_fields__:
        if draw(st.integers(0, 9)):
            fields[name] = draw(LIKELY.get(name, LEAVES) | ANYTHING)
    if not draw(st.integers(0, 9)):
        fields |= draw(st.dictionaries(KEYS, ANYTHING, max_size=2))
    return json.dumps({**fields, "type": kind})


def test_any_message_is_carried_out_or_refused_with_words(ada, bo, cy, mo, member):
    four, slow = [ada, bo, cy, member("Di")], {"turn_seconds": 86_400, "seats_taken_over": True}
    games = []
    for engine in GAMES:
        seats = max(count for count in engine.seats_allowed() if count <= len(four))
        games.append(begin(*four[:seats], variant=engine.slug, **slow))

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(messages(), st.sampled_from(games), st.sampled_from([ada, ada, mo, None]))
    def holds(text, game, user):
        with transaction.atomic():
            assert answer(text, game, user)
            transaction.set_rollback(True)

    holds()


def answer(text, game, user):
    """The answer to the sender."""
    try:
        command = read_message(text)
        if commands.entry_of(command).do is not None:
            act(game.pk, user, command)
    except Refused as refused:
        return refused.message
    return "done"
