"""Points, tie-breaks and standings, from results alone. Pure."""
