"""The archive as one file: every finished public game, one record a line, compressed.

The file contains nothing that the public pages of these games do not show. It is written game by
game to a temporary file, which then replaces the old one. So readers always find a complete file,
and the memory needed does not grow with the archive.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

import msgspec
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.http import http_date
from django.views.decorators.http import condition, require_safe

from database.whole_files import AlreadyBeingWritten, whole_file
from engines.rules import Json
from games.archive.record import FOR_RECORD, record_of
from games.archive.search import after
from games.models import ArchivedGame, Game
from transport.limits import ARCHIVE_FILE, count, rate_key_of

NAME = "miai-games.ndjson.gz"
"""The name of the file, in ``ARCHIVE_FOLDER`` and as it is downloaded."""

EVERY = timedelta(days=7)
"""How often the file is rewritten."""

BATCH = 50
"""How many games are read at a time."""

CHUNK = 64 * 1024
"""How many bytes of the file are sent at a time."""

FOR_EVERYBODY = 0o644
"""The mode of the file: everybody may read it."""


@dataclass(frozen=True)
class ArchiveFile:
    """The file that can be downloaded: when it was written, and its size in bytes."""

    path: Path
    written_at: datetime
    size: int


def archive_file() -> ArchiveFile | None:
    """Returns the newest file; None if none has been written yet."""
    path = Path(settings.ARCHIVE_FOLDER, NAME)
    try:
        found = path.stat()
    except OSError:
        return None
    return ArchiveFile(path, datetime.fromtimestamp(int(found.st_mtime), UTC), found.st_size)


def write_when_due(now: datetime) -> None:
    """Writes the file if there is none, or if it is a week old."""
    found = archive_file()
    if found is None or now - found.written_at >= EVERY:
        folder = Path(settings.ARCHIVE_FOLDER)
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_archive(folder / NAME)


def write_archive(path: Path) -> int | None:
    """Writes all finished public games to ``path``, compressed if its name ends in ``.gz``, and
    readable by everybody. Returns how many; None if another process is writing this file.

    Raises OSError; a file that was there before is then unchanged.
    """
    try:
        with whole_file(path, FOR_EVERYBODY) as file:
            return _write_games(file, compressed=path.suffix == ".gz")
    except AlreadyBeingWritten:
        return None


def _write_games(file: BinaryIO, *, compressed: bool) -> int:
    """Writes a line for each game; returns how many. The same games always give the same bytes."""
    written = 0
    packed = gzip.GzipFile("", "wb", 6, file, mtime=0) if compressed else nullcontext(file)
    with packed as lines:
        for game in public_games():
            lines.write(msgspec.json.encode(line_of(game)) + b"\n")
            written += 1
    return written


def public_games() -> Iterator[Game]:
    """Yields every finished public game, oldest first."""
    rows = ArchivedGame.objects.filter(public=True).order_by("finished_at", "game_id")
    keys = list(rows.values_list("finished_at", "game_id")[:BATCH])
    while keys:
        games = Game.objects.prefetch_related(*FOR_RECORD)
        found = games.in_bulk([key for _, key in keys])
        yield from (found[key] for _, key in keys if key in found)
        keys = list(rows.filter(after(keys[-1])).values_list("finished_at", "game_id")[:BATCH])


def line_of(game: Game) -> Json:
    """Returns the record of a game, with its id (``game``) and the seats of bots (``bots``). Its
    title is left out: whoever opened the table wrote it for the people there."""
    record = record_of(game)
    bots = [seat.number for seat in game.seats.all() if seat.is_bot]
    return {"game": game.public_id, "bots": bots, **record}


def _etag(_request: HttpRequest) -> str | None:
    found = archive_file()
    return f'"{found.written_at.timestamp():.0f}-{found.size}"' if found else None


@require_safe
@condition(etag_func=_etag)
def download(request: HttpRequest) -> HttpResponseBase:
    """Sends the newest file; 404 if there is none yet."""
    found = archive_file()
    if found is None:
        raise Http404
    count(ARCHIVE_FILE, rate_key_of(request))
    opened = _Opened(found.path)
    response = StreamingHttpResponse(opened, content_type="application/gzip")
    response["Content-Length"] = str(os.fstat(opened.file.fileno()).st_size)
    response["Content-Disposition"] = f'attachment; filename="{NAME}"'
    response["Last-Modified"] = http_date(found.written_at.timestamp())
    response["Cache-Control"] = "public, max-age=3600"
    return response


class _Opened:
    """The file as it was when the request came, even if a new one is written meanwhile. The
    response closes it."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("rb")
        self.close = self.file.close

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yields its bytes."""
        while chunk := await sync_to_async(self.file.read)(CHUNK):
            yield chunk
