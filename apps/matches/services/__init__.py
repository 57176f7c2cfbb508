"""Actions on a match. Each opens its own transaction and holds one match locked."""
