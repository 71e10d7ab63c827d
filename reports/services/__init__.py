"""All writes of reports: making them, deciding about them, keeping their chat, deleting them."""
