"""Forms for tables."""
