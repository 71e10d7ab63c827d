"""The same play on three hosts, each a network namespace, under faults of whole hosts."""
