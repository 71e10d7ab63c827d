"""What members may be called."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import LONGEST_NAME, name_key, tidy_name, validate_name

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    "name", ["Anna", "jo", "Björn", "Anna B", "O'Neil", "x_1", "春子", "Ελένη", "a-b c.d", "A" * 24]
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
        ("Anna@B", "characters"),
        ("<b>Anna", "characters"),
        ("An\u0430", "scripts"),
        ("1234", "no-letter"),
        ("Former Member", "kept"),
        ("MIAI", "kept"),
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
