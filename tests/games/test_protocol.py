"""docs/protocol.md and the types in games/play/messages describe the same messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from django.conf import settings

from games.models import ModeratorAct
from games.play.commands import REGISTRY, read
from games.play.messages import COMMANDS, EVENTS, VERSION
from tests.games.acting import end_turn, say
from tests.games.playing import begin, place, seal
from tests.games.sockets import page
from transport.messages import Command, Event
from transport.threads import in_thread

DOCUMENT = Path(settings.BASE_DIR, "docs/protocol.md").read_text()
PARTS = dict(re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", DOCUMENT))
BLOCKS = re.findall(r"(?ms)^ *```json\n(.*?)^ *```", DOCUMENT)
EVENT_TYPES = {kind.__struct_config__.tag: kind for kind in EVENTS}


def example(text: str) -> dict[str, object]:
    """An example as JSON; what it leaves out is null."""
    text = re.sub(r"\{\.\.\.\}( or null)?|\[\.\.\.\]", "null", text)
    return dict(json.loads(text))


def inline_examples() -> list[tuple[str, dict[str, object]]]:
    """The events of the document with a short example after their name or names."""
    found = re.findall(
        r"((?:`[a-z]+(?:\.[a-z]+)?`(?:, )?)+) `(\{.*?\})`(?=[:.; ]|$)",
        PARTS["Events"],
        re.MULTILINE,
    )
    return [
        (name, example(text)) for names, text in found for name in re.findall(r"`([a-z.]+)`", names)
    ]


def required(kind: type[msgspec.Struct]) -> set[str]:
    """The fields that a message always has."""
    return {field.name for field in msgspec.structs.fields(kind) if field.required}


def allowed(kind: type[msgspec.Struct]) -> set[str]:
    """The fields that a message may have."""
    return {field.name for field in msgspec.structs.fields(kind)}


def test_the_document_shows_every_command_and_no_other():
    shown = [json.loads(line) for line in BLOCKS[0].splitlines()]
    assert {command["type"] for command in shown} == set(REGISTRY)
    for command in shown:
        assert isinstance(read(str(command["type"]), command), Command)


def test_the_registry_has_every_command_of_the_protocol():
    assert [entry.command for entry in REGISTRY.values()] == list(COMMANDS)


def test_the_document_names_the_address_of_every_command():
    addresses = {entry.address for entry in REGISTRY.values() if entry.address is not None}
    named = re.findall(r"`(?:POST /games/GAME/)?([a-z-]+)/`", PARTS["Addresses"])
    assert addresses <= set(named)


def test_the_document_names_every_event_and_no_other():
    named = set(re.findall(r"`([a-z]+\.[a-z]+)`", PARTS["Events"]))
    named -= {
        "step.step",
        "you.seat",
        "you.action",
        "you.earlier",
        "you.plan",
        "you.may",
        "you.rooms",
        "you.muted",
        "you.left",
    }
    assert named | {"error"} == set(EVENT_TYPES)


def test_every_event_but_the_snapshot_has_a_short_example():
    assert {name for name, _ in inline_examples()} == set(EVENT_TYPES) - {"game.snapshot"}


@pytest.mark.parametrize(("name", "shown"), inline_examples(), ids=lambda value: str(value)[:20])
def test_the_fields_of_an_example_are_those_of_the_type(name, shown):
    kind = EVENT_TYPES[name]
    assert required(kind) <= set(shown) <= allowed(kind)


def test_every_event_may_carry_the_servers_time_and_its_number():
    assert all(issubclass(kind, Event) for kind in EVENTS)
    assert {"now", "to", "seq"} <= allowed(Event)


def test_every_code_of_the_services_is_in_the_document():
    sources = "\n".join(path.read_text() for path in Path(settings.BASE_DIR, "games").rglob("*.py"))
    used = set(re.findall(r'(?:Refused|BadMessage)\(\s*"([a-z-]+)"', sources))
    documented = set(re.findall(r"`([a-z-]+)`", PARTS["Events"]))
    assert used <= documented


def keys(value: object) -> object:
    """The shape of a JSON object: its keys, and those of its values."""
    if isinstance(value, dict):
        return {key: keys(part) for key, part in value.items()}
    return None


@pytest.mark.django_db(transaction=True)
async def test_a_snapshot_has_the_keys_of_its_example(ada, bo):
    shown = example(BLOCKS[1])
    game = await in_thread(begin, ada, bo)
    await in_thread(seal, game, ada, place(2, 3))
    async with page(game, ada) as player:
        real = player.first
    assert set(real) - {"chat"} == set(shown)
    for part in ("game", "clock", "you"):
        assert keys({**real[part], "options": None}) == keys({**shown[part], "options": None})
    assert set(real["step"]) == set(shown["step"])
    assert set(real["seats"][0]) == set(shown["seats"][0])


@pytest.mark.django_db
def test_a_log_entry_has_the_keys_of_its_example(ada, bo, mo, clock, client_of):
    step, act = (example(text) for text in re.findall(r"`(\{.*?\})`", PARTS["The log"], re.DOTALL))
    game = begin(ada, bo)
    end_turn(game_id=game.pk, by=mo, why="Late")
    answer = client_of().get(f"/games/{game.public_id}/log.json?after=0").json()
    assert [set(entry) for entry in answer["entries"]] == [set(act), set(step)]
    assert ModeratorAct.objects.count() == 1


@pytest.mark.django_db
def test_the_page_has_the_data_of_its_example(ada, bo, client_of):
    shown = example(BLOCKS[2])
    game = begin(ada, bo)
    real = client_of(ada).get(game.get_absolute_url()).context["page_data"]
    assert set(real) == set(shown)
    assert set(real["preferences"]) == set(shown["preferences"])


@pytest.mark.django_db(transaction=True)
async def test_chat_comes_to_members_as_in_its_example(ada, bo, clock):
    shown = dict(inline_examples())["chat.said"]
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        await in_thread(say, game=game, user=bo, room="table", text="Well played!", now=clock.now)
        message = (await player.hear("chat.said"))["message"]
    assert set(message) == set(shown["message"])


def test_pages_speak_the_version_of_the_protocol_that_the_server_speaks():
    state = Path(settings.BASE_DIR, "static/js/core/state.js").read_text()
    assert f"export const VERSION = {VERSION};" in state
