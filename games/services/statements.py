"""PostgreSQL statements that store what a run has changed, and functions that read its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from games.models import FORMER_MEMBER
from games.play.changes import GAME_COLUMNS, SEAT_COLUMNS, Changes
from games.play.packed import packed
from games.play.rows import ChoiceRow, GameRow, SeatRow, StepRow
from games.play.run import Run, begun
from games.play.settings import read_settings
from games.play.states import StoredState
from games.publishing import Statement

JSON_COLUMNS = {"awaiting", "numbers", "outcome", "votes", "given", "turns_chosen"}

READ_SEATS = f"""
SELECT s.game_id, c.action, c.sealed_at, c.planned_at, plan.actions, plan.kept_at,
       s.id, s.number, coalesce(nullif(s.bot_name, ''), u.username, f.username),
       coalesce(u.is_bot, false),
       s.stone_colour, s.mark_colour, NOT coalesce(u.is_active, false),
       coalesce(p.away, false), {", ".join(f"s.{name}" for name in SEAT_COLUMNS)}
FROM games_seat s
JOIN games_game g ON g.id = s.game_id
LEFT JOIN accounts_user u ON u.id = s.user_id
LEFT JOIN accounts_user f ON f.id = s.former_id
LEFT JOIN games_presence p ON p.seat_id = s.id
LEFT JOIN games_plan plan ON plan.seat_id = s.id
LEFT JOIN games_sealedaction c ON c.game_id = g.id AND c.step = g.step + 1 AND c.seat_id = s.id
WHERE s.game_id = ANY(%s) ORDER BY s.number
"""  # noqa: S608 - names of our own columns
"""The seats of games with what is sealed and planned on them; each row begins with its game's
key."""

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
    (game_id, what, seat_id, by_id, why, reason, step, at, until)
VALUES"""
INSERT_EVENTS = """
INSERT INTO games_gameevent (game_id, audience, seq, kind, data, at) VALUES"""

json = partial(Jsonb, dumps=msgspec.json.encode)


def statements_of(run: Run, changes: Changes, stored: dict[int, ChoiceRow]) -> Iterator[Statement]:
    """The statements that store what a run has changed. ``stored``: the choices that it began
    with."""
    game_id = run.game.id
    seat_ids = {seat.number: seat.id for seat in run.seats}
    yield from _of_choices(changes, game_id, seat_ids, stored)
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
    if changes.logged:
        acts = [
            (game_id, str(act.what), act.seat.id, None, "", "", act.step, act.at, act.until)
            for act in changes.logged
        ]
        yield _insert(INSERT_ACTS, acts)
    if changes.events:
        rows = [
            (game_id, each.audience, seq, each.kind, json(each.kept), run.now)
            for seq, each in changes.events
        ]
        yield _insert(INSERT_EVENTS, rows)
    for number, columns in changes.seats.items():
        yield _update("games_seat", seat_ids[number], SEAT_COLUMNS, columns)
    if changes.game:
        yield _update("games_game", game_id, GAME_COLUMNS, changes.game)


def _of_choices(
    changes: Changes, game_id: int, seat_ids: dict[int, int], stored: dict[int, ChoiceRow]
) -> Iterator[Statement]:
    if changes.choices_gone:
        yield DELETE_CHOICES, (game_id, [seat_ids[number] for number in changes.choices_gone])
    for number, choice in changes.choices.items():
        action, seat = json(choice.action), seat_ids[number]
        times = choice.sealed_at, choice.planned_at
        if number in stored:
            yield UPDATE_CHOICE, (changes.step, action, *times, game_id, seat)
        else:
            yield INSERT_CHOICE, (game_id, changes.step, seat, action, *times)


def game_row_of(found: Sequence[Any], state: StoredState) -> GameRow:
    """A game, from its key, public id, variant, settings, and the columns that change; ``state``:
    that of its last step."""
    key, public_id, variant, stored, *columns = found
    values = {name: in_utc(value) for name, value in zip(GAME_COLUMNS, columns, strict=True)}
    settings = read_settings(stored)
    return GameRow(
        id=key, public_id=public_id, variant=variant, settings=settings, state=state, **values
    )


def seat_row_of(found: Sequence[Any]) -> SeatRow:
    """A seat, from its key, number, name, whether that is a bot's, colours, whether the account is
    gone and the player away, and the columns that change."""
    key, number, name, is_bot, stone, mark, gone, away, *columns = found
    values = {name: in_utc(value) for name, value in zip(SEAT_COLUMNS, columns, strict=True)}
    return SeatRow(
        id=key,
        number=number,
        name=name or FORMER_MEMBER,
        is_bot=is_bot,
        stone=stone,
        mark=mark,
        gone=gone,
        away=away,
        **values,
    )


def run_of(game: GameRow, found: Iterable[Sequence[Any]], now: datetime) -> Run:
    """A run of a game. ``found``: its rows of :data:`READ_SEATS`, without the game's key."""
    seats, choices, plans, plan_times = [], {}, {}, {}
    for action, sealed_at, planned_at, planned, kept_at, *columns in found:
        seat = seat_row_of(columns)
        seats.append(seat)
        if sealed_at is not None:
            choices[seat.number] = ChoiceRow(action, in_utc(sealed_at), in_utc(planned_at))
        if planned is not None:
            plans[seat.number] = planned
        if kept_at is not None:
            plan_times[seat.number] = in_utc(kept_at)
    return begun(game, seats, choices, now, plans, plan_times)


def in_utc(value: Any) -> Any:
    """Times converted to UTC, as in all messages; any other value unchanged."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def _step_values(game_id: int, step: StepRow) -> tuple[Any, ...]:
    actions = None if step.actions is None else packed(step.actions)
    played = actions, _json_or_null(step.leave), packed(step.line["events"])
    held = step.line["turn"], step.line["sealed"], step.state, step.whole
    return (
        game_id,
        step.number,
        *played,
        *held,
        json(step.missed),
        str(step.cause),
        step.resolved_at,
    )


def _insert(into: str, rows: Sequence[tuple[Any, ...]]) -> Statement:
    """A statement that inserts these rows, in order."""
    row = f"({', '.join(['%s'] * len(rows[0]))})"
    return f"{into} {', '.join([row] * len(rows))}", list(chain(*rows))


def _update(table: str, key: int, order: tuple[str, ...], columns: dict[str, Any]) -> Statement:
    """A statement that writes columns of one row, always in the same order, so that it stays
    prepared."""
    names = [name for name in order if name in columns]
    sets = ", ".join(f'"{name}" = %s' for name in names)
    values = [
        _json_or_null(columns[name]) if name in JSON_COLUMNS else _plain(columns[name])
        for name in names
    ]
    return f'UPDATE "{table}" SET {sets} WHERE id = %s', [*values, key]  # noqa: S608 - our own


def _plain(value: Any) -> Any:
    """A value as psycopg takes it: members of our enumerations become text."""
    return str(value) if isinstance(value, str) else value


def _json_or_null(value: Any) -> Any:
    return None if value is None else json(value)
