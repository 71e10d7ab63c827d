"""Finds addresses in names and titles. These stand in notices and in the subjects of mails, where
they read like the club's own words, and mail programs turn addresses into links."""

from __future__ import annotations

import re
import unicodedata

DOTS = str.maketrans("。｡․", "...")
"""Characters that browsers and mail programs read as the dot of an address."""

ADDRESS = re.compile(
    r"""
    [a-z][a-z0-9+.-]* :// \S*                # https://…
    | \b (?:mailto|tel|javascript|data) : \S+
    | \b www \d* \. \S*
    | [^\s@]+ @ [^\s@]+                       # ada@example.org
    | \b \d{1,3} (?: \. \d{1,3}){3} \b       # 192.0.2.7
    | [^\W_][\w-]* (?: \. [\w-]+)* \. (?: xn--[\w-]+ | [^\W\d_]{2,}) \b  # example.org
    """,
    re.VERBOSE | re.IGNORECASE,
)
INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{4,}")
"""Names such as J.Smith, which are no addresses: hardly any domain is a single letter followed by
such a long ending."""


def address_in(text: str) -> str:
    """The first part of a text that looks like a web address, a domain or an email address; empty
    if there is none. A dot followed by a space ends a sentence.

    >>> address_in("Miai security: log in at https://evil.example")
    'https://evil.example'
    >>> address_in("J.Smith and friends. Round 2.5"), address_in("visit evil.example now")
    ('', 'evil.example')
    """
    plain = unicodedata.normalize("NFKC", text.translate(DOTS))
    found = (match.group() for match in ADDRESS.finditer(plain))
    return next((each for each in found if not INITIALS.fullmatch(each)), "")
