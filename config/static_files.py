"""Static files: stored under names with a hash of their content, and served without Django."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import Storage
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Send], Awaitable[None]]
Files = dict[str, tuple[Storage, str]]
"""Collected files: by name, where each is and its path there."""

NOT_SOMETHING_ELSE = (b"x-content-type-options", b"nosniff")
"""Keeps browsers from guessing another type for a file."""


class StaticFirst:
    """An ASGI application that serves WhiteNoise's files and passes all other requests to
    ``application``.

    As a Django middleware, WhiteNoise would need a thread for each of a page's fifty modules
    (docs/decisions/0006-how-files-reach-the-browser.md).
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.known = WhiteNoiseMiddleware()

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Sends the file at the request's path, or passes the request on."""
        found = self.find(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.application(scope, receive, send)
        else:
            await answer(found, scope, send)

    def find(self, path: str) -> StaticFile | None:
        """Returns the file at this path; with DEBUG as it is now, otherwise as it was at the
        start."""
        if self.known.autorefresh:
            return self.known.find_file(path)
        return self.known.files.get(path)


async def answer(static_file: StaticFile, scope: Any, send: Send) -> None:
    """Sends a file, or a 304 if the browser has it. Files are small and in the system's cache, so
    reading one in a thread would take longer than reading it here."""
    asked = {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in scope["headers"]
    }
    response = static_file.get_response(scope["method"], asked)
    headers = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in response.headers]
    headers.append(NOT_SOMETHING_ELSE)
    body = b""
    if response.file is not None:
        with response.file as file:
            body = file.read()
    await send(
        {
            "type": "http.response.start",
            "status": int(response.status),
            "headers": headers,
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Noting(dict[str, str]):
    """Notes which names are looked up, each of which stands for itself."""

    def get(self, name: str, default: Any = None) -> str:
        """Returns the name."""
        return self.setdefault(name, name)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also replaces the names in ``import`` statements of browser modules."""

    support_js_module_import_aggregation = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.addresses: dict[tuple[str, bool, bool], str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Returns a file's address. It is worked out once: a page has fifty of them, and they do
        not change while the process runs."""
        key = name, force, settings.DEBUG
        if key not in self.addresses:
            self.addresses[key] = super().url(name, force)
        return self.addresses[key]

    def _save(self, name: str, content: Any) -> str:
        """Writes a file completely or not at all. If a full disk cut one off, it would never be
        written again, as files that exist and are new enough are skipped."""
        try:
            half = super()._save(f"{name}.part", content)
        except OSError:
            self.delete(f"{name}.part")
            raise
        Path(self.path(half)).replace(self.path(name))
        return name

    def _post_process(
        self, paths: Files, adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[Any]:
        """Hashes each file after those that it names, and therefore once. Django hashes all of them
        again and again, until no name changes any more: as often as the longest chain of imports
        has modules."""
        if hashed_files:
            return  # the first pass was enough
        for some in self._in_order(paths, adjustable_paths):
            yield from super()._post_process(some, adjustable_paths, hashed_files)

    def _in_order(self, paths: Files, adjustable_paths: list[str]) -> Iterator[Files]:
        """Groups of files that name only files of earlier groups. Raises ValueError if files name
        each other: then none of them can have the hash of the other in its content."""
        left = dict.fromkeys(paths, frozenset[str]())
        left |= {name: self._named_by(name, *paths[name]) for name in adjustable_paths}
        while ready := [name for name, named in left.items() if left.keys().isdisjoint(named)]:
            yield {name: paths[name] for name in ready}
            for name in ready:
                del left[name]
        if left:
            raise ValueError(f"Static files name each other in a circle: {', '.join(sorted(left))}")

    def _named_by(self, name: str, storage: Storage, path: str) -> frozenset[str]:
        """The files whose names Django replaces in this one."""
        noted = Noting()
        with storage.open(path) as file:
            content = file.read().decode("utf-8", errors="replace")
        for extension, patterns in self._patterns.items():
            for pattern, template in patterns if matches_patterns(path, (extension,)) else ():
                pattern.sub(self.url_converter(name, noted, template), content)
        return frozenset(noted)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compresses only what has a hash in its name: pages ask for nothing else, and compressing
        is most of the work of collecting."""
        hashed = set(self.hashed_files.values())
        yield from super().compress_files(path for path in paths if path in hashed)
