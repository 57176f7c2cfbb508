"""What happens at tables before a match: each holds one table locked."""
