"""The club's database as a whole: backup, restore, import from SQLite, squashed migrations.

It is an app because only installed apps can have management commands. It knows tables and
migrations, but no app's models.
"""
