"""The home page, the lists of tables and games, and a table's page and its commands."""
