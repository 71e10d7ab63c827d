"""The pages of games: views and what they send, pictures, and words for people."""
