"""Making reports, and deciding about them."""
