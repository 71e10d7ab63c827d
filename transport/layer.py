"""The channel layer that every process of the site shares."""

from __future__ import annotations

from typing import Any

from channels.layers import get_channel_layer


def channel_layer() -> Any:
    """The configured layer; it has groups. Raises RuntimeError where none is configured."""
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS has no default layer")
    return layer
