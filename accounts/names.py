"""Which names are allowed, and when two names are the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from accounts.lookalikes import (
    INVISIBLE_LETTERS,
    is_of_one_script,
    lookalike_key,
    odd_letter,
)

LONGEST_NAME = 24
SHORTEST_NAME = 2
LONGEST_KEY = LONGEST_NAME * 18
"""A key can be longer than its name: Unicode's lists replace one character by up to 18."""
JOINERS = " .-_'"
NAME_TAKEN = gettext_lazy("That name is taken. Please choose another.")
LOOKS_TAKEN = gettext_lazy(
    "Somebody has a name that looks almost like this one. Please take another."
)
RESERVED = frozenset({"former member", "miai", "moderator", "nobody", "bot"})

NAMES_OF_GUESTS = ("guest", "gast")
"""How the names of guests begin, in the languages of the site; a number follows."""


def name_key(name: str) -> str:
    """The form in which names are compared; it ignores case and compatibility forms.

    >>> name_key("Ｊörg") == name_key("JÖRG")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def tidy_name(name: str) -> str:
    """The name as it is stored: composed characters, no spaces at its ends.

    >>> tidy_name(" Ａnna ")
    'Anna'
    """
    return unicodedata.normalize("NFKC", name).strip()


def validate_name(name: str) -> None:
    """Raises ``ValidationError`` if nobody may have this name; the message says what to change."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(
            gettext_lazy("A name has %(least)s to %(most)s characters."),
            code="length",
            params={"least": SHORTEST_NAME, "most": LONGEST_NAME},
        )
    if not all(map(_may_be_in_names, tidy_name(name))):
        raise ValidationError(
            gettext_lazy(
                "A name is made of letters and digits, with single spaces or . - _ ' between them."
            ),
            code="characters",
        )
    if name != tidy_name(name) or not (name[0].isalnum() and name[-1].isalnum()):
        raise ValidationError(
            gettext_lazy("A name starts and ends with a letter or a digit."), code="ends"
        )
    if any(first in JOINERS and second in JOINERS for first, second in pairwise(name)):
        raise ValidationError(
            gettext_lazy("Only one space or . - _ ' can stand between two letters."), code="joiners"
        )
    if not any(letter.isalpha() for letter in name):
        raise ValidationError(gettext_lazy("A name has at least one letter."), code="no-letter")
    odd = odd_letter(name)
    if odd:
        raise ValidationError(
            gettext_lazy(
                "“%(letter)s” looks like a common letter or digit. Please write the name with "
                "common ones."
            ),
            code="odd-letter",
            params={"letter": odd},
        )
    if not is_of_one_script(name):
        raise ValidationError(
            gettext_lazy("Please use one alphabet for the name: letters of two can look the same."),
            code="scripts",
        )
    address = address_in(name)
    if address:
        raise ValidationError(
            gettext_lazy(
                "“%(address)s” reads like a web address. Please write the name without a dot."
            ),
            code="address",
            params={"address": address},
        )
    if lookalike_key(name) in _reserved() or looks_like_guest(name):
        raise ValidationError(
            gettext_lazy("This name is reserved for the club. Please choose another."), code="kept"
        )


def _may_be_in_names(character: str) -> bool:
    return character in JOINERS or (character.isalnum() and character not in INVISIBLE_LETTERS)


@cache
def _reserved() -> frozenset[str]:
    written = (form for word in RESERVED for form in (word, word.title(), word.upper()))
    return frozenset(map(lookalike_key, written))


def looks_like_guest(name: str) -> bool:
    """Whether a name is, or looks like, one that the site gives to guests, in any of its languages.

    >>> looks_like_guest("GUEST-17"), looks_like_guest("Gast l2"), looks_like_guest("Gasto")
    (True, True, False)
    """
    return _guests_name().fullmatch(lookalike_key(name)) is not None


@cache
def _guests_name() -> re.Pattern[str]:
    """Matches the keys of guests' names. Since some digits have the same key as a letter, a name
    without any other digit matches only if it contains a space or another joiner."""
    words = "|".join(sorted(map(re.escape, _keys_of(NAMES_OF_GUESTS))))
    joiners = "".join(map(re.escape, _keys_of(JOINERS)))
    numbers = "".join(map(re.escape, _keys_of("0123456789")))
    return re.compile(
        f"(?:{words})(?:[{joiners}][{joiners}{numbers}]*|[{numbers}]*[0-9][{numbers}]*)?"
    )


def _keys_of(words: Iterable[str]) -> set[str]:
    return {lookalike_key(form) for word in words for form in (word, word.upper())}


VALIDATORS = [validate_name]
"""The list of validators that allauth checks names with."""


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
