"""Static files under names with a hash of their content, so that browsers can cache them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also replaces names in ``import`` statements of browser modules."""

    support_js_module_import_aggregation = True
    # A pass hashes modules whose imports are hashed: there are as many as the longest chain has.
    max_post_process_passes = 20
