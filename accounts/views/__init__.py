"""The pages of accounts that allauth does not have."""
