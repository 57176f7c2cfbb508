"""What is found out about the house."""
