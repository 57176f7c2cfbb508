"""Makes what tests begin with, by the doors everybody uses: people, matches, tables of the lobby, tournaments."""
