"""Lazy texts, which are translated for each reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import lazy


def _filled(text: Any, values: Mapping[str, Any]) -> str:
    return str(text) % values


lazily_filled = lazy(_filled, str)
"""A lazy text with its placeholders filled in; it is still translated only when it is read."""
