"""JSON as it is stored: compressed text, a third of what the database's own JSON takes."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

SHORT = 100
"""Bytes; a shorter text is stored as it is, since it would hardly become shorter."""

WINDOW, MEMORY = 12, 5
"""For texts of some KB: with more it takes twice as long to begin than to compress."""


def packed(value: Any) -> bytes:
    """A JSON object or list as it is stored; the same value gives the same bytes."""
    text = msgspec.json.encode(value)
    if len(text) < SHORT:
        return text
    compressing = zlib.compressobj(1, zlib.DEFLATED, WINDOW, MEMORY)
    return compressing.compress(text) + compressing.flush()


def unpacked(stored: bytes) -> Any:
    """The JSON value that :func:`packed` gave."""
    as_it_is = stored[:1] in (b"{", b"[")  # which no compressed text begins with
    return msgspec.json.decode(stored if as_it_is else zlib.decompress(stored))
