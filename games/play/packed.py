"""JSON as it is stored: compressed text, a third of the size of the database's own JSON."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

SHORT = 100
"""Bytes; shorter texts are stored uncompressed, since they would hardly shrink."""

WINDOW, MEMORY = 12, 5
"""Small buffers for texts of a few KB: with larger ones, zlib takes twice as long to start as to
compress."""


def packed(value: Any) -> bytes:
    """A JSON object or list as it is stored; the same value gives the same bytes."""
    text = msgspec.json.encode(value)
    if len(text) < SHORT:
        return text
    compressing = zlib.compressobj(1, zlib.DEFLATED, WINDOW, MEMORY)
    return compressing.compress(text) + compressing.flush()


def unpacked(stored: bytes) -> Any:
    """The JSON value that :func:`packed` was given."""
    as_it_is = stored[:1] in (b"{", b"[")  # no compressed text begins with these
    return msgspec.json.decode(stored if as_it_is else zlib.decompress(stored))
