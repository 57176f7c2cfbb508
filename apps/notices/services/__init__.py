"""What is told: posted, put together, delivered; and how somebody wishes it."""
