"""What pages of tournaments ask and show."""
