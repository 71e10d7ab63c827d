"""What happens in games at a time, and the sweeps that find it."""
