"""How strong people are, computed from the outcomes of rated matches."""
