"""What one may do with a match: each opens its own transaction and holds one match locked."""
