"""What pages cost in a club of some size: ``python -m bench.pages``."""
