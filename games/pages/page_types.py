"""Writes the TypeScript types that the browser's modules share with the server.

Run it with ``python -m games.pages.page_types``.

``static/js/protocol.d.ts`` is generated from the messages of the protocol, and ``position.d.ts`` in
each board's folder from what its engine declares (``engines/NAME/position.py``) and its options.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from enum import Enum
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from msgspec import Struct, UnsetType
from msgspec.structs import fields as fields_of

from engines import registry
from engines.options import Choice, Integer, Number, Option
from engines.rules import Rules
from games.play import messages

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
NAMES = {"SeatInfo": "Seat", "StepInfo": "Step", "ChatLine": "ChatMessage"}
"""Clearer names for the browser than the server's own."""
PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    datetime: "string",
    date: "string",
    type(None): "null",
    Any: "unknown",
}


class Writer:
    """Translates types into TypeScript and remembers which interfaces they need."""

    def __init__(self) -> None:
        self.needed: dict[str, Any] = {}

    def words(self, kind: Any) -> str:
        """Returns a type as it is written where it is used."""
        origin, parts = get_origin(kind), get_args(kind)
        if origin is None:
            return self._simple(kind)
        if origin is Annotated:
            return str(kind.__metadata__[0])
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in parts)
        if origin in (Union, types.UnionType):
            said = [self.words(each) for each in parts if each is not UnsetType]
            return " | ".join(dict.fromkeys(said))
        inner = [self.words(each) for each in parts if each is not Ellipsis]
        if origin is dict:
            if (inner[0], inner[1]) == ("string", "unknown"):
                return "Json"
            key = f"[key: {inner[0]}]" if inner[0] == "string" else f"[key in {inner[0]}]?"
            return f"{{ {key}: {inner[1]} }}"
        if origin is tuple and Ellipsis not in parts:
            return f"[{', '.join(inner)}]"
        if issubclass(origin, Sequence):
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        return f"{self._named(origin)}<{', '.join(inner)}>"

    def interfaces(self, roots: Sequence[Any]) -> Iterator[str]:
        """Yields the interfaces of these types and of all that they need, once each."""
        for root in roots:
            self.words(root)
        written: set[str] = set()
        while waiting := [name for name in self.needed if name not in written]:
            written.add(waiting[0])
            yield self._interface(waiting[0], self.needed[waiting[0]])

    def _interface(self, name: str, kind: Any) -> str:
        tag = kind.__struct_config__.tag if issubclass(kind, Struct) else None
        lines = [f'  type: "{tag}";'] if isinstance(tag, str) else []
        for field, given, optional in _fields(kind):
            lines.append(f"  {field}{'?' if optional else ''}: {self.words(given)};")
        variables = ", ".join(
            f"{each.__name__} = Json" for each in getattr(kind, "__parameters__", ())
        )
        head = f"interface {name}{f'<{variables}>' if variables else ''} {{"
        return "\n".join([*_comment(kind), head, *lines, "}"])

    def _simple(self, kind: Any) -> str:
        """Translates a type that is not made of others."""
        if isinstance(kind, TypeVar):
            return kind.__name__
        if isinstance(kind, type) and issubclass(kind, Enum):
            return " | ".join(f'"{each.value}"' for each in kind)
        return PLAIN[kind] if kind in PLAIN else self._named(kind)

    def _named(self, kind: Any) -> str:
        name = NAMES.get(kind.__name__, kind.__name__)
        self.needed[name] = kind
        return name


def protocol() -> str:
    """Returns the messages and the types that they need, in the namespace of the page's types."""
    writer = Writer()
    commands, events = messages.COMMANDS, messages.EVENTS
    parts = [*writer.interfaces([*commands, *events, messages.LogEntry])]
    unions = [
        f"type {name} = {' | '.join(writer.words(kind) for kind in kinds)};"
        for name, kinds in (("Command", commands), ("ServerEvent", events))
    ]
    entry = f"type LogEntry = {writer.words(messages.LogEntry)};"
    json = "/** JSON that nobody has declared. */\ntype Json = { [key: string]: unknown };"
    return _head("games/play/messages") + _namespace("Miai", [json, *parts, *unions, entry])


def position(game: Rules[Any], shapes: types.ModuleType) -> str:
    """Returns the types of a game's positions, events, actions and options, in a namespace of its
    own: for ``lonely-number`` it is ``Miai.LonelyNumber``."""
    writer = Writer()
    parts = [*writer.interfaces((shapes.Position, shapes.Event, shapes.Action))]
    unions = [
        f"type {name} = {writer.words(kind)};"
        for name, kind in (("Event", shapes.Event), ("Action", shapes.Action))
        if writer.words(kind) != name
    ]
    options = {option.name: _option(option) for option in game.options}
    whole = {name.lower(): name for name in ("Position", "Event", "Action", "Options")}
    named = [
        "/** Complete, as a game's page gets them. */\n" + _interface("Options", options),
        "/** All types of this game, for the messages about it. */\n" + _interface("Game", whole),
    ]
    source = shapes.__name__.replace(".", "/") + ".py and the options of the game"
    space = "Miai." + "".join(word.capitalize() for word in game.slug.split("-"))
    return _head(source) + _namespace(space, [*parts, *unions, *named])


def files() -> dict[Path, str]:
    """Returns the text of every generated file, by path."""
    boards = {
        SCRIPTS / "boards" / game.slug / "position.d.ts": position(game, registry.shapes(game.slug))
        for game in registry.GAMES
    }
    return {SCRIPTS / "protocol.d.ts": protocol(), **boards}


def _fields(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """Yields the name and type of each field, and whether it is optional."""
    hints = hints_of(kind, include_extras=True)
    if issubclass(kind, Struct):
        for field in fields_of(kind):
            given = hints[field.name]
            yield field.name, given, UnsetType in get_args(given)
        return
    for name, given in hints.items():
        optional = get_origin(given) is NotRequired
        yield name, get_args(given)[0] if optional else given, optional


def _namespace(name: str, parts: Sequence[str]) -> str:
    lines = "\n\n".join(parts).splitlines()
    body = "\n".join(f"  {line}" if line else "" for line in lines)
    return f"declare namespace {name} {{\n{body}\n}}\n"


def _interface(name: str, fields: dict[str, str]) -> str:
    return "\n".join([f"interface {name} {{", *(f"  {k}: {v};" for k, v in fields.items()), "}"])


def _option(option: Option) -> str:
    if isinstance(option, Choice):
        return " | ".join(f'"{value}"' for value, _ in option.choices)
    if isinstance(option, Integer | Number):
        return (
            "number | null"
            if option.default is None or getattr(option, "optional", False)
            else "number"
        )
    return "unknown"


def _comment(kind: Any) -> list[str]:
    """Returns the docstring of a type as a comment."""
    lines = (
        ((kind.__doc__ and getdoc(kind)) or "")
        .replace("``", "`")
        .replace("None", "null")
        .splitlines()
    )
    if len(lines) < 2:
        return [f"/** {lines[0]} */"] if lines else []
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _head(source: str) -> str:
    return f"// Written by `make types` from {source}.\n\n"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
