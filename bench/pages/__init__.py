"""``python -m bench.pages`` measures what pages cost in a large club."""
