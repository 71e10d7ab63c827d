"""Finds names that look alike, by Unicode's confusables (UTS 39) and the scripts of their letters.

The data comes from the library ``confusable-homoglyphs``: for each character, those that Unicode
lists as confusable with it, in both directions. Why this library:
docs/decisions/0029-names-passwords-and-sessions.md.
"""

from __future__ import annotations

import string
import unicodedata
from functools import cache

from confusable_homoglyphs import categories

PLAIN = frozenset(string.ascii_letters + string.digits)
LETTERS_OF_LANGUAGES = frozenset("ıƖɩɣʋƷʒ")
"""Letters that look like plain ones but occur in names: in Turkish, Skolt Sámi, and languages of
West Africa."""
LEFT_TO_RIGHT = "\u200e"
"""Unicode's direction mark, which the library leaves around letters of right-to-left scripts."""

INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul's fillers: the only characters that Unicode counts as letters and shows as nothing
(Default_Ignorable_Code_Point)."""

WRITTEN_TOGETHER: dict[str, frozenset[str]] = {
    "HAN": frozenset({"HAN", "JAPANESE", "KOREAN", "BOPOMOFO"}),
    "HIRAGANA": frozenset({"HIRAGANA", "JAPANESE"}),
    "KATAKANA": frozenset({"KATAKANA", "JAPANESE"}),
    "HANGUL": frozenset({"HANGUL", "KOREAN"}),
    "BOPOMOFO": frozenset({"BOPOMOFO"}),
}
"""UTS 39, 5.1: Japanese, Korean and Chinese are each written in several scripts, which count as
one."""
LENGTHENS_KANA = "ー"
"""The long vowel mark, used with both kinds of kana; Unicode counts it as common to all scripts."""


def skeleton(text: str) -> str:
    """The skeleton of a text by UTS 39: invisible letters are left out, and each other character is
    replaced by the one that stands for all that look like it. Two texts look alike if their
    skeletons are equal.

    >>> skeleton("Stewɑrd") == skeleton("Steward")
    True
    """
    prototypes = _prototypes()
    seen = (c for c in unicodedata.normalize("NFD", text) if c not in INVISIBLE_LETTERS)
    return unicodedata.normalize("NFD", "".join(prototypes.get(c, c) for c in seen))


def lookalike_key(name: str) -> str:
    """Two names with the same key can be mistaken for each other, in upper or lower case.

    >>> lookalike_key("AI") == lookalike_key("Al")
    True
    """
    return skeleton(skeleton(unicodedata.normalize("NFKC", name)).casefold())


def odd_letter(name: str) -> str:
    """The first letter or digit in a name that looks like a plain Latin one but is another
    character, such as a phonetic symbol; empty if there is none. Letters of other scripts are left
    to :func:`is_of_one_script`."""
    return next((letter for letter in name if _is_odd(letter)), "")


def is_of_one_script(name: str) -> bool:
    """Whether all letters and digits of a name belong to one script ("single script" in UTS 39),
    and all its digits are of one kind."""
    scripts = [_scripts_of(letter) for letter in name if letter.isalnum()]
    common = None
    for found in filter(None, scripts):
        common = found if common is None else common & found
    return common != frozenset() and len(_kinds_of_digits(name)) <= 1


def _is_odd(letter: str) -> bool:
    if letter in PLAIN or letter in LETTERS_OF_LANGUAGES or not letter.isalnum():
        return False
    if categories.alias(letter) not in ("LATIN", "COMMON"):
        return False
    return letter in _doubles_of_plain_ones()


def _scripts_of(letter: str) -> frozenset[str]:
    """The scripts that this letter belongs to; empty if it is common to all."""
    if letter == LENGTHENS_KANA:
        return WRITTEN_TOGETHER["HIRAGANA"] | WRITTEN_TOGETHER["KATAKANA"]
    script = categories.alias(letter)
    if script in ("COMMON", "INHERITED"):
        return frozenset()
    return WRITTEN_TOGETHER.get(script, frozenset({script}))


def _kinds_of_digits(name: str) -> set[int]:
    """The code point of the zero of each set of digits that a name uses."""
    return {ord(digit) - unicodedata.decimal(digit) for digit in name if digit.isdecimal()}


@cache
def _doubles_of_plain_ones() -> frozenset[str]:
    plain = {skeleton(letter) for letter in PLAIN}
    return frozenset(c for c in _neighbours() if len(c) == 1 and skeleton(c) in plain)


@cache
def _prototypes() -> dict[str, str]:
    """The character or characters that replace each character (its prototype).

    Unicode maps a character to one prototype, and a prototype to nothing. The library stores the
    pairs without a direction. So one character is chosen for each group of linked single
    characters, a plain letter if there is one: the groups are the same as Unicode's. A sequence of
    several characters is always a prototype.
    """
    found: dict[str, str] = {}
    for character in _neighbours():
        if len(character) > 1 or character in found:
            continue
        alike = _all_alike(character)
        words = [word for each in alike for word in _neighbours()[each] if len(word) > 1]
        stands = min(words) if words else min(alike, key=_plainest)
        found.update((each, stands) for each in alike)
    return {each: stands for each, stands in found.items() if each != stands}


def _plainest(character: str) -> tuple[bool, bool, str]:
    """A sort key: small plain letters first, then capital ones, then all others."""
    is_plain = character.isascii() and character.isalpha()
    return (not is_plain, not character.islower(), character)


def _all_alike(character: str) -> set[str]:
    """This character and all single characters linked with it, directly or through others."""
    alike, new = {character}, [character]
    while new:
        linked = _neighbours()[new.pop()]
        more = [each for each in linked if len(each) == 1 and each not in alike]
        alike.update(more)
        new.extend(more)
    return alike


@cache
def _neighbours() -> dict[str, frozenset[str]]:
    """For each character or sequence of characters, those it can be confused with."""
    # 6 MB, which most processes never need.
    from confusable_homoglyphs.confusables import confusables_data

    return {
        written.strip(LEFT_TO_RIGHT): frozenset(each["c"].strip(LEFT_TO_RIGHT) for each in linked)
        for written, linked in confusables_data.items()
    }
