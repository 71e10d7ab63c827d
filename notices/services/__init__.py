"""What writes notices: telling, reading, choosing what one is told, forgetting."""
