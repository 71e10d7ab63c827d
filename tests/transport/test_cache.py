"""What is kept in places takes bounded memory, whatever is asked for."""

import pytest
from redis import RedisError

from transport.cache import SlotCache, cache


@pytest.fixture
def places():
    return SlotCache("test", count=8, seconds=60)


def test_what_was_kept_is_found_again_under_its_key_alone(places):
    places.set_many({"a": [1, 2]})
    assert places.get("a") == [1, 2]
    others = [f"other {number}" for number in range(100)]
    assert places.get_many(others) == {}


def test_no_more_is_kept_than_there_are_places(places, monkeypatch):
    used = set()
    keep = cache.set_many

    def noting(values, seconds):
        used.update(values)
        return keep(values, seconds)

    monkeypatch.setattr(cache, "set_many", noting)
    keys = [f"key {number}" for number in range(500)]
    for key in keys:
        places.set_many({key: key.upper()})
    assert len(used) == 8
    found = places.get_many(keys)
    assert 0 < len(found) <= 8
    assert found == {key: key.upper() for key in found}
    assert keys[-1] in found


def test_without_redis_nothing_is_kept_and_nobody_is_troubled(places, monkeypatch):
    def away(*_):
        raise RedisError

    monkeypatch.setattr(cache, "get_many", away)
    monkeypatch.setattr(cache, "set_many", away)
    places.set_many({"a": 1})
    assert places.get("a") is None
