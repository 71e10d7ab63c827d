"""The club's database as a whole: backups, restoring, moving in from SQLite, squashed migrations.

An app of its own because management commands need an installed app. It knows tables and
migrations, but no app's models.
"""
