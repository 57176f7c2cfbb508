"""Changes to tournaments. Each function locks the tournament's row."""
