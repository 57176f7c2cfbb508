"""What may be asked, subject by subject."""
