"""A process, or each of its event loops, has one of certain objects."""

import asyncio
from threading import Thread

from transport import store
from transport.singletons import loop_singleton


def test_threads_that_ask_first_at_the_same_time_share_one_client_of_redis(monkeypatch):
    client = store.client
    made: list[object] = []
    other = Thread(target=client)

    def make(*_: object, **__: object) -> object:
        made.append(object())
        if len(made) == 1:
            other.start()
            other.join(0.1)  # it waits until the first one is made
        return made[-1]

    monkeypatch.setattr(store, "thread_client", make)
    client.cache_clear()
    first = client()
    other.join()
    assert client() is first
    client.cache_clear()
    assert len(made) == 1


def test_each_event_loop_has_one_object_and_any_thread_may_see_them_all():
    @loop_singleton
    def thing() -> object:
        return object()

    async def twice() -> tuple[object, object]:
        return thing(), thing()

    with asyncio.Runner() as first, asyncio.Runner() as second:
        one, again = first.run(twice())
        other, _ = second.run(twice())
        assert one is again
        assert one is not other
        assert thing.of_all_loops() == [one, other]
