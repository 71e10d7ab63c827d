"""The SQL that reads and writes running games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from games.play.changes import GAME_COLUMNS, SEAT_COLUMNS, Changes
from games.play.game_transaction import GameTransaction
from games.play.rows import ChoiceRow, LoggedAct, PresenceRow, StepRow
from games.play.states import packed

Statement = tuple[str, Sequence[Any] | Mapping[str, Any]]
"""SQL that reads, and its values, in order or by name."""

Write = tuple[str, Sequence[Any]]
"""SQL that writes, and its values in order, so that several can be sent as one."""

GAME_FIELDS = ("id", "public_id", "variant", "settings", *GAME_COLUMNS)
"""The fields of a :class:`games.play.rows.GameRow` that its row has."""

SEAT_FIELDS = ("id", "number", "name", "is_bot", "owner", "stone", "mark", "gone", *SEAT_COLUMNS)
"""The fields of a :class:`games.play.rows.SeatRow`, in the order of the last columns of
:data:`READ_SEATS`."""

LOCK_GAMES = f"""
SELECT {", ".join(GAME_FIELDS)}
FROM games_game WHERE id = ANY(%s) ORDER BY id FOR UPDATE
"""  # noqa: S608 - names of our own columns
"""While it waits for a lock, it keeps the view of the database that it began with. So it reads only
the locked rows; later statements read the rest and see what was stored meanwhile."""

LOCK_FREE_GAMES = f"{LOCK_GAMES} SKIP LOCKED"
"""The same without waiting: games that somebody else has locked are left out."""

_PLAYERS = """
LEFT JOIN accounts_user u ON u.id = s.user_id
LEFT JOIN accounts_user o ON o.id = u.owner_id
LEFT JOIN accounts_user f ON f.id = s.former_id
LEFT JOIN games_presence p ON p.seat_id = s.id
"""
_SEAT = f"""p.away, p.due_at,
       s.id, s.number, coalesce(nullif(s.bot_name, ''), u.username, f.username),
       coalesce(u.is_bot, false), o.username,
       s.stone_colour, s.mark_colour, NOT coalesce(u.is_active, false),
       {", ".join(f"s.{name}" for name in SEAT_COLUMNS)}"""

READ_SEATS = f"""
SELECT s.game_id,
       CASE WHEN s.number = 0 THEN ARRAY(
         SELECT step.state FROM games_step last JOIN games_step step
           ON step.game_id = g.id AND step.number BETWEEN last.whole AND last.number
         WHERE last.game_id = g.id AND last.number = g.step ORDER BY step.number
       ) END,
       c.action, c.sealed_at, c.planned_at, plan.actions, plan.kept_at, {_SEAT}
FROM games_seat s
JOIN games_game g ON g.id = s.game_id {_PLAYERS}
LEFT JOIN games_plan plan ON plan.seat_id = s.id
LEFT JOIN games_sealedaction c ON c.game_id = g.id AND c.step = g.step + 1 AND c.seat_id = s.id
WHERE s.game_id = ANY(%s) ORDER BY s.number
"""  # noqa: S608 - names of our own columns
"""The seats of games with what is sealed and planned on them. Each row begins with its game's key;
that of the first seat also has the stored parts of the game's state, from the last whole one on."""

READ_SHOWN_SEATS = f"""
SELECT c.seat_id IS NOT NULL,
       CASE WHEN s.user_id = %(viewer)s AND coalesce(c.planned_at, c.sealed_at) >= %(shown_from)s
         THEN c.action END,
       CASE WHEN coalesce(plan.kept_at, %(long_ago)s) >= %(shown_from)s THEN plan.actions END,
       {_SEAT}
FROM games_seat s {_PLAYERS}
LEFT JOIN games_plan plan ON plan.seat_id = s.id AND s.user_id = %(viewer)s
LEFT JOIN games_sealedaction c
    ON c.game_id = s.game_id AND c.step = %(step)s AND c.seat_id = s.id
WHERE s.game_id = %(game)s ORDER BY s.number
"""  # noqa: S608 - names of our own columns
"""The seats of a game for a viewer: which of them have chosen for a step, and what the viewer has
chosen and planned, unless that was before ``shown_from``. What other seats chose and planned is not
read. A plan without a time was made ``long_ago``."""

_READ_STATES = """
SELECT step.game_id, step.number, step.state
FROM games_game game
JOIN games_step last ON last.game_id = game.id AND last.number = {number}
JOIN games_step step
    ON step.game_id = game.id AND step.number BETWEEN last.whole AND last.number
WHERE game.id {games} ORDER BY step.game_id, step.number
"""
READ_STATES = _READ_STATES.format(number="game.step", games="= ANY(%s)")
"""The stored parts of the current states of these games, from the last whole state on."""

READ_STATE_AT = _READ_STATES.format(number="%s", games="= %s")
"""The same for one game after a given step. Values: the step's number, the game's key."""

DELETE_CHOICES = "DELETE FROM games_sealedaction WHERE game_id = %s AND seat_id = ANY(%s)"
INSERT_CHOICE = """
INSERT INTO games_sealedaction (game_id, step, seat_id, action, sealed_at, planned_at)
VALUES (%s, %s, %s, %s, %s, %s)
"""
UPDATE_CHOICE = """
UPDATE games_sealedaction SET step = %s, action = %s, sealed_at = %s, planned_at = %s
WHERE game_id = %s AND seat_id = %s
"""
DELETE_PLANS = "DELETE FROM games_plan WHERE seat_id = ANY(%s)"
STORE_PLAN = """
INSERT INTO games_plan (seat_id, actions, kept_at) VALUES (%s, %s, %s)
ON CONFLICT (seat_id) DO UPDATE SET actions = EXCLUDED.actions, kept_at = EXCLUDED.kept_at
"""
STORE_PRESENCES = """
INSERT INTO games_presence (seat_id, game_id, away, due_at)
SELECT seat_id, %s, away, due_at
FROM jsonb_to_recordset(%s) AS told (seat_id bigint, away boolean, due_at timestamptz)
ORDER BY seat_id
ON CONFLICT (seat_id) DO UPDATE SET away = EXCLUDED.away, due_at = EXCLUDED.due_at
"""
"""In the order in which open pages lock these rows, without locking their game."""
DELETE_PRESENCES = "DELETE FROM games_presence WHERE seat_id = ANY(%s)"
INSERT_STEPS = """
INSERT INTO games_step
    (game_id, number, actions, leave, events, turn, sealed, state, whole, missed, cause,
     resolved_at)
VALUES"""
END_TENURE = """
UPDATE games_tenure SET to_step = %s, why = %s
WHERE game_id = %s AND seat_id = %s AND to_step IS NULL
"""
BEGIN_TENURE = """
INSERT INTO games_tenure (game_id, seat_id, member_id, from_step, why) VALUES (%s, %s, %s, %s, '')
"""
INSERT_ACTS = """
INSERT INTO games_moderatoract
    (game_id, what, seat_id, by_id, why, reason, count, vote, step, at, until)
VALUES"""
INSERT_CHAT = "INSERT INTO games_chatmessage (id, game_id, room, author_id, text, said_at) VALUES"
INSERT_EVENTS = """
INSERT INTO games_gameevent (game_id, audience, seq, kind, data, at)
SELECT %s, audience, seq, kind, data, %s
FROM jsonb_to_recordset(%s) AS told (audience text, seq integer, kind text, data jsonb)
"""
"""All rows are one value: psycopg reads a statement of more than fifty values anew each time."""

JSON_COLUMNS = {"awaiting", "numbers", "outcome", "votes", "given", "turns_chosen", "turns_missed"}

json = partial(Jsonb, dumps=msgspec.json.encode)


def statements_of(
    run: GameTransaction, changes: Changes, stored: dict[int, ChoiceRow]
) -> Iterator[Write]:
    """The statements that store what a run has changed. ``stored``: the choices that it began
    with. No two of them change the same row."""
    game_id = run.game.id
    seat_ids = {seat.number: seat.id for seat in run.seats}
    yield from _choices(changes, game_id, seat_ids, stored)
    if changes.plans_gone:
        yield DELETE_PLANS, ([seat_ids[number] for number in changes.plans_gone],)
    for number, (plan, kept_at) in changes.plans.items():
        yield STORE_PLAN, (seat_ids[number], json(plan), kept_at)
    if changes.steps:
        yield _insert(INSERT_STEPS, [_step_values(game_id, step) for step in changes.steps])
    for ended in changes.tenures_ended:
        yield END_TENURE, (ended.to_step, str(ended.why), game_id, seat_ids[ended.seat])
    for tenure in changes.tenures_begun:
        yield BEGIN_TENURE, (game_id, seat_ids[tenure.seat], tenure.user_id, tenure.from_step)
    if changes.presences:
        yield from _presences(changes.presences, game_id, seat_ids)
    yield from _told(run, changes)
    for number, columns in changes.seats.items():
        yield _update("games_seat", seat_ids[number], SEAT_COLUMNS, columns)
    if changes.game:
        yield _update("games_game", game_id, GAME_COLUMNS, changes.game)


def as_one(statements: Sequence[Write]) -> tuple[str, list[Any]]:
    """One statement that does what all of these do. No two of them may change the same row."""
    *others, last = (sql for sql, _ in statements)
    parts = ", ".join(f"part_{number} AS ({sql})" for number, sql in enumerate(others))
    return (f"WITH {parts} {last}" if parts else last), list(
        chain(*(values for _, values in statements))
    )


def _choices(
    changes: Changes, game_id: int, seat_ids: dict[int, int], stored: dict[int, ChoiceRow]
) -> Iterator[Write]:
    if changes.choices_gone:
        yield DELETE_CHOICES, (game_id, [seat_ids[number] for number in changes.choices_gone])
    for number, choice in changes.choices.items():
        action, seat = json(choice.action), seat_ids[number]
        times = choice.sealed_at, choice.planned_at
        if number in stored:
            yield UPDATE_CHOICE, (changes.step, action, *times, game_id, seat)
        else:
            yield INSERT_CHOICE, (game_id, changes.step, seat, action, *times)


def _presences(
    presences: Mapping[int, PresenceRow | None], game_id: int, seat_ids: dict[int, int]
) -> Iterator[Write]:
    gone = [seat_ids[number] for number, presence in presences.items() if presence is None]
    if gone:
        yield DELETE_PRESENCES, (gone,)
    stored = [
        {"seat_id": seat_ids[number], "away": presence.away, "due_at": presence.due_at}
        for number, presence in presences.items()
        if presence is not None
    ]
    if stored:
        yield STORE_PRESENCES, (game_id, json(stored))


def _told(run: GameTransaction, changes: Changes) -> Iterator[Write]:
    """What was said, logged and told."""
    game_id = run.game.id
    if changes.said:
        messages = [
            (each.id, game_id, str(each.room), each.author.user_id, each.text, each.said_at)
            for each in changes.said
        ]
        yield _insert(INSERT_CHAT, messages)
    if changes.logged:
        yield _insert(INSERT_ACTS, [_act_values(game_id, act) for act in changes.logged])
    if changes.events:
        rows = [
            {"audience": each.audience, "seq": seq, "kind": each.kind, "data": each.stored}
            for seq, each in changes.events
        ]
        yield INSERT_EVENTS, (game_id, run.now, json(rows))


def _act_values(game_id: int, act: LoggedAct) -> tuple[Any, ...]:
    return (
        game_id,
        str(act.what),
        None if act.seat is None else act.seat.id,
        None if act.by is None else act.by.user_id,
        act.why,
        str(act.reason),
        act.count,
        _json_or_null(act.vote),
        act.step,
        act.at,
        act.until,
    )


def _step_values(game_id: int, step: StepRow) -> tuple[Any, ...]:
    return (
        game_id,
        step.number,
        None if step.actions is None else packed(step.actions),
        _json_or_null(step.leave),
        packed(step.line["events"]),
        step.line["turn"],
        step.line["sealed"],
        step.state,
        step.whole,
        json(step.missed),
        str(step.cause),
        step.resolved_at,
    )


def _insert(into: str, rows: Sequence[tuple[Any, ...]]) -> Write:
    """A statement that inserts these rows, in order."""
    row = f"({', '.join(['%s'] * len(rows[0]))})"
    return f"{into} {', '.join([row] * len(rows))}", list(chain(*rows))


def _update(table: str, key: int, order: tuple[str, ...], columns: dict[str, Any]) -> Write:
    """A statement that writes columns of one row, always in the same order, so that it stays
    prepared."""
    names = [name for name in order if name in columns]
    sets = ", ".join(f'"{name}" = %s' for name in names)
    values = [
        _json_or_null(value)
        if name in JSON_COLUMNS
        else (str(value) if isinstance(value, str) else value)  # of our enumerations, the text
        for name, value in ((name, columns[name]) for name in names)
    ]
    return f'UPDATE "{table}" SET {sets} WHERE id = %s', [*values, key]  # noqa: S608 - our own


def _json_or_null(value: Any) -> Any:
    return None if value is None else json(value)
