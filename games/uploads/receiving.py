"""Files that come with a form: in memory, and never more than a record has."""

from __future__ import annotations

from io import BytesIO

from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

LARGEST = 1024 * 1024
"""Bytes of a record."""


class AtMostARecord(FileUploadHandler):
    """Keeps the files of one form while all of them together are no larger than a record.

    Of what is more only the size is kept, so that the form can say that it is too large.
    """

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self._received = 0
        self._content = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Takes the next bytes of the file."""
        if not start:
            self._content = BytesIO()
        self._received += len(raw_data)
        if self._received <= LARGEST:
            self._content.write(raw_data)
        return None

    def file_complete(self, file_size: int) -> UploadedFile:
        """The file, with the size that it was sent with."""
        self._content.seek(0)
        return InMemoryUploadedFile(
            self._content,
            self.field_name,
            self.file_name or "",
            self.content_type,
            file_size,
            self.charset,
            self.content_type_extra,
        )
