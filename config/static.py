"""Stores static files under names with a hash of their content, so that browsers can cache them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also replaces the names in ``import`` statements of browser modules."""

    support_js_module_import_aggregation = True
    # Each pass hashes modules whose imports are hashed: the longest import chain sets the number.
    max_post_process_passes = 20
