"""The names that members may have."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.lookalikes import lookalike_key, skeleton
from accounts.models import User
from accounts.names import LONGEST_KEY, LONGEST_NAME, name_key, tidy_name, validate_name
from accounts.services.names import why_taken


@pytest.mark.parametrize(
    "name",
    [
        *("Anna", "jo", "Björn", "Anna B", "x_1", "Ελένη", "A" * 24),
        *("O'Neil", "a-b c.d", "J.Smith"),
        *("Işık", "Kɔfi", "Łukasz", "Þór", "Анна 1", "ანა"),
        *("春子", "はる子", "ハルコー", "김한자漢", "陳ㄔㄣ"),
    ],
)
def test_such_a_name_can_be_had(name):
    validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "length"),
        ("a", "length"),
        ("a" * 25, "length"),
        ("Anna  B", "joiners"),
        ("Anna.-B", "joiners"),
        (" Anna", "ends"),
        ("Anna ", "ends"),
        ("-Anna", "ends"),
        ("Anna\u00a0B", "ends"),
        ("Anna\u200bB", "characters"),
        ("Anna\u202eB", "characters"),
        ("Anna\tB", "characters"),
        ("\u115f\u115f", "characters"),
        ("\u1160김\u1160", "characters"),
        ("김\u3164", "characters"),
        ("김\uffa0", "characters"),
        ("Anna@B", "characters"),
        ("<b>Anna", "characters"),
        ("An\u0430", "scripts"),
        ("Anna春", "scripts"),
        ("はる김", "scripts"),
        ("ㄔカ", "scripts"),
        ("Anna\u09ea", "scripts"),
        ("Anna1\u0661", "scripts"),
        ("Stew\u0251rd", "odd-letter"),
        ("ann\u01c0", "odd-letter"),
        ("Anna\ua731", "odd-letter"),
        ("1234", "no-letter"),
        ("Former Member", "kept"),
        ("evil.example", "address"),
        ("www.evil", "address"),
        ("t.co", "address"),
        ("MIAI", "kept"),
        ("MlAI", "kept"),
        ("rnoderator", "kept"),
        ("B0t", "kept"),
    ],
)
def test_such_a_name_is_refused_with_its_reason(name, code):
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == code


@given(st.text(max_size=LONGEST_NAME * 2))
def test_whatever_is_typed_is_answered_and_a_good_name_is_tidy(text):
    try:
        validate_name(tidy_name(text))
    except ValidationError:
        return
    assert tidy_name(tidy_name(text)) == tidy_name(text)
    assert len(name_key(tidy_name(text))) <= LONGEST_NAME * 3
    assert len(lookalike_key(tidy_name(text))) <= LONGEST_KEY


@pytest.mark.parametrize("other", ["anna", "ANNA", "\uff21nna"])
def test_no_two_members_have_the_same_name_whatever_its_case(member, other):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(other)


def test_names_of_letters_beyond_ascii_are_compared_without_case_too(db):
    User.objects.create_user("Jörg")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("JÖRG")


def test_a_new_name_brings_its_key_along(member):
    member.username = "Änne"
    member.save()
    assert User.objects.get_by_natural_key("äNNE") == member


ALIKE = [
    ("Steward", "Stew\u0251rd"),
    ("Al", "AI"),
    ("Anna l", "anna 1"),
    ("Bob", "B0b"),
    ("Amo", "Arno"),
    ("Iris", "lris"),
    ("ace", "\u0430\u0441\u0435"),
    ("Anni", "Ann\u0131"),
]
DIFFERENT = [("Anna", "Anne"), ("Ali", "Aii"), ("Jörg", "Jorg"), ("Bill", "Biil"), ("Ada", "Adam")]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_these_names_look_alike_either_way_round(db, name, other):
    User.objects.create_user(name)
    assert "looks almost like" in str(why_taken(other))
    User.objects.all().delete()
    User.objects.create_user(other)
    assert "looks almost like" in str(why_taken(name))


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_these_names_do_not_look_alike(db, name, other):
    User.objects.create_user(name)
    assert why_taken(other) is None


def test_a_member_may_write_their_own_name_so_that_it_looks_the_same(member):
    assert why_taken("Ann4", by=member) is None
    assert why_taken(member.username.upper(), by=member) is None


@given(st.text(max_size=LONGEST_NAME))
def test_a_skeleton_has_itself_as_its_skeleton(text):
    assert skeleton(skeleton(text)) == skeleton(text)
