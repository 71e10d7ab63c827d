"""A socket ends once its client's messages can no longer be read, whatever the cause."""

import asyncio
from contextlib import suppress
from threading import Event

from asgiref.sync import SyncToAsync

from transport.sockets import GroupSocket

SCOPE = {"type": "websocket", "path": "/", "headers": [], "client": ["127.0.0.1", 50_000]}


async def nothing(_message):
    pass


async def break_off():
    raise ConnectionResetError


async def test_a_socket_whose_messages_cannot_be_read_ends():
    await asyncio.wait_for(GroupSocket()(SCOPE, break_off, nothing), 60)


async def test_a_socket_ends_though_the_thread_that_all_share_is_busy():
    over = Event()
    SyncToAsync.single_thread_executor.submit(over.wait, 120)
    try:
        await asyncio.wait_for(GroupSocket()(SCOPE, break_off, nothing), 60)
    finally:
        over.set()


async def test_a_socket_ends_though_its_work_takes_no_notice_of_being_cancelled():
    """Some libraries swallow a cancellation that arrives just as their work finishes."""
    works = asyncio.Event()

    class Deaf(GroupSocket):
        async def websocket_connect(self, message):
            works.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    messages = iter([{"type": "websocket.connect"}])

    async def receive():
        return next(messages, None) or await asyncio.Event().wait()

    socket = asyncio.create_task(Deaf()(SCOPE, receive, nothing))
    await works.wait()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()  # as at the end of a process
    assert await asyncio.wait({socket}, timeout=60) == ({socket}, set())
