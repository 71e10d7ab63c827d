"""Everything that writes notices and their preferences."""
