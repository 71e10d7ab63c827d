"""What must happen in games at set times, and the sweeps that find it."""
