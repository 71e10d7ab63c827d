"""The boards of the rules pages that can be stepped through."""

import pytest

from engines.registry import GAMES
from games.rules_pages import TEMPLATES, pictures_of

pytestmark = pytest.mark.any_database

WALKS = [
    (game.slug, name)
    for game in GAMES
    for name, picture in pictures_of(game.slug).items()
    if "lines" in picture
]


def test_rules_can_be_stepped_through() -> None:
    walked = {slug for slug, _ in WALKS}
    assert {"territory", "automatafl", "continuous-go", "parallel-go"} <= walked


@pytest.mark.parametrize(("slug", "name"), WALKS)
def test_a_walk_has_a_sentence_for_each_of_its_steps_and_is_on_the_page(
    slug: str, name: str
) -> None:
    walk = pictures_of(slug)[name]
    assert len(walk["says"]) == len(walk["lines"]) > 1
    assert all(sentence.endswith(".") for sentence in walk["says"])
    assert f'"rules/_walk.html" with name="{name}"' in (TEMPLATES / f"{slug}.html").read_text()


@pytest.mark.parametrize(("slug", "name"), WALKS)
def test_a_walk_is_what_the_engine_played_with_what_a_game_pushes(slug: str, name: str) -> None:
    lines = pictures_of(slug)[name]["lines"]
    first = lines[0]["step"]
    assert [line["step"] for line in lines] == list(range(first, first + len(lines)))
    pushed = {"territory": {"choices"}, "automatafl": {"decision", "last_decision", "lines"}}
    assert all(pushed.get(slug, set()) <= set(line["position"]) for line in lines)


def test_a_walk_has_the_extras_that_it_names() -> None:
    walks = pictures_of("continuous-go")
    assert all("areas" in line["position"] for line in walks["circles"]["lines"])
    assert not any("areas" in line["position"] for line in walks["drawing"]["lines"])
