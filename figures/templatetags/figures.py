"""Shares and times in the tables of figures."""

from __future__ import annotations

from django import template

from figures.page import duration, percent

register = template.Library()
register.filter(percent)
register.filter(duration)
