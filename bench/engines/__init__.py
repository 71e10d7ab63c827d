"""Measures the engines. Each game has a module here, named as in the registry, with ``rows()``."""
