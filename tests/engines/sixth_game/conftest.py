"""What lies below is put into a copy of the project; there it is collected, not here."""

collect_ignore_glob = ["*"]
