"""docs/tables.md says what connecting programs can rely on."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from lobby import urls
from lobby.live import (
    AskChanges,
    GamesChanged,
    MatchBegun,
    RematchChanged,
    TableChanged,
    TablesChanged,
    WishesHint,
)
from lobby.routing import websocket_urlpatterns

TYPES = (
    TablesChanged,
    GamesChanged,
    TableChanged,
    WishesHint,
    MatchBegun,
    RematchChanged,
    AskChanges,
)
DOCUMENT = Path("docs/tables.md").read_text(encoding="utf-8")


def test_every_message_is_shown_with_an_example_of_its_type():
    shown = re.findall(r'^{"type": "([a-z.]+)".*}$', DOCUMENT, re.MULTILINE)
    assert shown == [msgspec.inspect.type_info(kind).tag for kind in TYPES]


def test_the_examples_can_be_read_as_their_types():
    examples = re.findall(r'^{"type".*}$', DOCUMENT, re.MULTILINE)
    for example, kind in zip(examples, TYPES, strict=True):
        assert isinstance(msgspec.json.decode(example, type=kind), kind)


def test_every_command_of_a_table_is_in_the_list_of_addresses():
    routes = [str(pattern.pattern).removeprefix(urls.TABLE) for pattern in urls.urlpatterns]
    commands = {route for route in routes if re.fullmatch("[a-z]+/", route)} - {"tables/"}
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| `")]
    listed = {command for row in rows for command in re.findall(r"`([a-z]+/)`", row)}
    assert listed == commands


def test_every_socket_is_named():
    for pattern in websocket_urlpatterns:
        address = re.sub("<.*?>", "TABLE", str(pattern.pattern))
        assert f"`/{address}`" in DOCUMENT
