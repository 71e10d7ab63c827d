"""PostgreSQL's programs, and a server of our own for where ``DATABASE_URL`` names none."""
