"""The rows of a table's page (seats, colours, invitations, chat) and some of its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.services.mutes import muted_names
from games.models import FORMER_MEMBER
from games.pages.opponents import level_in_words
from games.pages.snapshots import CHAT_LINES
from lobby.access import invitation_of
from lobby.colours import Colours, fitting_colours, free_colours
from lobby.models import Place, Table, TableInvitation
from lobby.seating import Seating
from lobby.settings_words import in_words
from pages.palette import Colour


@dataclass(frozen=True)
class TableSeat:
    """A seat in the list; ``place`` is None if it is free. ``ordinal``: the number shown, counted
    from 1; a letter would look like a column of a board.

    ``colour``, ``colour_name``: key and name of the colour that the rules give the seat; empty if
    they give none. ``is_away``: the host sits there and is away; always False for others.
    ``may_dress``: whether the member may name and colour the bot there. ``may_remove``: whether the
    member may free the seat. ``bot_stones``: the palette for that bot.
    ``reliability``: how reliable the person there is, in words.
    """

    number: int
    ordinal: str
    place: Place | None
    colour: str
    colour_name: str
    is_you: bool
    is_away: bool
    may_dress: bool
    may_remove: bool
    bot_stones: Sequence[Swatch]
    reliability: str = ""

    @property
    def level(self) -> str:
        """How strong the bot there is, in words; empty for people."""
        return level_in_words(None if self.place is None else self.place.user)


@dataclass(frozen=True)
class ChatLine:
    """A chat message at the table. ``is_muted``: the member has muted its author."""

    id: int
    author: str
    text: str
    said_at: datetime
    is_own: bool
    address: str
    """The address of the author's page; empty if the account was deleted."""
    is_muted: bool
    may_be_reported: bool


@dataclass(frozen=True)
class InvitedRow:
    """Somebody who was invited. ``stands``: they can still come. ``lapsed``: a sentence if the
    invitation has expired, else empty."""

    invitation: TableInvitation
    stands: bool
    lapsed: str
    may_withdraw: bool


def lost_in_words(invitation: TableInvitation, now: datetime) -> str:
    """Says why an invitation can no longer be accepted; empty if it can."""
    if invitation.answer == TableInvitation.Answer.WITHDRAWN:
        return gettext("Your invitation to this table was withdrawn.")
    if invitation.answer == TableInvitation.Answer.DECLINED:
        return gettext("You have declined the invitation to this table.")
    if invitation.has_lapsed(now):
        return gettext("Your invitation to this table has expired: it was valid for a day.")
    return ""


@dataclass(frozen=True)
class Swatch:
    """One colour to choose from. ``whose``: the name of somebody at the table whose colour is too
    close to it; empty if there is nobody."""

    colour: Colour
    chosen: bool
    whose: str


def free_seats_in_words(seating: Seating) -> str:
    """Says how many seats are free, what the table waits for, and when bots take the free seats.

    A table that starts by itself can start with fewer players, but not before the bots have come,
    nor with a number of players that the rules do not allow."""
    table, here, free = seating.table, len(seating.seated), len(seating.free_numbers)
    allowed = table.engine.seats_allowed()
    fills = table.fills_at is not None
    by_itself = table.starts == Table.Starts.FULL
    if by_itself and not fills and (here < min(allowed) or here in allowed):
        words = ngettext(
            "%(count)s seat is free. The game starts automatically when all seats are taken, or "
            "three minutes after the last player took one.",
            "%(count)s seats are free. The game starts automatically when all seats are taken, "
            "or three minutes after the last player took one.",
            free,
        )
        return words % {"count": free}
    sentences = [ngettext("%(count)s seat is free.", "%(count)s seats are free.", free)]
    if by_itself:
        sentences.append(gettext("The game starts automatically when all seats are taken."))
    if fills:
        sentences.append(
            gettext(
                "If nobody else comes, bots take the free seats %(time)s after the last player "
                "took one."
            )
        )
    values = {"count": free, "time": in_words(60 * (table.bots_after or 0))}
    return " ".join(sentences) % values


def last_chat_lines(table: Table, user: User) -> list[ChatLine]:
    """The last chat messages at the table, the oldest first, as ``user`` sees them."""
    said = table.chat.select_related("author").order_by("-said_at", "-pk")[:CHAT_LINES]
    muted = set(muted_names(user))
    return [
        ChatLine(
            line.pk, str(line.author or gettext(FORMER_MEMBER)), line.text, line.said_at,
            line.author_id == user.pk,
            line.author.get_absolute_url() if line.author else "",
            str(line.author) in muted, line.author_id not in (None, user.pk),
        )
        for line in reversed(said)
    ]  # fmt: skip


def given_colours(seating: Seating, user: User, now: datetime) -> Colours:
    """The colours preselected for a member without a seat: those of their invitation, as far as
    they are free; without an invitation, free ones."""
    invited = invitation_of(seating.table, user, now)
    if invited is None or not invited.stone_colour:
        return free_colours(seating, user)
    return fitting_colours(seating, user, Colours(invited.stone_colour, invited.mark_colour))


def invited_rows(
    invitations: Sequence[TableInvitation], table: Table, user: User, now: datetime
) -> list[InvitedRow]:
    """The invitations to a table, as ``user`` sees them."""
    return [
        InvitedRow(
            each,
            each.stands(now),
            gettext("It has expired.") if each.has_lapsed(now) else "",
            user.pk in (table.host_id, each.by_id),
        )
        for each in invitations
    ]
