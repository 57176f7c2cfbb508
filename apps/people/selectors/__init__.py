"""Who somebody is, as one reader may see it."""
