"""What happens to a tournament: each function holds its row locked."""
