"""What a table's page shows a member."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import ChatBan, User
from accounts.roles import is_moderator
from games.pages.opponents import Opponent, opponents
from games.pages.words import joined_in_words, rated_in_words
from games.play.rating import why_unrated_table
from games.play.settings import LetsIn
from lobby.access import (
    has_key,
    is_host_away,
    may_change_bot,
    may_invite,
    may_remove_bot,
    may_run,
    may_seat_bot,
)
from lobby.addresses import address_of, key_query
from lobby.colours import (
    Colours,
    check_colours,
    clashes,
    fitting_colours,
    seat_colours,
)
from lobby.members_bots import bots_to_add
from lobby.models import Place, Table, TableInvitation
from lobby.reliability_shown import PeopleHere
from lobby.seating import Seating
from lobby.services.bots_alone import held_back
from lobby.services.inviting import suggested_names
from lobby.services.readiness import refuse_fewer
from lobby.settings_words import details, summary
from lobby.start import start_as_json, start_of
from lobby.table_rows import (
    ChatLine,
    InvitedRow,
    Swatch,
    TableSeat,
    free_seats_in_words,
    given_colours,
    invited_rows,
    last_chat_lines,
    lost_in_words,
)
from lobby.table_settings import table_settings_of
from pages.palette import KEYS, PALETTE
from transport.refusals import Refused

AT_COLOURS = {"too-close", "bad-colour"}
"""The codes of refusals that the page shows beside the choice of colours."""


@dataclass(frozen=True)
class TablePage:
    """Everything that the template needs; built by :meth:`of`."""

    table: Table
    seating: Seating
    user: User
    key: str
    refused: Refused | None
    wished: Colours
    now: datetime

    @classmethod
    def of(
        cls,
        table: Table,
        user: User,
        *,
        key: str,
        refused: Refused | None = None,
        wished: Colours | None = None,
    ) -> TablePage:
        """Builds the page. ``wished``: the colours of a refused form, which stay selected."""
        seating = Seating.of(table)
        mine, now = seating.of_user(user), timezone.now()
        own = given_colours(seating, user, now)
        if mine is not None:
            own = Colours(mine.stone_colour, mine.mark_colour)
        known = wished is not None and wished.stone in KEYS and wished.mark in KEYS
        colours = wished if wished and known else own
        return cls(table, seating, user, key, refused, colours, now)

    @property
    def summary(self) -> str:
        """The settings in one sentence."""
        return summary(table_settings_of(self.table))

    @property
    def details(self) -> list[tuple[str, str]]:
        """The labels and values of the settings that the sentence omits."""
        return details(table_settings_of(self.table))

    @property
    def rated(self) -> str:
        """Says whether the game will be rated, with the current seats; if not, why."""
        bots = any(place.is_bot for place in self.seating.seated)
        return rated_in_words(why_unrated_table(self.table.settings, bots=bots))

    @cached_property
    def people(self) -> PeopleHere:
        """How reliable the people at the table are, and whether the member may join them."""
        asked = LetsIn.ANYONE if self.invitation else self.table.settings.lets_in
        return PeopleHere(self.seating, self.user, self.now, asked)

    @property
    def you(self) -> Place | None:
        """The member's own place, seated or asking; None if they have none."""
        return self.seating.of_user(self.user)

    @property
    def is_seated(self) -> bool:
        """Whether the member has a seat."""
        return self.you is not None and self.you.number is not None

    @property
    def is_host(self) -> bool:
        """Whether the member is the host."""
        return self.table.host_id == self.user.pk

    @property
    def may_run(self) -> bool:
        """Whether the member may seat bots and start with fewer players."""
        return self.table.is_open and may_run(self.table, self.user, self.now)

    @property
    def may_seat_bot(self) -> bool:
        """Whether the member may put a bot on a free seat."""
        seated = self.seating.seated
        return self.table.is_open and may_seat_bot(self.table, self.user, seated, self.now)

    @property
    def stands_in(self) -> bool:
        """Whether the member may run the table (:attr:`may_run`) because the host is away."""
        return self.may_run and not self.is_host

    @property
    def may_close(self) -> bool:
        """Whether the member may close the table."""
        return self.table.is_open and (self.is_host or is_moderator(self.user))

    @property
    def needs_link(self) -> bool:
        """Whether the member needs the table's link to join and does not have it."""
        by_link = self.table.joining == Table.Joining.LINK
        return by_link and not self.invitation and not has_key(self.table, self.user, self.key)

    @property
    def may_join(self) -> bool:
        """Whether the member can take a seat or ask for one."""
        free = self.table.is_open and not self.seating.is_full
        return free and self.you is None and not self.needs_link

    @property
    def asks_host(self) -> bool:
        """Whether the member must ask the host to join."""
        by_approval = self.table.joining == Table.Joining.APPROVAL
        return by_approval and not self.is_host and not self.invitation

    @cached_property
    def invitations(self) -> list[TableInvitation]:
        """The invitations by name of everybody who has not come, whatever their answer."""
        return list(self.table.invitations.select_related("member", "by"))

    @property
    def invitation(self) -> TableInvitation | None:
        """The member's own invitation, if it can still be accepted."""
        mine = (each for each in self.invitations if each.member_id == self.user.pk)
        return next((each for each in mine if each.stands(self.now)), None)

    @property
    def seat_offered(self) -> int:
        """The number of the free seat preselected in the form: the one kept for the member, or else
        the first."""
        meant = self.invitation.number if self.invitation else None
        free = self.seating.free_numbers
        return meant if meant is not None and meant in free else free[0]

    @property
    def lost_invitation(self) -> str:
        """Says why the member's own invitation can no longer be accepted; empty if it can, there is
        none, or the member is at the table."""
        mine = next((each for each in self.invitations if each.member_id == self.user.pk), None)
        return "" if mine is None or self.you else lost_in_words(mine, self.now)

    @property
    def may_invite(self) -> bool:
        """Whether the member may invite others by name."""
        has_room = self.table.is_open and not self.seating.is_full
        return has_room and may_invite(self.table, self.user)

    @property
    def invited(self) -> list[InvitedRow]:
        """Those who were invited, their answers, and whether the member may withdraw each
        invitation. Shown to everybody who may invite."""
        return invited_rows(self.invitations, self.table, self.user, self.now)

    @property
    def suggested(self) -> list[str]:
        """Names that the invitation form suggests."""
        return suggested_names(self.table, self.user)

    @property
    def picks_colour(self) -> bool:
        """Whether players pick the colour of their stones. If not, the rules give each seat one."""
        return not self.table.engine.fixed_colours

    @property
    def at_start(self) -> str:
        """What a page needs to draw the board at the start, as JSON: the options, and who sits
        where."""
        return start_as_json(self.table, self.seating)

    @property
    def picture(self) -> str:
        """The address of the picture of the board at the start."""
        asked = {"v": start_of(self.table, self.user, self.seating).version}
        if self.key:
            asked["key"] = self.key
        return f"{reverse('table-picture', args=[self.table.public_id])}?{urlencode(asked)}"

    @property
    def board(self) -> str:
        """The board in two or three words."""
        return gettext(self.table.engine.board(self.table.options))

    @property
    def opponents(self) -> list[Opponent]:
        """The bots that can be put on a free seat."""
        return opponents(self.table.engine)

    @cached_property
    def members_bots(self) -> list[User]:
        """The members' bots that can be put on a free seat."""
        return bots_to_add(self.table, self.seating, self.now) if self.may_seat_bot else []

    @property
    def rows(self) -> list[TableSeat]:
        """All seats, taken and free."""
        taken = {place.number: place for place in self.seating.seated}
        return [self._row(number, taken.get(number)) for number in range(self.table.seats)]

    def _row(self, number: int, place: Place | None) -> TableSeat:
        colour = name = ""
        if not self.picks_colour:
            colour = seat_colours(self.table, number, self.wished.mark).stone
            name = gettext(self.table.engine.fixed_colours[number])
        is_you = place is not None and place.user_id == self.user.pk
        hosts = place is not None and place.user_id == self.table.host_id
        is_away = hosts and not is_you and is_host_away(self.table, self.now)
        may_dress = place is not None and may_change_bot(self.table, self.user, place)
        may_remove = place is not None and (
            may_remove_bot(self.table, self.user, place) or (self.is_host and not is_you)
        )
        stones = self._stones(place.user, place.stone_colour) if place and may_dress else ()
        marks = is_you, is_away, may_dress, may_remove
        word = self.people.word(place)
        return TableSeat(number, str(number + 1), place, colour, name, *marks, stones, word)

    @property
    def wished_names(self) -> dict[str, str]:
        """The names of the member's colours; empty for a colour that is no longer in the
        palette."""
        wished = {"stone": self.wished.stone, "mark": self.wished.mark}
        return {part: str(KEYS[key].name) if key in KEYS else "" for part, key in wished.items()}

    @property
    def stones(self) -> list[Swatch]:
        """The palette for the member's stones."""
        return self._stones(self.user, self.wished.stone)

    def _stones(self, user: User, chosen: str) -> list[Swatch]:
        return [
            Swatch(colour, colour.key == chosen, self._whose(colour.key, user))
            for colour in PALETTE
        ]

    @property
    def marks(self) -> list[Swatch]:
        """The palette for the mark on the member's recent stones."""
        return [Swatch(colour, colour.key == self.wished.mark, "") for colour in PALETTE]

    def _whose(self, key: str, user: User) -> str:
        taken = self.seating.others_stones(user)
        for place in self.seating.others(user):
            if clashes(key, [place.stone_colour], taken):
                return place.name
        return ""

    @property
    def colour_trouble(self) -> dict[str, Any] | None:
        """What is wrong with the chosen colours: ``message``, ``field``, ``offer``, and the
        ``names`` of the offered colours. None if they are fine."""
        refused = self.refused
        if refused is None or refused.code not in AT_COLOURS:
            if not self.picks_colour or not (self.may_join or self.you):
                return None
            try:
                check_colours(self.seating, self.user, self.wished)
            except Refused as wrong:
                refused = wrong
            else:
                return None
        at = refused.at or {"field": "stone", "offer": fitting_colours(self.seating, self.user)}
        offer = at["offer"]
        names = {"stone": KEYS[offer.stone].name, "mark": KEYS[offer.mark].name}
        return {"message": refused.message, "names": names, **at}

    @property
    def trouble(self) -> str:
        """The message of a refusal that does not concern the colours; else empty."""
        if self.refused is None or self.refused.code in AT_COLOURS:
            return ""
        return self.refused.message

    @property
    def held_back(self) -> str:
        """Says why the bots that have all the seats cannot start their game; else empty."""
        return held_back(self.table, self.seating, self.now)

    @property
    def may_start_with_fewer(self) -> bool:
        """Whether the page offers the member to start with those who are here; also while somebody
        is not ready."""
        if not self.may_run:
            return False
        try:
            refuse_fewer(self.table, self._without_absent_host())
        except Refused as refused:
            return refused.code == "not-ready"
        return True

    def _without_absent_host(self) -> Seating:
        """The seating if the game started now, without an absent host who is not ready."""
        if self.is_host:
            return self.seating
        host = self.table.host_id
        staying = [p for p in self.seating.seated if p.ready or p.user_id != host]
        return Seating(self.table, staying, self.seating.asking)

    @property
    def waited_for(self) -> str:
        """A sentence about what the start is waiting for."""
        if self.table.starts_at:
            return gettext("Everybody is ready. The game is about to start.")
        if not self.seating.is_full:
            return free_seats_in_words(self.seating)
        names = [place.name for place in self.seating.seated if not place.ready]
        if not names:
            return gettext("Waiting for everybody to be ready.")
        return gettext("Waiting for %(names)s to be ready.") % {"names": joined_in_words(*names)}

    @property
    def chat(self) -> list[ChatLine]:
        """The last chat messages, the oldest first."""
        return last_chat_lines(self.table, self.user)

    @property
    def chat_ban(self) -> ChatBan | None:
        """The member's chat ban, if any."""
        return ChatBan.of(self.user, self.now)

    @property
    def address(self) -> str:
        """The address of this page, with the key of the link if the member has used that."""
        return address_of(self.table, self.key)

    @property
    def socket(self) -> str:
        """The address of the WebSocket that sends hints about this table."""
        return f"/ws/tables/{self.table.public_id}/{key_query(self.key)}"

    @property
    def link(self) -> str:
        """The link that the host sends to others."""
        by_link = self.table.joining == Table.Joining.LINK
        return address_of(self.table, self.table.join_key if by_link else "")
