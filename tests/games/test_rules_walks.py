"""The boards of the rules pages that can be stepped through."""

import pytest

from engines.registry import GAMES
from engines.rules import Json
from games.pages.rules import TEMPLATES, walks_of

WALKS = [
    (game.slug, name)
    for game in GAMES
    for name, picture in walks_of(game.slug).items()
    if "lines" in picture
]


def test_the_rules_of_every_game_can_be_stepped_through() -> None:
    assert {slug for slug, _ in WALKS} == {game.slug for game in GAMES}


@pytest.mark.parametrize(("slug", "name"), WALKS)
def test_a_walk_has_a_sentence_for_each_of_its_steps_and_is_on_the_page(
    slug: str, name: str
) -> None:
    walk = walks_of(slug)[name]
    assert len(walk["says"]) == len(walk["lines"]) > 1
    assert all(sentence.endswith(".") for sentence in walk["says"])
    assert f'"rules/_walk.html" with name="{name}"' in (TEMPLATES / f"{slug}.html").read_text()


@pytest.mark.parametrize(("slug", "name"), WALKS)
def test_a_walk_is_what_the_engine_played_with_what_a_game_pushes(slug: str, name: str) -> None:
    lines = walks_of(slug)[name]["lines"]
    first = lines[0]["step"]
    assert [line["step"] for line in lines] == list(range(first, first + len(lines)))
    pushed = {"territory": {"choices"}, "automatafl": {"decision", "last_decision", "lines"}}
    assert all(pushed.get(slug, set()) <= set(line["position"]) for line in lines)


def test_a_walk_has_the_extras_that_it_names() -> None:
    walks = walks_of("continuous-go")
    assert all("areas" in line["position"] for line in walks["circles"]["lines"])
    assert not any("areas" in line["position"] for line in walks["drawing"]["lines"])


def shown_of(name: str) -> list[Json]:
    """The positions of a walk of Parallel Multiplayer Go."""
    return [line["position"] for line in walks_of("multiplayer-go")[name]["lines"]]


def test_the_colder_one_gets_the_point_and_nobody_who_is_as_cold() -> None:
    assert shown_of("heat")[-1]["board"][0][3] == 1
    assert [shown["board"][2][2] for shown in shown_of("tie")] == [None, None, 0]


def test_pointing_at_the_walk_about_heat_tells_the_numbers() -> None:
    assert all({"order", "heat"} <= set(shown) for shown in shown_of("heat"))


def test_a_shared_stone_goes_with_the_first_of_its_chains() -> None:
    shown = shown_of("shared")
    assert shown[1]["board"][0][:3] == [0, [0, 1], 1]
    assert shown[-1]["board"][0][:3] == [None, None, 1]


def test_a_closed_point_is_no_liberty_and_opens_again() -> None:
    shown = shown_of("closed")
    assert [each["closed"] for each in shown] == [[], [[1, 0]], []]
    assert [each["board"][0][0] for each in shown] == [1, None, None]


def test_old_stones_go_before_new_ones() -> None:
    corners = [[row[:2] for row in each["board"][:2]] for each in shown_of("stages")]
    assert corners == [[[None, 1], [1, 0]], [[0, None], [None, 0]], [[0, None], [None, 0]]]
