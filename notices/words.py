"""Notices as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from engines.registry import GAMES
from games.models import FORMER_MEMBER
from games.pages.results import result_for
from games.pages.words import safe_title
from lobby.fitting_members import games_of_both
from notices.models import Kind, Notice, What
from pages.templatetags.page import moment
from transport.refusals import moment_in_words

SAID: dict[str, str | Promise] = {
    What.YOUR_TURN: gettext_lazy("It is your turn."),
    What.BEGAN: gettext_lazy("Your game has started."),
    What.RUNS_OUT: gettext_lazy("Your time is running out, and you have not chosen yet."),
    What.LAST_EXTENSION: gettext_lazy(
        "The time was up and you had not chosen, so the turn goes on with your last extension."
    ),
    What.EXTENDED: gettext_lazy(
        "You ran out of time, so the turn goes on with one of your extensions."
    ),
    What.ENDED: gettext_lazy("Your game has ended."),
    What.PAUSED: gettext_lazy("A moderator paused your game. The log says why."),
    What.RESUMED: gettext_lazy("A moderator resumed your game."),
    What.CANCELLED: gettext_lazy("Your game was cancelled. The log says why."),
    What.STOPPED: gettext_lazy(
        "Your game was stopped by an error on our side. Nothing is lost; a moderator can resume it."
    ),
    What.VOTE_PAUSED: gettext_lazy("The players of your game agreed to pause it."),
    What.GOES_ON: gettext_lazy("The pause is over, and your game goes on."),
    What.VOTE: gettext_lazy("The players of your game are voting. Your vote is needed."),
    What.SEAT_OFFERED: gettext_lazy(
        "A player has left this game. You can take over the seat until %(until)s."
    ),
    What.ABSENT: gettext_lazy("You are out of the game: you missed too many turns."),
    What.AWAY: gettext_lazy("You are out of the game: you were away for too long."),
    What.REMOVED: gettext_lazy("A moderator removed you from the game. The log says why."),
    What.ENDED_TURN: gettext_lazy("A moderator ended the turn. The log says why."),
    What.STRUCK: gettext_lazy("A moderator struck your game from the ratings. The log says why."),
    What.COUNTS: gettext_lazy("A moderator let your game count for the ratings again."),
    What.ASKED: gettext_lazy("%(name)s asks for a seat at your table."),
    What.LET_IN: gettext_lazy("The host accepted your request: you have a seat."),
    What.REFUSED: gettext_lazy("The host declined your request for a seat."),
    What.INVITED: gettext_lazy("%(name)s invites you to a table."),
    What.REMATCH: gettext_lazy("%(name)s offers you a rematch."),
    What.MATCHED: gettext_lazy("Others want to play the same as you. Are you in?"),
    What.FITS: gettext_lazy("%(name)s has opened a table for a game that you are looking for."),
    What.LOOKS: gettext_lazy(
        "Somebody is looking for a live game of %(games)s. Would you like to play?"
    ),
    What.HERE: gettext_lazy("Your game can start. Say that you are here, or you lose your seat."),
    What.STARTING: gettext_lazy("The game at your table is about to start."),
    What.MENTIONED: gettext_lazy("%(name)s mentioned you in the chat."),
    What.CLOSED: gettext_lazy("A moderator closed this table."),
    What.WARNED: gettext_lazy("A moderator has warned you. Reason: “%(reason)s”"),
    What.CHAT_BANNED: gettext_lazy("You cannot chat until %(until)s. Reason: “%(reason)s”"),
    What.SUSPENDED: gettext_lazy(
        "You are suspended until %(until)s and can only watch. Reason: “%(reason)s”"
    ),
    What.CHATS_AGAIN: gettext_lazy("A moderator has lifted your chat ban."),
    What.PLAYS_AGAIN: gettext_lazy("A moderator has lifted your suspension."),
    What.RENAMED: gettext_lazy(
        "A moderator has changed your name to “%(own)s”. You log in with it from now on."
    ),
    What.LINK_MADE: gettext_lazy(
        "The site’s administrator has made a link with which a new password can be chosen for your "
        "account. If you did not ask for one, tell a moderator."
    ),
    What.LINK_USED: gettext_lazy(
        "Somebody has chosen a new password for your account with the link that the site’s "
        "administrator made. If it was not you, tell a moderator."
    ),
    What.FACTORS_GONE: gettext_lazy(
        "The site’s administrator has removed two-factor login from your account. If you did not "
        "ask for that, tell a moderator."
    ),
    What.MESSAGE_GONE: gettext_lazy(
        "A moderator has taken down one of your messages. Reason: “%(reason)s”"
    ),
    What.REPORTED: gettext_lazy("Somebody reported %(name)s. Please decide what happens."),
    What.NO_MEASURE: gettext_lazy(
        "A moderator has looked at your report about %(name)s. Nothing had to be done."
    ),
    What.OTHER_WARNED: gettext_lazy(
        "A moderator has looked at your report about %(name)s and warned them."
    ),
    What.OTHER_BANNED: gettext_lazy(
        "A moderator has looked at your report about %(name)s and banned them from chats for a "
        "while."
    ),
    What.OTHER_SUSPENDED: gettext_lazy(
        "A moderator has looked at your report about %(name)s and suspended them for a while."
    ),
    What.TAKEN_DOWN: gettext_lazy(
        "A moderator has looked at your report about %(name)s and taken the message down."
    ),
    What.DOWN_WARNED: gettext_lazy(
        "A moderator has looked at your report about %(name)s, taken the message down and warned "
        "them."
    ),
    What.DOWN_BANNED: gettext_lazy(
        "A moderator has looked at your report about %(name)s, taken the message down and banned "
        "them from chats for a while."
    ),
    What.DOWN_SUSPENDED: gettext_lazy(
        "A moderator has looked at your report about %(name)s, taken the message down and "
        "suspended them for a while."
    ),
    What.ANNOUNCED: "%(text)s",
}
"""The sentence for each kind of notice. ``name``: who did it; ``reason``, ``until``: of a
moderator's measure, or the end of an offer; ``own``: the member's own name; ``text``: of an
announcement; ``games``: those in which the member could play with somebody who looks for a game."""

LAST_CHANCE = gettext_lazy("Miss one more turn and you are out of the game.")


ABOUT_REPORTS = {
    What.NO_MEASURE,
    What.OTHER_WARNED,
    What.OTHER_BANNED,
    What.OTHER_SUSPENDED,
    What.TAKEN_DOWN,
    What.DOWN_WARNED,
    What.DOWN_BANNED,
    What.DOWN_SUSPENDED,
}
"""The outcome of a report by the member."""


def title_of(notice: Notice) -> str:
    """What the notice is about: the title of the game or table, or a word for what concerns the
    member or the club. Old titles that contain an address are left out."""
    place = notice.game or notice.table
    if place is not None:
        return safe_title(place)
    if notice.what == What.MATCHED:
        return gettext("A game for you")
    if notice.kind == Kind.LOOKING:
        return gettext("A live game, now")
    if notice.kind == Kind.REPORT:
        return gettext("Reports")
    if notice.kind == Kind.NEWS:
        return gettext("From the moderators")
    return gettext("Your report") if notice.what in ABOUT_REPORTS else gettext("Your account")


def sentence(notice: Notice) -> str:
    """The notice in the active language, with times in the active time zone."""
    said = result_of(notice) or str(SAID[notice.what]) % _values(notice)
    return f"{said} {LAST_CHANCE}" if notice.last_chance else said


def result_of(notice: Notice) -> str:
    """The member's result; empty unless the notice is about the end of a game."""
    if notice.what != What.ENDED or notice.game is None:
        return ""
    return result_for(notice.game, notice.member_id)


def sentence_on_page(notice: Notice) -> SafeString:
    """The sentence as HTML: names of members are links, and the page shows times in the viewer's
    zone."""
    values: dict[str, str] = {name: escape(value) for name, value in _values(notice).items()}
    values["until"] = moment(until_of(notice))
    if notice.who is not None and notice.who.is_active:
        address, name = notice.who.get_absolute_url(), notice.who.username
        link = '<a class="member-name player-link" href="{}">{}</a>'
        values["name"] = format_html(link, address, name)
    said = escape(result_of(notice)) or escape(str(SAID[notice.what])) % values
    if notice.last_chance:
        said = f"{said} {escape(LAST_CHANCE)}"
    return mark_safe(said)  # noqa: S308 each value is escaped


def time_in_words(moment: datetime) -> str:
    """A time in the active time zone, with its name."""
    return moment_in_words(timezone.localtime(moment))


def deadline_of(notice: Notice) -> str:
    """The sentence that says by when the member has to choose or vote, in the active time zone;
    empty if there is no deadline."""
    game = notice.game
    if game is not None and notice.what == What.VOTE and game.vote_ends_at is not None:
        return gettext("Vote by %(time)s (%(zone)s).") % _day_and_time(game.vote_ends_at)
    if game is None or game.deadline is None or notice.step is None:
        return ""
    return gettext("Choose by %(time)s (%(zone)s).") % _day_and_time(game.deadline)


def _day_and_time(moment: datetime) -> dict[str, str]:
    """A time in the active time zone, and the zone's name."""
    # Translators: how Django writes dates,
    # https://docs.djangoproject.com/en/5.2/ref/templates/builtins/#date
    pattern = gettext("l, j F Y, H:i")
    time = date_format(timezone.localtime(moment), pattern)
    return {"time": time, "zone": timezone.get_current_timezone_name()}


def until_of(notice: Notice) -> datetime | None:
    """Until when a measure holds, or a seat can be taken over."""
    if notice.what != What.SEAT_OFFERED or notice.game is None:
        return notice.until
    offers = (seat.offered_until for seat in notice.game.seats.all())
    return max((offer for offer in offers if offer is not None), default=None)


def games_in(notice: Notice) -> list[str]:
    """The games in which the member could play with the one who looks for a game (slugs)."""
    if notice.wish is None:
        return []
    return games_of_both(notice.wish, [notice.member_id], timezone.now()).get(notice.member_id, [])


def either_in_words(games: Sequence[str]) -> str:
    """The names of these games, such as "Territory or Automatafl"."""
    names = [gettext(game.name) for game in GAMES if game.slug in games]
    if len(names) < 2:
        return "".join(names)
    values = {"first": ", ".join(names[:-1]), "last": names[-1]}
    # Translators: names of games, such as "Territory or Automatafl".
    return gettext("%(first)s or %(last)s") % values


def _values(notice: Notice) -> dict[str, str]:
    until = until_of(notice)
    return {
        "name": notice.who.username if notice.who else gettext(FORMER_MEMBER),
        "reason": notice.reason,
        "text": notice.announcement.text if notice.announcement else "",
        "until": time_in_words(until) if until else "",
        "games": either_in_words(games_in(notice)),
        "own": notice.member.username if notice.what == What.RENAMED else "",
    }
