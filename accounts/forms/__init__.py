"""The forms of accounts. They check the shape of what is entered; services decide."""
