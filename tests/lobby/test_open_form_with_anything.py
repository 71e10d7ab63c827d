"""The form that opens a table, filled in with anything, for every game."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from engines.options import Choice, Integer, Number, Option
from engines.registry import GAMES
from engines.rules import Rules
from lobby.forms.opening import OpenTableForm, defaults
from lobby.forms.timer import CHOICES, LENGTHS
from lobby.models import Table
from lobby.settings_words import details, summary
from lobby.table_settings import check_table_settings

HOST = User(username="Hostess")

junk = st.one_of(
    st.text(max_size=60),
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from(["", "null", "[]", "{}", "[[", "\x00", "９", "1e400", "-0", "true", "9" * 400]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inside: st.lists(inside, max_size=4),
        max_leaves=12,
    ).map(str),
)


def good_value(option: Option) -> st.SearchStrategy[Any]:
    """A valid value for an option; a structure is left empty."""
    if isinstance(option, Integer):
        values: st.SearchStrategy[Any] = st.integers(option.least, option.most)
        return values | st.just("") if option.optional else values
    if isinstance(option, Number):
        return st.floats(option.least, option.most)
    if isinstance(option, Choice):
        return st.sampled_from([value for value, _ in option.choices])
    return st.just("")


def good_data(engine: Rules[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A form filled in correctly."""
    custom = st.integers(1, 14)
    return st.fixed_dictionaries(
        {
            "variant": st.just(engine.slug),
            "seats": st.sampled_from(engine.seats_allowed()),
            "timer": st.sampled_from([value for value, _ in CHOICES]),
            "timer_number": custom,
            "timer_unit": st.sampled_from(list(LENGTHS)),
            "turn_ends": st.sampled_from(["timer", "complete"]),
            "absences_allowed": st.sampled_from(["1", "10", "never"]),
            "joining": st.sampled_from(Table.Joining.values),
            "listed": st.booleans(),
            "title": st.text(max_size=80),
            **{f"option_{option.name}": good_value(option) for option in engine.options},
        }
    )


engines = st.sampled_from(GAMES)


@given(engines.flatmap(lambda engine: st.tuples(st.just(engine), good_data(engine))))
def test_what_is_filled_in_as_asked_is_the_plan_or_says_where_it_contradicts_itself(drawn):
    engine, data = drawn
    form = OpenTableForm(data, engine=engine, host=HOST)
    if form.is_valid():
        check_table_settings(form.table_settings)
        assert summary(form.table_settings).startswith(engine.name)
        assert details(form.table_settings)
        written = {option.name: data[f"option_{option.name}"] for option in engine.options}
        assert form.table_settings.options == {
            n: None if v == "" else v for n, v in written.items()
        }
    else:
        assert all(field in form.fields for field in form.errors), form.errors


@given(engines.flatmap(lambda engine: st.tuples(st.just(engine), st.data())))
def test_junk_in_any_field_is_an_error_at_a_field_and_never_more(drawn):
    engine, data = drawn
    sent = {name: str(value) for name, value in defaults(engine).items()}
    for name in data.draw(st.lists(st.sampled_from(sorted(sent)), min_size=1, max_size=4)):
        sent[name] = data.draw(junk)
    form = OpenTableForm(sent, engine=engine, host=HOST)
    if form.is_valid():
        check_table_settings(form.table_settings)
        assert summary(form.table_settings)
    else:
        assert all(field in form.fields for field in form.errors), form.errors
    assert "Hostess" in form.as_div()
