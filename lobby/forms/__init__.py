"""What people fill in at tables."""
