"""The forms of accounts. They check shape; services decide."""
