"""The parts of the benchmark that load pages in Chromium."""

from __future__ import annotations

from typing import Literal

from bench.site import boards
from bench.site.cold import ColdView
from bench.site.comparing import Aim, ComparedRow
from bench.site.first_view import Drawing, FirstView, ListView
from bench.site.idle import LobbyHour
from bench.site.part import Part, spread


def first_view(board: boards.Board) -> Part:
    """How soon a running game on this board can be seen."""
    words = f"{board.variant}, {board.words}"
    visible, kilobytes, shift = (Aim(1000),), (Aim(300),), (Aim(0),)
    at_most = "99th percentile"
    return Part(
        f"the first view of a running game, {words}",
        FirstView(board),
        (
            *spread(f"navigation → board visible, {words}", "visible", {at_most: visible}),
            *spread("– transferred", "kilobytes", {at_most: kilobytes}, "KB"),
            *spread("– layout shift", "shift", {at_most: shift}, ""),
        ),
        subjects="site",
    )


def list_view(words: str, view: ListView) -> Part:
    """What a page that lists games transfers. ``words``: the page's name in the table."""
    return Part(
        f"the first view of {words}",
        view,
        (
            ComparedRow(f"{words}, requests", "requests", ""),
            ComparedRow(f"{words}, transferred", "kilobytes", "KB", aims=(Aim(300),)),
        ),
        subjects="site",
    )


LISTS = (
    list_view("the welcome page", ListView("/", as_member=False)),
    list_view("a member's home", ListView("/", as_member=True)),
    list_view("the tables' page", ListView("/tables/", as_member=True)),
    list_view("the archive", ListView("/games/", as_member=False)),
)


LOBBY_HOUR = Part(
    "the tables' page, open for an idle hour",
    LobbyHour(),
    (
        ComparedRow(
            "tables' page, an idle hour, both ways",
            "kilobytes",
            "KB",
            aims=(Aim(300),),
        ),
        ComparedRow("– requests", "requests", ""),
    ),
    subjects="site",
)


def cold_view(board: boards.Board, slowed: Literal["chromium", "line"]) -> Part:
    """How soon a running game can be seen and played over a slow line, with nothing cached."""
    words = f"{board.variant}, {board.words}"
    by = {"chromium": "slowed by Chromium", "line": "on a slow line"}[slowed]
    soon, later = (Aim(1500),), (Aim(2500),)
    rows = [
        *spread(f"navigation → board visible, {words}, {by}", "visible", {"median": soon}),
        *spread("– choices can be sent", "playable", {"median": later}),
        ComparedRow("– requests", "requests", "", "99th percentile", (Aim(30),)),
        ComparedRow("– transferred", "kilobytes", "KB", "median"),
    ]
    part = f"the first view of a running game, {words}, {by}"
    return Part(part, ColdView(board, slowed), tuple(rows), subjects="site")


def drawing(board: boards.Board) -> Part:
    """How long a step on this board takes to draw."""
    work = f"a step is drawn, {board.variant}, {board.words}"
    rows = spread(work, "drawn", {"99th percentile": (Aim(16),)})
    return Part(work, Drawing(board), tuple(rows), subjects="site")
