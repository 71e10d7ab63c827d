"""The command line ``python -m engines``: lists the games, starts, plays, replays and checks
records."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from . import record, registry, strict_json
from .command_help import COMMAND, epilog
from .options import Choice, Option
from .playing import LEVELS, played_on
from .record import RecordError
from .replay import ReplayedStep, replay
from .rules import IllegalAction, Json, Rules


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0, or 1 if a record is refused.

    Wrong usage exits with 2 (SystemExit), as argparse does.
    """
    chosen = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], None] = chosen.command
    try:
        command(chosen)
        sys.stdout.flush()
    except (RecordError, IllegalAction) as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader closed the pipe early. Without this, Python would complain again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _list(_: argparse.Namespace) -> None:
    print(json.dumps([_about(game) for game in registry.GAMES], indent=2))


def _new(chosen: argparse.Namespace) -> None:
    game = registry.game(chosen.slug)
    given = [_option(game, text) for text in chosen.option]
    options = dict(given)
    if len(options) < len(given):
        raise IllegalAction("bad-options", "an option is given twice")
    print(record.write(record.new(chosen.slug, chosen.seats, options, chosen.seed)), end="")


def _replay(chosen: argparse.Namespace) -> None:
    step = None
    for step in replay(record.read(_contents(chosen.record))):
        if chosen.each:
            print(_shown(step, chosen))
    if step is not None and not chosen.each:
        print(_shown(step, chosen))


def _shown(step: ReplayedStep, chosen: argparse.Namespace) -> str:
    if chosen.text:
        return f"Step {step.step}. {step.game.text(step.state, None)}\n"
    return json.dumps(step.as_json(chosen.extras))


def _play(chosen: argparse.Namespace) -> None:
    whole = record.read(_contents(chosen.record))
    print(record.write(played_on(whole, [LEVELS[name] for name in chosen.bot])), end="")


def _check(chosen: argparse.Namespace) -> None:
    for _ in replay(record.read(_contents(chosen.record))):
        pass


def _contents(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        values = {"name": name, "why": error.strerror}
        raise RecordError("bad-record", "cannot read %(name)s: %(why)s", values) from error


def _about(game: Rules[Any]) -> Json:
    return {
        "slug": game.slug,
        "name": game.name,
        "about": game.about,
        "least_seats": game.least_seats,
        "most_seats": game.most_seats,
        "seats": list(game.seats_allowed()),
        "actions": list(game.actions),
        "options": [
            {
                "name": option.name,
                "type": option.kind,
                "default": option.default,
                "range": option.range(),
                "help": option.help,
            }
            for option in game.options
        ],
    }


def _option(game: Rules[Any], given: str) -> tuple[str, Any]:
    """An option's name and value. The value is read as JSON, or else as plain text."""
    name, equals, text = given.partition("=")
    if not equals:
        raise IllegalAction(
            "bad-options", "write an option as NAME=VALUE, not %(given)s", {"given": given}
        )
    declared: dict[str, Option] = {option.name: option for option in game.options}
    if isinstance(declared.get(name), Choice):
        return name, text
    try:
        return name, strict_json.parse(text)
    except ValueError:
        return name, text


def _seed(text: str) -> int:
    whole = text.isascii() and text.isdigit()
    seed = strict_json.parse_integer(text) if whole else -1
    if not 0 <= seed <= record.LARGEST_SEED:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 2^63-1")
    return seed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Lists the games, and starts, plays, replays and checks their records.\n"
        "A record is one game in a JSON file; no command changes the file.",
        epilog=epilog(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(
        title="commands (COMMAND --help tells more)", required=True, metavar="COMMAND"
    )
    add = partial(commands.add_parser, allow_abbrev=False)

    about = "prints every game with its seats, actions and options, as JSON"
    listing = add("list", help=about, description=_sentence(about))
    listing.set_defaults(command=_list)

    about = "prints an empty record of a game"
    start = add("new", help=about, description=_sentence(about))
    start.set_defaults(command=_new)
    start.add_argument("slug", metavar="SLUG", help=f"one of {', '.join(_slugs())}")
    start.add_argument("--seats", type=int, required=True, metavar="N", help="how many seats")
    start.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as size=9 or collision=ko (list tells them); VALUE is a "
        "word or JSON; once for each option",
    )
    start.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="S",
        help="what decides all chance in the game, from 0 to 2^63-1; left out, 0",
    )

    about = "plays a record again and prints its last position, as JSON"
    again = add("replay", help=about, description=_sentence(about))
    again.set_defaults(command=_replay)
    _add_record(again)
    again.add_argument(
        "--each", action="store_true", help="prints the starting position and a line for each step"
    )
    again.add_argument(
        "--text", action="store_true", help="prints positions as drawings in text, not as JSON"
    )
    _add_extras(again)

    about = "lets bots play a record on to its end, and prints the record"
    play = add("play", help=about, description=_sentence(about))
    play.set_defaults(command=_play)
    _add_record(play)
    play.add_argument(
        "--bot",
        action="append",
        default=[],
        choices=LEVELS,
        help="the level of a seat's bot, once for each seat in their order; left out, medium",
    )

    about = "says nothing and exits with 0 if a record replays"
    check = add("check", help=about, description=_sentence(about))
    check.set_defaults(command=_check)
    _add_record(check)
    return parser


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record", metavar="RECORD.json", help="the record's file, or - for standard input"
    )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _add_extras(parser: argparse.ArgumentParser) -> None:
    """Adds a flag for each extra of any game; a game without that extra ignores it."""
    offers: dict[str, list[str]] = {}
    for game in registry.GAMES:
        for extra in game.extras:
            offers.setdefault(extra.name, []).append(f"{game.slug}: {extra.help}")
    for name, helps in offers.items():
        parser.add_argument(
            f"--{name}",
            action="append_const",
            dest="extras",
            const=name,
            default=[],
            help="; ".join(helps).replace("%", "%%"),
        )
    if not offers:
        parser.set_defaults(extras=[])


def _slugs() -> list[str]:
    return [game.slug for game in registry.GAMES]
