"""The pages of games: views and their payloads, pictures, and the words shown to people."""
