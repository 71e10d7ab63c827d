"""Notices by mail: one mail, text and HTML, with all pending notices of a member. Its links work
only for that member.

A mail names the game and the time, in the member's zone. It never contains the address of a game:
the address of a game that is not public is only for people who have been given it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.signing import BadSignature, Signer
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from accounts.adapter import address_in_mail, is_mail_sent
from accounts.models import User
from notices import lists, words
from notices.channels import LONGEST, OutgoingChannel, OutOfOrder, SendOutcome
from notices.kinds import SENT_IF_ASKED, UNASKED
from notices.models import Channel, Kind, Notice
from notices.stakes import is_at_stake

logger = logging.getLogger(__name__)

CONNECTIONS = 8
"""Parallel connections to the mail server, so that a slow mail delays few others."""

SETTLES = timedelta(minutes=5)
"""Members who are online read a notice on the site within this time, and get no mail."""

REST = timedelta(hours=1)
"""The least time between two mails to a member."""

INSISTS = timedelta(minutes=1)
"""How long a notice waits that costs a seat or a game if it is not read. Short, as turns may last
only ten minutes."""

USUAL = frozenset(Kind) - {Kind.MENTION, Kind.REPORT, *UNASKED, *SENT_IF_ASKED}

LONGEST_SUBJECT = 120
"""Characters of a sentence in a subject. Only announcements exceed it."""

OF_NO_PLACE = ""
"""Used as the public id for notices that belong to no game or table."""

PERMANENT = 500
"""SMTP status codes from here on are permanent failures."""


@dataclass(frozen=True)
class MailLine:
    """One notice in a mail: the ``title`` of the game or table; the translated name of its rules
    (``game``; empty if it belongs to neither); what it ``says``; the deadline, if any; the
    ``address`` of its link; and for a finished game the words and addresses of ``ways_on``."""

    title: str
    game: str
    says: str
    until: str
    address: str
    ways_on: list[tuple[str, str]]


def reaches(members: Collection[int]) -> set[int]:
    """The members with a confirmed address."""
    confirmed = EmailAddress.objects.filter(user__in=members, verified=True)
    return set(confirmed.values_list("user_id", flat=True))


def write(member: User, notices: list[Notice], key: str) -> EmailMultiAlternatives | SendOutcome:
    """One mail with all these notices, to the member's confirmed address."""
    confirmed = EmailAddress.objects.filter(user=member, verified=True).order_by("-primary")
    address = confirmed.first()
    return SendOutcome.GONE if address is None else written(member, address.email, notices, key)


def carry(mails: Sequence[EmailMultiAlternatives]) -> list[SendOutcome | Exception]:
    """Sends the mails over several connections. If the mail server does not answer, only the first
    connection is tried; if it accepts fewer connections, fewer are used."""
    results: list[SendOutcome | Exception] = [SendOutcome.UNTRIED] * len(mails)
    first = get_connection()
    try:
        first.open()
    except OSError as error:  # includes smtplib's errors
        results[0] = OutOfOrder(type(error).__name__)
        return results
    todo, ends = deque(enumerate(mails)), monotonic() + LONGEST.total_seconds()

    def carry_some(server: Any) -> None:
        """Sends over one SMTP connection. Must not touch the database: in this thread Django would
        open a connection and keep it."""
        try:
            while monotonic() < ends:
                try:
                    number, mail = todo.popleft()
                except IndexError:
                    return
                results[number] = _carry(server, mail)
                if isinstance(results[number], OutOfOrder):
                    todo.clear()
        finally:
            _close(server)

    def carry_more() -> None:
        server = get_connection()
        try:
            server.open()
        except OSError as error:
            logger.info("the mail server takes no more connections: %s", type(error).__name__)
            return
        carry_some(server)

    with ThreadPoolExecutor(CONNECTIONS) as threads:
        started = [threads.submit(carry_some, first)]
        started += [threads.submit(carry_more) for _ in range(min(CONNECTIONS, len(mails)) - 1)]
    for each in started:
        each.result()
    return results


def _carry(server: Any, mail: EmailMultiAlternatives) -> SendOutcome | Exception:
    try:
        server.open()  # does nothing unless an error has closed it
    except OSError as error:
        return OutOfOrder(type(error).__name__)
    try:
        server.send_messages([mail])
    except SMTPRecipientsRefused as refused:
        (code, _words), *_ = refused.recipients.values()
        return SendOutcome.GONE if code >= PERMANENT else SendOutcome.LATER
    except SMTPSenderRefused as refused:
        return OutOfOrder(f"the sender is refused: {refused.smtp_code}")
    except SMTPDataError as refused:
        return SendOutcome.GONE if refused.smtp_code >= PERMANENT else SendOutcome.LATER
    except Exception as error:  # noqa: BLE001 outcome unknown: go on with a new connection
        _close(server)
        return error
    return SendOutcome.SENT


def written(member: User, address: str, notices: list[Notice], key: str) -> EmailMultiAlternatives:
    """The mail, in the active language and time zone."""
    stop = address_in_mail("stop-notices", token=token_of(member, Channel.MAIL))
    subject = _subject(notices)
    context = {
        "subject": subject,
        "member": member,
        "lines": [_line(notice) for notice in notices],
        "preferences": address_in_mail("notice-preferences"),
        "stop": stop,
        "site_url": settings.SITE_URL,
    }
    mail = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string("notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{key}@{urlsplit(settings.SITE_URL).hostname}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return mail


def _subject(notices: list[Notice]) -> str:
    titles = {_place_id(notice): words.title_of(notice) for notice in notices}
    told = _first_in_subject(notices)
    if told is not None or len(titles) == 1:
        told = told or notices[-1]
        says = Truncator(words.sentence(told)).chars(LONGEST_SUBJECT)
        values = {"title": words.title_of(told), "says": says}
        # Translators: the subject of a mail, such as "Tuesday evening: It is your turn."
        return " ".join((gettext("%(title)s: %(says)s") % values).split())
    if OF_NO_PLACE in titles:
        return gettext("Miai: news of your account and your games")
    count = len(titles)
    # Translators: the subject of a mail. Tables that gather count as games.
    text = ngettext("Miai: news from %(count)s game", "Miai: news from %(count)s games", count)
    return text % {"count": count}


def _first_in_subject(notices: list[Notice]) -> Notice | None:
    """The notice that the subject must mention: the last one that costs a seat or a game if it is
    not read."""
    urgent = (
        notice
        for notice in reversed(notices)
        if is_at_stake(notice.what, last_chance=notice.last_chance)
    )
    return next(urgent, None)


def _line(notice: Notice) -> MailLine:
    place = _place(notice)
    address = address_in_mail("notice", number=str(notice.pk))
    ways_on = lists.ways_on(notice, timezone.now())
    return MailLine(
        title=words.title_of(notice),
        game=gettext(place.engine.name) if place is not None else "",
        says=words.sentence(notice),
        until=words.deadline_of(notice),
        address=address,
        ways_on=[(way.words, f"{address}?to={way.to}") for way in ways_on],
    )


def _place(notice: Notice) -> Any:
    """The game or table of the notice; None for a moderator's measure."""
    return notice.game or notice.table


def _place_id(notice: Notice) -> str:
    place = _place(notice)
    return place.public_id if place is not None else OF_NO_PLACE


def _close(server: Any) -> None:
    """Closes the connection, ignoring errors: the mails before it have been accepted."""
    try:
        server.close()
    except (OSError, SMTPException, SMTPResponseException):
        server.connection = None


BY_MAIL = OutgoingChannel(
    Channel.MAIL,
    write=write,
    carry=carry,
    reaches=reaches,
    addresses="SELECT FROM account_emailaddress WHERE user_id = told.member_id AND verified",
    works=is_mail_sent,
    usual=USUAL,
    settles=SETTLES,
    rest=REST,
    once_a_turn=True,
    insists=INSISTS,
    every=6.0,
)
"""At most one mail an hour, and one a turn for each game, except for notices that cost a seat or a
game if they are not read. Needs a mail server."""


SIGNER = Signer(salt="notices.mail")


def token_of(member: User, channel: Channel) -> str:
    """The token in the link. It is valid as long as the site's key: people keep mails for
    years."""
    return str(SIGNER.sign_object([member.pk, channel.value]))


def read_token(token: str) -> tuple[User, Channel] | None:
    """The member and the channel to turn off; None if the token is not this site's, or the member
    is gone."""
    try:
        key, channel = SIGNER.unsign_object(token)
        member = User.objects.filter(pk=key).first()
        return (member, Channel(channel)) if member is not None else None
    except (BadSignature, ValueError, TypeError):
        return None
