"""Static files under names that hold a hash of their content, so that browsers keep them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashes the names inside ``import`` statements of browser modules too."""

    support_js_module_import_aggregation = True
    # A pass hashes the modules whose imports are hashed: as many as the longest chain of imports.
    max_post_process_passes = 20
