"""How strong people are, as pages ask."""
