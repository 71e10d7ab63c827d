"""What ``python -m engines --help`` says below the list of commands: enough to write a record."""

from __future__ import annotations

import json

from . import registry

COMMAND = f"python -m {__package__}"

EXAMPLES = """\
examples:
  COMMAND list
  COMMAND new multiplayer-go --seats 3 --option size=13 > game.json
  COMMAND replay game.json                  the last position
  COMMAND replay game.json --each --heat    every position, with heat
  COMMAND replay game.json --text           the last position, drawn in text
  COMMAND play game.json --bot easy         the record, played on by bots
  COMMAND check - < game.json               nothing if all is well
"""

RECORD = """\
a record:
  {"format": "miai-record", "version": 1, "variant": "multiplayer-go", "seats": 3,
   "options": {"size": 9}, "seed": 7,
   "steps": [
     {"actions": {"0": {"type": "place", "at": [2, 3]}, "2": {"type": "pass"}}},
     {"leave": [1]}]}
  "variant" is the slug of a game; "options" and "seed" may be left out. A step
  holds the actions of seats, or says which seats left. Seats are counted from 0,
  and so are points: [x, y] is x to the right and y down from the top left corner.
  Awaited seats that a step does not name were absent. Where one seat acts at a
  time, a step names that seat, or none if its time ran out.
"""

LINES = """\
what replay prints, one JSON object a line:
  step       how many steps have been played; 0 is the starting position
  turn       the turn being prepared, from 1
  phase      "play", "counting" or "finished"
  sealed     whether all choose in secret and at once
  awaiting   the seats that owe an action
  events     what the step did, in order
  position   what everybody may see
  outcome    null; at the end ranks (1 is the best), scores by seat, the reason
"""

ENDS = """\
exit codes:
  0  all is well
  1  refused; one line on standard error says where, a code, and why:
     step 3: seat 1: occupied: [2, 3] already holds a stone
  2  the command was not understood
"""


def epilog() -> str:
    """Examples, what a record looks like, the games, what is printed, and the exit codes."""
    examples = EXAMPLES.replace("COMMAND", COMMAND)
    return "\n".join((examples, RECORD, _games(), LINES, ENDS))


def _games() -> str:
    lines = ['games, with an action of each form ("list" tells their options too):']
    for game in registry.GAMES:
        lines.append(f"  {game.slug}: {game.seat_counts_in_words()} seats")
        lines += [f"    {json.dumps(action)}" for action in game.actions]
    return "\n".join(lines) + "\n"
