"""Threads that ask at the same time share one process singleton."""

from threading import Thread

from transport import store


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
