"""The slow line of the measurement: what comes out is what went in, and no sooner than said."""

import asyncio

from bench.site.slow_line import slow_line

ROUND_TRIP = 0.06
SPEED = 1_000_000
SENT = bytes(range(256)) * 200


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(await reader.readexactly(len(SENT)))
    writer.close()


async def test_bytes_come_whole_and_late():
    loop = asyncio.get_running_loop()
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with slow_line(port, ROUND_TRIP, SPEED) as line:
        began = loop.time()
        reader, writer = await asyncio.open_connection("127.0.0.1", line)
        writer.write(SENT)
        came = await reader.read()
        took = loop.time() - began
        writer.close()
    server.close()
    assert came == SENT
    handshake, there_and_back, each_way = ROUND_TRIP, ROUND_TRIP, len(SENT) / SPEED
    assert took >= handshake + there_and_back + 2 * each_way - 0.001
