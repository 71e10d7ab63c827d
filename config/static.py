"""Stores static files under names with a hash of their content, so that browsers can cache them."""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also replaces the names in ``import`` statements of browser modules."""

    support_js_module_import_aggregation = True
    # Each pass hashes modules whose imports are hashed: the longest import chain sets the number.
    max_post_process_passes = 20

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compresses only what has a hash in its name: pages ask for nothing else, and compressing
        is most of the work of collecting."""
        hashed = set(self.hashed_files.values())
        yield from super().compress_files(path for path in paths if path in hashed)
