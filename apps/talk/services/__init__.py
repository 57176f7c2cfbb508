"""Use cases of chat: saying, muting, reporting, noting."""
