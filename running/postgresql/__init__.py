"""PostgreSQL's programs, and a server of the site's own if ``DATABASE_URL`` names none."""
