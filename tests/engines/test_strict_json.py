"""JSON is read so strictly that no two readers can understand it differently."""

import json

import pytest

from engines.strict_json import DEEPEST, parse


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}{}",
        "{'a': 1}",
        '{"a": 1,}',
        "[01]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[0x10]",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        '"\t"',
        "\ufeff{}",
        "nul",
    ],
)
def test_what_is_no_json_is_refused(text):
    with pytest.raises(ValueError, match="JSON"):
        parse(text)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": 3}}]'])
def test_a_repeated_key_is_refused_wherever_it_stands(text):
    with pytest.raises(ValueError, match='the key "a" twice'):
        parse(text)


def test_a_key_that_is_repeated_by_another_spelling_is_refused():
    with pytest.raises(ValueError, match="twice"):
        parse('{"a": 1, "\\u0061": 2}')


@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_nesting_is_refused_from_one_depth_on_in_every_process(brackets):
    inner = '"a":' if brackets == "{}" else ""
    text = (brackets[0] + inner) * DEEPEST + "1" + brackets[1] * DEEPEST
    assert parse(text) is not None
    with pytest.raises(ValueError, match="nested deeper"):
        parse(f"[{text}]")


def test_brackets_in_strings_nest_nothing():
    text = json.dumps(["[" * 5000, '"[' * 5000, "\\" + "{" * 5000])
    assert parse(text) == json.loads(text)


def test_an_integer_of_any_length_is_read_and_stays_out_of_range():
    assert parse("9" * 5000) > 2**63
    assert parse("-" + "9" * 5000) < -(2**63)
    assert float(parse("9" * 5000)) > 2.0**63


def test_a_number_beyond_all_doubles_stays_finite():
    assert parse("[1e999, -1e999]") == [1.7976931348623157e308, -1.7976931348623157e308]


def test_whole_numbers_and_fractions_are_told_apart():
    assert [type(value) for value in parse("[1, 1.0, 1e0, true]")] == [int, float, float, bool]
