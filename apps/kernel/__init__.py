"""What every game is made of. Pure Python on msgspec: no Django, no clock, no luck of its own, no I/O."""
