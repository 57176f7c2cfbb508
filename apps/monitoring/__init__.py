"""Who watches the house: whether it may be sent visitors, how punctual it is, and what a machine may count."""
