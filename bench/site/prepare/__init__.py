"""Prepares what is measured with the site's own code, of this version or an older one."""
