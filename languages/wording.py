"""Checks English texts against docs/wording.md, as far as patterns can."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

UNWANTED = (
    (r"\b[Gg]ray\b", "grey"),
    (r"\b[Tt]oward\b", "towards"),
    (r"\bcolor", "colour"),
    (r"\w …|\) …|\.\.\.", "… without a space before it, as one sign"),
    (r"[a-z]'[a-z]", "a curly apostrophe: ’"),
    (r"\b[Ee]veryone\b|\b[Aa]nybody\b(?<!know anybody)", "everybody, or anyone"),
    (r"\b[Nn]otices?\b", "notification"),
    (r"\b[Rr]unning games?\b|\bgames? running\b|\brunning now\b", "in progress"),
    (r"\bI am for it\b|\bbe for it\b|\b[Aa]gainst it\b|^For it\b", "vote yes, vote no"),
    (r"\bcarried\b(?! out)|\blapsed\b", "a vote passes, fails or expires"),
    (r"\b[Ss]econd factors?\b", "two-factor login"),
    (r"\b[Ss]uperusers?\b|person who runs the site", "the site’s administrator"),
    (r"\bapp that shows codes\b", "authenticator app"),
    (r"\b[Yy]our seat (?:leaves|has left)|seat that was left", "players leave, seats do not"),
    (r"\b[Tt]able (?:says|decides|names|lets)\b", "what the host has chosen"),
    (r"\b[Ss]it down\b", "take a seat"),
    (r"\b[Nn]eed not\b", "don’t have to"),
    (r"\b[Pp]lease type\b|^Type\b", "enter"),
    (r"\bwith the ranks as they stand\b", "with the current ranks"),
    (
        r"^(?:[Yy]our|[Tt]he|[Tt]hese) [\w ]+? (?:is|are) "
        r"(?:added|changed|copied|deleted|entered|made|removed|replaced|saved|set|taken back)\b",
        "what happened: “has been …”, or short: “Password changed”",
    ),
)
"""Patterns of unwanted words, each with what to write instead."""


def unwanted_in(text: str) -> Iterator[str]:
    """Yields what to write instead, for each unwanted pattern that a text contains."""
    for pattern, better in UNWANTED:
        if re.search(pattern, text):
            yield better


def doubled(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yields groups of texts that differ only in ellipses, apostrophes or dashes."""
    alike: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        alike[_without_signs(text)].add(text)
    yield from (sorted(group) for group in alike.values() if len(group) > 1)


def _without_signs(text: str) -> str:
    return re.sub(r"\s*(?:…|\.\.\.)", "…", text.replace("'", "’").replace(" - ", " – "))
