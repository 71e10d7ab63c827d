"""What writes reports: making them, deciding about them, keeping and forgetting."""
