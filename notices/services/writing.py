"""Notices of what happens in games and at tables, written in the same transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.services.mutes import those_who_mute
from games.play.clock import is_quick
from games.play.game_transaction import GameTransaction
from games.play.messages import ChatSaid, GameResumed
from games.store.statements import Write, json
from lobby.models import Table
from lobby.publishing import (
    Asked,
    AskedIfHere,
    ClosedByModerator,
    Declined,
    FitsWish,
    Invited,
    LetIn,
    LobbyEvent,
    MatchAsked,
    MatchOver,
    PlayersSought,
    RematchOffered,
    Said,
    Starting,
    StartStopped,
    TableEvent,
    TableOpened,
    TableStarted,
    TableUpdated,
    WishesChanged,
    WishesMet,
    WishesUnmet,
)
from notices.channels import DUE_COLUMNS, due_columns, due_in_sql
from notices.events import (
    Notification,
    members_to_refresh,
    notifications_of,
    warned_at,
)
from notices.live import hint, hint_on_commit
from notices.mentions import members_named, members_who_may_read, mentioned
from notices.models import Kind, Notice, What
from notices.services.looking import tell_of_wish, withdraw_notices_of_wishes
from notices.services.stepping_in import members_to_ask
from notices.stakes import is_at_stake

MOST_FITTING_TABLES = 3
"""The most tables of one host that a member is told of within an hour because they fit a wish."""
SENT_ONCE_IN = timedelta(days=1)
"""If the same member does something again within this time, such as mentioning somebody, the new
notice replaces the unread one but is not sent again: nobody can make a phone ring over and over."""

REPEATED = """notices_notice.read_at IS NULL AND notices_notice.what = excluded.what
    AND notices_notice.who_id = excluded.who_id AND notices_notice.at > %s"""

DUE = f"CASE WHEN {REPEATED} THEN notices_notice.{{due}} ELSE excluded.{{due}} END"

COLUMNS = (
    *("member_id", "kind", "what", "game_id", "step", "who_id", "last_chance", "at"),
    *DUE_COLUMNS,
)
WRITE_NOTICES = f"""
INSERT INTO notices_notice ({", ".join(COLUMNS)})
SELECT {{columns}} FROM jsonb_to_recordset(%s) AS told (
    member_id bigint, kind text, what text, game_id bigint, step integer, who_id bigint,
    last_chance boolean, at timestamptz, push_due_at timestamptz, mail_due_at timestamptz,
    hook_due_at timestamptz
)
ON CONFLICT (member_id, kind, game_id) DO UPDATE SET
    what = excluded.what, step = excluded.step, who_id = excluded.who_id,
    last_chance = excluded.last_chance, at = excluded.at, read_at = NULL,
    {", ".join(f"{due} = {DUE.format(due=due)}" for due in DUE_COLUMNS)}
"""  # noqa: S608 - names of our own columns
"""All rows are one value, so that the statement stays the same and prepared."""

WARN = """
INSERT INTO notices_turnwarning (game_id, step, due_at, planned)
SELECT %s, %s, %s, NOT EXISTS (
    SELECT FROM games_seat seat JOIN notices_timing own ON own.member_id = seat.user_id
    WHERE seat.game_id = %s AND own.warn_before IS NOT NULL
)
ON CONFLICT (game_id) DO UPDATE SET
    step = excluded.step, due_at = excluded.due_at, planned = excluded.planned
"""
"""Where nobody wants to be warned earlier than usual, nothing is left to plan."""

WITHDRAW_WARNINGS = """
UPDATE notices_notice SET step = NULL
WHERE game_id = %s AND kind = 'time' AND member_id NOT IN ({warned})
"""
"""Withdraws warnings that time runs out, so that they are given again later; not for members whom
this run notifies."""

MOVE_NOTICES = """
UPDATE notices_notice SET step = %s
WHERE game_id = %s AND step = %s
    AND ((kind = 'time' AND member_id = ANY(%s)) OR (kind = 'turn' AND member_id = ANY(%s)))
"""
"""Notices belong to a step, but a turn may last several: members who still owe a choice keep
theirs."""


def write_game_notices(run: GameTransaction) -> Iterator[Write]:
    """Writes the notices of a run, and when to warn players of the end of the next turn. Guests get
    none."""
    if run.game.settings.guest:
        return
    now = run.now
    rows = [_row(run.game.id, each, now) for each in notifications_of(run)]
    if run.said:
        rows += _mentions(run)
    if run.tenures_ended:
        rows += _offered_seats(run)
    hinted = {row[0] for row in rows} | members_to_refresh(run)
    if run.seats_changed:
        hinted |= _with_withdrawn_offers(run)
    run.extra_messages.extend(hint(member) for member in sorted(hinted))
    if rows:
        yield write_notices(rows)
    yield from _moved_notices(run)
    settings, deadline = run.game.settings, run.game.deadline
    if is_quick(settings):
        return
    if run.was_postponed:
        warned = [row[0] for row in rows if row[1] == Kind.TIME]
        yield _withdraw_warnings(run.game.id, warned)
        playing = {seat.user_id for seat in run.people() if seat.user_id is not None}
        run.extra_messages.extend(hint(member) for member in sorted(playing - hinted))
    begins = bool(run.steps or run.tenures_begun) or run.begins
    if (begins or run.was_postponed or _was_resumed(run)) and deadline is not None:
        game, at = run.game, warned_at(settings, deadline)
        yield WARN, (game.id, game.next_step, at, game.id)


def _moved_notices(run: GameTransaction) -> Iterator[Write]:
    """When a turn has another step, moves the notices of players who still owe a choice to that
    step: "It is your turn", unless they have just acted, and "Your time is running out"."""
    if not run.steps or run.turn_began or run.game.is_over:
        return
    is_long = not is_quick(run.game.settings)
    owe = [
        seat for seat in run.people() if seat.number in run.game.awaiting and (is_long or seat.away)
    ]
    if owe:
        acted = {number for step in run.steps for number in step.actions or {}}
        everybody = [seat.user_id for seat in owe]
        others = [seat.user_id for seat in owe if str(seat.number) not in acted]
        step = run.steps[0].number
        yield MOVE_NOTICES, (run.game.next_step, run.game.id, step, everybody, others)


def _was_resumed(run: GameTransaction) -> bool:
    """Whether a paused game has been resumed. A new turn may have begun during the pause, because
    somebody left."""
    return any(isinstance(each.message, GameResumed) for each in run.emitted)


def write_notices(rows: Sequence[Sequence[Any]]) -> Write:
    """The statement that writes notices. A row of ``rows``: member, kind, what, game, step, who,
    last chance, and the time, which is the same in all rows."""
    at = rows[0][-1]
    written = [dict(zip(COLUMNS, row)) for row in rows]
    urgent = [is_at_stake(each["what"], last_chance=each["last_chance"]) for each in written]
    due = {each: due_columns(at, urgent=each) for each in set(urgent)}
    written = [each | due[is_urgent] for each, is_urgent in zip(written, urgent)]
    in_sql = due_in_sql()
    columns = ", ".join(in_sql.get(column, f"told.{column}") for column in COLUMNS)
    since = at - SENT_ONCE_IN
    return WRITE_NOTICES.format(columns=columns), (json(written), *[since] * len(DUE_COLUMNS))


def _withdraw_warnings(game: int, warned: Sequence[int]) -> Write:
    nobody = 0  # a list in SQL must not be empty
    members = warned or [nobody]
    return WITHDRAW_WARNINGS.format(warned=", ".join(["%s"] * len(members))), (game, *members)


def write_table_notices(event: LobbyEvent) -> None:
    """Writes the notices of what happened at a table or with members' wishes, in the same
    transaction. Invitations and mentions by somebody whom a member mutes cause none."""
    match event:
        case MatchAsked():
            _write_match_notices(event.members)
        case MatchOver():
            _withdraw_match_notices(event.members)
        case PlayersSought():
            tell_of_wish(event.wish)
        case WishesChanged():
            withdraw_notices_of_wishes(event.pace)
        case AskedIfHere():
            _notify_at_table(event.table, event.user_id, What.HERE, who=None)
        case TableStarted() | TableOpened() | WishesMet() | WishesUnmet():
            pass  # the game itself notifies its players
        case _:
            _tell_of_table(event)


def _write_match_notices(members: Collection[int]) -> None:
    """One notice for each member, of whatever match: a new one replaces the last."""
    now = timezone.now()
    Notice.objects.filter(member__in=members, what=What.MATCHED).delete()
    Notice.objects.bulk_create(
        Notice(member_id=member, kind=Kind.TABLE, what=What.MATCHED, at=now, **due_columns(now))
        for member in members
    )
    for member in members:
        hint_on_commit(member)


def _withdraw_match_notices(members: Collection[int]) -> None:
    """Deletes the notices of members who are no longer asked."""
    if members and Notice.objects.filter(member__in=members, what=What.MATCHED).delete()[0]:
        for member in members:
            hint_on_commit(member)


FROM_HOST = {Declined: What.REFUSED, LetIn: What.LET_IN, FitsWish: What.FITS}
"""What notices say that a host has done, by the event."""


def _tell_of_table(event: TableEvent | StartStopped | TableUpdated | Said) -> None:
    table = event.table
    match event:
        case StartStopped():
            _withdraw_start(table)
        case Said():
            _notify_of_mentions(event)
        case Asked():
            if table.host_id is not None:
                _notify_at_table(table, table.host_id, What.ASKED, who=event.user_id)
        case Invited() | RematchOffered():
            _notify_of_invitation(event)
        case Starting():
            _notify_of_start(table, event.user_id)
        case ClosedByModerator():
            member, kind = event.user_id, Kind.MODERATION
            _notify_at_table(table, member, What.CLOSED, who=None, kind=kind)
        case FitsWish() if _was_told_enough(event.user_id, table.host_id):
            pass
        case Declined() | LetIn() | FitsWish():
            _notify_at_table(table, event.user_id, FROM_HOST[type(event)], who=table.host_id)


def _was_told_enough(member: int, host: int | None) -> bool:
    """Whether the member has just been told of several tables of this host's."""
    lately = Notice.objects.filter(
        member=member, what=What.FITS, who=host, at__gt=timezone.now() - timedelta(hours=1)
    )
    return lately.count() >= MOST_FITTING_TABLES


def _notify_of_invitation(event: Invited | RematchOffered) -> None:
    if event.by_id is None or those_who_mute(event.by_id, {event.user_id}):
        return
    what = What.INVITED if isinstance(event, Invited) else What.REMATCH
    _notify_at_table(event.table, event.user_id, what, who=event.by_id)


def _notify_of_mentions(said: Said) -> None:
    author, members = members_named(said.text, said.author.username)
    for member in members_who_may_read(said.table, members):
        _notify_at_table(said.table, member, What.MENTIONED, who=author, kind=Kind.MENTION)


def _notify_of_start(table: Table, member: int) -> None:
    """One notice per table: if the countdown runs again, the old notice is shown again, and stays
    read if it was."""
    if Notice.objects.filter(member=member, table=table, what=What.STARTING).exists():
        hint_on_commit(member)
    else:
        _notify_at_table(table, member, What.STARTING, who=None)


def hint_at_table(event: LobbyEvent) -> None:
    """Makes the pages of all members with notices of a table refresh the bell when it changes: an
    invitation may have been answered, or the table closed."""
    if not isinstance(event, TableUpdated):
        return
    notices = Notice.objects.filter(table=event.table, kind=Kind.TABLE).order_by()
    for member in notices.values_list("member", flat=True).distinct():
        hint_on_commit(member)


def _withdraw_start(table: Table) -> None:
    """Withdraws the notices of a countdown from members who have left the table. For the others
    :func:`notices.lists.current` hides them while no countdown runs."""
    notices = Notice.objects.filter(table=table, what=What.STARTING)
    for member in notices.filter(read_at=None).values_list("member", flat=True):
        hint_on_commit(member)
    seated = table.places.filter(number__isnull=False)
    notices.exclude(member__in=seated.values("user")).delete()


def _notify_at_table(
    table: Table, member: int, what: What, *, who: int | None, kind: Kind = Kind.TABLE
) -> None:
    now = timezone.now()
    again = Notice.objects.filter(member=member, kind=kind, table=table, what=what, read_at=None)
    if not again.filter(who=who, at__gt=now - SENT_ONCE_IN).update(at=now):
        Notice.objects.update_or_create(
            member_id=member,
            kind=kind,
            table=table,
            defaults={"what": what, "who_id": who, "at": now, "read_at": None, **due_columns(now)},
        )
    hint_on_commit(member)


def _row(game_id: int, each: Notification, at: datetime, who: int | None = None) -> tuple[Any, ...]:
    kind, what = str(each.kind), str(each.what)
    return each.member, kind, what, game_id, each.step, who, each.last_chance, at


def _offered_seats(run: GameTransaction) -> list[tuple[Any, ...]]:
    """Rows about a newly offered seat, for members who like to step in. None if the game is not
    public, as its address is only for people who have been given it."""
    ended = {each.seat for each in run.tenures_ended}
    offered = any(seat.offered_until and seat.number in ended for seat in run.seats)
    if not offered or not run.game.settings.listed:
        return []
    notices = [Notification(each, Kind.SEAT, What.SEAT_OFFERED) for each in members_to_ask(run)]
    return [_row(run.game.id, one, run.now) for one in notices]


def _with_withdrawn_offers(run: GameTransaction) -> set[int]:
    """The members with notices of a seat that has been taken over or is no longer offered."""
    if run.begins or any(seat.offered_until for seat in run.seats):
        return set()
    notices = Notice.objects.filter(game=run.game.id, kind=Kind.SEAT)
    return set(notices.values_list("member", flat=True))


def _mentions(run: GameTransaction) -> list[tuple[Any, ...]]:
    rows = []
    for each in run.emitted:
        if isinstance(each.message, ChatSaid):
            author, members = mentioned(run, each.message.message)
            notices = [Notification(member, Kind.MENTION, What.MENTIONED) for member in members]
            rows += [_row(run.game.id, one, run.now, author) for one in notices]
    return rows
