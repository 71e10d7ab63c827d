"""Adds the page with the figures to the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.urls import path

from figures.page import show_figures

_other_urls = admin.site.get_urls


def get_urls() -> list[Any]:
    """The admin's addresses, and that of the figures."""
    page = admin.site.admin_view(show_figures)
    return [path("figures/", page, name="figures"), *_other_urls()]


admin.site.get_urls = get_urls  # type: ignore[method-assign]
