"""What pages of matches ask and show."""
