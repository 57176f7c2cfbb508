"""The ways on which a message reaches somebody."""
