"""What is agreed of a tournament, as an organiser types it: one form, no settings hidden anywhere else."""
