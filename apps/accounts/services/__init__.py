"""Use cases of players and guests for their accounts, languages and relations."""
