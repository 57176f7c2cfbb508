"""The channels through which messages reach players."""
