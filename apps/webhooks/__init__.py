"""Webhooks of tournaments and clubs: what everyone can see there, told to an address as it happens."""
