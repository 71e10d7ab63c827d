"""Pages as somebody sees them who is spoken to in German."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}

ENGLISH = re.compile(
    r"\b(the|you|your|and|of|with|this|is|are|not|game|games|table|tables|seat|seats|turn|turns"
    r"|choose|other|another|others|use|when|by|to|board|everybody|nobody|who|at|for|open|has|have|it|move|moves|player)\b",
    re.IGNORECASE,
)
"""Words that no German text of ours has."""

UNSPOKEN = re.compile(r"<(script|style|kbd|code)\b.*?</\1>", re.DOTALL)
TIME_ZONE = re.compile(r'<option value="[A-Z]\w*/[^"]*"[^>]*>[^<]*</option>')
"""They have the names that their database gives them."""
SPOKEN_ATTRIBUTE = re.compile(
    r'(?:aria-label|placeholder|name="description" content|alt|data-status)="([^"]*)"'
)


def german(client: Client, address: str, status: int = 200) -> str:
    """A page in German; fails where it has an English word."""
    answer = client.get(address, headers=GERMAN)
    assert answer.status_code == status, address
    page = answer.content.decode()
    assert '<html lang="de"' in page
    said = said_by(page)
    left = [said[max(0, m.start() - 40) : m.end() + 40] for m in ENGLISH.finditer(said)]
    assert not left, f"{address}: {left}"
    return said


def said_by(page: str) -> str:
    """All that a page says, to eyes or to a screen reader."""
    shown = TIME_ZONE.sub(" ", UNSPOKEN.sub(" ", page))
    attributes = " | ".join(SPOKEN_ATTRIBUTE.findall(shown))
    text = re.sub(r"<[^>]*>", " ", shown)
    return " ".join(unescape(f"{text} | {attributes}").split())
