"""Formats of dates and times where Django writes them: in the admin."""
