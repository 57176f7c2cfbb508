"""Friendly names for people who haven't chosen one yet."""

from __future__ import annotations

import secrets
from typing import Final

MOODS: Final = (
    "amber brave brisk calm candid cheery clever cosy crisp daring eager fair fancy fleet gentle glad golden humble"
    " jolly keen kind lively lucky mellow merry mild modest nimble noble patient plucky polite proud quick quiet rapid"
    " rosy silent silver sly smart snug sober spry steady stout sunny swift tidy tranquil trusty warm wily wise witty"
    " young zesty"
)
ANIMALS: Final = (
    "adder badger beaver bison bittern crane curlew dormouse eagle egret ermine falcon ferret finch fox gecko goose"
    " grouse hare hedgehog heron hoopoe ibex ibis jackdaw jay kestrel kite lapwing lark linnet lynx magpie marmot"
    " marten mole moose newt otter owl panther pelican perch pike plover puffin quail raven robin salmon seal shrew"
    " siskin snipe stoat stork swan swift tapir teal tern thrush toad trout viper vole walrus weasel wren"
)


def friendly_name() -> str:
    """Return a name like `quiet-otter-482`, which is short enough and very likely free."""
    return f"{secrets.choice(MOODS.split())}-{secrets.choice(ANIMALS.split())}-{secrets.randbelow(998) + 2}"
