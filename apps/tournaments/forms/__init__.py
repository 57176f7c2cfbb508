"""The settings of a tournament as an organiser types them: one form, with no settings hidden elsewhere."""
