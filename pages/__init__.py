"""What the pages of every app share: the palette and template tags. It knows no member and no
game."""
