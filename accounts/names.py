"""What a member may be called, and when two names are the same."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

LONGEST_NAME = 24
SHORTEST_NAME = 2
JOINERS = " .-_'"
NAME_TAKEN = gettext_lazy("Somebody has this name already. Please take another.")
RESERVED = frozenset({"former member", "miai", "moderator", "nobody", "bot"})
# Scripts that are written together, so that a name may mix them.
WRITTEN_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})


def name_key(name: str) -> str:
    """What two names are compared by: compatibility forms and case make no difference.

    >>> name_key("Ｊörg") == name_key("JÖRG")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def tidy_name(name: str) -> str:
    """The name as it is stored: composed characters, no space at its ends.

    >>> tidy_name(" Ａnna ")
    'Anna'
    """
    return unicodedata.normalize("NFKC", name).strip()


def _scripts(name: str) -> set[str]:
    """The scripts of a name's letters, by the first word of their Unicode names."""
    words = (unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha())
    return {"CJK" if word in WRITTEN_TOGETHER else word for word in words}


def validate_name(name: str) -> None:
    """Raises ``ValidationError``, which says what to change, for a name that nobody may have."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(
            gettext_lazy("A name has %(least)s to %(most)s characters."),
            code="length",
            params={"least": SHORTEST_NAME, "most": LONGEST_NAME},
        )
    if not all(letter.isalnum() or letter in JOINERS for letter in tidy_name(name)):
        raise ValidationError(
            gettext_lazy(
                "A name is made of letters and digits, with single spaces or . - _ ' between them."
            ),
            code="characters",
        )
    if name != tidy_name(name) or not (name[0].isalnum() and name[-1].isalnum()):
        raise ValidationError(
            gettext_lazy("A name begins and ends with a letter or a digit."), code="ends"
        )
    if any(first in JOINERS and second in JOINERS for first, second in pairwise(name)):
        raise ValidationError(
            gettext_lazy("Only one space or . - _ ' can stand between two letters."), code="joiners"
        )
    if not any(letter.isalpha() for letter in name):
        raise ValidationError(gettext_lazy("A name has at least one letter."), code="no-letter")
    if len(_scripts(name)) > 1:
        raise ValidationError(
            gettext_lazy(
                "Please write the name in one alphabet: letters of two can look the same."
            ),
            code="scripts",
        )
    if name_key(name) in RESERVED:
        raise ValidationError(
            gettext_lazy("This name is reserved for the club. Please choose another."), code="kept"
        )


VALIDATORS = [validate_name]
"""For allauth, which checks names by them."""
