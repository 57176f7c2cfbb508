"""What may be done in a club."""
