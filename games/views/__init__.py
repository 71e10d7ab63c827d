"""The pages and addresses of a game."""
