"""Stages, one after the other: what comes next, and who came where in the end. Pure."""
