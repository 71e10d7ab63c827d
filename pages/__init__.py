"""What all apps' pages share: the palette and template tags. It knows nothing of members and
games."""
