"""How strong the bots are (docs/bots.md)."""
